/// JSON Web Tokens in compact form. RFC 7515 and RFC 7519.
public enum JWT {
  /// The algorithms that exist here. There is no `none`, and none can be added by a token.
  public enum Algorithm: String, Sendable, CaseIterable {
    /// ECDSA on P-256 with SHA-256; the signature is r and s, 32 bytes each. RFC 7518, section 3.4.
    case es256 = "ES256"
    /// RSA PKCS#1 v1.5 with SHA-256.
    case rs256 = "RS256"
    /// HMAC with SHA-256 and a shared secret.
    case hs256 = "HS256"
  }

  /// What signs.
  public enum Signer: Sendable {
    /// ES256 or RS256, as the key's kind says.
    case key(SigningKey)
    /// HS256. RFC 7518, section 3.2 asks for at least 32 bytes.
    case secret([UInt8])

    public var algorithm: Algorithm {
      switch self {
      case .key(let key): key.kind == .ecP256 ? .es256 : .rs256
      case .secret: .hs256
      }
    }
  }

  /// What checks a signature.
  public enum Verifier: Sendable {
    case key(PublicKey)
    case secret([UInt8])

    public var algorithm: Algorithm {
      switch self {
      case .key(let key): key.kind == .ecP256 ? .es256 : .rs256
      case .secret: .hs256
      }
    }
  }

  /// The longest compact token that is looked at, in bytes.
  public static let defaultLimit = 8192
}
