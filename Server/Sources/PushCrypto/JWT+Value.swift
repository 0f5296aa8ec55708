internal import Bytes

extension JWT {
  /// A JSON value in a header or a claim.
  public enum Value: Sendable, Equatable {
    case null
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([Value])
    case object([String: Value])

    /// The text, if it is one.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The whole number, if it is one.
    public var integer: Int? { if case .integer(let number) = self { number } else { nil } }
  }
}

extension JWT.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  public init(stringLiteral value: String) { self = .text(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(booleanLiteral value: Bool) { self = .flag(value) }
}

extension JWT.Value {
  /// How deep a header or the claims may be nested.
  static let maximumDepth = 8

  /// The members of a JSON object; nil where the text is none, a name stands twice (RFC 7519, section 4),
  /// or it is nested too deep.
  static func object(_ text: [UInt8]) -> [String: JWT.Value]? {
    text.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      do throws(JSONScanner.Failure) {
        guard let first = try scanner.next(), first.kind == .beginObject,
          case .object(let object)? = try value(first, &scanner), try scanner.next() == nil
        else { return nil }
        return object
      } catch { return nil }
    }
  }

  private static func value(
    _ token: JSONScanner.Token, _ scanner: inout JSONScanner
  ) throws(JSONScanner.Failure) -> JWT.Value? {
    switch token.kind {
    case .null: return .null
    case .yes: return .flag(true)
    case .no: return .flag(false)
    case .string: return .text(text(token, scanner))
    case .number:
      let bytes = scanner.bytes(token)
      if let integer = JSONText.integer(bytes) { return .integer(integer) }
      guard let number = Double(String(decoding: bytes, as: UTF8.self)), number.isFinite else { return nil }
      // 1e3 and 1000.0 are the whole number 1000.
      return Int(exactly: number).map { .integer($0) } ?? .number(number)
    case .beginArray:
      guard token.depth < maximumDepth else { return nil }
      var list: [JWT.Value] = []
      while let next = try scanner.next(), next.kind != .endArray {
        guard let item = try value(next, &scanner) else { return nil }
        list.append(item)
      }
      return .list(list)
    case .beginObject:
      guard token.depth < maximumDepth else { return nil }
      var object: [String: JWT.Value] = [:]
      // A ticket's claims; more make it grow.
      if token.depth == 0 { object.reserveCapacity(6) }
      while let key = try scanner.next(), key.kind == .key {
        guard let next = try scanner.next(), let item = try value(next, &scanner),
          object.updateValue(item, forKey: text(key, scanner)) == nil
        else { return nil }
      }
      return .object(object)
    case .key, .endObject, .endArray: return nil
    }
  }

  private static func text(_ token: JSONScanner.Token, _ scanner: JSONScanner) -> String {
    guard token.escaped else { return String(decoding: scanner.bytes(token), as: UTF8.self) }
    var out = ByteBuffer()
    scanner.appendUnescaped(token, to: &out)
    return out.text
  }
}
