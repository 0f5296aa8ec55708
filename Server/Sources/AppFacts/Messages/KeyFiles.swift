/// A file that is, or claims to be, an APNs key.
public struct ProviderKeyFile: Sendable, Equatable {
  /// What it holds.
  public enum Content: Sendable, Equatable {
    /// PKCS#8 of a P-256 key: right.
    case p256
    /// PKCS#8 of another key, by the name of its algorithm or curve.
    case otherKey(String)
    /// Another PEM, by its label: `RSA PRIVATE KEY`, `CERTIFICATE`.
    case otherPEM(String)
    case unreadable(String)
  }
  public var place: Place
  public var content: Content
  /// The ten characters of `AuthKey_….p8`.
  public var keyIDInName: String?
  public init(_ place: Place, _ content: Content, keyIDInName: String?) {
    self.place = place
    self.content = content
    self.keyIDInName = keyIDInName
  }
}

/// A secret that stands where it must not: in sources, an app, a log. Its value is never kept.
public struct SecretSighting: Sendable, Equatable {
  public enum Kind: String, Sendable, Equatable {
    case privateKey = "a private key"
    case serviceAccount = "a service account with its private key"
    case providerToken = "a provider token (JWT)"
    case deviceToken = "a whole device token"
    case legacyServerKey = "a legacy FCM server key"
  }
  public var kind: Kind
  public var place: Place
  /// In an app that is shipped, not only in a tree.
  public var isShipped: Bool
  public init(_ kind: Kind, _ place: Place, isShipped: Bool) {
    self.kind = kind
    self.place = place
    self.isShipped = isShipped
  }
}
