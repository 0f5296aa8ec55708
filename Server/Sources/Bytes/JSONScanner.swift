/// A strict pull scanner of JSON text (RFC 8259) that allocates nothing.
///
/// `next` gives one token at a time with its place, so that duplicate keys, order and spelling stay
/// visible. UTF-8 is checked, nesting ends at ``maximumDepth``, and a `\u` escape that is half a
/// surrogate pair is refused: no UTF-8 text could say it. A byte-order mark is refused.
public struct JSONScanner {
  /// How deep objects and arrays may be nested.
  public static let maximumDepth = 64

  /// What a token is.
  public enum Kind: UInt8, Sendable {
    case beginObject, endObject, beginArray, endArray, key, string, number, yes, no, null
  }

  /// A piece of the text. For a key or string `start` and `end` are inside the quotes.
  public struct Token: Sendable {
    /// What it is.
    public var kind: Kind
    /// Offset of the first byte.
    public var start: Int
    /// Offset after the last byte.
    public var end: Int
    /// The key or string holds escapes: its bytes are not yet its text.
    public var escaped: Bool
    /// How many objects and arrays are open around it.
    public var depth: Int
  }

  /// Why the text is not JSON, and where.
  public struct Failure: Error, Sendable, Equatable {
    /// What is wrong.
    public enum Reason: String, Sendable, CaseIterable {
      case endOfText = "the text ends too early"
      case unexpected = "this byte cannot stand here"
      case number = "not a number in JSON's form"
      case escape = "not an escape that JSON knows"
      case surrogate = "half a surrogate pair"
      case control = "a control character must be escaped in a string"
      case utf8 = "not UTF-8"
      case depth = "nested deeper than 64"
      case trailing = "something follows the value"
    }
    /// What is wrong.
    public var reason: Reason
    /// Offset of the byte.
    public var offset: Int

    /// A failure at a byte of the text.
    public init(reason: Reason, offset: Int) {
      self.reason = reason
      self.offset = offset
    }
  }

  enum State { case value, valueOrEnd, keyOrEnd, key, commaOrEnd, done }

  let text: UnsafeBufferPointer<UInt8>
  var at = 0
  var state = State.value
  /// How many objects and arrays are open.
  public internal(set) var depth = 0
  // One bit a level: 1 is an object.
  var objects: UInt64 = 0

  /// A scanner at the start of `text`, which must outlive it.
  public init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// The offset after the last token.
  public var offset: Int { at }

  /// The bytes of a token.
  @inline(__always)
  public func bytes(_ token: Token) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: text[token.start..<token.end])
  }

  /// The next token; nil after the value, when nothing but white space follows.
  public mutating func next() throws(Failure) -> Token? {
    while true {
      skipSpace()
      guard at < text.count else {
        if state == .done { return nil }
        throw Failure(reason: .endOfText, offset: at)
      }
      let byte = text[at]
      switch state {
      case .done: throw Failure(reason: .trailing, offset: at)
      case .commaOrEnd:
        if byte == UInt8(ascii: ",") {
          at += 1
          state = inObject ? .key : .value
          continue
        }
        return try close(byte)
      case .keyOrEnd:
        if byte == UInt8(ascii: "}") { return try close(byte) }
        return try scanKey(byte)
      case .key: return try scanKey(byte)
      case .valueOrEnd:
        if byte == UInt8(ascii: "]") { return try close(byte) }
        return try scanValue(byte)
      case .value: return try scanValue(byte)
      }
    }
  }

  /// Passes over the value that starts with `token`, which `next` has just returned. After a key: over
  /// the value that belongs to it.
  public mutating func skip(_ token: Token) throws(Failure) {
    var first = token
    if token.kind == .key {
      guard let value = try next() else { throw Failure(reason: .endOfText, offset: at) }
      first = value
    }
    guard first.kind == .beginObject || first.kind == .beginArray else { return }
    while depth > first.depth { if try next() == nil { return } }
  }

  /// Throws unless the whole text is one JSON value.
  public static func validate(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) {
    var scanner = JSONScanner(text)
    while try scanner.next() != nil {}
  }

  @inline(__always)
  var inObject: Bool { depth > 0 && objects >> UInt64(depth - 1) & 1 == 1 }
}
