/// The known word that somebody most likely meant.
enum Nearest {
  /// The nearest of `known`, where it is near enough to be worth naming.
  static func match(_ word: String, in known: [String]) -> String? {
    let wanted = folded(word)
    guard wanted.count <= 64 else { return nil }
    let ranked = known.map { (name: $0, distance: distance(wanted, folded($0))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, wanted.count / 3) ? best.name : nil
  }

  /// `; did you mean x?`, or nothing.
  static func hint(_ word: String, in known: [String]) -> String {
    match(word, in: known).map { "; did you mean \($0)?" } ?? ""
  }

  /// Whether both are one word but for hyphens, underscores and capitals: the usual slips.
  static func isSlip(_ word: String, _ known: String) -> Bool { folded(word) == folded(known) }

  private static func folded(_ text: String) -> [UInt8] {
    text.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
  }

  /// How many letters must be put in, taken out or changed.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (index, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for other in right.indices {
        let change = diagonal + (byte == right[other] ? 0 : 1)
        diagonal = row[other + 1]
        row[other + 1] = min(change, row[other] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
