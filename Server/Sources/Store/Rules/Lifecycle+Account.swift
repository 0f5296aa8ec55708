extension Lifecycle {
  static func bind(_ request: RegistrationRequest, _ existing: Registration?, _ change: inout Change) {
    guard let account = request.account else { return }
    guard let existing, existing.binding != .unbound, let bound = existing.account else {
      bind(request.tenant, account, &change)
      return
    }
    let isSame = bound == account && existing.tenant == request.tenant
    if existing.binding == .bound, isSame { return }
    // It names what it replaces, and knows what is stored.
    if request.replacesAccount == bound, request.generation == existing.generation {
      bind(request.tenant, account, &change)
    } else {
      change.registration.binding = .ambiguous
    }
  }

  private static func bind(_ tenant: String, _ account: String, _ change: inout Change) {
    change.registration.tenant = tenant
    change.registration.account = account
    change.registration.binding = .bound
    if change.outcome.change == .confirmed { change.outcome.change = .rebound }
  }

  /// A person logs out: the token goes, the account goes, the generation counts up.
  ///
  /// | stored | the device says | then |
  /// |---|---|---|
  /// | another secret | anything | `wrongSecret` |
  /// | token or account, `g` > `r` | | `staleGeneration(g)` |
  /// | token or account, `g` ≤ `r`, or nothing said | | logged out; the higher of the two, plus one |
  /// | neither token nor account | `r` ≥ `g` - 1, or nothing | done already: said again, nothing changes |
  ///
  /// - Returns: the outcome, and what is to be stored; nil: nothing.
  public static func logout(
    _ existing: Registration, secretHash: [UInt8], generation: Int?, now: Int
  ) -> (outcome: LogoutOutcome, change: (registration: Registration, tombstone: Tombstone)?) {
    guard SecretHash.isSame(existing.secretHash, secretHash) else { return (.wrongSecret, nil) }
    let isOut = existing.token == nil && existing.account == nil
    let said = generation ?? existing.generation
    if isOut, said >= existing.generation - 1, said <= existing.generation {
      return (.done(generation: existing.generation), nil)
    }
    guard said >= existing.generation else {
      return (.staleGeneration(current: existing.generation), nil)
    }
    var after = existing
    after.generation = said + 1
    clearToken(&after)
    unbind(&after)
    return (.done(generation: after.generation), (after, tombstone(existing, .logout, "", now)))
  }

  static func unbind(_ registration: inout Registration) {
    registration.account = nil
    registration.binding = .unbound
  }
}
