internal import PushCrypto

/// A registration ticket: the app's backend vouches that whoever brings it is this account. A short-lived
/// JWT, HS256 with a secret of the store or ES256 with the backend's own key.
struct Ticket: Sendable, Equatable {
  /// Seconds from `iat` to `exp`, at most.
  static let longestLife = 15 * 60
  /// Seconds by which clocks may differ, and no more.
  static let skew = 60
  /// The longest ticket that is looked at, bytes.
  static let maximumBytes = 2048

  private static let algorithms: Set<JWT.Algorithm> = [.hs256, .es256]

  var account: String
  var tenant: String

  /// Why a ticket does not count: for the log, never for the caller.
  enum Refusal: String, Error, Sendable {
    case malformed = "not a token that is allowed here"
    case unknownKey = "signed with a key that is not known"
    case signature = "the signature is wrong"
    case app = "made for another app"
    case account = "no account, or one that cannot be"
    case tenant = "a tenant that cannot be"
    case times = "without iat and exp, or living longer than 15 minutes"
    case expired = "expired"
    case early = "from the future: is a clock wrong?"
  }

  /// Checks a ticket.
  ///
  /// - Parameters:
  ///   - secrets: of HS256.
  ///   - keys: of ES256.
  ///   - seconds: now, since 1970.
  static func verify(
    _ compact: UnsafeBufferPointer<UInt8>, app: String, secrets: [CredentialSnapshot.TicketSecret],
    keys: [TicketKey], seconds: Int
  ) throws(Refusal) -> Ticket {
    var refusal = Refusal.unknownKey
    for candidate in candidates(secrets, keys) {
      let verified: JWT.Verified
      do {
        verified = try JWT.verify(compact, allow: algorithms, limit: maximumBytes) { keyID in
          // A ticket that names its key is checked with that one alone; one that does not, with each.
          keyID == nil || keyID == candidate.keyID ? candidate.verifier : nil
        }
      } catch {
        switch (error as? CryptoError)?.code {
        case CryptoError.Code.tokenKey: continue
        case CryptoError.Code.tokenSignature: refusal = .signature
        case CryptoError.Code.tokenAlgorithm: if refusal == .unknownKey { refusal = .malformed }
        default: throw .malformed
        }
        continue
      }
      return try claims(verified.claims, app: app, seconds: seconds)
    }
    throw refusal
  }

  private static func candidates(
    _ secrets: [CredentialSnapshot.TicketSecret], _ keys: [TicketKey]
  ) -> [(keyID: String, verifier: JWT.Verifier)] {
    secrets.map { ($0.keyID, .secret($0.secret)) } + keys.map { ($0.keyID, .key($0.key)) }
  }

  /// The rules of the claims; the signature has been checked.
  static func claims(
    _ claims: [String: JWT.Value], app: String, seconds: Int
  ) throws(Refusal) -> Ticket {
    guard claims["app"]?.text == app else { throw .app }
    guard let account = claims["sub"]?.text, isAccount(account) else { throw .account }
    var tenant = ""
    if let claim = claims["tenant"] {
      guard let text = claim.text, text.isEmpty || Identifier.isValid(text) else { throw .tenant }
      tenant = text
    }
    guard let issued = claims["iat"]?.integer, let expires = claims["exp"]?.integer, issued > 0,
      expires > issued, expires - issued <= longestLife
    else { throw .times }
    if seconds - expires > skew { throw .expired }
    if issued - seconds > skew { throw .early }
    if let start = claims["nbf"] {
      guard let start = start.integer, start >= 0, start - seconds <= skew else { throw .early }
    }
    return Ticket(account: account, tenant: tenant)
  }

  /// 1 to 256 bytes of text without control characters.
  static func isAccount(_ text: String) -> Bool {
    (1...256).contains(text.utf8.count) && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }

  /// A fresh HS256 ticket. A secret: never log it.
  static func mint(
    account: String, tenant: String, app: String, life: Int, secret: CredentialSnapshot.TicketSecret,
    seconds: Int
  ) throws -> String {
    try JWT.sign(
      [
        "app": .text(app), "sub": .text(account), "tenant": .text(tenant), "iat": .integer(seconds),
        "exp": .integer(seconds + life),
      ], keyID: secret.keyID, by: .secret(secret.secret))
  }
}
