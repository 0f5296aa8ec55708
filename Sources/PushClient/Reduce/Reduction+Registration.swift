/// Registration: one open request at a time, always with the newest that is known.
///
/// | what happens | then |
/// |---|---|
/// | each launch | the token is asked for; what the system says is sent, changed or not |
/// | another token, kind or environment | generation + 1, sent |
/// | no token in time, or none for a reason | told as `unavailable` or `failed`, with the system's code |
/// | … none is known, and the network returns | asked for again |
/// | … and something else is due | sent with the token that is known |
/// | something changed while a request is open | that request is cancelled, the newest is sent |
/// | offline, or the token is awaited | due; sent when online, or with the token |
/// | nobody signed in, and no publishable id | nothing is sent before a login |
/// | … or after a logout, and no class is for anybody else | the same |
/// | a logout that the server has not confirmed | goes first |
///
/// | the server answers | then |
/// |---|---|
/// | to a request that is not the open one | ignored |
/// | ok, an older generation | ignored: still due |
/// | ok | confirmed; see the table of accounts for the binding |
/// | stale(g), g not below what was sent | generation = max(own, g) + 1, sent again |
/// | … more than ``ClientConstant/staleFollowed`` times in a row | as if it could not be reached |
/// | unreachable | due; sent again when online, in front or launched |
/// | unauthorized | due; the same |
/// | refused, or a stale that makes no sense | not due: not sent again before a change or a launch |
///
/// Whoever asked to register is told once how it ended, and at once where it has to wait.
extension Reduction {
  mutating func registrationAsked(caller: Int) {
    settle(.superseded)
    state.session.callers = [caller]
    if state.registration.token == nil, state.session.tokenAttempt == nil, state.session.isLaunched {
      askForToken()
    }
    register()
  }

  /// At launch, and where a token is wanted and none awaited.
  mutating func askForToken() {
    let attempt = nextNumber()
    state.session.tokenAttempt = attempt
    command(.askForToken(attempt: attempt))
  }

  mutating func tokenReceived(_ token: DeviceToken) {
    guard !token.value.isEmpty else { return }
    let wasAwaited = state.session.tokenAttempt != nil || state.registration.failure != nil
    state.session.tokenAttempt = nil
    state.registration.failure = nil
    let before = state.registration.token
    // Told twice, as Android may do.
    guard before != token || wasAwaited else { return }
    state.registration.token = token
    let isSame =
      before?.value == token.value && before?.kind == token.kind && before?.environment == token.environment
    if !isSame || state.registration.generation == 0 { countUp() }
    register()
  }

  mutating func tokenFailed(code: String) {
    tokenMissing(failure: code)
    deviceEvent(.registrationFailed, detail: code)
    metric("registration", "failed")
    settle(.failed)
    sendRegistration()
  }

  mutating func tokenTimedOut(attempt: Int) {
    guard state.session.tokenAttempt == attempt else { return }
    tokenMissing(failure: "unavailable")
    deviceEvent(.registrationUnavailable)
    metric("registration", "unavailable")
    settle(.unavailable)
    sendRegistration()
  }

  private mutating func tokenMissing(failure: String) {
    state.session.tokenAttempt = nil
    state.registration.failure = failure
  }

  /// Something that the server is told has changed, or is asked for: takes the place of an open request.
  mutating func register() {
    state.registration.isDue = true
    cancelRegistration()
    sendRegistration()
    if state.session.registration == nil, state.session.tokenAttempt == nil { settle(.waiting) }
  }

  /// Sends what is due, where it can be sent and is not under way.
  mutating func sendRegistration() {
    guard state.registration.isDue, state.session.registration == nil, maySend,
      let token = state.registration.token
    else { return }
    var call = RegistrationCall()
    call.request = nextNumber()
    call.installation = state.installation
    call.generation = state.registration.generation
    call.token = token
    call.permission = state.permission
    call.account = state.account.account
    call.replaces = state.account.account == nil ? nil : state.account.replaces
    call.predecessor = state.predecessor
    call.challenge = state.registration.challenge
    var open = OpenRequest()
    open.request = call.request
    open.generation = call.generation
    state.session.registration = open
    command(.putRegistration(call))
  }

  private var maySend: Bool {
    let session = state.session
    guard session.isLaunched, session.isOnline, session.tokenAttempt == nil, !state.installation.isEmpty
    else {
      return false
    }
    guard state.account.tombstone == nil || session.isLogoutRefused else { return false }
    if state.account.account != nil { return true }
    return policy.publishableID != nil && (state.account.former == nil || policy.hasPublicClasses)
  }

  mutating func cancelRegistration() {
    guard let open = state.session.registration else { return }
    state.session.registration = nil
    command(.cancelRequest(request: open.request))
  }

  /// Ends the wait of whoever waits.
  mutating func settle(_ outcome: RegistrationOutcome) {
    for caller in state.session.callers { command(.settle(caller: caller, outcome: outcome)) }
    state.session.callers = []
  }

  mutating func countUp() { state.registration.generation &+= 1 }

  mutating func registrationAnswered(_ request: Int, _ answer: ServerAnswer) {
    guard let open = state.session.registration, open.request == request else { return }
    state.session.registration = nil
    switch answer.outcome {
    case .ok: registrationTaken(open, answer)
    case .stale: registrationStale(open, answer)
    case .unreachable:
      metric("registration", "unreachable")
      settle(.waiting)
    case .unauthorized:
      metric("registration", "unauthorized")
      settle(.refused)
    case .refused: registrationRefused(answer.code)
    }
  }

  private mutating func registrationTaken(_ open: OpenRequest, _ answer: ServerAnswer) {
    let confirmed = answer.generation ?? open.generation
    guard confirmed >= state.registration.generation, confirmed <= ClientConstant.highestGeneration else {
      metric("registration", "older")
      settle(.waiting)
      return
    }
    let before = state.registration.acknowledged
    state.registration.generation = confirmed
    state.registration.acknowledged = confirmed
    state.registration.acknowledgedAt = now
    state.registration.isDue = false
    state.registration.challenge = nil
    state.session.staleAnswers = 0
    state.predecessor = nil
    metric("registration", "registered")
    if before != confirmed { deviceEvent(.registered) }
    bindingAnswered(answer, isFirst: before != confirmed)
    if !state.registration.isDue { settle(.registered) }
    if state.session.registration == nil { settle(.waiting) }
    receiptsOnline()
  }

  private mutating func registrationStale(_ open: OpenRequest, _ answer: ServerAnswer) {
    guard let known = answer.generation, known >= open.generation, known < ClientConstant.highestGeneration
    else {
      registrationRefused(answer.code)
      return
    }
    metric("registration", "stale")
    state.registration.generation = max(state.registration.generation, known) &+ 1
    if mayFollowStale() { sendRegistration() }
    if state.session.registration == nil { settle(.waiting) }
  }

  /// Whether the same is sent again at once; a server that always knows a newer generation is not asked for ever.
  mutating func mayFollowStale() -> Bool {
    state.session.staleAnswers &+= 1
    return state.session.staleAnswers <= ClientConstant.staleFollowed
  }

  private mutating func registrationRefused(_ code: String?) {
    state.registration.isDue = false
    metric("registration", "refused")
    deviceEvent(.registrationFailed, detail: code)
    settle(.refused)
  }
}
