internal import PushContract

/// Receipts and the device's own events: kept until the server has them.
///
/// | what happens | then |
/// |---|---|
/// | a receipt or an event | kept; a flush is asked for where none is due or under way |
/// | … more than ``ClientConstant/receiptCapacity`` wait | the oldest is dropped and counted |
/// | a flush is due: online and registered | posted, ``ClientConstant/postCapacity`` of each at the most |
/// | … else | nothing; asked for again when online or registered |
/// | the server has them | forgotten; the rest is flushed in its turn |
/// | the server cannot be reached | kept; the next flush after a doubled wait |
/// | … and then a launch, a return to the front, a network or a registration | the wait is the shortest again |
/// | the server does not know the installation | kept until it is registered again |
/// | the server refuses them | dropped: the same again would not help |
/// | the policy has no receipts | nothing is kept |
/// | the clock was never set | not kept: of one such time the whole post is refused |
extension Reduction {
  /// Keeps a receipt until the server has it. Without a notification id there is none.
  mutating func receipt(
    _ notification: String?, _ kind: ReceiptKind, result: String? = nil, milliseconds: Int? = nil
  ) {
    guard mayReport, let notification else { return }
    var receipt = Receipt(notification, kind.rawValue, at: now, result: result)
    receipt.milliseconds = milliseconds.map { min($0, ClientConstant.longestWork) }
    state.receipts.waiting.receipts.append(receipt)
    dropOldest()
    askForFlush()
  }

  /// Keeps an event of the device's own until the server has it.
  mutating func deviceEvent(_ kind: DeviceEventKind, detail: String? = nil) {
    guard mayReport else { return }
    var event = DeviceEvent()
    event.id = String(nextNumber())
    event.kind = kind.rawValue
    event.at = now
    // Text of the system's: what does not fit is left out, and the event counts.
    event.detail = detail.flatMap { (1...ClientConstant.detailLength).contains($0.utf8.count) ? $0 : nil }
    state.receipts.waiting.events.append(event)
    dropOldest()
    askForFlush()
  }

  private var mayReport: Bool {
    policy.receipts && (ClientConstant.earliestTime...ClientConstant.latestTime).contains(now)
  }

  /// There is a network, or the server knows this installation now: what waits gets its turn.
  mutating func receiptsOnline() {
    guard policy.receipts, state.session.isOnline, !state.receipts.waiting.isEmpty else { return }
    // An app that is open for minutes would never come to the end of a wait of hours.
    if state.receipts.failures > 1, state.session.post == nil {
      state.receipts.failures = 1
      state.session.isFlushDue = false
    }
    askForFlush()
  }

  mutating func flushDue() {
    state.session.isFlushDue = false
    let waiting = state.receipts.waiting
    guard policy.receipts, !waiting.isEmpty, state.session.post == nil, state.session.isOnline,
      !state.installation.isEmpty, state.registration.acknowledged > 0
    else { return }
    var batch = ReceiptBatch()
    batch.receipts = Array(waiting.receipts.prefix(ClientConstant.postCapacity))
    batch.events = Array(waiting.events.prefix(ClientConstant.postCapacity))
    var post = OpenPost()
    post.request = nextNumber()
    post.receipts = batch.receipts.count
    post.events = batch.events.count
    state.session.post = post
    command(.postReceipts(request: post.request, batch: batch))
  }

  mutating func receiptsAnswered(_ request: Int, _ answer: ServerAnswer) {
    guard let post = state.session.post, post.request == request else { return }
    state.session.post = nil
    metric("receipts", answer.outcome.rawValue)
    switch answer.outcome {
    case .ok, .stale, .refused:
      state.receipts.waiting.receipts.removeFirst(min(post.receipts, state.receipts.waiting.receipts.count))
      state.receipts.waiting.events.removeFirst(min(post.events, state.receipts.waiting.events.count))
      state.receipts.failures = 0
      if !state.receipts.waiting.isEmpty { askForFlush() }
    case .unreachable:
      state.receipts.failures &+= 1
      askForFlush(notBefore: answer.retryAfter)
    case .unauthorized:
      state.receipts.failures &+= 1
    }
  }

  private mutating func dropOldest() {
    let waiting = state.receipts.waiting
    guard waiting.receipts.count + waiting.events.count > ClientConstant.receiptCapacity else { return }
    state.receipts.dropped &+= 1
    metric("receipts", "dropped")
    let isReceipt =
      if let receipt = waiting.receipts.first, let event = waiting.events.first {
        receipt.at <= event.at
      } else {
        waiting.events.isEmpty
      }
    // The post under way has the first of them.
    if isReceipt {
      state.receipts.waiting.receipts.removeFirst()
      if let open = state.session.post?.receipts, open > 0 { state.session.post?.receipts = open - 1 }
    } else {
      state.receipts.waiting.events.removeFirst()
      if let open = state.session.post?.events, open > 0 { state.session.post?.events = open - 1 }
    }
  }

  /// - Parameter seconds: the server's Retry-After.
  private mutating func askForFlush(notBefore seconds: Int? = nil) {
    guard !state.session.isFlushDue, state.session.post == nil else { return }
    state.session.isFlushDue = true
    let failures = state.receipts.failures
    guard failures > 0 else {
      command(.scheduleFlush(after: ClientConstant.flushDelay, spread: ClientConstant.flushSpread))
      return
    }
    let longest = ClientConstant.longestRetryDelay
    let doubled = min(ClientConstant.retryDelay << min(failures - 1, 20), longest)
    let asked = min(max(seconds ?? 0, 0), longest / 1000) * 1000
    command(.scheduleFlush(after: max(doubled, asked), spread: doubled))
  }
}
