internal import HTTPFront
internal import PushCrypto
internal import Store

/// Who calls. Whatever is wrong with what a caller shows, it is told the same: not authenticated.
extension Call {
  /// The caller as somebody it does not have to be told apart from others: one problem for all faults.
  func stranger(_ reason: String) -> Problem {
    if let rate = failureRate { _ = api.failureRates.take(RateKey(address), rate, now: now) }
    var problem = Problem(.unauthenticated, "This request could not be authenticated.")
    problem.reason = reason
    return problem
  }

  /// Refuses an address that failed too often, before anything is computed for it.
  func refuseFloodedAddress() throws(Problem) {
    guard let rate = failureRate,
      let wait = api.failureRates.wait(RateKey(address), rate, now: now)
    else { return }
    throw limited(wait, "Too many failed authentications came from this address.")
  }

  /// Nil: failures are not counted. From this machine come all callers of a proxy that the server was not
  /// told of, and one of them must not lock the others out.
  private var failureRate: Rate? {
    let isOwnMachine = address.hasPrefix("127.") || address == "::1"
    return isOwnMachine && !api.context.isBehindProxy ? nil : api.limits.failures
  }

  private func limited(_ wait: Double, _ detail: String) -> Problem {
    Problem(.rateLimited, detail, retryAfter: max(1, Int((wait / 1000).rounded(.up))))
  }

  /// The token of `Authorization: Bearer`, where it lies; nil: there is no such header.
  private func bearer<Result>(
    _ use: (UnsafeBufferPointer<UInt8>) throws(Problem) -> Result
  ) throws(Problem) -> Result? {
    var result: Swift.Result<Result, Problem>?
    _ = request.readHeader("Authorization") { header in
      do throws(Problem) {
        guard let token = Bearer.token(header) else { throw stranger("no bearer token") }
        result = .success(try use(token))
      } catch { result = .failure(error) }
    }
    return try result?.get()
  }

  // MARK: Server keys

  /// A server key with this scope.
  ///
  /// - Parameter counts: whether it is counted against the key's rate.
  func key(_ scope: ServerKey.Scope, counts: Bool = true) throws(Problem) -> ServerKey {
    try refuseFloodedAddress()
    let found = try bearer { (token) throws(Problem) in try key(token, scope, counts: counts) }
    guard let found else { throw stranger("no Authorization header") }
    return found
  }

  private func key(
    _ token: UnsafeBufferPointer<UInt8>, _ scope: ServerKey.Scope, counts: Bool
  ) throws(Problem) -> ServerKey {
    let known = try credentials()
    guard let (id, secret) = ServerKey.parse(token) else { throw stranger("not a server key") }
    // Hashed also where the id is unknown, so that the time does not tell one from the other.
    guard let hash = try? Digest.sha256(secret) else { throw Problem(.internalError, "No digest.") }
    let found = known.keys[id]
    guard Digest.equal(hash, found?.secretHash ?? Self.noHash), let found else {
      throw stranger("unknown or revoked key")
    }
    if counts { try count(found) }
    guard found.may(scope) else {
      throw Problem(
        .missingScope, "This key may not do this; it takes the scope \(scope.rawValue).",
        hint: "Make a key with it: pushwire keys create NAME --scopes \(scope.rawValue).")
    }
    return found
  }

  private func credentials() throws(Problem) -> CredentialSnapshot {
    let known = api.credentials.current(now: now)
    guard !known.isUnread else {
      throw Problem(.storeUnavailable, "The store cannot be read now.")
    }
    return known
  }

  private static let noHash = [UInt8](repeating: 0, count: 32)

  /// Counts requests of a key against its rate.
  func count(_ key: ServerKey, _ amount: Int = 1) throws(Problem) {
    guard let rate = api.limits.key,
      let wait = api.keyRates.take(RateKey(key.id), rate, amount: Double(amount), now: now)
    else { return }
    throw limited(wait, "This key asks too often.")
  }

  /// Counts notifications of a tenant against its rate.
  func count(tenant: String, _ amount: Int = 1) throws(Problem) {
    guard let rate = api.limits.tenant,
      let wait = api.tenantRates.take(RateKey(tenant), rate, amount: Double(amount), now: now)
    else { return }
    throw limited(wait, "This tenant sends too much at once.")
  }

  /// The tenant that a key works for. Nil where it is for all and none is named.
  func tenant(_ key: ServerKey, _ requested: String?) throws(Problem) -> String? {
    if key.isForAllTenants { return requested }
    guard requested == nil || requested == key.tenant else {
      throw Problem(.otherTenant, "This key is for another tenant.", field: "tenant")
    }
    return key.tenant
  }

  // MARK: Devices

  /// A ticket, or the app's publishable id: then nil.
  func ticketOrApp() throws(Problem) -> Ticket? {
    try refuseFloodedAddress()
    if let ticket = try bearer({ (token) throws(Problem) in try ticket(token) }) { return ticket }
    guard let app = request.header("Pushwire-App") else { throw stranger("neither ticket nor app") }
    guard let known = api.publishableID else { throw stranger("no registrations without a ticket") }
    guard app == known else { throw stranger("another publishable id") }
    if let rate = api.limits.anonymous,
      let wait = api.addressRates.take(RateKey(address), rate, now: now)
    {
      throw limited(wait, "Too many registrations without a ticket came from this address.")
    }
    return nil
  }

  private func ticket(_ token: UnsafeBufferPointer<UInt8>) throws(Problem) -> Ticket {
    let known = try credentials()
    let ticket: Ticket
    do throws(Ticket.Refusal) {
      ticket = try Ticket.verify(
        token, app: api.context.appID, secrets: known.ticketSecrets, keys: api.ticketKeys, seconds: now / 1000
      )
    } catch { throw stranger("ticket: " + error.rawValue) }
    // Ids of installations are made up at will, accounts are not.
    if let rate = api.limits.account,
      let wait = api.accountRates.take(RateKey(ticket.tenant, ticket.account), rate, now: now)
    {
      throw limited(wait, "This account asks too often.")
    }
    return ticket
  }

  /// SHA-256 of the secret that an installation made for itself.
  func installationSecret() throws(Problem) -> [UInt8] {
    var result: Result<[UInt8], Problem>?
    _ = request.readHeader("Pushwire-Installation-Secret") { secret in
      do throws(Problem) {
        guard InstallationSecret.isValid(secret) else { throw stranger("not an installation secret") }
        result = .success(try InstallationSecret.hash(secret))
      } catch { result = .failure(error) }
    }
    guard let result else { throw stranger("no installation secret") }
    return try result.get()
  }

  /// Counts a request that names an installation. From each address apart: whether it really is the
  /// installation shows later, and nobody shall use up what another may ask.
  func countInstallation(_ installation: String) throws(Problem) {
    guard let rate = api.limits.installation,
      let wait = api.installationRates.take(RateKey(installation, address), rate, now: now)
    else { return }
    throw limited(wait, "This installation asks too often.")
  }

  /// The installation by its own secret.
  func installation(_ installation: String) throws(Problem) -> Registration {
    try refuseFloodedAddress()
    let hash = try installationSecret()
    let found = try read { (reader) throws(StoreError) in
      try reader.registration(tenant: nil, installation: installation)
    }
    guard Digest.equal(hash, found?.secretHash ?? Self.noHash), let found else {
      throw stranger("unknown installation or wrong secret")
    }
    try countInstallation(installation)
    return found
  }

  /// Whose inbox: by a ticket, by a bound installation's secret, or by a server key and the account it names.
  func accountScope(
    _ scope: ServerKey.Scope, account: String?, tenant requested: String?
  ) throws(Problem) -> (tenant: String, account: String) {
    try refuseFloodedAddress()
    let named = request.header("Pushwire-Installation")
    if let named, let fault = Identifier.fault(named) {
      throw Problem(.invalidValue, fault, field: "Pushwire-Installation")
    }
    let scoped = try bearer { (token) throws(Problem) in
      try accountScope(token, scope, account: account, tenant: requested)
    }
    if let scoped { return scoped }
    guard let id = named else { throw stranger("no credentials") }
    let found = try installation(id)
    try refuse(account, requested)
    guard found.binding == .bound, let account = found.account else {
      throw Problem(.noAccount, "This installation is bound to no account.")
    }
    return (found.tenant, account)
  }

  private func accountScope(
    _ token: UnsafeBufferPointer<UInt8>, _ scope: ServerKey.Scope, account: String?, tenant requested: String?
  ) throws(Problem) -> (tenant: String, account: String) {
    guard token.starts(with: ServerKey.prefix.utf8) else {
      let ticket = try ticket(token)
      try refuse(account, requested)
      return (ticket.tenant, ticket.account)
    }
    let key = try key(token, scope, counts: true)
    guard let account else {
      throw Problem(.missingMember, "With a server key the account must be named.", field: "account")
    }
    guard Ticket.isAccount(account) else {
      throw Problem(.invalidValue, "This cannot be an account.", field: "account")
    }
    return (try tenant(key, requested) ?? "", account)
  }

  /// A ticket or an installation speaks for one account; naming one could only be a mistake, or worse.
  private func refuse(_ account: String?, _ tenant: String?) throws(Problem) {
    guard account == nil, tenant == nil else {
      throw Problem(
        .invalidValue, "Only a server key may name the account or tenant.",
        field: account == nil ? "tenant" : "account", hint: "Leave it out: the ticket or secret says it.")
    }
  }
}

/// The secret that guards an installation's updates: made on the device, kept here as a digest.
enum InstallationSecret {
  /// 32 characters of base64url are 24 bytes.
  static let lengths = 32...256

  static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    lengths.contains(bytes.count)
      && bytes.allSatisfy {
        Identifier.isAllowed($0) && $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ":")
          && $0 != UInt8(ascii: "~")
      }
  }

  static func hash(_ bytes: UnsafeBufferPointer<UInt8>) throws(Problem) -> [UInt8] {
    guard let hash = try? Digest.sha256(bytes) else {
      throw Problem(.internalError, "No digest could be made.")
    }
    return hash
  }

  static func hash(_ text: String) throws(Problem) -> [UInt8] {
    guard let hash = try? Digest.sha256(Array(text.utf8)) else {
      throw Problem(.internalError, "No digest could be made.")
    }
    return hash
  }
}
