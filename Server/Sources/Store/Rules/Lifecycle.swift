/// How registrations begin, change and end: pure rules. What they need to know comes in, what is to be
/// stored comes out.
///
/// **A registration arrives** (launch, rotation, login). `r` is the generation that the device says, `g` the
/// stored one.
///
/// | stored | the device says | then |
/// |---|---|---|
/// | nothing | anything | created, with its secret |
/// | another secret | anything | refused: `wrongSecret` |
/// | `g` > `r` | anything | refused: `staleGeneration(g)` |
/// | `g` = `r`, a token | another token | refused: `generationConflict(g)` |
/// | `g` = `r`, a token | the same token | confirmed |
/// | `g` = `r`, no token (dead, logged out, moved) | a token | taken: the device knows better |
/// | `g` < `r`, a token | another token | rotated: the old one is dead at once |
/// | `g` < `r`, a token | the same token | confirmed; `g` becomes `r` |
/// | any | no token | the stored token stays, unconfirmed, and so does its environment |
///
/// **The account.** A request without a ticket binds nothing and keeps what is bound. `A` is the bound account,
/// which is an account id within a tenant: the same id in another tenant is another account.
///
/// | stored | ticket | then |
/// |---|---|---|
/// | unbound | `A` | bound to `A` |
/// | bound to `A` | `A` | confirmed |
/// | bound to `A` or ambiguous | `B`, replaces `A`, `r` = `g` | bound to `B` |
/// | bound to `A` | `B` otherwise | ambiguous: `A` stays on record, no account is sent to |
/// | ambiguous | `A`, replaces `A`, `r` = `g` | bound to `A` |
/// | ambiguous | otherwise | ambiguous |
///
/// What would be bound to an account that has as many installations as it may is refused (`accountFull`), unless it
/// takes the place of another.
///
/// **The token is held by another installation** `H`.
///
/// | `H` is | the request brings | then |
/// |---|---|---|
/// | unbound | nothing more | `H` is retired |
/// | bound or ambiguous | a ticket of the account of `H`, same tenant | `H` is retired |
/// | bound or ambiguous | the secret of `H` | `H` is retired |
/// | bound or ambiguous | the echo of the challenge that was pushed to this token, in time | `H` is retired |
/// | bound or ambiguous | nothing more, but it echoed a challenge to this token within 30 days | `H` is retired |
/// | … the same, and heard of within 3 days | the token alone | it is held, `H` is not; a challenge is asked for |
/// | bound or ambiguous | the token alone | both are held (`tokenConflict`), a challenge is asked for |
///
/// Retired: no token, no account. It keeps its secret, so nobody else can take over its id, and a device that
/// is alive after all begins again at its next launch. A dispute has one challenge for all who take part and
/// no new one until it has run out, so that nobody can keep the true device from its echo. The other side of a
/// dispute that has ended is free at its next launch: then nobody else holds the token. Who has proved the token is
/// not held up by the next claim: else whoever knows it could hold a device up for ever. Only where the holder is
/// silent may the token have gone to another install, and a claim counts as before.
///
/// **Holds** end when the device confirms its token or brings another and nobody disputes it.
///
/// The rules for the end of a token and for age stand in the extensions.
public enum Lifecycle {
  /// How long the echo of a challenge counts, milliseconds.
  public static let challengeLength = 10 * 60_000
  /// How long an echo speaks for who gave it, milliseconds.
  public static let proofLength = 30 * 86_400_000
  /// From when on a holder counts as silent, milliseconds.
  public static let silenceLength = 3 * 86_400_000

  /// What a request comes to.
  public enum Decision: Sendable, Equatable {
    case refused(RegistrationOutcome.Refusal)
    case stored(Change)
  }

  public struct Change: Sendable, Equatable {
    /// As it is now; row 0: new.
    public var registration: Registration
    /// Other registrations that changed with it.
    public var others: [Registration] = []
    public var tombstones: [Tombstone] = []
    public var outcome: RegistrationOutcome.Stored

    init(_ registration: Registration, _ outcome: RegistrationOutcome.Stored) {
      self.registration = registration
      self.outcome = outcome
    }
  }

  /// Whether the rules have to know who else holds the token. Where the same token is confirmed outside a
  /// dispute, nobody does.
  public static func needsHolders(_ request: RegistrationRequest, existing: Registration?) -> Bool {
    guard let token = request.token else { return false }
    guard let existing else { return true }
    return existing.token != token || existing.platform != request.platform
      || existing.environment != request.environment || existing.hold?.kind == .tokenConflict
      || request.challengeHash != nil
  }

  /// - Parameters:
  ///   - existing: the installation's own registration.
  ///   - holders: other registrations that have the request's token, on its platform and environment.
  public static func register(
    _ request: RegistrationRequest, existing: Registration?, holders: [Registration], now: Int
  ) -> Decision {
    if let existing, let refusal = refusal(request, existing) { return .refused(refusal) }
    var change = Change(existing ?? created(request, now), .init(existing == nil ? .created : .confirmed))
    bind(request, existing, &change)
    takeToken(request, existing, now, &change)
    settle(request, existing, holders, now, &change)
    takeFacts(request, &change.registration)
    change.registration.generation = request.generation
    return .stored(change)
  }

  private static func refusal(
    _ request: RegistrationRequest, _ existing: Registration
  ) -> RegistrationOutcome.Refusal? {
    guard SecretHash.isSame(existing.secretHash, request.secretHash) else { return .wrongSecret }
    if request.generation < existing.generation { return .staleGeneration(current: existing.generation) }
    if request.generation == existing.generation, let stored = existing.token, let token = request.token,
      stored != token
    {
      return .generationConflict(current: existing.generation)
    }
    return nil
  }

  private static func created(_ request: RegistrationRequest, _ now: Int) -> Registration {
    var made = Registration()
    made.tenant = request.tenant
    made.installation = request.installation
    made.secretHash = request.secretHash
    made.createdAt = now
    return made
  }

  /// What the device says of itself; what it does not say stays.
  private static func takeFacts(_ request: RegistrationRequest, _ registration: inout Registration) {
    if let permission = request.permission, permission != registration.permission {
      registration.permission = permission
    }
    take(request.osVersion, &registration.osVersion)
    take(request.appVersion, &registration.appVersion)
    take(request.locale, &registration.locale)
    take(request.timeZone, &registration.timeZone)
  }

  private static func take(_ new: String, _ stored: inout String) {
    if !new.isEmpty, new != stored { stored = new }
  }
}
