/// The account on this device, and what the server has confirmed of it.
///
/// | here | what happens | then |
/// |---|---|---|
/// | nobody | login of A, and nobody else may be bound | pending; sent |
/// | nobody, the logout of A unconfirmed | login of B | ambiguous; sent, naming A as replaced |
/// | A | login of A | the same; what is due is sent |
/// | A | login of B, without a logout | A leaves; ambiguous; sent, naming A as replaced |
/// | A | logout | A leaves; nobody; the logout is posted |
///
/// Each login of another account and each logout counts the generation up. Where an account leaves, all of it
/// leaves the device. After a logout the token is sent again at the next launch or login, not before.
///
/// | the server says of a registration | then |
/// |---|---|
/// | bound, at the current generation | bound under its tag; earlier tags stay while a token changes |
/// | … and was not, or not under this tag | what was withheld meanwhile is fetched: inbox and reconcile |
/// | ambiguous, at a generation that was new to it | sent once more: now the replaced is named at that one |
/// | ambiguous again | unbound, once a process: the installation is logged out, then registers anew |
/// | bound or ambiguous, and nobody is signed in here | the same |
/// | unbound, with an account | pending |
/// | unbound, nobody signed in | a logout that waits is done |
///
/// | the logout is answered | then |
/// |---|---|
/// | ok | done; who has signed in since is registered |
/// | unreachable | posted again when online, in front or launched |
/// | stale(g), newer than what was said | posted again for g, so often in a row as of a registration |
/// | unauthorized, refused | posted again at the next launch; until then no registration waits for it |
/// | … and the server never knew this installation | forgotten |
///
/// What is meant for an account is shown while `bound` alone, and under one of its tags.
extension Reduction {
  mutating func loggedIn(_ account: String) {
    guard !account.isSame(as: state.account.account) else {
      sendRegistration()
      return
    }
    if state.account.account != nil { leaveAccount() }
    let replaces = state.account.replaces
    state.account.account = account
    state.account.binding = replaces == nil || account.isSame(as: replaces) ? .pending : .ambiguous
    countUp()
    register()
    judgeTaps()
  }

  mutating func loggedOut() {
    guard state.account.account != nil else { return }
    leaveAccount()
    state.account.binding = .unbound
    cancelRegistration()
    settle(.superseded)
    unbind()
    state.registration.isDue = false
    judgeTaps()
  }

  /// All of the account leaves the device; the server may still hold it.
  private mutating func leaveAccount() {
    accountLeft()
    guard let account = state.account.account else { return }
    var former = FormerAccount()
    former.account = account
    former.tags = state.account.tags
    former.leftAt = now
    state.account.former = former
    if state.account.replaces == nil { state.account.replaces = account }
    state.account.account = nil
    state.account.tags = []
  }

  /// Ends the registration as it is. A logout under way ends it too: nothing was sent since.
  private mutating func unbind() {
    state.session.isLogoutRefused = false
    state.account.tombstone = state.registration.generation
    countUp()
    sendLogout()
  }

  mutating func sendLogout() {
    guard let generation = state.account.tombstone, state.session.logout == nil, state.session.isLaunched,
      state.session.isOnline, !state.session.isLogoutRefused, !state.installation.isEmpty
    else { return }
    var open = OpenRequest()
    open.request = nextNumber()
    open.generation = generation
    state.session.logout = open
    command(.postLogout(request: open.request, generation: generation))
  }

  mutating func logoutAnswered(_ request: Int, _ answer: ServerAnswer) {
    guard let open = state.session.logout, open.request == request else { return }
    state.session.logout = nil
    metric("logout", answer.outcome.rawValue)
    switch answer.outcome {
    case .ok:
      logoutDone()
      let known = answer.generation ?? open.generation
      state.session.staleAnswers = 0
      if known <= ClientConstant.highestGeneration {
        state.registration.generation = max(state.registration.generation, known)
      }
      sendRegistration()
    case .unreachable: break
    case .stale:
      guard let known = answer.generation, known > open.generation, known < ClientConstant.highestGeneration
      else {
        logoutRefused()
        return
      }
      state.account.tombstone = known
      state.registration.generation = max(state.registration.generation, known + 1)
      if mayFollowStale() { sendLogout() }
    case .unauthorized, .refused: logoutRefused()
    }
  }

  private mutating func logoutRefused() {
    state.session.isLogoutRefused = true
    if state.registration.acknowledged == 0 { logoutDone() }
    sendRegistration()
  }

  /// Nobody is bound here any more, but for who signed in since.
  private mutating func logoutDone() {
    state.account.tombstone = nil
    state.account.replaces = nil
    if state.account.binding == .ambiguous { state.account.binding = .pending }
  }

  /// What a confirmed registration says of the binding.
  /// - Parameter isFirst: the server did not know this generation before.
  mutating func bindingAnswered(_ answer: ServerAnswer, isFirst: Bool) {
    let isSignedIn = state.account.account != nil
    switch answer.binding {
    case "bound" where isSignedIn:
      logoutDone()
      let wasBound = state.account.binding == .bound
      state.account.binding = .bound
      let isNews = !wasBound || answer.bindingTag.map { !state.account.tags.contains($0) } ?? false
      if let tag = answer.bindingTag {
        let earlier = state.account.tags.filter { $0 != tag }
        state.account.tags = Array(([tag] + earlier).prefix(ClientConstant.tagCapacity))
      }
      // What came under this tag before was withheld: it is fetched.
      if isNews {
        if policy.hasInbox { command(.syncInbox) }
        reconcile()
      }
      judgeTaps()
    case "ambiguous" where isSignedIn:
      state.account.binding = .ambiguous
      metric("registration", "ambiguous")
      if isFirst, state.account.replaces != nil { register() } else { unbindOnce() }
    case "bound", "ambiguous": unbindOnce()
    default:
      if isSignedIn { state.account.binding = .pending } else { logoutDone() }
    }
  }

  /// The server holds an account that is not here.
  private mutating func unbindOnce() {
    guard !state.session.isUnbindTried else { return }
    state.session.isUnbindTried = true
    state.registration.isDue = true
    unbind()
  }
}
