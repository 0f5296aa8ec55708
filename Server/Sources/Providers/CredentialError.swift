/// A credential file that is not what it should be, in words that say what to do.
///
/// Never holds anything out of a key.
public struct CredentialError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Which fault. An open set: faults of the key itself come with the key's own code (`key.notPEM`).
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let unreadable = Code(rawValue: "credential.unreadable")
    public static let keyID = Code(rawValue: "credential.keyID")
    public static let teamID = Code(rawValue: "credential.teamID")
    public static let swapped = Code(rawValue: "credential.swapped")
    public static let notJSON = Code(rawValue: "credential.notJSON")
    public static let wrongFile = Code(rawValue: "credential.wrongFile")
    public static let missingField = Code(rawValue: "credential.missingField")
    public static let badField = Code(rawValue: "credential.badField")
    public static let wrongProject = Code(rawValue: "credential.wrongProject")
  }

  public let code: Code
  /// What is wrong and what to do about it.
  public let message: String
  /// The file, and the field in it where there is one.
  public let place: String

  /// The key itself is at fault, not the file around it or an id.
  public var isOfTheKey: Bool { code.rawValue.hasPrefix("key.") }

  public init(_ code: Code, _ message: String, place: String) {
    self.code = code
    self.message = message
    self.place = place
  }

  public var description: String { place + ": " + message }
}
