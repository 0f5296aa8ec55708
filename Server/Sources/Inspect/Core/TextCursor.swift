import AppFacts

/// Tells line and column of byte offsets that are asked for in rising order, in one pass over the text.
///
/// A column counts characters (Unicode scalars) from 1. A line ends with LF, CR LF or CR.
struct TextCursor {
  private let bytes: [UInt8]
  private let file: String
  private let hasOffsets: Bool
  private let base: Int?
  private var offset = 0
  private var line = 1
  private var column = 1

  /// - Parameters:
  ///   - hasOffsets: false where `bytes` are not the file's own, as after a change of encoding.
  ///   - base: where the text starts in a file that has no lines itself; nil: it is the file.
  init(_ bytes: [UInt8], file: String, hasOffsets: Bool = true, base: Int? = nil) {
    self.bytes = bytes
    self.file = file
    self.hasOffsets = hasOffsets
    self.base = base
    // A byte order mark is no character of the first line.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// The place of a byte. An offset before the one asked for last gives the last one's line and column.
  mutating func place(_ target: Int) -> Place {
    if let base { return Place(file, offset: base &+ target) }
    let end = min(target, bytes.count)
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      if byte == 0x0A || (byte == 0x0D && !(offset < bytes.count && bytes[offset] == 0x0A)) {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return Place(file, line: line, column: column, offset: hasOffsets ? target : nil)
  }
}
