/// What the emulated APNs remembers of one connection.
public struct APNsConnection: Sendable {
  /// The team of the first accepted provider token. Apple allows one team a connection.
  var teamID: String?
  /// The key of the first accepted provider token.
  var firstKey: APNsKey?
  /// The last authorization header that was found good, compared by bytes.
  var authorization = ""
  /// The key of `authorization`.
  var key: APNsKey?
  /// The `iat` of `authorization`.
  var issuedAt: Int64 = 0
  /// The key table that `authorization` was judged by.
  var keyRevision = -1
  /// Refusals that count towards the limit.
  var refusals = 0

  /// Whether a request with a valid provider token has come: only then more than one stream is allowed.
  public var isAuthenticated: Bool { teamID != nil }

  public init() {}
}
