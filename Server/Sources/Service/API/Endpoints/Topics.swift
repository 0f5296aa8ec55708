internal import HTTPFront
internal import Store

/// POST /v1/topics/{topic}/subscribe and …/unsubscribe: stored, told to FCM, and answered by position.
extension Call {
  /// FCM takes so many in one call.
  static let mostOfTopic = 1000

  func changeTopic(subscribes: Bool) throws(Problem) {
    let key = try key(.send, counts: false)
    var asked = TopicRequest()
    asked.topic = try topicOfPath()
    asked.subscribes = subscribes
    asked.lease = TopicDesk.lease
    try body(["installations", "tenant"]) { (body) throws(Problem) in
      var seen: Set<String> = []
      for item in try body.required("installations").array(1...Self.mostOfTopic) {
        let id = try item.identifier()
        guard seen.insert(id).inserted else {
          throw item.problem(.invalidValue, "This installation stands twice.")
        }
        asked.installations.append(id)
      }
      asked.tenant = try tenant(key, Self.tenant(body.optional("tenant"))) ?? ""
    }
    try Self.mayBroadcast(key)
    try count(key, asked.installations.count)
    try count(tenant: asked.tenant, asked.installations.count)
    guard let teller = api.context.topics, teller.isReady else {
      throw Problem(.noFCM, "The server has no credential for FCM, and topics are FCM's.")
    }
    guard api.context.submit(TopicJob(self, asked, teller)) else {
      throw Problem(.busy, "More waits to be written than is taken.")
    }
  }

  /// A topic's name as an id: what FCM allows beyond that (`%`, `private/`) does not stand in a path.
  private func topicOfPath() throws(Problem) -> String {
    guard !id.utf8.contains(UInt8(ascii: ":")) else {
      throw Problem(
        .invalidID, "A topic's name has letters, digits and ._~- only.", field: "id",
        hint: "FCM's topics have no colon.")
    }
    return id
  }

  /// Topics are the project's, whatever tenant a device belongs to: a key for one named tenant must not reach
  /// the others' devices.
  static func mayBroadcast(_ key: ServerKey) throws(Problem) {
    guard key.isForAllTenants || key.tenant.isEmpty else {
      throw Problem(
        .otherTenant, "A topic is the whole app's, and this key is for one tenant.",
        hint: "Use a key for all tenants.")
    }
  }

  static func answer(_ topic: TopicRequest, _ results: [TopicResultView]) -> HTTPAnswer {
    .json(
      JSONWriter.object { out in
        out.member("topic", topic.topic)
        out.array("results") { out in
          for (installation, result) in zip(topic.installations, results) {
            out.object { out in
              out.member("installation", installation)
              out.member("result", result.word)
              if result.isRetried { out.member("retried", true) }
            }
          }
        }
        out.member("changed", results.count { $0.isDone })
      })
  }
}

/// What one installation is told.
struct TopicResultView: Sendable {
  var word: String
  /// It is tried again in the background.
  var isRetried = false
  var isDone = false

  init(_ word: String, isRetried: Bool = false, isDone: Bool = false) {
    self.word = word
    self.isRetried = isRetried
    self.isDone = isDone
  }

  init(_ settled: TopicSettled) {
    switch settled.outcome {
    case .done: self.init(settled.subscribes ? "subscribed" : "unsubscribed", isDone: true)
    case .dead(_, let word), .failed(let word): self.init(word)
    case .again(_, let word): self.init(word, isRetried: true)
    }
  }

  /// Nil: to be told to the provider first.
  init?(_ outcome: TopicOutcome) {
    switch outcome {
    case .pending: return nil
    case .unknownInstallation: self.init("unknown_installation")
    case .notAndroid: self.init("not_android")
    case .noToken: self.init("no_token")
    }
  }
}

/// Notes what is wanted, has the provider told, and answers.
// Unchecked: what changes is touched by the writer's thread alone.
private final class TopicJob: WriteJob, @unchecked Sendable {
  private let call: Call
  private let request: TopicRequest
  private let teller: any TopicTeller
  private var outcomes: [TopicOutcome] = []

  init(_ call: Call, _ request: TopicRequest, _ teller: any TopicTeller) {
    self.call = call
    self.request = request
    self.teller = teller
  }

  var size: Int { request.installations.count }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    outcomes = try session.setTopic(request, now: now)
  }

  func committed() {
    let outcomes = outcomes
    let (call, request) = (call, request)
    let items = outcomes.compactMap { if case .pending(let item) = $0 { item } else { nil } }
    guard !items.isEmpty else {
      return call.answer { (_) throws(Problem) in
        Call.answer(request, outcomes.map { TopicResultView($0) ?? TopicResultView("UNKNOWN") })
      }
    }
    let batch = TopicBatch(topic: request.topic, subscribes: request.subscribes, items: items)
    teller.tell(batch) { settled in
      call.answer { (_) throws(Problem) in
        var next = (settled ?? []).makeIterator()
        return Call.answer(
          request,
          outcomes.map { outcome in
            TopicResultView(outcome) ?? next.next().map { TopicResultView($0) }
              ?? TopicResultView("pending", isRetried: true)
          })
      }
    }
  }

  func failed(_ error: StoreError) { call.fail(error) }
}
