/// The store cannot do its work: the disk is full, the file is locked, damaged or of a newer version.
/// Answers that the rules give (a conflict, an unknown installation) are values, not errors.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong; an open set.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing can be written: disk full, read-only, or a failed sync.
    public static let unavailable = Self(rawValue: "store.unavailable")
    public static let busy = Self(rawValue: "store.busy")
    /// Another writer was in the way, and this one gave in: the same again may go through.
    public static let conflict = Self(rawValue: "store.conflict")
    /// The connection to the database was lost; nothing of it is stored. The same again may go through.
    public static let disconnected = Self(rawValue: "store.disconnected")
    public static let damaged = Self(rawValue: "store.damaged")
    /// A newer version of the program has written it.
    public static let tooNew = Self(rawValue: "store.tooNew")
    public static let open = Self(rawValue: "store.open")
    /// Anything else the library says.
    public static let library = Self(rawValue: "store.library")
    public static let closed = Self(rawValue: "store.closed")
  }

  public let code: Code
  /// For people; names the file, never its content.
  public let message: String
  /// The library's own extended result code; 0: none.
  public let libraryCode: Int32

  public init(_ code: Code, _ message: String, libraryCode: Int32 = 0) {
    self.code = code
    self.message = message
    self.libraryCode = libraryCode
  }

  public var description: String { "\(code.rawValue): \(message)" }
}
