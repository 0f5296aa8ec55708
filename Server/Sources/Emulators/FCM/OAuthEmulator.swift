/// A service account that the emulated OAuth endpoint knows.
public struct OAuthAccount: Sendable {
  /// The `client_email`: an assertion's `iss`.
  public var email: String
  /// The `private_key_id`; nil where any `kid` will do.
  public var keyID: String?
  /// The projects it may send for.
  public var projects: Set<String>
  /// A disabled account gets no access token.
  public var isDisabled: Bool
  /// Checks an RS256 signature with the public half.
  public var signature: SignatureCheck

  public init(
    email: String, keyID: String? = nil, projects: Set<String>, isDisabled: Bool = false,
    signature: SignatureCheck
  ) {
    self.email = email
    self.keyID = keyID
    self.projects = projects
    self.isDisabled = isDisabled
    self.signature = signature
  }
}

/// Google's token endpoint for service accounts. Google, Using OAuth 2.0 for server to server applications.
public struct OAuthEmulator: Sendable {
  static let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  static let scopes: Set<String> = [
    "https://www.googleapis.com/auth/firebase.messaging", "https://www.googleapis.com/auth/cloud-platform",
  ]

  var accounts: [String: OAuthAccount] = [:]
  private var tokens: [String: Grant] = [:]
  private var ids: IdentifierSource
  /// How many access tokens were given out.
  public private(set) var issued = 0

  private struct Grant {
    let account: String
    let scopes: Set<String>
    /// Milliseconds since 1970.
    let expiresAt: Int64
  }

  init(seed: UInt64) { ids = IdentifierSource(seed: seed) }

  /// Ends every access token at once, as a revocation does.
  /// `now` in milliseconds since 1970.
  public mutating func expireAll(now: Int64) {
    tokens = tokens.mapValues {
      Grant(account: $0.account, scopes: $0.scopes, expiresAt: min($0.expiresAt, now - 1))
    }
  }

  mutating func answer(_ request: EmulatedRequest, rules: FCMRules, now: Int64) -> EmulatedAnswer {
    guard request.method == "POST" else { return .notFoundPage }
    switch grant(request, rules: rules, now: now) {
    case .success(let grant):
      // Expired tokens are remembered for a day: they are told apart from unknown ones.
      tokens = tokens.filter { now - $0.value.expiresAt < 86_400_000 }
      let token = "ya29.c." + ids.hexWord() + ids.hexWord() + ids.hexWord() + ids.hexWord()
      tokens[token] = grant
      issued += 1
      return .json(
        200,
        [
          "access_token": .string(token), "expires_in": .number(String(rules.accessTokenLifetime)),
          "token_type": "Bearer",
        ], outcome: "accepted")
    case .failure(let error):
      return .json(
        error.status, ["error": .string(error.code), "error_description": .string(error.description)],
        outcome: error.code)
    }
  }

  private struct Fault: Error {
    let code: String
    let description: String
    var status = 400

    init(_ code: String, _ description: String, status: Int = 400) {
      self.code = code
      self.description = description
      self.status = status
    }
  }

  private func grant(_ request: EmulatedRequest, rules: FCMRules, now: Int64) -> Result<Grant, Fault> {
    let form = FormFields(request.body)
    guard let type = form["grant_type"], !type.isEmpty else {
      return .failure(Fault("invalid_request", "Required parameter is missing: grant_type"))
    }
    guard type == Self.grant else {
      return .failure(Fault("unsupported_grant_type", "Invalid grant_type: \(type)"))
    }
    guard let assertion = form["assertion"], !assertion.isEmpty else {
      return .failure(Fault("invalid_request", "Required parameter is missing: assertion"))
    }
    guard let jwt = CompactJWT(Substring(assertion)) else {
      return .failure(Fault("invalid_grant", "Invalid JWT: the assertion is not a signed JWT."))
    }
    guard jwt.header["alg"]?.string == "RS256", let issuer = jwt.claims["iss"]?.string else {
      return .failure(Fault("invalid_grant", "Invalid JWT Signature."))
    }
    guard let account = accounts[issuer] else {
      return .failure(Fault("invalid_grant", "Invalid grant: account not found"))
    }
    if account.isDisabled { return .failure(Fault("invalid_grant", "Invalid grant: account disabled")) }
    if let keyID = account.keyID, let sent = jwt.header["kid"]?.string, sent != keyID {
      return .failure(Fault("invalid_grant", "Invalid JWT Signature."))
    }
    guard account.signature.isValid(jwt.signed, jwt.signature) else {
      return .failure(Fault("invalid_grant", "Invalid JWT Signature."))
    }
    guard let audience = jwt.claims["aud"]?.string, rules.audiences.contains(audience) else {
      return .failure(Fault("invalid_grant", "Invalid JWT: Failed audience check."))
    }
    let seconds = now / 1000
    guard let issuedAt = jwt.claims["iat"]?.integer, let expires = jwt.claims["exp"]?.integer,
      expires > issuedAt, expires - issuedAt <= 3600, issuedAt <= seconds + rules.clockTolerance,
      expires >= seconds - rules.clockTolerance
    else {
      return .failure(
        Fault(
          "invalid_grant",
          "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. "
            + "Check your iat and exp values in the JWT claim."))
    }
    if let subject = jwt.claims["sub"]?.string, subject != issuer {
      return .failure(
        Fault(
          "unauthorized_client",
          "Client is unauthorized to retrieve access tokens using this method, or client not authorized for "
            + "any of the scopes requested.", status: 401))
    }
    let scopes = Set((jwt.claims["scope"]?.string ?? "").split(separator: " ").map(String.init))
    guard !scopes.isEmpty, scopes.allSatisfy({ $0.hasPrefix("https://www.googleapis.com/auth/") }) else {
      return .failure(Fault("invalid_scope", "Invalid OAuth scope or ID token audience provided."))
    }
    return .success(
      Grant(account: issuer, scopes: scopes, expiresAt: now + rules.accessTokenLifetime * 1000))
  }

  /// The account behind an authorization header, or FCM's refusal.
  func account(of header: String?, now: Int64) -> Result<String, FCMError> {
    let expected =
      "Expected OAuth 2 access token, login cookie or other valid authentication credential. "
      + "See https://developers.google.com/identity/sign-in/web/devconsole-project."
    func refusal(_ message: String, _ info: String) -> Result<String, FCMError> {
      .failure(
        FCMError(code: 401, message: message + " " + expected, status: "UNAUTHENTICATED", info: info))
    }
    guard let header, !header.isEmpty else {
      return refusal("Request is missing required authentication credential.", "CREDENTIALS_MISSING")
    }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer", let grant = tokens[String(parts[1])] else {
      return refusal(
        "Request had invalid authentication credentials.", "ACCESS_TOKEN_TYPE_UNSUPPORTED")
    }
    guard now < grant.expiresAt else {
      return refusal("Request had invalid authentication credentials.", "ACCESS_TOKEN_EXPIRED")
    }
    guard !grant.scopes.isDisjoint(with: Self.scopes) else {
      return .failure(
        FCMError(
          code: 403, message: "Request had insufficient authentication scopes.", status: "PERMISSION_DENIED",
          info: "ACCESS_TOKEN_SCOPE_INSUFFICIENT"))
    }
    return .success(grant.account)
  }
}
