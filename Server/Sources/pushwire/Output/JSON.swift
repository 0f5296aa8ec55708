import Bytes

/// What a command prints under `--json`. Keys keep the order in which they are written here.
enum JSON: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  /// One line, without the line feed.
  var text: String {
    var buffer = ByteBuffer()
    write(to: &buffer)
    return buffer.text
  }

  func write(to buffer: inout ByteBuffer) {
    switch self {
    case .null: buffer.append("null")
    case .bool(let value): buffer.append(value ? "true" : "false")
    case .integer(let value): buffer.appendDecimal(value)
    case .number(let value): buffer.append(value.isFinite ? String(value) : "null")
    case .string(let value): buffer.appendJSONString(value)
    case .array(let values):
      buffer.append("[")
      for (index, value) in values.enumerated() {
        if index > 0 { buffer.append(",") }
        value.write(to: &buffer)
      }
      buffer.append("]")
    case .object(let members):
      buffer.append("{")
      for (index, member) in members.enumerated() {
        if index > 0 { buffer.append(",") }
        buffer.appendJSONString(member.0)
        buffer.append(":")
        member.1.write(to: &buffer)
      }
      buffer.append("}")
    }
  }

  /// A string, or null.
  static func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
  /// A whole number, or null.
  static func count(_ value: Int?) -> JSON { value.map(JSON.integer) ?? .null }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .integer(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }
}
