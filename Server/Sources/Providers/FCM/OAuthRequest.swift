internal import PushCrypto

/// The request for an access token: a signed assertion instead of a password. Google, Using OAuth 2.0
/// for server to server applications.
public enum OAuthRequest {
  /// What is asked for.
  public static let scope = "https://www.googleapis.com/auth/firebase.messaging"
  /// How long an assertion is good, in seconds; Google takes at most an hour.
  public static let lifetime = 3600
  /// The body's media type.
  public static let contentType = "application/x-www-form-urlencoded"

  /// The assertion. Secret: never log it.
  /// - Parameter now: UNIX seconds.
  public static func assertion(_ account: ServiceAccount, now: Int) throws -> String {
    try JWT.sign(
      [
        "iss": .text(account.clientEmail), "scope": .text(scope), "aud": .text(account.tokenURI.text),
        "iat": .integer(now), "exp": .integer(now + lifetime),
      ], keyID: account.privateKeyID, type: "JWT", by: .key(account.key))
  }

  /// The form to post to ``ServiceAccount/tokenURI``. Secret: never log it.
  public static func body(_ account: ServiceAccount, now: Int) throws -> [UInt8] {
    // A JWT needs no escaping in a form.
    Array(
      ("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="
        + (try assertion(account, now: now))).utf8)
  }
}
