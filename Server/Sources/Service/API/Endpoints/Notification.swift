internal import Store

/// GET and DELETE /v1/notifications/{id}: the ladder of each message, and taking back what has not gone.
extension Call {
  func notification() throws(Problem) {
    let key = try key(.read)
    let tenant = try tenant(key, queryTenant()) ?? ""
    let after = try queryInteger("after", 0...QueryParameter.largest) ?? 0
    let limit = try queryInteger("limit", 1...1000) ?? 100
    let id = self.id
    let view = try read { (reader) throws(StoreError) in
      try reader.notification(tenant: tenant, id: id, after: after, limit: limit)
    }
    guard let view else { throw Self.unknownNotification }
    answer(
      JSONWriter.object { out in
        out.member("notification", view.id)
        out.member("class", view.className)
        out.member("band", view.band.name)
        if let topic = view.topic {
          out.member(NotificationRequest.Target.isCondition(topic.utf8) ? "condition" : "topic", topic)
        }
        out.member("accepted_at", instant: view.acceptedAt)
        out.member("not_before", presentInstant: view.notBefore)
        out.member("expires_at", presentInstant: view.expiresAt)
        out.member("total", view.total)
        out.array("messages") { out in
          for message in view.messages { message.write(&out, withNotification: false) }
        }
        if view.messages.count == limit, let last = view.messages.last { out.member("next", last.row) }
      })
  }

  func cancel() throws(Problem) {
    let key = try key(.send)
    let tenant = try tenant(key, queryTenant()) ?? ""
    let id = self.id
    try write { (session, now) throws(StoreError) in
      try session.cancel(tenant: tenant, notification: id, now: now)
    } done: { call, outcome throws(Problem) in
      guard let outcome else { throw Self.unknownNotification }
      return .json(
        JSONWriter.object { out in
          out.member("notification", call.id)
          out.member("cancelled", outcome.cancelled)
          out.member("too_late", outcome.tooLate)
          out.member("ended", outcome.ended)
        })
    }
  }

  private static var unknownNotification: Problem {
    Problem(.unknownNotification, "This tenant has no notification with this id.", field: "id")
  }
}

extension MessageView {
  /// The highest rung that is proven. Only receipts lead above `accepted`.
  var status: String {
    let reached = Set(receipts.map(\.kind))
    for (kind, name) in Self.rungs where reached.contains(kind) { return name }
    return state.name
  }

  private static let rungs: [(Receipt.Kind, String)] = [
    (.routed, "routed"), (.fellBack, "opened"), (.opened, "opened"), (.displayed, "displayed"),
    (.completed, "completed"), (.received, "received"), (.suppressed, "received"), (.duplicate, "received"),
  ]

  func write(_ out: inout JSONWriter, withNotification: Bool) {
    out.object { out in
      if withNotification {
        out.member("notification", notification)
        out.member("class", className)
      } else {
        // To a topic it goes for no installation.
        out.member("installation", present: installation)
      }
      out.member("status", status)
      // What the provider's side came to, also where the device has said more.
      out.member("sending", state.name)
      out.member("lane", present: lane?.name)
      out.member("reason", present: reason)
      out.member("verdict", present: verdict)
      if httpStatus != 0 { out.member("http_status", httpStatus) }
      out.member("provider_id", present: providerID)
      out.member("log_id", present: logID)
      out.member("attempts", attempts)
      out.member("created_at", presentInstant: createdAt)
      out.member("at", presentInstant: at)
      if !state.hasEnded { out.member("due_at", presentInstant: dueAt) }
      if !receipts.isEmpty {
        out.array("receipts") { out in
          for receipt in receipts { receipt.write(&out) }
        }
      }
      if !history.isEmpty {
        out.array("history") { out in
          for attempt in history { attempt.write(&out) }
        }
      }
    }
  }
}

extension Receipt {
  fileprivate func write(_ out: inout JSONWriter) {
    out.object { out in
      out.member("kind", kind.rawValue)
      out.member("at", instant: at)
      out.member("result", present: result)
      if let milliseconds { out.member("milliseconds", milliseconds) }
      out.member("provenance", present: provenance)
    }
  }
}

extension AttemptView {
  fileprivate func write(_ out: inout JSONWriter) {
    out.object { out in
      out.member("at", instant: at)
      out.member("verdict", present: verdict)
      out.member("reason", present: reason)
      if httpStatus != 0 { out.member("http_status", httpStatus) }
    }
  }
}
