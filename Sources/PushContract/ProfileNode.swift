/// A place in a profile's file, counted from 1; the column in characters.
public struct ProfilePosition: Sendable, Hashable {
  public var line: Int
  public var column: Int
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// What was read from a profile's file before it means anything: a tree that knows its places.
///
/// Nothing is lost that an error message needs: keys keep their order, doubled keys stay doubled,
/// and a scalar keeps its text and whether it stood in quotes.
public struct ProfileNode: Sendable, Equatable {
  public enum Content: Sendable, Equatable {
    case scalar(Scalar)
    case mapping([Entry])
    case sequence([ProfileNode])
  }

  public struct Scalar: Sendable, Equatable {
    public var text: String
    /// In quotes or a block (`|`, `>`): text whatever it looks like.
    public var quoted: Bool
    public init(_ text: String, quoted: Bool = false) {
      self.text = text
      self.quoted = quoted
    }
    /// An empty value, `~` or `null`.
    public var isNull: Bool { !quoted && (text.isEmpty || text == "~" || text.lowercased() == "null") }
  }

  public struct Entry: Sendable, Equatable {
    public var key: String
    public var position: ProfilePosition
    public var value: ProfileNode
    public init(key: String, position: ProfilePosition, value: ProfileNode) {
      self.key = key
      self.position = position
      self.value = value
    }
  }

  public var content: Content
  public var position: ProfilePosition
  public init(_ content: Content, at position: ProfilePosition) {
    self.content = content
    self.position = position
  }

  /// For messages: what kind of thing stands here.
  public var kindName: String {
    switch content {
    case .scalar(let scalar): scalar.isNull ? "nothing" : scalar.quoted ? "a text" : "`\(scalar.text)`"
    case .mapping: "a mapping"
    case .sequence: "a list"
    }
  }
}
