/// Where bytes stop being UTF-8, and which line and column a byte is in.
enum UTF8Check {
  /// The offset of the first byte that is no UTF-8.
  static func firstFault(in bytes: [UInt8]) -> Int? {
    var decoder = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }

  /// Line and column of a byte, counted from 1, the column in characters.
  static func place(of offset: Int, in bytes: ArraySlice<UInt8>) -> YAMLMark {
    var mark = YAMLMark(line: 1, column: 1)
    for byte in bytes.prefix(offset) {
      if byte == 0x0A {
        mark.line += 1
        mark.column = 1
      } else if byte & 0xC0 != 0x80 {
        mark.column += 1
      }
    }
    return mark
  }
}
