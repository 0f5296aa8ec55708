/// Where a fact was read: a file as the person named it, a member of an archive, a line, a byte.
public struct Place: Hashable, Codable, Sendable {
  /// The path as given, or below what was given. A member of an archive follows behind `!`, as in
  /// `Parcel.ipa!Payload/Parcel.app/Info.plist`.
  public var file: String
  /// From 1; nil where the file has no lines.
  public var line: Int?
  /// From 1, in characters of the line.
  public var column: Int?
  /// In bytes from the start of the file or member.
  public var offset: Int?

  public init(_ file: String, line: Int? = nil, column: Int? = nil, offset: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// `file:line:column`, or `file@offset`, as far as it is known.
  public var text: String {
    if let line {
      return column.map { "\(file):\(line):\($0)" } ?? "\(file):\(line)"
    }
    return offset.map { "\(file)@\($0)" } ?? file
  }
}

/// A value together with where it stands.
public struct Sourced<Value> {
  public var value: Value
  public var place: Place

  public init(_ value: Value, _ place: Place) {
    self.value = value
    self.place = place
  }
}

extension Sourced: Sendable where Value: Sendable {}
extension Sourced: Equatable where Value: Equatable {}
extension Sourced: Hashable where Value: Hashable {}
extension Sourced: Encodable where Value: Encodable {}
extension Sourced: Decodable where Value: Decodable {}
