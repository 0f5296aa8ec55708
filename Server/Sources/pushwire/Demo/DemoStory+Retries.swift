import Emulators
import Foundation

extension DemoStory {
  func busyOnce() throws -> DemoStep {
    stage.suite.script(
      Scenario(rules: [
        ScenarioRule(
          "busy", match: .nth(1, server: .apnsSandbox), actions: [.answer(.apns(.serviceUnavailable))])
      ]))
    defer { stage.suite.script(Scenario()) }
    let token = stage.device(.sandbox)
    let sending = try stage.send(["order_shipped", token] + DemoApp.words, to: .sandbox)
    var step = DemoStep(name: "busy_once", title: "APNs is unavailable for a moment")
    let ids = sending.arrivals.map { $0.header("apns-id") ?? "none" }
    step.check.equal("answers", sending.answers, "503 ServiceUnavailable, then 200")
    step.check.equal("accepted", sending.counters.accepted, 1)
    step.check.equal("requests that arrived", ids.count, 2)
    step.check.equal("different ids", Set(ids).count, 1)
    step.check.equal("the accepted id", sending.last?.id?.lowercased(), ids.last?.lowercased())
    step.check.equal("pushes on the device", arrivedOn(token), 1)
    step.story = [
      "APNs sandbox: \(sending.answers), after a short pause.",
      "Both attempts carried the same id, \(ids.last ?? "none"): one push in every log.",
    ]
    return step
  }

  /// Many pushes while connections are closed and requests refused: each is answered once.
  func closingConnections() throws -> DemoStep {
    let count = 2000
    let tokens = (0..<count).map { _ in stage.device(.sandbox) }
    try stage.folder.write(tokens.joined(separator: "\n") + "\n", to: "tokens/many.txt")
    stage.suite.script(
      Scenario(rules: [
        ScenarioRule(
          "close", match: .every(500, server: .apnsSandbox),
          actions: [.goaway(includesThis: false, debugData: "")]),
        ScenarioRule("refuse", match: .every(101, server: .apnsSandbox), actions: [.refuse]),
      ]))
    defer { stage.suite.script(Scenario()) }
    let before = stage.suite.snapshot()
    let start = Date()
    let sending = try stage.send(
      ["order_shipped", "--tokens", stage.folder.path("tokens/many.txt")] + DemoApp.words, to: .sandbox)
    let seconds = Date().timeIntervalSince(start)
    let after = stage.suite.snapshot()
    var step = DemoStep(
      name: "closing_connections", title: "2,000 pushes while APNs closes connections and refuses requests")
    let goaways = after.goaways - before.goaways
    let refusals = after.refusals - before.refusals
    let answered = sending.attempts.filter { $0.status != .queued }
    step.check.equal("pushes answered", answered.count, count)
    step.check.equal("different pushes answered", Set(answered.map(\.reference)).count, count)
    step.check.equal("accepted", sending.counters.accepted, count)
    step.check.equal("attempts counted", sending.counters.attempts, count)
    step.check.equal(
      "accepted by APNs' own record", sending.arrivals.count { $0.outcome == "accepted" }, count)
    step.check.equal("devices with exactly one push", tokens.count { arrivedOn($0) == 1 }, count)
    step.check.require("connections were closed at least 4 times (\(goaways))", goaways >= 4)
    step.check.require("requests were refused at least 19 times (\(refusals))", refusals >= 19)
    step.check.require(
      "what was refused went out again (\(sending.resends))", sending.resends >= refusals && refusals > 0)
    step.story = [
      "Every 500 requests it closed a connection in order (GOAWAY, \(goaways) times), with hundreds of requests "
        + "under way that it had not looked at, and it refused \(refusals) others (REFUSED_STREAM). "
        + "\(grouped(sending.resends)) went out again at once; none was counted as an attempt.",
      "\(grouped(sending.counters.accepted)) accepted in \(String(format: "%.1f", seconds)) s, none lost, none "
        + "twice: each phone has exactly one.",
    ]
    return step
  }

  /// Google ends the access token early.
  func accessTokenExpired() throws -> DemoStep {
    let suite = stage.suite
    let tokens = [stage.device(.fcm), stage.device(.fcm)]
    let before = suite.issuedAccessTokens
    var answered = 0
    let sending = try stage.send(
      ["order_shipped"] + tokens + DemoApp.words, to: .fcm, prepare: { $0.network.window = 1 },
      each: { _ in
        answered += 1
        if answered == 1 { suite.expireAccessTokens() }
      })
    var step = DemoStep(name: "access_token_expired", title: "FCM's access token ends between two pushes")
    let issued = suite.issuedAccessTokens - before
    step.check.equal("answers", sending.answers, "200, then 401 ACCESS_TOKEN_EXPIRED, then 200")
    step.check.equal("accepted", sending.counters.accepted, 2)
    step.check.equal("access tokens fetched", issued, 2)
    step.check.equal("pushes on the devices", tokens.reduce(0) { $0 + onAndroid($1) }, 2)
    step.story = [
      "FCM: \(sending.answers). A new access token was fetched from the token service (OAuth), once, and the push "
        + "went out again."
    ]
    return step
  }

  /// FCM says how long to wait, and that is how long we wait.
  func askedToWait() throws -> DemoStep {
    let asked = 1
    stage.suite.script(
      Scenario(rules: [
        ScenarioRule(
          "wait", match: .nth(1, server: .fcm),
          actions: [
            .answer(
              .fcm(429, "RESOURCE_EXHAUSTED", errorCode: "QUOTA_EXCEEDED", retryAfter: String(asked)))
          ])
      ]))
    defer { stage.suite.script(Scenario()) }
    let token = stage.device(.fcm)
    let sending = try stage.send(["order_shipped", token] + DemoApp.words, to: .fcm)
    var step = DemoStep(name: "asked_to_wait", title: "FCM asks for a pause")
    let times = sending.arrivals.map(\.time)
    let pause = Double((times.last ?? 0) - (times.first ?? 0)) / 1000
    step.check.equal("answers", sending.answers, "429 QUOTA_EXCEEDED, then 200")
    step.check.equal("accepted", sending.counters.accepted, 1)
    step.check.equal("pushes on the device", onAndroid(token), 1)
    step.check.require("at least \(asked) s between the requests (\(pause) s)", pause > Double(asked) - 0.005)
    step.story = [
      "FCM: \(sending.answers). It asked to wait \(asked) s (Retry-After); the next request came after "
        + String(format: "%.1f", pause) + " s."
    ]
    return step
  }

  /// The key is refused: everything waits, nothing is lost, and a good key ends it.
  func keyRevoked() throws -> DemoStep {
    stage.suite.revoke(keyID: DemoApp.revokedKeyID)
    let tokens = (0..<5).map { _ in stage.device(.sandbox) }
    let content = ["order_shipped"] + tokens + DemoApp.words
    let key = ["--key", stage.folder.path(DemoApp.revokedKeyFile), "--team-id", DemoApp.team]
    let sending = try stage.send(content + key, to: .sandbox)
    var step = DemoStep(name: "key_revoked", title: "The APNs key was revoked")
    step.check.equal("the reason that holds", sending.heldBy?.reasonCode, "apns.InvalidProviderToken")
    step.check.equal("requests that arrived", sending.arrivals.count, 1)
    step.check.equal("pushes that ended", sending.counters.ended, 0)
    step.check.equal("still queued", sending.waiting, tokens.count)
    if let verdict = sending.heldBy { step.explain(verdict, by: DemoProvider.sandbox.title) }
    let again = try stage.send(content, to: .sandbox)
    step.check.equal("accepted with a good key", again.counters.accepted, tokens.count)
    step.check.equal("devices with exactly one push", tokens.count { arrivedOn($0) == 1 }, tokens.count)
    step.story.append(
      "One request was enough to see it: all \(sending.waiting) pushes kept their place in the queue. With a good "
        + "key, \(again.counters.accepted) of \(tokens.count) were accepted.")
    return step
  }

  private func arrivedOn(_ token: String) -> Int {
    stage.suite.inbox(of: token, in: .sandbox).arrived.count
  }

  private func onAndroid(_ token: String) -> Int { stage.suite.fcmInbox(of: token).arrived.count }
}
