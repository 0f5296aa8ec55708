/// One token of a source text: a range of its bytes and where that begins.
struct Token {
  enum Kind: UInt8 {
    /// A name or keyword. Backticks are left out of the range, see ``isEscaped``.
    case word
    /// `@name`, the sign included; a lone `@` is a mark.
    case at
    /// `#name` of Swift, the sign included.
    case hash
    case number
    /// The whole literal with its delimiters, and Objective-C's `@` before it.
    case string
    case character
    case regex
    /// A line of the C preprocessor, with the lines that continue it.
    case directive
    /// An operator, bracket or other sign.
    case mark
    /// Behind the last one.
    case end
  }

  var kind: Kind
  /// Written in backticks, and so never a keyword.
  var isEscaped = false
  var newlineBefore: Bool
  /// Space or a comment stands before it, or it is the first.
  var spaceBefore: Bool
  /// The first byte, of marks above all.
  var first: UInt8
  var start: Int32
  var end: Int32
  var line: Int32
  var column: Int32
  /// Of a bracket, the index of its partner; of an opening one without a partner, where what it holds ends.
  /// Else -1.
  var match: Int32 = -1

  var length: Int { Int(end) &- Int(start) }
}

extension UInt8 {
  var isDigit: Bool { self &- 0x30 < 10 }
  /// A letter, an underscore, or part of a character beyond ASCII.
  var startsWord: Bool { (self | 0x20) &- 0x61 < 26 || self == 0x5F || self >= 0x80 }
  var continuesWord: Bool { startsWord || isDigit }
  var isUpper: Bool { self &- 0x41 < 26 }
}
