import PushClient

/// One device with its person, its app, its system and its server, on a random way: what the core is told is
/// what could happen to it, and what it orders is done, or not, by models that know the truth.
final class Walk {
  var random: WalkRandom
  let setup: WalkSetup
  var now = 1_800_000_000_000
  /// How many events the core was given.
  var events = 0
  let store = WalkStore()
  var engine: ClientEngine?
  var device: WalkDevice
  var server = WalkServer()
  /// What ends with the process; nil: there is none.
  var process: WalkProcess?
  var ledger = WalkLedger()
  /// The notification that the event at hand is about.
  var current: WalkPush?
  /// Everything works from now on: the network, the store, the server and the person.
  var isCalm = false
  var tally: [String: Int] = [:]

  /// Gets a line for each event, command and turn.
  var log: ((String) -> Void)?
  /// Gets each event that was taken with what it came to.
  var record: ((_ event: ClientEvent, _ at: Int, _ effects: Effects, _ state: ClientState) -> Void)?
  /// Gets told that the process began anew from what is saved.
  var recordRestart: ((_ at: Int, _ state: ClientState) -> Void)?

  convenience init(seed: UInt64) {
    var random = WalkRandom(seed: seed)
    let setup = WalkSetup.random(&random)
    self.init(random, setup)
  }

  init(_ random: WalkRandom, _ setup: WalkSetup) {
    self.random = random
    self.setup = setup
    device = WalkDevice(setup)
    if setup.isOld { growOld() }
  }

  func count(_ what: String) { tally[what, default: 0] += 1 }

  var state: ClientState { engine?.state ?? ClientState() }

  func require(_ holds: Bool, _ rule: @autoclosure () -> String) throws {
    if !holds { throw WalkFault(rule()) }
  }

  /// Walks so many events, then lets everything come to rest.
  func walk(events: Int) throws {
    while self.events < events { try step() }
    try converge()
  }

  // MARK: One event

  /// Gives an event to the core, and does what it orders, unless the store fails or the process is killed.
  /// - Returns: whether it was taken.
  @discardableResult
  func take(_ event: ClientEvent) throws -> Bool {
    guard let before = engine?.state, process != nil else { return false }
    events += 1
    passTime()
    setMood(for: event)
    let effects: Effects
    do {
      effects = try engine?.take(event, now: now) ?? Effects()
    } catch is WalkStore.Failure {
      log?("\(now) \(event.json.text) — the store fails")
      count("store failed")
      try require(engine?.state == before, "a state that was not saved is in use")
      noteDoubt()
      return false
    }
    log?("\(now) \(event.json.text)")
    let after = state
    ledger.doubtful = nil
    record?(event, now, effects, after)
    for metric in effects.metrics { count("metric \(metric.name)") }
    ledger.isDone = false
    try told(event, before, effects)
    try check(after, before, event)
    let commands = effects.commands
    let done = !isCalm && random.chance(1, of: 150) ? random.below(commands.count + 1) : nil
    for command in commands.prefix(done ?? commands.count) {
      log?("    \(command.json.text)")
      count(command.name)
      try perform(command, event)
    }
    if done != nil {
      kill()
    } else {
      ledger.isDone = true
      // A device that is locked since it started does not know yet what it is.
      if case .launched = event, !after.installation.isEmpty { ledger.isOwed = false }
      try checkDone(event)
    }
    return true
  }

  private func passTime() {
    switch random.below(1000) {
    case 0 where !isCalm: now += 86_400_000 * (1 + random.below(40))
    case 1..<8 where !isCalm: now += random.below(2 * ClientConstant.tapLifetime)
    // Somebody sets the clock.
    case 8 where !isCalm: now -= random.below(7_200_000)
    case 9..<40: now += random.below(60_000)
    // Two in one tick.
    case 40..<240: break
    default: now += random.below(1500)
    }
  }

  private func setMood(for event: ClientEvent) {
    guard !isCalm, !setup.isReliable, random.chance(1, of: 120) else {
      store.mood = .sound
      return
    }
    switch event {
    // Whether somebody is signed in has to be known for sure, or there is no truth to compare with.
    case .loggedIn, .loggedOut, .launched: store.mood = .failing
    default: store.mood = random.chance(1, of: 2) ? .failing : .doubtful
    }
  }

  // MARK: The process

  /// Kills the process, wherever it stands.
  func kill() {
    guard process != nil else { return }
    log?("  — killed")
    count("killed")
    if !ledger.isDone { ledger.isOwed = true }
    device.permission.closeDialog()
    device.requests = device.requests.map {
      var request = $0
      request.isOrphan = true
      return request
    }
    process = nil
    engine = nil
  }

  /// Starts the process, and tells the core.
  @discardableResult
  func launch(inFront: Bool) throws -> Bool {
    let isFaulty = !isCalm && !setup.isReliable && random.chance(1, of: 60)
    if isFaulty, random.chance(1, of: 2) {
      store.failsToLoad = true
    } else if isFaulty, let text = store.text {
      store.text = String(text.prefix(random.below(text.utf8.count)))
    }
    let engine = ClientEngine(policy: setup.policy, store: store)
    store.failsToLoad = false
    self.engine = engine
    process = WalkProcess(isForeground: inFront, isReady: false)
    if engine.loadFault != nil {
      log?("  — the state cannot be read")
      count("state lost")
      // Set aside.
      store.text = nil
      forgetAll()
      ledger.isOwed = true
    }
    recordRestart?(now, engine.state)
    resolveDoubt(engine.state)
    try checkLoaded(engine.state)
    if !isCalm, random.chance(1, of: 30) { try beforeLaunch() }
    guard process != nil else { return false }
    while try !take(.launched(launchValue(inFront: inFront))) {
      // The store failed: the adapter tries again, or the process ends.
      guard process != nil, random.chance(2, of: 3) else {
        kill()
        return false
      }
    }
    return process != nil
  }

  private func launchValue(inFront: Bool) -> Launch {
    var launch = Launch()
    launch.platform = setup.platform
    device.installationsMade += 1
    launch.freshInstallation = "i-\(device.installationsMade)"
    // Before the first unlock the keychain cannot be read.
    let isLocked = !isCalm && setup.platform != .android && random.chance(1, of: 25)
    launch.deviceKey = isLocked ? "" : device.key
    launch.marker = isLocked ? nil : device.marker
    launch.isForeground = inFront
    launch.isOnline = device.isOnline
    launch.permission = device.permission.read
    launch.osVersion = "26.1"
    launch.appVersion = "4.\(device.installationsMade % 3)"
    launch.apiLevel = setup.apiLevel
    launch.permittedTasks = ["com.example.refresh", "com.example.upload", "com.example.unhandled"]
    launch.taskHandlers = ["com.example.refresh", "com.example.upload", "com.example.unlisted"]
    if setup.isOdd { launch.taskHandlers.append("com.example.refresh") }
    return launch
  }

  /// The core has begun anew: what the walk knew of its memory is void.
  func forgetAll() {
    ledger.forget()
    device.account = nil
  }
}
