extension ClientState {
  /// Why a saved state cannot be used.
  public enum Fault: Error, Equatable, CustomStringConvertible {
    case notJSON
    /// A version this code does not know: the app was set back.
    case newer(Int)
    case malformed

    public var description: String {
      switch self {
      case .notJSON: "the saved state is not JSON"
      case .newer(let version): "the saved state has version \(version), newer than this code"
      case .malformed: "the saved state has a member that does not fit"
      }
    }
  }

  /// What is saved: everything but the session.
  public var savedText: String {
    var copy = self
    copy.session = SessionState()
    guard case .object(var members) = copy.json else { return "{}" }
    members["version"] = .integer(version)
    return JSONValue.object(members).text
  }

  /// Reads a saved state of this version or an older one.
  public init(saved text: String) throws(Fault) {
    guard let json = try? JSONValue(parsing: text), json.object != nil else { throw .notJSON }
    let version = json["version"].integer ?? 1
    guard version <= Self.current else { throw .newer(version) }
    guard var state = ClientState(json: Self.migrated(json, from: version)), state.isCountable else {
      throw .malformed
    }
    state.version = Self.current
    state.session = SessionState()
    self = state
  }

  /// What is counted up from here has room to.
  private var isCountable: Bool {
    let counts = 0...ClientConstant.highestGeneration
    return counts.contains(counter) && counts.contains(registration.generation)
      && (0...registration.generation).contains(registration.acknowledged)
  }

  /// One step for each version; there is one so far.
  private static func migrated(_ json: JSONValue, from version: Int) -> JSONValue { json }
}
