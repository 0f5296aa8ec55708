import TestSupport
import Testing

@testable import Store

/// Devices that live, a provider that tells the truth late, and a server between them.
struct SimulatedYear {
  struct Tally {
    var launches = 0
    var sends = 0
    var reached = 0
    /// Barred ones that were in a sample, and not sent to.
    var refused = 0
    var deadTokens = 0
    /// Verdicts of death that the registration rightly survived.
    var survivors = 0
    var quarantined = 0
    var ambiguous = 0
    var challenges = 0
    var pruned = 0
  }

  let stage: OutboxStage
  var random: SeededRandom
  var devices: [YearDevice] = []
  var places: [String: Int] = [:]
  var provider = YearProvider()
  var tally = Tally()
  private var tokens = 0
  private var pushes = 0
  /// Verdicts that come a step late.
  private var late: [VerdictBatch] = []
  private static let stepDays = 5
  static let accounts = 6_000

  init(_ stage: OutboxStage, devices count: Int, _ random: SeededRandom) {
    self.stage = stage
    self.random = random
    for _ in 0..<count { install(at: stage.now + self.random.below(20 * OutboxStage.day)) }
  }

  mutating func run() throws {
    // The year asks who is sent to, not how much: many silent pushes come within a moment here, and
    // verdicts come days late.
    try stage.setPolicy {
      $0.silentPerHour = 10_000
      $0.admission.age = .max
    }
    for step in 0..<(365 / Self.stepDays) {
      stage.now += Self.stepDays * OutboxStage.day
      try live()
      try applyLate()
      try upkeep()
      let isFull = step % 18 == 17
      try send(to: isFull ? Array(devices.indices) : (0..<150).map { _ in random.below(devices.count) })
      try sendToAccounts(isFull ? 600 : 100)
    }
  }

  // MARK: Devices

  @discardableResult
  private mutating func install(at time: Int, like former: YearDevice? = nil, token: String? = nil) -> Int {
    var device = YearDevice("i\(devices.count)")
    device.platform = former?.platform ?? random.pick([.ios, .ios, .macos, .android])
    device.habit = former?.habit ?? random.pick([5, 10, 20, 40, 0])
    device.isPermitted = !random.chance(4)
    device.isBlind = device.platform != .android && random.chance(100)
    device.isMisbuilt = device.platform != .android && random.chance(100)
    device.account = random.chance(4) ? nil : account()
    device.nextLaunch = time
    devices.append(device)
    let place = devices.count - 1
    places[device.installation] = place
    if let token {
      devices[place].token = token
      provider.issue(token)
    } else {
      rotate(place, kill: false)
    }
    return place
  }

  private mutating func account() -> String { "account \(random.below(Self.accounts))" }

  private mutating func rotate(_ place: Int, kill: Bool = true) {
    if kill {
      provider.kill(devices[place].token, noticedAt: stage.now + random.below(5 * OutboxStage.day))
    }
    tokens += 1
    devices[place].token = "token \(tokens)"
    provider.issue(devices[place].token)
  }

  /// What people and systems do between two steps, then whoever opens the app.
  private mutating func live() throws {
    for place in devices.indices where devices[place].isInstalled {
      switch random.below(900) {
      case 0, 1, 2, 3: rotate(place)
      case 4, 5: devices[place].isPermitted.toggle()
      case 6, 7: try logout(place, reachesServer: true)
      case 8: try logout(place, reachesServer: false)
      case 9, 10: devices[place].account = account()
      case 11, 12: reinstall(place)
      case 13: uninstall(place)
      case 14 where devices[place].isMisbuilt:
        // An update, and whoever updates opens the app.
        devices[place].isMisbuilt = false
        devices[place].nextLaunch = stage.now
      case 15: devices[place].habit = random.pick([0, 3, 30, 120, 300])
      default: break
      }
    }
    let due = devices.indices.filter { devices[$0].isInstalled && devices[$0].nextLaunch <= stage.now }
    let start = stage.now
    try stage.store.transaction { session throws(StoreError) in
      for place in due {
        // Each at a time of its own.
        stage.now += 1
        try launch(place, session)
      }
    }
    stage.now = max(stage.now, start + 60_000)
  }

  private mutating func uninstall(_ place: Int) {
    devices[place].isInstalled = false
    provider.kill(devices[place].token, noticedAt: stage.now + random.below(10 * OutboxStage.day))
  }

  /// The app is deleted and installed anew: another installation, sometimes with the token of before.
  private mutating func reinstall(_ place: Int) {
    let former = devices[place]
    devices[place].isInstalled = false
    let keepsToken = random.chance(2) && former.platform == .android
    if !keepsToken {
      provider.kill(former.token, noticedAt: stage.now + random.below(10 * OutboxStage.day))
    }
    let made = install(at: stage.now, like: former, token: keepsToken ? former.token : nil)
    devices[made].account = random.chance(2) ? former.account : nil
  }

  // MARK: What devices say

  private mutating func logout(_ place: Int, reachesServer: Bool) throws {
    devices[place].account = nil
    guard reachesServer, devices[place].toldAt > 0 else { return }
    let device = devices[place]
    let outcome = try stage.store.transaction { session throws(StoreError) in
      try session.logout(
        installation: device.installation, secretHash: Array("secret of \(device.installation)".utf8),
        generation: device.generation, now: stage.now)
    }
    switch outcome {
    case .done(let generation):
      devices[place].generation = generation
      devices[place].boundAccount = nil
      devices[place].saidToken = ""
      forgetToken(place)
      devices[place].toldAccount = nil
      devices[place].isAmbiguous = false
    case .unknownInstallation: break
    case .wrongSecret, .staleGeneration: Issue.record("\(device.installation): \(outcome)")
    }
  }

  private mutating func forgetToken(_ place: Int) {
    devices[place].toldToken = nil
    devices[place].isHeld = false
  }

  private mutating func launch(_ place: Int, _ session: any StoreSession) throws(StoreError) {
    tally.launches += 1
    let habit = devices[place].habit
    devices[place].nextLaunch =
      habit == 0 ? .max : stage.now + (random.below(habit * 2) + 1) * OutboxStage.day
    // A few clients forget to say whom the new account replaces, and set it right the next time.
    let isForgetful = random.chance(10)
    if devices[place].saidToken != devices[place].token { devices[place].generation += 1 }
    let device = devices[place]
    var request = OutboxStage.device(
      device.installation, account: device.account, generation: device.generation, token: .some(device.token))
    request.platform = device.platform
    request.environment = device.isBlind ? .unknown : .production
    request.permission = Permission()
    request.permission?.status = device.isPermitted ? "authorized" : "denied"
    request.freshChallengeHash = Array("challenge \(tally.launches)".utf8)
    let outcome = try session.register(request, now: stage.now)
    try note(place, request, outcome, session)
    guard devices[place].isAmbiguous, !isForgetful, let bound = devices[place].boundAccount,
      device.account != nil
    else { return }
    request.replacesAccount = bound
    let again = try session.register(request, now: stage.now)
    try note(place, request, again, session)
  }

  /// What the answer tells both sides.
  private mutating func note(
    _ place: Int, _ request: RegistrationRequest, _ outcome: RegistrationOutcome, _ session: any StoreSession
  ) throws(StoreError) {
    guard case .stored(let registration, let stored) = outcome else {
      Issue.record("\(request.installation): \(outcome)")
      return
    }
    devices[place].saidToken = request.token ?? ""
    devices[place].toldToken = request.token
    devices[place].toldPermitted = devices[place].isPermitted
    devices[place].toldAt = stage.now
    devices[place].toldAccount = registration.account
    devices[place].boundAccount = registration.account
    let isAmbiguous = registration.binding == .ambiguous
    if isAmbiguous, !devices[place].isAmbiguous { tally.ambiguous += 1 }
    devices[place].isAmbiguous = isAmbiguous
    devices[place].isHeld = registration.hold != nil
    if let retired = stored.retired, let other = places[retired] {
      forgetToken(other)
      devices[other].toldAccount = nil
      devices[other].isAmbiguous = false
    }
    // Whoever else has the token is held with it.
    if registration.hold != nil {
      for other in devices.indices where other != place && devices[other].toldToken == request.token {
        devices[other].isHeld = true
      }
    }
    guard stored.needsChallenge else { return }
    try answerChallenge(place, request, session)
  }

  /// The challenge reaches whoever really has the token, which says it back.
  private mutating func answerChallenge(
    _ place: Int, _ request: RegistrationRequest, _ session: any StoreSession
  ) throws(StoreError) {
    tally.challenges += 1
    var challenge = OutboxStage.request(
      "challenge \(tally.challenges)", to: .installations([request.installation]))
    challenge.isChallenge = true
    challenge.facts.name = "pushwire.challenge"
    challenge.facts.isSilent = true
    challenge.band = .urgent
    var batch = ClaimBatch()
    _ = try session.accept(challenge, capacity: stage.lanes, claimed: &batch, now: stage.now)
    guard let entry = batch.entries.first, OutboxStage.text(entry.token, batch) == devices[place].token else {
      Issue.record("the challenge of \(request.installation) was not sent to its token")
      return
    }
    _ = try session.apply(stage.verdicts(batch) { _ in .accepted }, now: stage.now)
    var echo = request
    echo.challengeHash = request.freshChallengeHash
    let outcome = try session.register(echo, now: stage.now)
    guard case .stored(_, let stored) = outcome, !stored.needsChallenge else {
      Issue.record("\(request.installation) proved its token: \(outcome)")
      return
    }
    try note(place, echo, outcome, session)
  }

  // MARK: Upkeep

  private mutating func upkeep() throws {
    let before = stage.now - 270 * OutboxStage.day
    tally.pruned += try stage.sweepAll(.prune(unseenSince: before), limit: 200)
    for place in devices.indices where devices[place].toldAt > 0 && devices[place].toldAt < before {
      forgetToken(place)
      devices[place].toldAccount = nil
      devices[place].isAmbiguous = false
      devices[place].toldAt = 0
    }
    try stage.sweepAll(.notifications(before: stage.now - 30 * OutboxStage.day), limit: 500)
    try stage.sweepAll(.parameters, limit: 500)
  }

  // MARK: Sends

  private mutating func kind() -> YearPush {
    YearPush(isPersonal: false, isAlert: !random.chance(3), isBulk: random.chance(3))
  }

  private mutating func request(_ kind: YearPush, to target: NotificationRequest.Target)
    -> NotificationRequest
  {
    pushes += 1
    return OutboxStage.request("push \(pushes)", to: target) {
      $0.facts.isSilent = !kind.isAlert
      $0.facts.audience = kind.isPersonal ? .account : .installation
      $0.facts.name = "\(kind.isPersonal ? "personal" : "public") \(kind.isAlert ? "alert" : "silent")"
      $0.band = kind.isBulk ? .bulk : .normal
    }
  }

  /// To installations, for whoever holds them or for their account.
  private mutating func send(to sample: [Int]) throws {
    let sample = Array(Set(sample)).sorted()
    var made: [(part: ArraySlice<Int>, kind: YearPush, request: NotificationRequest)] = []
    for start in stride(from: 0, to: sample.count, by: 500) {
      var kind = kind()
      kind.isPersonal = random.chance(2)
      let part = sample[start..<min(start + 500, sample.count)]
      made.append((part, kind, request(kind, to: .installations(part.map { devices[$0].installation }))))
    }
    let batches = try accepted(made.map(\.request))
    for (push, batch) in zip(made, batches) {
      let claimed = claimed(batch)
      for place in push.part { check(place, push.kind, claimed[place], push.request.id) }
    }
    try judge(batches)
  }

  private mutating func sendToAccounts(_ count: Int) throws {
    var owners: [String: [Int]] = [:]
    for place in devices.indices {
      for account in Set([devices[place].account, devices[place].toldAccount].compactMap { $0 }) {
        owners[account, default: []].append(place)
      }
    }
    var made: [(account: String, kind: YearPush, request: NotificationRequest)] = []
    for _ in 0..<count {
      let account = account()
      var kind = kind()
      kind.isPersonal = true
      made.append((account, kind, request(kind, to: .account(account))))
    }
    let batches = try accepted(made.map(\.request))
    for (push, batch) in zip(made, batches) {
      let claimed = claimed(batch)
      for place in claimed.keys where devices[place].toldAccount != push.account {
        Issue.record("\(push.request.id) for \(push.account) went to \(devices[place])")
      }
      // Only those whose account the server has right are meant.
      for place in owners[push.account] ?? [] where devices[place].toldAccount == push.account {
        check(place, push.kind, claimed[place], push.request.id)
      }
    }
    try judge(batches)
  }

  /// All in one transaction.
  private func accepted(_ requests: [NotificationRequest]) throws -> [ClaimBatch] {
    try stage.store.transaction { session throws(StoreError) in
      var batches: [ClaimBatch] = []
      for request in requests {
        var batch = ClaimBatch()
        let outcome = try session.accept(request, capacity: stage.lanes, claimed: &batch, now: stage.now)
        if case .accepted = outcome {} else { Issue.record("\(request.id): \(outcome)") }
        batches.append(batch)
      }
      return batches
    }
  }

  /// Token by device.
  private func claimed(_ batch: ClaimBatch) -> [Int: String] {
    var found: [Int: String] = [:]
    for entry in batch.entries {
      guard let place = places[OutboxStage.text(entry.installation, batch)] else { continue }
      found[place] = OutboxStage.text(entry.token, batch)
    }
    return found
  }

  private mutating func check(_ place: Int, _ kind: YearPush, _ token: String?, _ id: String) {
    let device = devices[place]
    tally.sends += 1
    if device.isInStep(kind, now: stage.now) {
      tally.reached += 1
      if token != device.token {
        Issue.record("\(id) \(kind) does not reach \(device), but \(token ?? "nobody")")
      }
    }
    if device.isBarred(kind, now: stage.now) {
      tally.refused += 1
      if token != nil { Issue.record("\(id) \(kind) is sent to \(device)") }
    }
    // A token that the server was not told of this device is never used for it.
    if let token, token != device.toldToken { Issue.record("\(id) is sent to a former token of \(device)") }
  }

  // MARK: Verdicts

  private mutating func judge(_ batches: [ClaimBatch]) throws {
    var now: [VerdictBatch] = []
    for batch in batches {
      let verdicts = stage.verdicts(batch) { entry in
        guard let place = places[OutboxStage.text(entry.installation, batch)] else { return nil }
        let token = OutboxStage.text(entry.token, batch)
        switch provider.answer(token, isForeign: devices[place].isMisbuilt, now: stage.now) {
        case .accepted: return .accepted
        // FCM does not say since when.
        case .dead(let asOf): return .dead(asOf: devices[place].platform == .android ? 0 : asOf)
        case .foreign: return .suspect
        }
      }
      if random.chance(3) { late.append(verdicts) } else { now.append(verdicts) }
    }
    try apply(now)
  }

  private mutating func applyLate() throws {
    let verdicts = late
    late = []
    try apply(verdicts)
  }

  private mutating func apply(_ batches: [VerdictBatch]) throws {
    let all = try stage.store.transaction { session throws(StoreError) in
      var all: [VerdictEffects] = []
      for verdicts in batches { all.append(try session.apply(verdicts, now: stage.now)) }
      return all
    }
    for effects in all { note(effects) }
  }

  private mutating func note(_ effects: VerdictEffects) {
    tally.survivors += effects.tokensKept
    for change in effects.tokenChanges {
      guard let place = places[change.installation] else { continue }
      let device = devices[place]
      if change.kind == .tokenDead {
        tally.deadTokens += 1
        if device.isInstalled, device.toldToken == device.token {
          Issue.record("the token of \(device) was taken for dead")
        }
        forgetToken(place)
      } else {
        tally.quarantined += 1
        if !device.isMisbuilt { Issue.record("\(device) was quarantined") }
        devices[place].isHeld = true
      }
    }
  }
}
