import Foundation
import Store
import Testing

@testable import Service

/// From acceptance to the tap, as the API tells it.
@Suite struct LadderTests {
  /// What the lanes would store of a message that was leased at birth.
  private func answer(_ stage: ServerStage, _ state: MessageState, reason: String = "") throws {
    let claimed = try #require(stage.offered.all.last)
    let entry = try #require(claimed.entries.last)
    var batch = VerdictBatch()
    var verdict = VerdictBatch.Entry(
      message: entry.message, registration: entry.registration, generation: entry.generation,
      lane: entry.lane, notificationClass: entry.notificationClass, state: state, attempts: 1,
      leaseEndsAt: entry.leaseEndsAt, wasUnanswered: false, isHandedBack: false, tokenAction: .keep,
      status: state == .accepted ? 200 : 400, createdAt: entry.createdAt, sentAt: stage.clock.now,
      at: stage.clock.now, asOf: 0, dueAt: 0)
    Array("6E4C5B1A".utf8).withUnsafeBufferPointer { verdict.providerID = batch.append($0) }
    Array(reason.utf8).withUnsafeBufferPointer { verdict.reason = batch.append($0) }
    batch.entries.append(verdict)
    let ready = batch
    try stage.writer.run { (session, now) throws(StoreError) in _ = try session.apply(ready, now: now) }
  }

  private func receipts(_ stage: ServerStage, _ device: StageDevice, _ body: String) -> Reply {
    stage.send(
      "POST", "/v1/installations/\(device.id)/receipts", ["Pushwire-Installation-Secret": device.secret], body
    )
  }

  @Test func climbsByReceiptsOnly() throws {
    let stage = try ServerStage()
    stage.lanes.set(room: 10)
    let device = StageDevice("d1")
    try stage.register(device, account: "u1")
    let accepted = try stage.notify("n-1", account: "u1")
    #expect(accepted.integer("messages") == 1 && accepted.integer("suppressed") == 0)
    #expect(stage.offered.messages == 1)
    let key = try stage.key([.read])
    func status() -> String? {
      stage.get("/v1/notifications/n-1", key: key).list("messages").first?["status"] as? String
    }
    #expect(status() == "queued")
    try answer(stage, .accepted)
    #expect(status() == "accepted")
    for (kind, expected) in [
      ("received", "received"), ("displayed", "displayed"), ("opened", "opened"), ("routed", "routed"),
    ] {
      let body =
        #"{"receipts":[{"notification":"n-1","kind":"\#(kind)","at":1893456001000,"provenance":"virtual"}]}"#
      let first = receipts(stage, device, body)
      #expect(first.integer("stored") == 1 && first.integer("repeated") == 0, "\(first.text)")
      #expect(receipts(stage, device, body).integer("repeated") == 1)
      #expect(status() == expected)
    }
    let shown = stage.get("/v1/installations/d1", key: key)
    let hops = Dictionary(
      uniqueKeysWithValues: shown.list("hops").map { ("\($0["hop"] ?? "")", "\($0["status"] ?? "")") })
    #expect(hops["accepted"] == "proven" && hops["opened"] == "proven" && hops["retired"] == "notApplicable")
  }

  @Test func aReasonIsKeptWordForWord() throws {
    let stage = try ServerStage()
    stage.lanes.set(room: 10)
    try stage.register(StageDevice("d1"), account: "u1")
    _ = try stage.notify("n-1", account: "u1")
    try answer(stage, .rejected, reason: "SomethingNewOfApples")
    let message = stage.get("/v1/notifications/n-1", key: try stage.key()).list("messages").first
    #expect(message?["status"] as? String == "rejected")
    #expect(message?["reason"] as? String == "SomethingNewOfApples")
    #expect(message?["http_status"] as? Int == 400)
  }

  @Test func silentWorkSaysHowItEndedAndEventsCountOnce() throws {
    let stage = try ServerStage()
    stage.lanes.set(room: 10)
    let device = StageDevice("d1")
    try stage.register(device, account: "u1")
    let sent = stage.post(
      "/v1/notifications", key: try stage.key([.send]),
      #"{"id":"s-1","class":"orders_changed","target":{"installation":"d1"}}"#)
    #expect(sent.integer("suppressed") == 0)
    let body =
      #"{"receipts":[{"notification":"s-1","kind":"completed","at":1893456001000,"result":"new_data","milliseconds":830},{"notification":"never","kind":"received","at":1893456001000}],"events":[{"id":"e-1","kind":"prompt_shown","at":1893456001000}]}"#
    let first = receipts(stage, device, body)
    #expect(first.integer("stored") == 2 && first.integer("unknown") == 1, "\(first.text)")
    #expect(receipts(stage, device, body).integer("repeated") == 2)
    let key = try stage.key()
    let receipt =
      (stage.get("/v1/notifications/s-1", key: key).list("messages").first?["receipts"] as? [[String: Any]])?
      .first
    #expect(receipt?["result"] as? String == "new_data" && receipt?["milliseconds"] as? Int == 830)
    let counts = stage.get("/v1/stats?from=2030-01-01&to=2030-01-02", key: key).list("counts")
    #expect(
      counts.contains { $0["metric"] as? String == "event.prompt_shown" && $0["count"] as? Int == 1 },
      "\(counts)")
  }

  @Test func receiptsAreShedBeforeNotifications() throws {
    let stage = try ServerStage { $0.shedsReceipts = { true } }
    let device = StageDevice("d1")
    try stage.register(device, account: "u1")
    let shed = receipts(stage, device, #"{"receipts":[]}"#)
    #expect(shed.status == 503 && shed.code == "busy")
    #expect(try stage.notify("n-1", account: "u1").status == 202)
  }

  @Test func faultsOfReceiptsNameTheirPlace() throws {
    let stage = try ServerStage()
    let device = StageDevice("d1")
    for (body, field) in [
      (#"{"receipts":[{"notification":"n","kind":"seen","at":1893456001000}]}"#, "/receipts/0/kind"),
      (#"{"receipts":[{"notification":"n","kind":"opened","at":1893456001}]}"#, "/receipts/0/at"),
      (
        #"{"receipts":[{"notification":"n n","kind":"opened","at":1893456001000}]}"#,
        "/receipts/0/notification"
      ),
      (#"{"receipts":[{"kind":"opened","at":1893456001000}]}"#, "/receipts/0/notification"),
      (#"{"events":[{"id":"e","kind":"opened","at":1893456001000}]}"#, "/events/0/kind"),
      (#"{"event":[]}"#, "/event"),
    ] {
      let reply = receipts(stage, device, body)
      #expect(reply.status == 400 && reply.field == field, "\(body): \(reply.text)")
    }
    let many = (0...500).map { #"{"notification":"n-\#($0)","kind":"opened","at":1893456001000}"# }
    #expect(receipts(stage, device, #"{"receipts":[\#(many.joined(separator: ","))]}"#).field == "/receipts")
  }

  @Test func theInboxIsPagedAndMarked() throws {
    let stage = try ServerStage()
    for number in 1...5 {
      stage.clock.advance(1000)
      #expect(try stage.notify("n-\(number)", account: "u1").status == 202)
    }
    let key = try stage.key()
    let first = stage.get("/v1/inbox?account=u1&limit=2", key: key)
    #expect(first.integer("unread") == 5)
    #expect(first.list("items").map { $0["notification"] as? String } == ["n-5", "n-4"])
    #expect(first.list("items")[0]["body"] as? String == "Your order arrives on Tuesday.")
    #expect((first.list("items")[0]["parameters"] as? [String: String])?["order"] == "o-1")
    let next = try #require(first.integer("next"))
    let second = stage.get("/v1/inbox?account=u1&limit=2&before=\(next)", key: key)
    #expect(second.list("items").map { $0["notification"] as? String } == ["n-3", "n-2"])
    let marked = stage.post(
      "/v1/inbox/read", key: key, #"{"account":"u1","notifications":["n-1","n-5","n-9"]}"#)
    #expect(marked.integer("changed") == 2)
    let after = stage.get("/v1/inbox?account=u1", key: key)
    #expect(after.integer("unread") == 3 && after.list("items")[0]["read_at"] is String)
    #expect(stage.get("/v1/inbox", key: key).field == "account")
  }

  @Test func aTicketThatIsAskedForBindsItsAccount() throws {
    let stage = try ServerStage()
    let key = try stage.key([.send])
    let none = stage.post("/v1/tickets", key: key, #"{"account":"u1"}"#)
    #expect(none.status == 409 && none.code == "no_ticket_secret")
    try stage.ticketSecret()
    let made = stage.post("/v1/tickets", key: key, #"{"account":"u1","seconds":60}"#)
    #expect(made.status == 201 && made.headers["Cache-Control"] == "no-store")
    let ticket = try #require(made.string("ticket"))
    #expect(try stage.register(StageDevice("d1"), ticket: ticket).string("binding") == "bound")
    #expect(stage.post("/v1/tickets", key: key, #"{"account":"u1","seconds":901}"#).field == "/seconds")
    #expect(!"\(stage.events.all)".contains(ticket))
  }
}
