internal import AppFacts

/// `// pushwire:ignore SRC005,SRC006 the reason`
extension Tokenizer {
  private static let sign = Array("pushwire:ignore".utf8)

  /// Notes a comment that silences rules. It is for its own line where code stands before it there, else for
  /// the next line with code.
  mutating func comment(_ range: Range<Int>, standsAlone: Bool) {
    guard let start = find(in: range) else { return }
    var at = start + Self.sign.count
    guard at < range.upperBound, text[at] == 0x20 || text[at] == 0x09 else { return }
    var end = at
    while end < range.upperBound, text[end] != 0x0A { end += 1 }
    if end - at >= 2, text[end - 2] == 0x2A, text[end - 1] == 0x2F { end -= 2 }
    let words = text[at..<end].split(whereSeparator: { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D })
    guard let first = words.first else { return }
    at = words.dropFirst().first?.startIndex ?? end
    let rules = first.split(separator: 0x2C).map { String(decoding: $0, as: UTF8.self) }
    let reason = String(decoding: text[at..<max(at, words.last?.endIndex ?? at)], as: UTF8.self)
    count(to: range.lowerBound)
    let place = Place(file, line: line, column: column, offset: range.lowerBound)
    ignores.append(IgnoreComment(rules: rules, reason: reason, place: place, line: line))
    if standsAlone { waiting.append(ignores.count - 1) }
  }

  private func find(in range: Range<Int>) -> Int? {
    guard range.count > Self.sign.count else { return nil }
    for at in range.lowerBound..<(range.upperBound - Self.sign.count)
    where text[at] == 0x70 && text[at..<(at + Self.sign.count)].elementsEqual(Self.sign) {
      return at
    }
    return nil
  }
}
