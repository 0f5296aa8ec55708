internal import Delivery
internal import Providers
internal import PushContract
internal import Store
internal import Synchronization
internal import Webhooks

/// Everything behind the HTTP front.
final class ServerParts: Sendable {
  let configuration: ServerConfiguration
  let log: ServerLog
  let clock: @Sendable () -> Int
  let metrics = ServiceMetrics()
  let store: any PushStore
  let writer: StoreWriter
  let engine: DeliveryEngine
  let api: ServiceAPI
  let catalogue: CatalogueHolder
  /// Whether the server is about to end.
  let draining = Draining()
  private let tokens = ProviderTokens()
  private let sweeper: Sweeper
  private let hooks: HookPump
  private let watch: FleetJournal
  let feed: DueWork
  let campaigns: CampaignRunner
  private let topics: TopicDesk
  /// This node among the others.
  let life: NodeLife
  private let room: LaneRoom
  private let listener: (any StoreListener)?

  init(
    _ configuration: ServerConfiguration, _ settings: LoadedSettings, log: ServerLog,
    clock: @escaping @Sendable () -> Int
  ) throws(ServerError) {
    self.configuration = configuration
    self.log = log
    let metrics = metrics
    let store = try Self.open(configuration, settings)
    self.store = store
    let writer = StoreWriter(store: store, clock: clock)
    // From here on all goes by the store's clock.
    let local = clock
    let clock: @Sendable () -> Int = { store.now(local()) }
    self.clock = clock
    self.writer = writer
    writer.start()
    var isComplete = false
    defer {
      if !isComplete {
        writer.stop()
        store.close()
      }
    }
    let node = Self.nodeSettings(configuration, isShared: store.isShared)
    let (bindingKey, expired, number) = try Self.running {
      () throws(StoreError) in
      try writer.run { (session, now) throws(StoreError) in
        let key = try session.bindingKey(now: now)
        let expired = node.isShared ? 0 : try session.expireLeases(now: now)
        let entered = try session.enter(node.identity, now: now)
        return (key, expired + entered.lost, entered.node)
      }
    }
    if expired > 0 { log.write(.info, "leases.expired", ["messages": .number(expired)]) }
    let numbers = try Self.numbers(writer, settings)
    try Self.tell(writer, settings)

    let sender: WebhookSender
    do throws(WebhookError) { sender = try WebhookSender() } catch {
      throw ServerError(.webhooks, error.message)
    }
    let hooks = HookPump(
      store: store, writer: writer, sender: sender, clock: clock, log: log, metrics: metrics)
    hooks.change(settings.receivers)
    self.hooks = hooks

    let life = NodeLife(node, node: number, writer: writer, clock: clock, log: log, metrics: metrics)
    self.life = life
    let isSending = configuration.roles.contains(.delivery)
    let feed = try DueWork(
      settings.feed, node: node.identity.name, writer: writer, metrics: metrics, log: log, clock: clock)
    self.feed = feed
    let quotas = QuotaDesk(writer: writer, metrics: metrics)
    let room = LaneRoom()
    self.room = room
    let campaigns = CampaignRunner(
      store: store, writer: writer, room: room, budget: StoreCampaignBudget(writer), policy: settings.policy,
      node: { life.node }, clock: clock
    ) { event in CampaignLog.write(event, log) }
    self.campaigns = campaigns
    let told: @Sendable (VerdictEffects) -> Void = { effects in
      for change in effects.tokenChanges {
        log.write(
          .info, "token.retired",
          [
            "installation": .text(change.installation), "kind": .text(change.kind.rawValue),
            "reason": .text(change.reason),
          ])
      }
      if effects.webhooks > 0 { hooks.nudge() }
    }
    let desk = VerdictDesk(
      writer: writer, metrics: metrics, campaigns: campaigns, stored: { feed.settled($0) }, told: told)
    let topics = TopicDesk(
      store: store, writer: writer, clock: clock, log: log, metrics: metrics, told: told)
    self.topics = topics
    var delivery = DeliveryEngine.Configuration()
    delivery.places = configuration.window
    if expired > 0 { delivery.firstPlaces = Self.placesAfterCrash }
    let engine = DeliveryEngine(
      configuration: delivery, room: room, feed: feed.feed, outlet: desk,
      vault: TokenVault(store: store, writer: writer), quotas: quotas, clock: clock
    ) { event in LaneLog.write(event, log) }
    self.engine = engine
    feed.serve(engine)
    quotas.serve(engine)
    campaigns.serve(engine)
    let plan = LanePlan(
      profile: settings.profile, credentials: settings.credentials, configuration: configuration,
      numbers: numbers, tokens: tokens)
    do {
      let setups = try plan.setups()
      try engine.start(isSending ? setups : [])
      if !isSending { room.declare(setups.map(\.code)) }
    } catch let error as ServerError {
      throw error
    } catch {
      throw ServerError(.system, "the lanes could not be started: \(error)")
    }

    life.whenBuried { [weak engine] in
      engine?.giveUp()
      feed.giveUp()
    }
    listener = store.listen(as: { life.node }) { [weak engine] news in
      guard let engine else { return }
      Self.heard(news, engine, feed, campaigns, now: clock())
    }
    catalogue = CatalogueHolder(settings.catalogue)
    let watch = FleetJournal(
      store: store, writer: writer, staleAfter: settings.profile.lifecycle.staleAfter * 1000,
      minimum: settings.profile.analytics.minimumCohort)
    self.watch = watch
    let draining = draining
    var context = ServiceContext(
      store: store, submit: { writer.submit($0) }, catalogue: catalogue, capacity: room,
      offer: { batch in
        engine.offer(batch)
        for one in batch.waiting {
          engine.noticed(one.lane, one.band, dueAt: one.dueAt)
          feed.noticed(one.lane, one.band, dueAt: one.dueAt)
        }
      }, clock: clock, appID: settings.appID, bindingKey: bindingKey)
    let live = Self.live(settings)
    context.publishableID = live.publishableID
    context.ticketKeys = live.ticketKeys
    context.minimumCohort = live.minimumCohort
    context.limits = live.limits
    context.topics = topics
    context.campaignsChanged = { campaigns.nudge() }
    context.isBehindProxy = configuration.isBehindProxy
    context.hasAPI = configuration.roles.contains(.api)
    context.isEmulated = configuration.emulator != nil
    context.shedsReceipts = { writer.counters.queued > Self.receiptsShedAbove }
    context.metrics = {
      MetricsPage(
        own: metrics, delivery: engine.snapshot(), writer: writer.counters, health: writer.health,
        depths: watch.depths(now: clock()), fleet: watch.fleet(now: clock()),
        alarms: watch.alarms(now: clock()), platforms: DevicePlatform.allCases.map(\.name),
        today: watch.today(now: clock()), campaigns: watch.campaigns(now: clock()),
        now: clock(), feed: feed.snapshot()
      ).text()
    }
    context.readiness = {
      var readiness = Self.readiness(engine.snapshot(), writer.health, isDraining: draining.isOn)
      readiness.add(feed.snapshot())
      return readiness
    }
    context.observe = { event in
      metrics.answered(event.route, status: event.status, milliseconds: event.milliseconds)
      RequestLog.write(event, log)
    }
    api = ServiceAPI(context)
    sweeper = Sweeper(
      writer: writer, plan: SweepPlan(settings.profile), clock: clock, log: log, metrics: metrics,
      isOurs: { life.holds(.sweeps) }
    ) { now in watch.record(now: now) }
    life.whenAble(.feed) { [weak feed] in feed?.canLead ?? true }
    life.start()
    feed.start { life.holds(.feed) }
    hooks.start { life.holds(.webhooks) }
    if isSending { campaigns.start() }
    topics.start()
    topics.change(Self.topicSetup(settings, configuration))
    sweeper.start(everySeconds: configuration.sweepSeconds)
    isComplete = true
  }

  /// Messages that a lane has inside at first where the process before did not end in order.
  private static let placesAfterCrash = 128
  /// Jobs that wait for the writer; beyond it devices are asked to report later.
  private static let receiptsShedAbove = 5_000

  /// Whether the server is about to end; shared with closures that are made before the parts are whole.
  final class Draining: Sendable {
    private let flag = Atomic<Bool>(false)
    var isOn: Bool { flag.load(ordering: .acquiring) }
    func begin() { flag.store(true, ordering: .releasing) }
  }

  private static func open(
    _ configuration: ServerConfiguration, _ settings: LoadedSettings
  ) throws(ServerError) -> any PushStore {
    let place =
      configuration.store ?? StorePlace(settings.profile.store, beside: configuration.profilePath)
    if place.path != nil, configuration.roles != Set(NodeRole.allCases) {
      throw ServerError(
        .store, "a file has one server, which does everything", place: place.shown,
        advice: "Leave --role out, or name a store that nodes share: store.postgres in the profile.")
    }
    do throws(StoreError) {
      return try place.open(isServer: true)
    } catch { throw ServerError(.store, error.message, place: place.shown) }
  }

  private static func running<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(ServerError) -> Result {
    do throws(StoreError) { return try body() } catch { throw ServerError(.store, error.message) }
  }

  /// The classes' numbers in the store.
  private static func numbers(
    _ writer: StoreWriter, _ settings: LoadedSettings
  ) throws(ServerError) -> [String: Int32] {
    let names = settings.profile.classes.map(\.name) + [NotificationClass.challenge.name]
    return try running { () throws(StoreError) in
      try writer.run { (session, _) throws(StoreError) in
        var numbers: [String: Int32] = [:]
        for name in names { numbers[name] = try session.classNumber(name) }
        return numbers
      }
    }
  }

  /// Tells the store what the profile says.
  private static func tell(_ writer: StoreWriter, _ settings: LoadedSettings) throws(ServerError) {
    let policy = settings.policy
    let kinds = settings.webhookKinds
    try running { () throws(StoreError) in
      try writer.run { (session, _) throws(StoreError) in
        session.setPolicy(policy)
        session.setWebhookKinds(kinds)
      }
    }
  }

  private static func live(_ settings: LoadedSettings) -> LiveSettings {
    LiveSettings(
      ticketKeys: settings.ticketKeys, publishableID: settings.profile.server.publishableID,
      limits: limits(settings.profile.server.limits),
      minimumCohort: settings.profile.analytics.minimumCohort)
  }

  private static func topicSetup(
    _ settings: LoadedSettings, _ configuration: ServerConfiguration
  ) -> TopicDesk.Setup? {
    settings.credentials.fcm.map {
      TopicDesk.Setup(
        account: $0, endpoint: configuration.emulator?.fcm,
        trust: configuration.emulator.map { .file($0.certificateAuthority) } ?? .system)
    }
  }

  /// A second's worth at once, and a launch's few requests of a device in any case.
  private static func limits(_ limits: ServerSettings.Limits) -> RateLimits {
    var rates = RateLimits()
    rates.key = Rate(perSecond: Double(limits.server), burst: Double(limits.server) * 4)
    rates.installation = Rate(perSecond: Double(limits.device), burst: Double(max(limits.device * 4, 60)))
    rates.account = Rate(perSecond: Double(limits.device), burst: Double(max(limits.device * 20, 400)))
    rates.tenant = limits.tenant.map { Rate(perSecond: Double($0), burst: Double($0) * 4) }
    rates.failures = Rate(perSecond: Double(limits.failures), burst: Double(max(limits.failures * 4, 100)))
    return rates
  }

  /// New settings, all of them or none.
  func apply(_ settings: LoadedSettings) throws(ServerError) {
    let numbers = try Self.numbers(writer, settings)
    let plan = LanePlan(
      profile: settings.profile, credentials: settings.credentials, configuration: configuration,
      numbers: numbers, tokens: tokens)
    let done = Guarded<(any Error)?>(nil)
    let semaphore = WaitOnce()
    let isSending = configuration.roles.contains(.delivery)
    let setups = try plan.setups()
    if !isSending { room.declare(setups.map(\.code)) }
    engine.reload(isSending ? setups : []) { result in
      if case .failure(let error) = result { done.withLock { $0 = error } }
      semaphore.signal()
    }
    semaphore.wait()
    if let error = done.withLock({ $0 }) {
      throw ServerError(.system, "the lanes could not be made anew: \(error)")
    }
    try Self.tell(writer, settings)
    catalogue.replace(settings.catalogue)
    api.reload(Self.live(settings))
    hooks.change(settings.receivers)
    topics.change(Self.topicSetup(settings, configuration))
    sweeper.change(SweepPlan(settings.profile))
    campaigns.change(settings.policy)
  }

  private static func readiness(
    _ delivery: DeliverySnapshot, _ health: StoreHealth, isDraining: Bool
  ) -> Readiness {
    var readiness = Readiness()
    if let error = health.error { readiness.faults["store"] = error.message }
    if isDraining { readiness.faults["draining"] = "the server is about to end" }
    for lane in delivery.lanes {
      if let verdict = lane.heldBy { readiness.warnings["lane.\(lane.code.name)"] = verdict.headline }
      if lane.isBraked {
        readiness.warnings["tokens.\(lane.code.name)"] =
          "too many tokens are bad: look at the environment and the credential"
      }
    }
    return readiness
  }

  /// Ends all of it, in the order in which work flows.
  func stop(drainMilliseconds: Int) {
    campaigns.stopGiving()
    engine.drain(within: drainMilliseconds)
    campaigns.finish()
    hooks.stop()
    topics.stop()
    sweeper.stop()
    listener?.stop()
    life.stop()
    writer.stop()
    // It acknowledges what the last verdicts ended.
    feed.stop()
    store.close()
  }
}
