internal import AppFacts

/// `// pushwire:ignore SRC005,SRC006 the reason`
extension Tokenizer {
  private static let mark = Array(IgnoreComment.mark.utf8)

  /// Notes a comment that silences rules. It is for its own line where code stands before it there, else for
  /// the next line with code.
  mutating func comment(_ range: Range<Int>, standsAlone: Bool) {
    guard range.count >= Self.mark.count, holdsMark(range) else { return }
    count(to: range.lowerBound)
    let place = Place(file, line: line, column: column)
    let words = String(decoding: text[range], as: UTF8.self)
    guard let comment = IgnoreComment(comment: words, place: place, line: line) else { return }
    ignores.append(comment)
    if standsAlone { waiting.append(ignores.count - 1) }
  }

  private func holdsMark(_ range: Range<Int>) -> Bool {
    for at in range.lowerBound...(range.upperBound - Self.mark.count)
    where text[at] == 0x70 && text[at..<(at + Self.mark.count)].elementsEqual(Self.mark) {
      return true
    }
    return false
  }
}
