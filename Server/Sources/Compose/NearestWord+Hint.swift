import PushContract

extension NearestWord {
  /// `; did you mean x?`, or nothing.
  static func hint(_ word: String, among known: [String]) -> String {
    of(word, among: known).map { "; did you mean \($0)?" } ?? ""
  }
}
