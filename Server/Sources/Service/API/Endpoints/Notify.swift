internal import Store

/// POST /v1/notifications: one notification, stored before it is answered.
extension Call {
  func notify() throws(Problem) {
    let key = try key(.send)
    let catalogue = api.context.catalogue.current
    var reader = NotificationReader(catalogue, now: now)
    let found = try body(NotificationReader.names) { (body) throws(Problem) in
      try reader.read(body) { (requested) throws(Problem) in try tenant(key, requested) }
    }
    if found.request.target.broadcast != nil { try Self.mayBroadcast(key) }
    if found.isOver {
      let known = try answerOver(found.request, field: "/expires_at")
      return answer(202, known.json, headers: [("Location", known.location)])
    }
    let request = found.request
    if !found.isValidation { try count(tenant: request.tenant) }
    let capacity = api.context.capacity
    if found.isValidation { return try foresee(request, found.sizes) }
    try writeMessages(
      size: request.target.size, expects: { (session) throws(StoreError) in try session.expect(request) }
    ) { (session, now, claimed) throws(StoreError) -> Accepting in
      try Accepting(request, session, capacity: capacity, claimed: &claimed, now: now)
    } done: { _, done throws(Problem) in
      let accepted = try done.accepted()
      return .json(202, accepted.json, headers: [("Location", accepted.location)])
    }
  }

  /// validate_only: what would become of it, by the rules that would decide.
  private func foresee(
    _ request: NotificationRequest, _ sizes: CompiledClass.Sizes
  ) throws(Problem) {
    let capacity = api.context.capacity
    try write { (session, now) throws(StoreError) in
      try session.foresee(request, capacity: capacity, now: now)
    } done: { _, forecast in
      .json(
        JSONWriter.object { out in
          out.member("valid", true)
          out.member("messages", forecast.messages)
          out.member("would_send", forecast.wouldSend)
          out.object("suppressed") { out in
            for (reason, count) in forecast.suppressed.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
              out.key(reason.rawValue)
              out.value(count)
            }
          }
          out.object("payload_bytes") { out in
            if let apns = sizes.apns { out.member("apns", apns) }
            if let fcm = sizes.fcm { out.member("fcm", fcm) }
          }
        })
    }
  }

  /// A notification whose time is over is accepted no more; but where it was in time once, saying it again
  /// is answered as it was then.
  func answerOver(
    _ request: NotificationRequest, field: String
  ) throws(Problem) -> Accepting.Answer {
    let known = try read { (reader) throws(StoreError) in
      try reader.notification(tenant: request.tenant, id: request.id, after: 0, limit: 1)
    }
    guard let known else { throw Problem(.invalidValue, "This lies in the past.", field: field) }
    guard known.digest == request.digest else { throw Accepting.conflict }
    return Accepting.Answer(
      id: request.id, acceptedAt: known.acceptedAt, messages: known.total, suppressed: nil, isRepeated: true)
  }
}

/// A notification on its way into the store, and what became of it.
struct Accepting: Sendable {
  let id: String
  let outcome: AcceptOutcome

  init(
    _ request: NotificationRequest, _ session: any StoreSession, capacity: any LaneCapacity,
    claimed: inout ClaimBatch, now: Int
  ) throws(StoreError) {
    var request = request
    request.facts.number = try session.classNumber(request.facts.name)
    id = request.id
    outcome = try session.accept(request, capacity: capacity, claimed: &claimed, now: now)
  }

  struct Answer: Sendable {
    var id: String
    var acceptedAt: Int
    var messages: Int
    var suppressed: Int?
    var isRepeated: Bool

    var location: String { "/v1/notifications/" + id }

    var json: [UInt8] {
      var writer = JSONWriter()
      write(&writer)
      return writer.bytes
    }

    func write(_ out: inout JSONWriter) {
      out.object { out in
        out.member("notification", id)
        out.member("accepted_at", instant: acceptedAt)
        out.member("messages", messages)
        if let suppressed { out.member("suppressed", suppressed) }
        out.member("repeated", isRepeated)
        out.member("url", location)
      }
    }
  }

  func accepted() throws(Problem) -> Answer {
    switch outcome {
    case .accepted(let accepted): return answer(accepted, isRepeated: false)
    case .repeated(let accepted): return answer(accepted, isRepeated: true)
    case .conflict: throw Self.conflict
    case .overloaded(let seconds):
      throw Problem(.outboxFull, "Too much of this tenant waits to be sent.", retryAfter: max(seconds, 1))
    }
  }

  static var conflict: Problem {
    Problem(
      .notificationConflict, "A notification with this id, but other content, was accepted before.",
      field: "/id")
  }

  private func answer(_ accepted: AcceptOutcome.Accepted, isRepeated: Bool) -> Answer {
    Answer(
      id: id, acceptedAt: accepted.acceptedAt, messages: accepted.messages,
      suppressed: accepted.suppressed, isRepeated: isRepeated)
  }
}
