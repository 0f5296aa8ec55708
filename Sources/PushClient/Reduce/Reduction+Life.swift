/// The app's life: which installation this is, and what each launch, return and network brings.
///
/// **Identity at launch.** The state is excluded from backups; the marker survives a deletion of the app on
/// the same device and goes to no other.
///
/// | state | marker | then |
/// |---|---|---|
/// | none | none, or of another device | a new installation |
/// | none | of this device | a new installation; the marker names its predecessor (a reinstall) |
/// | of this device | the same installation, this device | kept |
/// | of this device | another installation, this device | a new one; the marker names its predecessor |
/// | any | none, or of another device | a new one, on another device: all state is dropped |
/// | of another device | any | the same |
/// | any | the device cannot tell which it is (locked since it started) | kept; none is adopted |
///
/// **What is done then**, in this order:
/// - at launch: identity, permission, categories and channels, background tasks, in front the postponed ones
///   too; the token is asked for; a logout that waits, reconcile, receipts, waiting taps;
/// - back in front: postponed tasks, what is to be registered, a logout that waits, reconcile, receipts,
///   waiting taps;
/// - with a network: a token, where the system gave none; what is to be registered, a logout that waits, in front
///   reconcile, since what was pushed meanwhile may be lost; receipts.
///
/// A new installation begins with nothing of an account: what an earlier one left is taken away. So is what the
/// account left where the process ended before that was done.
///
/// What comes before the launch is kept or handled. A second launch in one process begins the session anew, but
/// for the work that is under way and whoever waits for a registration.
extension Reduction {
  mutating func launched(_ launch: Launch) {
    if state.session.isLaunched {
      var session = SessionState()
      // Whoever waits for these is completed all the same.
      session.works = state.session.works
      session.runs = state.session.runs
      session.callers = state.session.callers
      state.session = session
    }
    state.session.isLaunched = true
    state.session.platform = launch.platform
    state.session.apiLevel = launch.apiLevel
    state.session.isForeground = launch.isForeground
    state.session.isOnline = launch.isOnline
    for index in state.taps.waiting.indices { state.taps.waiting[index].isAsked = false }

    let installation = state.installation
    identify(launch)
    if state.installation != installation || state.account.isLeaving { clearAway() }
    // What changed of it is sent with the token.
    if takePermission(launch.permission) { state.registration.isDue = true }
    askQuietly()
    notificationsLaunched()
    tasksLaunched(launch)
    if launch.isForeground { tasksForegrounded() }
    askForToken()
    sendLogout()
    reconcile()
    receiptsOnline()
    judgeTaps()
  }

  mutating func foregrounded() {
    let wasForeground = state.session.isForeground
    state.session.isForeground = true
    guard state.session.isLaunched, !wasForeground else { return }
    tasksForegrounded()
    sendRegistration()
    sendLogout()
    reconcile()
    receiptsOnline()
    judgeTaps()
  }

  mutating func networkChanged(isOnline: Bool) {
    let wasOnline = state.session.isOnline
    state.session.isOnline = isOnline
    guard state.session.isLaunched, isOnline, !wasOnline else { return }
    if state.registration.token == nil, state.registration.failure != nil, state.session.tokenAttempt == nil {
      askForToken()
    }
    sendRegistration()
    sendLogout()
    if state.session.isForeground { reconcile() }
    receiptsOnline()
  }

  private mutating func identify(_ launch: Launch) {
    let key = launch.deviceKey
    guard !key.isEmpty else { return }
    let marker = launch.marker.flatMap { $0.deviceKey == key ? $0 : nil }
    if state.installation.isEmpty {
      metric("installation", marker == nil ? "new" : "reinstalled")
    } else if marker == nil || state.deviceKey != key {
      metric("installation", "other_device")
      dropEverything()
      adopt(launch, predecessor: nil)
      return
    } else if marker?.installation == state.installation {
      return
    } else {
      metric("installation", "reinstalled")
      dropEverything()
    }
    adopt(launch, predecessor: marker?.installation)
  }

  private mutating func adopt(_ launch: Launch, predecessor: String?) {
    state.installation = launch.freshInstallation
    state.deviceKey = launch.deviceKey
    state.predecessor = predecessor
    command(.adoptInstallation(id: launch.freshInstallation, predecessor: predecessor))
  }

  /// But for what this process has begun.
  private mutating func dropEverything() {
    var fresh = ClientState()
    fresh.counter = state.counter
    fresh.session = state.session
    state = fresh
  }
}
