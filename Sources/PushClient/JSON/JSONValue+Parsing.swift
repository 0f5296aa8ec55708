extension JSONValue {
  /// Why a text is no JSON.
  public struct Fault: Error, Equatable {
    /// The byte at which reading ended.
    public let offset: Int
  }

  /// How deep arrays and objects may lie in each other.
  public static let deepest = 64

  /// Reads one JSON text (RFC 8259). Of two members with one name the last one counts.
  /// - Throws: ``Fault`` where it is none, is nested deeper than ``deepest``, or goes on after its end.
  public init(parsing text: String) throws(Fault) {
    var parser = JSONParser(Array(text.utf8))
    self = try parser.whole()
  }

  /// The same, of UTF-8 bytes. Bytes that are no UTF-8 in a string are a fault.
  public init(parsing bytes: [UInt8]) throws(Fault) {
    var parser = JSONParser(bytes)
    self = try parser.whole()
  }
}

/// A cursor over the bytes of a JSON text.
struct JSONParser {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func whole() throws(JSONValue.Fault) -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    guard index == bytes.count else { throw fault }
    return value
  }

  private var fault: JSONValue.Fault { JSONValue.Fault(offset: index) }
  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func value(depth: Int) throws(JSONValue.Fault) -> JSONValue {
    guard depth <= JSONValue.deepest else { throw fault }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONValue.Fault) -> JSONValue {
    for offset in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[offset] else { throw fault }
      index += 1
    }
    return value
  }

  private mutating func array(depth: Int) throws(JSONValue.Fault) -> JSONValue {
    index += 1
    var items: [JSONValue] = []
    skipSpace()
    if take("]") { return .array(items) }
    while true {
      items.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return .array(items) }
      guard take(",") else { throw fault }
    }
  }

  private mutating func object(depth: Int) throws(JSONValue.Fault) -> JSONValue {
    index += 1
    var members: [String: JSONValue] = [:]
    skipSpace()
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw fault }
      let name = try string()
      skipSpace()
      guard take(":") else { throw fault }
      members[name] = try value(depth: depth + 1)
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { throw fault }
    }
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }

  private mutating func digits() -> Int {
    let start = index
    while let byte = next, byte >= 0x30, byte <= 0x39 { index += 1 }
    return index - start
  }

  private mutating func number() throws(JSONValue.Fault) -> JSONValue {
    let start = index
    var isWhole = true
    _ = take("-")
    let first = next
    let count = digits()
    guard count > 0, count == 1 || first != 0x30 else { throw fault }
    if take(".") {
      isWhole = false
      guard digits() > 0 else { throw fault }
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      guard digits() > 0 else { throw fault }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, let number = Int(text) { return .integer(number) }
    return .decimal(text)
  }

  private mutating func string() throws(JSONValue.Fault) -> String {
    index += 1
    var out: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        // Bytes that are no UTF-8 would come back as others. (`String(validating:)` needs iOS 18.)
        let text = String(decoding: out, as: UTF8.self)
        guard text.utf8.elementsEqual(out) else { throw fault }
        index += 1
        return text
      case UInt8(ascii: "\\"):
        index += 1
        try escape(to: &out)
      case 0..<0x20: throw fault
      default:
        out.append(byte)
        index += 1
      }
    }
    throw fault
  }

  private mutating func escape(to out: inout [UInt8]) throws(JSONValue.Fault) {
    guard let byte = next else { throw fault }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(byte)
    case UInt8(ascii: "b"): out.append(0x08)
    case UInt8(ascii: "f"): out.append(0x0C)
    case UInt8(ascii: "n"): out.append(0x0A)
    case UInt8(ascii: "r"): out.append(0x0D)
    case UInt8(ascii: "t"): out.append(0x09)
    case UInt8(ascii: "u"):
      var code = try unit()
      if (0xD800..<0xDC00).contains(code) {
        guard take("\\"), take("u") else { throw fault }
        let low = try unit()
        guard (0xDC00..<0xE000).contains(low) else { throw fault }
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw fault }
      out.append(contentsOf: Array(String(Character(scalar)).utf8))
    default: throw fault
    }
  }

  private mutating func unit() throws(JSONValue.Fault) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw fault }
      code = code << 4 | UInt32(digit)
      index += 1
    }
    return code
  }
}
