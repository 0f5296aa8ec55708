internal import Store

/// POST /v1/notifications/batch: each judged alone, stored together.
extension Call {
  static let mostNotifications = 1000
  /// Of all its notifications together: they are stored in one transaction.
  static let mostMessages = 10_000

  func notifyBatch() throws(Problem) {
    let key = try key(.send, counts: false)
    let catalogue = api.context.catalogue.current
    var reader = NotificationReader(catalogue, now: now)
    var isValidation = false
    let items = try body(["notifications", "validate_only"]) { (body) throws(Problem) in
      isValidation = try body.optional("validate_only")?.boolean() ?? false
      var items: [BatchItem] = []
      for value in try body.required("notifications").array(1...Self.mostNotifications) {
        items.append(item(value, key, &reader))
      }
      return items
    }
    let size = items.reduce(0) { sum, item in
      if case .ready(let request) = item { sum + request.target.size } else { sum }
    }
    guard size <= Self.mostMessages else {
      throw Problem(
        .invalidValue,
        "Together these name \(size) installations and accounts, and a batch \(Self.mostMessages) at most.",
        field: "/notifications", hint: "Send them in several batches.")
    }
    try count(key, items.count)
    if isValidation { return answer(Self.results(items, [])) }
    let capacity = api.context.capacity
    try writeMessages(size: size) { (session, now, claimed) throws(StoreError) -> [Accepting] in
      var done: [Accepting] = []
      for case .ready(let request) in items {
        done.append(try Accepting(request, session, capacity: capacity, claimed: &claimed, now: now))
      }
      return done
    } done: { _, done in
      .json(Self.results(items, done))
    }
  }

  enum BatchItem: Sendable {
    case ready(NotificationRequest)
    /// Its time is over, and it was accepted before.
    case known(Accepting.Answer)
    case bad(Problem)
  }

  private func item(
    _ value: JSONValue, _ key: ServerKey, _ reader: inout NotificationReader
  ) -> BatchItem {
    do throws(Problem) {
      let found = try reader.read(try value.object(NotificationReader.names)) { (requested) throws(Problem) in
        try tenant(key, requested)
      }
      if found.request.target.broadcast != nil { try Self.mayBroadcast(key) }
      if found.isValidation {
        throw value.problem(
          .invalidValue, "In a batch validate_only stands beside notifications, for all of them.")
      }
      if found.isOver {
        return .known(
          try answerOver(
            found.request,
            field: value.problem(.invalidValue, "").field.map { $0 + "/expires_at" } ?? "/expires_at"))
      }
      try count(tenant: found.request.tenant)
      return .ready(found.request)
    } catch { return .bad(error) }
  }

  /// The results in the order of the notifications.
  private static func results(_ items: [BatchItem], _ done: [Accepting]) -> [UInt8] {
    var next = done.makeIterator()
    var accepted = 0
    var writer = JSONWriter(capacity: 200 * items.count)
    writer.object { out in
      out.array("results") { out in
        for item in items {
          switch item {
          case .bad(let problem): Self.write(problem, &out)
          case .known(let answer):
            accepted += 1
            Self.write(answer, &out)
          case .ready(let request):
            guard let one = next.next() else {
              accepted += 1
              out.object { out in
                out.member("status", 200)
                out.member("notification", request.id)
              }
              continue
            }
            do throws(Problem) {
              let answer = try one.accepted()
              accepted += 1
              Self.write(answer, &out)
            } catch { Self.write(error, &out) }
          }
        }
      }
      out.member("accepted", accepted)
      out.member("refused", items.count - accepted)
    }
    return writer.bytes
  }

  private static func write(_ answer: Accepting.Answer, _ out: inout JSONWriter) {
    out.object { out in
      out.member("status", 202)
      out.key("accepted")
      answer.write(&out)
    }
  }

  private static func write(_ problem: Problem, _ out: inout JSONWriter) {
    out.object { out in
      out.member("status", problem.code.status)
      out.key("problem")
      problem.write(&out)
    }
  }
}
