/// A signing key that the emulated APNs knows.
public struct APNsKey: Sendable {
  /// The key's ten-character id: the JWT's `kid`.
  public var keyID: String
  /// The ten-character team id: the JWT's `iss`.
  public var teamID: String
  /// Where the key may be used. Apple, Establishing a token-based connection to APNs.
  public var environments: Set<APNsEnvironment>
  /// The bundle ids the key is limited to; nil for a team-scoped key.
  public var topics: Set<String>?
  /// A revoked key's tokens are refused as InvalidProviderToken.
  public var isRevoked: Bool
  /// Checks an ES256 signature with the public half.
  public var signature: SignatureCheck

  public init(
    keyID: String, teamID: String, environments: Set<APNsEnvironment> = [.sandbox, .production],
    topics: Set<String>? = nil, isRevoked: Bool = false, signature: SignatureCheck
  ) {
    self.keyID = keyID
    self.teamID = teamID
    self.environments = environments
    self.topics = topics
    self.isRevoked = isRevoked
    self.signature = signature
  }
}
