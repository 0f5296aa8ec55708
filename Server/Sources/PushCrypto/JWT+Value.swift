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

extension JWT.Value: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Int.self) {
      self = .integer(number)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JWT.Value].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JWT.Value].self))
    }
  }
}
