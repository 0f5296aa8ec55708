public import Store

/// What the API works with.
public struct ServiceContext: Sendable {
  public var store: any PushStore
  /// Hands a job to the writer's thread; false: it takes none now.
  public var submit: @Sendable (any WriteJob) -> Bool
  public var catalogue: CatalogueHolder
  public var capacity: any LaneCapacity
  /// Messages that were leased at birth, once they are durable. Called on the writer's thread for each job
  /// alone, so it gathers and wakes nobody twice.
  public var offer: @Sendable (ClaimBatch) -> Void
  /// A campaign was created, paused, resumed or cancelled, durably; any thread.
  public var campaignsChanged: @Sendable () -> Void = {}
  /// Milliseconds since 1970.
  public var clock: @Sendable () -> Int
  /// What devices and tickets call the app.
  public var appID: String
  /// What lets a device register without an account; nil: nothing does.
  public var publishableID: String?
  public var bindingKey: BindingKey
  /// Of the app's backend, for ES256 tickets; two at most.
  public var ticketKeys: [TicketKey] = []
  /// Tells FCM who is in its topics; nil: nobody does.
  public var topics: (any TopicTeller)?
  public var limits = RateLimits()
  /// Emulators play the providers.
  public var isEmulated = false
  /// False: only what operators and monitors ask is answered.
  public var hasAPI = true
  /// The caller's address stands last in `X-Forwarded-For`.
  public var isBehindProxy = false
  /// Counts of one system or app version are shown from so many on.
  public var minimumCohort = 1
  /// `/metrics` is for holders of a key that may read.
  public var metricsNeedKey = false
  /// So much waits to be written that receipts are refused, to leave room for notifications.
  public var shedsReceipts: @Sendable () -> Bool = { false }
  /// Prometheus' text.
  public var metrics: @Sendable () -> [UInt8] = { [] }
  public var readiness: @Sendable () -> Readiness = { Readiness() }
  /// Every answer, for metrics and the log. Any thread.
  public var observe: @Sendable (APIEvent) -> Void = { _ in }

  public init(
    store: any PushStore, submit: @escaping @Sendable (any WriteJob) -> Bool, catalogue: CatalogueHolder,
    capacity: any LaneCapacity, offer: @escaping @Sendable (ClaimBatch) -> Void,
    clock: @escaping @Sendable () -> Int, appID: String, bindingKey: BindingKey
  ) {
    self.store = store
    self.submit = submit
    self.catalogue = catalogue
    self.capacity = capacity
    self.offer = offer
    self.clock = clock
    self.appID = appID
    publishableID = appID
    self.bindingKey = bindingKey
  }
}

/// What a reload replaces while requests go on.
public struct LiveSettings: Sendable {
  public var ticketKeys: [TicketKey]
  public var publishableID: String?
  public var limits: RateLimits
  public var minimumCohort: Int

  public init(ticketKeys: [TicketKey], publishableID: String?, limits: RateLimits, minimumCohort: Int) {
    self.ticketKeys = ticketKeys
    self.publishableID = publishableID
    self.limits = limits
    self.minimumCohort = minimumCohort
  }
}

extension ServiceContext {
  /// As it begins.
  var live: LiveSettings {
    LiveSettings(
      ticketKeys: ticketKeys, publishableID: publishableID, limits: limits, minimumCohort: minimumCohort)
  }
}

/// Whether requests should be sent here.
public struct Readiness: Sendable, Equatable {
  /// What is in the way, by part: `store`, `draining`, …; empty: ready. For people, without secrets.
  public var faults: [String: String] = [:]
  /// Parts that do not stop the server but want a look, as `lane.ios-production`: why it is held.
  public var warnings: [String: String] = [:]
  public var isReady: Bool { faults.isEmpty }
  public init() {}
}

/// One answered request.
public struct APIEvent: Sendable {
  /// As in `PUT /v1/installations/{id}`; `none` where there was no such operation.
  public var route: String
  public var status: Int
  public var milliseconds: Double
  public var problem: Problem?
  /// Why a caller was not let in; the caller is not told.
  public var reason: String?
  /// The id of the server key, where one was presented and counts.
  public var key: String?
}
