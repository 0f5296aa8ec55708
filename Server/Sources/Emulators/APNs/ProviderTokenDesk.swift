/// Judges provider tokens, per environment. Apple, Establishing a token-based connection to APNs.
struct ProviderTokenDesk: Sendable {
  let environment: APNsEnvironment
  private var keys: [String: APNsKey] = [:]
  /// Counts changes of the key table, so that connections judge their token anew.
  private(set) var revision = 0
  /// Per key the tokens that were taken, with their `iat`.
  private var taken: [String: [String: Int64]] = [:]

  init(environment: APNsEnvironment) { self.environment = environment }

  mutating func register(_ key: APNsKey) {
    keys[key.keyID] = key
    revision += 1
  }

  mutating func revoke(_ keyID: String) {
    keys[keyID]?.isRevoked = true
    revision += 1
  }

  /// The key of the request's provider token, or why it is refused. `now` in milliseconds since 1970.
  mutating func judge(
    _ header: String?, connection: inout APNsConnection, rules: APNsRules, now: Int64
  ) -> Result<APNsKey, Refusal> {
    guard let header, !header.isEmpty else { return .failure(Refusal(.missingProviderToken)) }
    let seconds = now / 1000
    if header == connection.authorization, connection.keyRevision == revision, let key = connection.key {
      if seconds - connection.issuedAt > rules.providerTokenLifetime {
        return .failure(Refusal(.expiredProviderToken))
      }
      return .success(key)
    }
    let separator = header.firstIndex(of: " ") ?? header.endIndex
    guard header[..<separator].lowercased() == "bearer", separator < header.endIndex else {
      return .failure(
        Refusal(header.lowercased() == "bearer" ? .missingProviderToken : .invalidProviderToken))
    }
    let token = header[header.index(after: separator)...]
    guard !token.isEmpty else { return .failure(Refusal(.missingProviderToken)) }
    return judge(token, connection: &connection, rules: rules, seconds: seconds).map { key in
      connection.authorization = header
      connection.key = key
      connection.keyRevision = revision
      return key
    }
  }

  private mutating func judge(
    _ token: Substring, connection: inout APNsConnection, rules: APNsRules, seconds: Int64
  ) -> Result<APNsKey, Refusal> {
    guard let jwt = CompactJWT(token), jwt.header["alg"]?.string == "ES256",
      let keyID = jwt.header["kid"]?.string, let key = keys[keyID], !key.isRevoked,
      jwt.claims["iss"]?.string == key.teamID, let issuedAt = jwt.claims["iat"]?.integer,
      key.signature.isValid(jwt.signed, jwt.signature)
    else { return .failure(Refusal(.invalidProviderToken)) }
    guard issuedAt <= seconds + rules.clockTolerance else {
      return .failure(Refusal(.invalidProviderToken))
    }
    guard seconds - issuedAt <= rules.providerTokenLifetime else {
      return .failure(Refusal(.expiredProviderToken))
    }
    guard key.environments.contains(environment) else {
      return .failure(Refusal(.badEnvironmentKeyIdInToken))
    }
    if let team = connection.teamID, team != key.teamID {
      return .failure(Refusal(.invalidProviderToken))
    }
    if let first = connection.firstKey, first.keyID != key.keyID, first.topics != key.topics {
      return .failure(Refusal(.unrelatedKeyIdInToken))
    }
    guard take(String(token), of: key, issuedAt: issuedAt, rules: rules, seconds: seconds) else {
      return .failure(Refusal(.tooManyProviderTokenUpdates))
    }
    if connection.teamID == nil {
      connection.teamID = key.teamID
      connection.firstKey = key
    }
    connection.issuedAt = issuedAt
    return .success(key)
  }

  /// Whether this token may be used: known already, or far enough from every other of its key.
  private mutating func take(
    _ token: String, of key: APNsKey, issuedAt: Int64, rules: APNsRules, seconds: Int64
  ) -> Bool {
    var known = taken[key.keyID] ?? [:]
    if known[token] != nil { return true }
    let close = known.values.count(where: { abs($0 - issuedAt) < rules.providerTokenInterval })
    guard close <= rules.providerTokenAllowance else { return false }
    known = known.filter { seconds - $0.value <= rules.providerTokenLifetime }
    known[token] = issuedAt
    taken[key.keyID] = known
    return true
  }
}

/// A refusal on its way to the answer.
struct Refusal: Error, Equatable {
  let reason: APNsReason
  /// For 410: since when the token is dead, in milliseconds since 1970.
  var timestamp: Int64?

  init(_ reason: APNsReason, timestamp: Int64? = nil) {
    self.reason = reason
    self.timestamp = timestamp
  }
}
