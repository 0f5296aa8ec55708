import AppFacts

/// Lines and columns of offsets in a text; in one pass as long as the offsets ascend.
struct TextPlaces {
  /// How many bytes of a line are counted for a column; behind them only line and offset are told, so that
  /// no line is too long.
  static let columnLimit = 16 << 10

  private let file: String
  private let text: [UInt8]
  private let lineStarts: [Int]
  private var at = 0
  private var line = 0
  private var column = 1

  /// `file` as in ``Place/file``.
  init(_ file: String, _ text: [UInt8]) {
    self.file = file
    self.text = text
    var starts = [0]
    for (offset, byte) in text.enumerated() where byte == 0x0A { starts.append(offset + 1) }
    lineStarts = starts
  }

  /// The place of a byte; past the end, the place of the end. Columns count characters of UTF-8.
  mutating func place(_ offset: Int) -> Place {
    let goal = min(max(offset, 0), text.count)
    let wanted = lineIndex(goal)
    if wanted != line || goal < at { (at, line, column) = (lineStarts[wanted], wanted, 1) }
    guard goal - lineStarts[line] <= Self.columnLimit else {
      return Place(file, line: line + 1, offset: goal)
    }
    while at < goal {
      at += 1
      // The last byte of a character.
      if at >= text.count || text[at] & 0xC0 != 0x80 { column += 1 }
    }
    return Place(file, line: line + 1, column: column, offset: goal)
  }

  private func lineIndex(_ offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
