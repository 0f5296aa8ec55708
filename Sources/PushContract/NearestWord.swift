/// The known word that somebody probably meant: for every "did you mean" of the project.
public enum NearestWord {
  /// The nearest of `candidates`, if it is near enough to be meant; of equals the first. Case, `_` and `-`
  /// do not count.
  public static func of(_ word: String, among candidates: [String]) -> String? {
    let plain = bare(word)
    guard !plain.isEmpty, plain.count <= 64 else { return nil }
    let limit = max(1, min(3, plain.count / 3))
    var best: (word: String, distance: Int)?
    for candidate in candidates {
      let distance = self.distance(plain, bare(candidate))
      if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// Whether both are one word but for case, `_` and `-`: the usual slips.
  public static func isSlip(_ word: String, of known: String) -> Bool { bare(word) == bare(known) }

  private static func bare(_ word: String) -> [UInt8] {
    word.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
  }

  /// Insertions, deletions, replacements and swaps of neighbours that lead from one to the other.
  public static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var before: [Int] = []
    var previous = Array(0...b.count)
    for i in 0..<a.count {
      var current = [i + 1]
      for j in 0..<b.count {
        var cost = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        current.append(cost)
      }
      before = previous
      previous = current
    }
    return previous[b.count]
  }
}
