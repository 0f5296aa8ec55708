internal import Foundation
internal import PushContract
internal import Store
internal import Webhooks

/// Posts the store's webhook events to their receivers, each as often as it takes.
///
/// An event goes to every receiver that asked for its kind. Its id stays the same over all tries, so that a
/// receiver can tell a repetition.
final class HookPump: Sendable {
  struct Receiver: Sendable {
    var endpoint: WebhookEndpoint
    var kinds: Set<String>
  }

  /// Events of one look at the store.
  static let batch = 100

  private struct State {
    var receivers: [Receiver] = []
    var isStopped = false
    /// Events under way: how many receivers have not answered yet, and what the worst said. They stay until
    /// the store knows what became of them, or the next look would find them due.
    var open: [Int: Open] = [:]
    /// Those of which the store knows.
    var told: [Int] = []
    /// Receivers that have an event already, while others are tried again.
    var served: [Int: Set<String>] = [:]
  }
  private struct Open {
    var left: Int
    var retryAfter: Int?
    var mustRetry = false
    var attempts: Int
  }

  private let state = Guarded(State())
  private let store: any PushStore
  private let writer: StoreWriter
  private let sender: WebhookSender
  private let clock: @Sendable () -> Int
  private let log: ServerLog
  private let metrics: ServiceMetrics
  private let backoff = WebhookBackoff()
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init(
    store: any PushStore, writer: StoreWriter, sender: WebhookSender, clock: @escaping @Sendable () -> Int,
    log: ServerLog, metrics: ServiceMetrics
  ) {
    self.store = store
    self.writer = writer
    self.sender = sender
    self.clock = clock
    self.log = log
    self.metrics = metrics
  }

  /// The receivers of a profile, with their secrets.
  static func receivers(_ profile: Profile, path: String) throws(ServerError) -> [Receiver] {
    var receivers: [Receiver] = []
    for webhook in profile.server.webhooks {
      var secrets: [[UInt8]] = []
      for file in webhook.secretFiles {
        let place = ServerCredentials.beside(path, file)
        guard let text = try? String(contentsOfFile: place, encoding: .utf8) else {
          throw ServerError(.webhooks, "a webhook's secret cannot be read", place: place)
        }
        let secret = Array(text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
        guard secret.count >= 24 else {
          throw ServerError(
            .webhooks, "a webhook's secret has fewer than 24 bytes", place: place,
            advice: "Make one: openssl rand -base64 32")
        }
        secrets.append(secret)
      }
      do throws(WebhookError) {
        receivers.append(
          Receiver(
            endpoint: try WebhookEndpoint(
              url: webhook.url, secrets: secrets, allowsPrivate: webhook.allowsPrivate),
            kinds: Set(webhook.events.map(\.rawValue))))
      } catch {
        throw ServerError(.webhooks, error.message, advice: "Look at server.webhooks in the profile.")
      }
    }
    return receivers
  }

  func change(_ receivers: [Receiver]) {
    state.withLock { $0.receivers = receivers }
    wake.signal()
  }

  /// Something may have been added.
  func nudge() { wake.signal() }

  /// - Parameter isOurs: whether it falls to this node now.
  func start(isOurs: @escaping @Sendable () -> Bool = { true }) {
    let thread = Thread { [self] in
      while !state.withLock({ $0.isStopped }) {
        if isOurs() { look() }
        _ = wake.wait(timeout: .now() + .seconds(1))
      }
      ended.signal()
    }
    thread.name = "pushwire webhooks"
    thread.start()
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    wake.signal()
    ended.wait()
    sender.close(milliseconds: 2_000)
  }

  private func look() {
    let now = clock()
    // What the store is told after this, it may still show as due.
    state.withLock { state in
      for row in state.told { state.open[row] = nil }
      state.told = []
    }
    guard
      let events = try? store.read({ (reader) throws(StoreError) in
        try reader.dueWebhooks(now: now, limit: Self.batch)
      })
    else { return }
    for event in events { post(event) }
  }

  private func post(_ event: WebhookEvent) {
    let receivers = state.withLock { state -> [Receiver] in
      guard state.open[event.row] == nil else { return [] }
      let served = state.served[event.row] ?? []
      let receivers = state.receivers.filter {
        $0.kinds.contains(event.kind) && !served.contains($0.endpoint.url)
      }
      if !receivers.isEmpty {
        state.open[event.row] = Open(left: receivers.count, attempts: event.attempts + 1)
      }
      return receivers
    }
    if receivers.isEmpty {
      // Under way already, or nobody wants it any more.
      let isIdle = state.withLock { state in
        guard state.open[event.row] == nil else { return false }
        state.open[event.row] = Open(left: 0, attempts: event.attempts)
        return true
      }
      if isIdle { tell(event.row, dueAt: nil) }
      return
    }
    for receiver in receivers {
      var isTaken = false
      do throws(WebhookError) {
        let delivery = try WebhookDelivery(
          id: "evt_\(event.row)", endpoint: receiver.endpoint, body: event.body)
        isTaken = sender.post(delivery) { [self] outcome in
          answered(event, receiver.endpoint.url, outcome)
        }
      } catch {
        log.write(.error, "webhook.refused", ["reason": .text(error.message)])
      }
      if !isTaken { answered(event, receiver.endpoint.url, .retry(after: nil, why: "the queue is full")) }
    }
  }

  private func answered(_ event: WebhookEvent, _ url: String, _ outcome: WebhookOutcome) {
    metrics.count("webhooks", outcome.label)
    let decision = state.withLock { state -> Open? in
      guard var open = state.open[event.row] else { return nil }
      open.left -= 1
      if case .retry(let after, _) = outcome {
        open.mustRetry = true
        open.retryAfter = max(open.retryAfter ?? 0, after ?? 0)
      } else {
        state.served[event.row, default: []].insert(url)
      }
      state.open[event.row] = open
      return open.left == 0 ? open : nil
    }
    if case .delivered = outcome {
    } else {
      log.write(
        .warning, "webhook.failed",
        ["host": .text(host(url)), "event": .number(event.row), "why": .text(outcome.words)])
    }
    guard let decision else { return }
    guard decision.mustRetry,
      let pause = backoff.pause(
        attempt: decision.attempts, retryAfter: decision.retryAfter, random: UInt64.random(in: 0 ... .max))
    else {
      tell(event.row, dueAt: nil)
      return
    }
    tell(event.row, dueAt: clock() + pause * 1000)
  }

  /// Has the store postpone an event; `dueAt` nil: end it.
  private func tell(_ row: Int, dueAt: Int?) {
    let job = HookJob(row, dueAt: dueAt) { [self] isStored in
      let isIdle = state.withLock { state in
        state.told.append(row)
        // Where it is not stored, the next look says it again; what was delivered is not posted again.
        if isStored, dueAt == nil { state.served[row] = nil }
        return state.told.count == state.open.count
      }
      // There may be more than one look finds.
      if isStored, isIdle { wake.signal() }
    }
    if !writer.submit(job, always: true) { job.failed(StoreError(.closed, "The writer has stopped.")) }
  }

  /// A path may hold a secret; the host is enough for a log.
  private func host(_ url: String) -> String { URLComponents(string: url)?.host ?? "" }
}

extension WebhookOutcome {
  fileprivate var label: String {
    switch self {
    case .delivered: "delivered"
    case .refused: "refused"
    case .retry: "retried"
    case .forbidden: "forbidden"
    }
  }

  fileprivate var words: String {
    switch self {
    case .delivered(let status), .refused(let status): "HTTP status \(status)"
    case .retry(_, let why), .forbidden(let why): why
    }
  }
}

/// The end of an event, or its next time.
private final class HookJob: WriteJob {
  private let row: Int
  private let dueAt: Int?
  private let told: @Sendable (Bool) -> Void

  /// `told`: whether it is stored.
  init(_ row: Int, dueAt: Int?, told: @escaping @Sendable (Bool) -> Void) {
    self.row = row
    self.dueAt = dueAt
    self.told = told
  }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    if let dueAt {
      try session.postponeWebhook(row: row, dueAt: dueAt)
    } else {
      try session.finishWebhook(row: row)
    }
  }

  func committed() { told(true) }
  func failed(_ error: StoreError) { told(false) }
}
