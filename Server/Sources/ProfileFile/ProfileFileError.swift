/// Why there is no profile to judge: the file cannot be read, or is no YAML of the kind used here.
///
/// What is wrong *in* a profile is no error of this type but a `Diagnostic`.
public struct ProfileFileError: Error, Sendable, Equatable {
  /// Open: newer versions know more.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let notFound = Code(rawValue: "file-not-found")
    public static let unreadable = Code(rawValue: "file-unreadable")
    public static let tooLarge = Code(rawValue: "file-too-large")
    public static let notUTF8 = Code(rawValue: "file-not-utf8")
    public static let empty = Code(rawValue: "file-empty")
    public static let syntax = Code(rawValue: "yaml-syntax")
    public static let tooDeep = Code(rawValue: "yaml-too-deep")
    public static let tooMany = Code(rawValue: "yaml-too-many-values")
    public static let alias = Code(rawValue: "yaml-alias")
    public static let mergeKey = Code(rawValue: "yaml-merge-key")
    public static let tag = Code(rawValue: "yaml-tag")
    public static let key = Code(rawValue: "yaml-key")
    public static let documents = Code(rawValue: "yaml-documents")
  }

  public enum Kind: Sendable, Equatable {
    /// There are no bytes to judge: missing, forbidden, too large, not text. Exit 3.
    case unreadable
    /// The text is no YAML that a profile may use.
    case malformed
  }

  public var code: Code
  public var message: String
  /// What to do about it.
  public var hint: String?
  public var file: String?
  /// Counted from 1; the column in characters.
  public var line: Int?
  public var column: Int?

  public init(
    _ code: Code, _ message: String, hint: String? = nil, file: String? = nil, line: Int? = nil,
    column: Int? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.file = file
    self.line = line
    self.column = column
  }

  public var kind: Kind {
    switch code {
    case .notFound, .unreadable, .tooLarge, .notUTF8: .unreadable
    default: .malformed
    }
  }
}

extension ProfileFileError: CustomStringConvertible {
  /// `file:line:column: error: message [code]`, and the hint on a line of its own.
  public var description: String {
    var place = file ?? "pushwire.yaml"
    if let line { place += ":\(line)" + (column.map { ":\($0)" } ?? "") }
    let first = "\(place): error: \(message) [\(code.rawValue)]"
    return hint.map { first + "\n  " + $0 } ?? first
  }
}
