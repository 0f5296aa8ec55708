/// One thing that is wrong or unwise in a payload somebody wrote, and where.
///
/// The message names keys and rules, never the payload's values.
public struct PayloadFinding: Sendable, Equatable {
  /// How bad it is.
  public enum Severity: String, Sendable, CaseIterable {
    /// The provider refuses it, or the device does not do what it says.
    case error
    /// Allowed, and probably not what was meant.
    case warning
  }

  /// What kind of fault it is. An open set.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code as machines read it.
    public var rawValue: String
    /// A code by its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not JSON, or not UTF-8.
    public static let notJSON = Code(rawValue: "not-json")
    /// JSON, but not an object.
    public static let notAnObject = Code(rawValue: "not-an-object")
    /// Larger than the provider takes.
    public static let tooLarge = Code(rawValue: "payload-too-large")
    /// A key that nobody reads.
    public static let unknownKey = Code(rawValue: "unknown-key")
    /// A known key, spelt in a way that nobody reads, as `content_available`.
    public static let misspeltKey = Code(rawValue: "misspelt-key")
    /// A known key outside the object it belongs to.
    public static let misplacedKey = Code(rawValue: "misplaced-key")
    /// The same key twice in one object.
    public static let duplicateKey = Code(rawValue: "duplicate-key")
    /// A data key that the provider keeps for itself.
    public static let reservedKey = Code(rawValue: "reserved-key")
    /// A value of the wrong type, as a number in quotes.
    public static let wrongType = Code(rawValue: "wrong-type")
    /// The right type, and outside what is allowed.
    public static let badValue = Code(rawValue: "bad-value")
    /// Something that must be there is not.
    public static let missing = Code(rawValue: "missing")
    /// Two parts that contradict each other, or the push type or priority.
    public static let contradiction = Code(rawValue: "contradiction")
  }

  /// How bad it is.
  public var severity: Severity
  /// What kind of fault it is.
  public var code: Code
  /// The key it is about, as in `aps.alert.title`; empty for the whole payload.
  public var path: String
  /// What is wrong and what to do.
  public var message: String
  /// Bytes from the start.
  public var offset: Int
  /// From 1.
  public var line: Int
  /// From 1, in characters of the line.
  public var column: Int
}

/// Lines and columns of a text.
enum SourcePosition {
  static func of(_ offset: Int, in text: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for byte in text.prefix(max(offset, 0)) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}
