/// Why a class cannot become a template, or a push no payload. The message says what to do.
public struct ComposeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of fault it is. An open set.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code as machines read it.
    public var rawValue: String
    /// A code by its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A parameter has no value.
    public static let missingParameter = Code(rawValue: "missing-parameter")
    /// The class declares no parameter of that name or place.
    public static let unknownParameter = Code(rawValue: "unknown-parameter")
    /// A value is not of its parameter's type.
    public static let badValue = Code(rawValue: "bad-value")
    /// The encoded payload is larger than the provider takes.
    public static let tooLarge = Code(rawValue: "payload-too-large")
    /// A data key that the provider or Pushwire keeps for itself.
    public static let reservedKey = Code(rawValue: "reserved-key")
    /// Two data entries of one name.
    public static let duplicateKey = Code(rawValue: "duplicate-key")
    /// A sensitive class without a preview, or with a parameter where people can read it.
    public static let sensitive = Code(rawValue: "sensitive-content")
    /// The class lacks something, or holds something that the provider would refuse.
    public static let badClass = Code(rawValue: "bad-class")
    /// The notification id or the binding tag cannot be used.
    public static let badIdentity = Code(rawValue: "bad-identity")
    /// The token, topic or condition cannot be used.
    public static let badTarget = Code(rawValue: "bad-target")
    /// The bundle identifier cannot be used as a topic.
    public static let badTopic = Code(rawValue: "bad-topic")
    /// The row was made for another class.
    public static let schemaMismatch = Code(rawValue: "schema-mismatch")
  }

  /// What kind of fault it is.
  public var code: Code
  /// What is wrong and what to do about it. Never holds a parameter's value.
  public var message: String
  /// The field of the class or the parameter that it is about.
  public var field: String?

  /// An error with its code, message and field.
  public init(_ code: Code, _ message: String, field: String? = nil) {
    self.code = code
    self.message = message
    self.field = field
  }

  /// The message.
  public var description: String { message }

  /// The payload is larger than the provider takes; `provider` as in "APNs'" or "FCM's".
  static func tooLarge(_ what: String, actual: Int, limit: Int, of provider: String) -> ComposeError {
    ComposeError(
      .tooLarge, "\(what) is \(actual) bytes, \(actual - limit) over \(provider) limit of \(limit)")
  }
}
