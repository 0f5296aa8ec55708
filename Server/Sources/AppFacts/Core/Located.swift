/// A value of a property list, a JSON text or an entitlement blob, and where it stands.
public struct Located: Sendable, Equatable {
  /// What it is. Numbers are kept apart as they were written.
  public indirect enum Kind: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    /// A number that is no `Int`.
    case real(Double)
    case string(String)
    /// Milliseconds since 1970.
    case date(Int)
    case data([UInt8])
    case array([Located])
    /// In the order of the file; a key may stand there twice.
    case object([Member])
  }

  /// One key with its value.
  public struct Member: Sendable, Equatable {
    public var key: String
    /// Of the key.
    public var place: Place
    public var value: Located

    public init(_ key: String, _ place: Place, _ value: Located) {
      self.key = key
      self.place = place
      self.value = value
    }
  }

  public var kind: Kind
  public var place: Place

  public init(_ kind: Kind, _ place: Place) {
    self.kind = kind
    self.place = place
  }
}

extension Located {
  /// The first value of this key; nil where this is no object or has no such key.
  public subscript(_ key: String) -> Located? { member(key)?.value }

  /// The value at a path of keys.
  public subscript(path keys: [String]) -> Located? {
    keys.reduce(Optional(self)) { $0?[$1] }
  }

  public func member(_ key: String) -> Member? { members.first { $0.key == key } }

  /// Empty where this is no object.
  public var members: [Member] {
    if case .object(let members) = kind { members } else { [] }
  }
  /// Empty where this is no array.
  public var items: [Located] {
    if case .array(let items) = kind { items } else { [] }
  }
  public var string: String? {
    if case .string(let text) = kind { text } else { nil }
  }
  public var bool: Bool? {
    if case .bool(let flag) = kind { flag } else { nil }
  }
  public var integer: Int? {
    if case .integer(let number) = kind { number } else { nil }
  }
  public var date: Int? {
    if case .date(let milliseconds) = kind { milliseconds } else { nil }
  }
  public var isObject: Bool {
    if case .object = kind { true } else { false }
  }
  public var isArray: Bool {
    if case .array = kind { true } else { false }
  }

  /// The texts of an array of strings, or a lone string, each with its place.
  public var strings: [Sourced<String>] {
    if let string { return [Sourced(string, place)] }
    return items.compactMap { item in item.string.map { Sourced($0, item.place) } }
  }

  /// The text with its place, where it is a string.
  public var sourcedString: Sourced<String>? { string.map { Sourced($0, place) } }

  /// The same value; places do not count, and neither does the order of keys.
  public func isSame(as other: Located) -> Bool {
    switch (kind, other.kind) {
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count && Self.areSame(left, Self.byKey(right))
    default: kind == other.kind
    }
  }

  /// The first value of each key, for objects of any size.
  public static func byKey(_ members: [Member]) -> [String: Located] {
    Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private static func areSame(_ members: [Member], _ others: [String: Located]) -> Bool {
    members.allSatisfy { member in others[member.key].map(member.value.isSame) ?? false }
  }
}
