/// One thing that is wrong or unwise in a profile, with its place and what to do.
public struct Diagnostic: Sendable, Equatable {
  public enum Severity: String, Sendable, CaseIterable {
    /// The profile cannot be used.
    case error
    /// It works, but not the way it reads.
    case warning
    /// The design relies on something that no provider promises.
    case risk
  }

  /// A stable name in kebab-case. The set is open: newer versions know more.
  public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
  }

  public var severity: Severity
  public var code: Code
  public var message: String
  /// What to do about it.
  public var hint: String?
  /// Counted from 1.
  public var line: Int
  /// Counted from 1, in characters.
  public var column: Int
  public var file: String?
  /// Where in the profile, as in `classes.order_shipped.ttl`. Empty: the whole of it.
  public var path: String

  public init(
    _ severity: Severity, _ code: Code, _ message: String, hint: String? = nil,
    line: Int = 1, column: Int = 1, file: String? = nil, path: String = ""
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.hint = hint
    self.line = line
    self.column = column
    self.file = file
    self.path = path
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `file:line:column: severity: message [code]`, and the hint on a line of its own.
  public var description: String {
    let place = "\(file ?? "pushwire.yaml"):\(line):\(column)"
    let first = "\(place): \(severity.rawValue): \(message) [\(code.rawValue)]"
    guard let hint else { return first }
    return first + "\n  " + hint
  }
}

extension [Diagnostic] {
  /// In the order of the file; at one place errors come first.
  public func inOrderOfPlace() -> [Diagnostic] {
    let rank: [Diagnostic.Severity: Int] = [.error: 0, .warning: 1, .risk: 2]
    return enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.line != b.line { return a.line < b.line }
      if a.column != b.column { return a.column < b.column }
      let (ra, rb) = (rank[a.severity] ?? 3, rank[b.severity] ?? 3)
      return ra != rb ? ra < rb : left.offset < right.offset
    }.map(\.element)
  }
}
