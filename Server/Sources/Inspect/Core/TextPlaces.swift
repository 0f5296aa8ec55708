import AppFacts

/// Lines and columns of offsets in a text, in one pass as long as the offsets ascend.
struct TextPlaces {
  private let file: String
  private let text: [UInt8]
  private var at = 0
  private var line = 1
  private var column = 1

  /// `file` as in ``Place/file``.
  init(_ file: String, _ text: [UInt8]) {
    self.file = file
    self.text = text
  }

  /// The place of a byte; past the end, the place of the end. Columns count characters of UTF-8.
  mutating func place(_ offset: Int) -> Place {
    let goal = min(max(offset, 0), text.count)
    if goal < at { (at, line, column) = (0, 1, 1) }
    while at < goal {
      let byte = text[at]
      at += 1
      if byte == 0x0A {
        line += 1
        column = 1
      } else if at >= text.count || text[at] & 0xC0 != 0x80 {
        // The last byte of a character.
        column += 1
      }
    }
    return Place(file, line: line, column: column, offset: goal)
  }
}
