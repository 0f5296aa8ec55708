/// What has one JSON form.
public protocol JSONCodable: Equatable {
  /// Nil where the value does not fit.
  init?(json: JSONValue)
  var json: JSONValue { get }
}

/// A record whose members are listed once, for reading and for writing.
///
/// What equals the default is not written, and what is not there keeps its default: so a record can grow
/// by members and still read what was written before.
public protocol Coded: JSONCodable, Sendable {
  init()
  /// Shows every member to the coder, by its name in JSON.
  mutating func fields(_ coder: inout FieldCoder)
}

extension Coded {
  public init?(json: JSONValue) {
    var unknown: [String] = []
    guard let read = Self.read(json, unknown: &unknown) else { return nil }
    self = read
  }

  /// - Parameter unknown: gets the names of members that this record does not know.
  public static func read(_ json: JSONValue, unknown: inout [String]) -> Self? {
    guard case .object(let members) = json else { return nil }
    var made = Self()
    var coder = FieldCoder(reading: members)
    made.fields(&coder)
    unknown += coder.unknown
    return coder.fault == nil ? made : nil
  }

  public var json: JSONValue {
    var blank = Self()
    var coder = FieldCoder()
    blank.fields(&coder)
    coder.write()
    var copy = self
    copy.fields(&coder)
    return .object(coder.members)
  }
}

/// Reads or writes the members of one record.
public struct FieldCoder {
  private enum Mode { case reading, notingDefaults, writing }

  fileprivate(set) var members: [String: JSONValue] = [:]
  private var mode = Mode.notingDefaults
  private var seen: Set<String> = []
  /// The fields' defaults in their order, and the next of them.
  private var defaults: [Any] = []
  private var next = 0
  /// The name of the first member whose value does not fit.
  public private(set) var fault: String?

  init(reading members: [String: JSONValue]) {
    self.members = members
    mode = .reading
  }

  /// Notes the defaults of a record without content, and then writes what differs from them.
  fileprivate init() {}
  fileprivate mutating func write() { mode = .writing }

  /// The names that no field asked for.
  var unknown: [String] { members.keys.filter { !seen.contains($0) } }

  public mutating func field<Value: JSONCodable>(_ name: String, _ value: inout Value) {
    switch mode {
    case .notingDefaults: defaults.append(value)
    case .writing:
      let isDefault = defaults[next] as? Value == value
      next += 1
      if !isDefault { members[name] = value.json }
    case .reading:
      seen.insert(name)
      guard let member = members[name] else { return }
      if let read = Value(json: member) { value = read } else if fault == nil { fault = name }
    }
  }
}

extension String: JSONCodable {
  public init?(json: JSONValue) {
    guard let text = json.string else { return nil }
    self = text
  }
  public var json: JSONValue { .string(self) }
}

extension Int: JSONCodable {
  public init?(json: JSONValue) {
    guard let number = json.integer else { return nil }
    self = number
  }
  public var json: JSONValue { .integer(self) }
}

extension Bool: JSONCodable {
  public init?(json: JSONValue) {
    guard let flag = json.bool else { return nil }
    self = flag
  }
  public var json: JSONValue { .bool(self) }
}

extension JSONValue: JSONCodable {
  public init?(json: JSONValue) { self = json }
  public var json: JSONValue { self }
}

extension Optional: JSONCodable where Wrapped: JSONCodable {
  public init?(json: JSONValue) {
    guard !json.isNull else {
      self = nil
      return
    }
    guard let value = Wrapped(json: json) else { return nil }
    self = value
  }
  public var json: JSONValue { self?.json ?? .null }
}

extension Array: JSONCodable where Element: JSONCodable {
  public init?(json: JSONValue) {
    guard let items = json.array else { return nil }
    self = []
    for item in items {
      guard let value = Element(json: item) else { return nil }
      append(value)
    }
  }
  public var json: JSONValue { .array(map(\.json)) }
}

extension Dictionary: JSONCodable where Key == String, Value: JSONCodable {
  public init?(json: JSONValue) {
    guard let members = json.object else { return nil }
    self = [:]
    for (name, member) in members {
      guard let value = Value(json: member) else { return nil }
      self[name] = value
    }
  }
  public var json: JSONValue { .object(mapValues(\.json)) }
}

/// A word of a set: a closed one as an enum, an open one as a struct that takes any text.
public protocol CodedWord: JSONCodable, RawRepresentable, Sendable where RawValue == String {}

extension CodedWord {
  public init?(json: JSONValue) {
    guard let text = json.string, let word = Self(rawValue: text) else { return nil }
    self = word
  }
  public var json: JSONValue { .string(rawValue) }
}
