import Emulators
import Foundation
import Providers
import Store
import TestSupport
import Testing

@testable import Service

@Suite struct TopicTests {
  private static func android(_ stage: ServerStage, _ ids: String..., tenant: String = "") throws {
    for id in ids {
      var request = RegistrationRequest()
      request.tenant = tenant
      request.installation = id
      request.platform = .android
      request.environment = .production
      request.token = "token-of-\(id)"
      request.generation = 1
      request.secretHash = Array("secret of \(id)".utf8)
      let made = request
      _ = try stage.writer.run { (session, now) throws(StoreError) in try session.register(made, now: now) }
    }
  }

  @Test func eachInstallationHasItsOwnResult() throws {
    let teller = FakeTeller { item in
      switch item.token {
      case "token-of-b": .again(at: 5, "INTERNAL")
      case "token-of-c": .failed("TOO_MANY_TOPICS")
      default: .done
      }
    }
    let stage = try ServerStage { $0.topics = teller }
    try Self.android(stage, "a", "b", "c")
    let answer = stage.post(
      "/v1/topics/news/subscribe", key: try stage.key([.send]), #"{"installations":["a","nobody","b","c"]}"#)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.string("topic") == "news" && answer.integer("changed") == 1)
    let results = answer.list("results")
    #expect(results.map { $0["installation"] as? String } == ["a", "nobody", "b", "c"])
    #expect(
      results.map { $0["result"] as? String }
        == ["subscribed", "unknown_installation", "INTERNAL", "TOO_MANY_TOPICS"])
    #expect(results.map { $0["retried"] as? Bool } == [nil, nil, true, nil])
    #expect(teller.seen.withLock { $0.map(\.topic) } == ["news"])
  }

  @Test func whatIsNotStoredIsPending() throws {
    let stage = try ServerStage { $0.topics = FakeTeller { _ in nil } }
    try Self.android(stage, "a")
    let answer = stage.post(
      "/v1/topics/news/unsubscribe", key: try stage.key([.send]), #"{"installations":["a","x"]}"#)
    #expect(answer.list("results").map { $0["result"] as? String } == ["pending", "unknown_installation"])
    let shown = stage.get("/v1/installations/a", key: try stage.key([.read]))
    #expect(shown.list("topics").map { $0["state"] as? String } == ["leaving"], "\(shown.text)")
  }

  @Test func refusesWhatCannotBe() throws {
    let stage = try ServerStage { $0.topics = FakeTeller() }
    let key = try stage.key([.send])
    let cases: [(String, String, String, String)] = [
      ("news", #"{"installations":[]}"#, "invalid_value", "/installations"),
      ("news", #"{"installations":["a","a"]}"#, "invalid_value", "/installations/1"),
      ("news", #"{"installations":["a"],"x":1}"#, "unknown_member", "/x"),
      ("news", "{}", "missing_member", "/installations"),
      ("a:b", #"{"installations":["a"]}"#, "invalid_id", "id"),
    ]
    for (topic, body, code, field) in cases {
      let answer = stage.post("/v1/topics/\(topic)/subscribe", key: key, body)
      #expect(answer.status == 400 && answer.code == code && answer.field == field, "\(answer.text)")
    }
    let reader = stage.post(
      "/v1/topics/news/subscribe", key: try stage.key([.read]), #"{"installations":["a"]}"#)
    #expect(reader.code == "missing_scope")
    let without = try ServerStage { $0.topics = FakeTeller(isReady: false) }
    let answer = without.post(
      "/v1/topics/news/subscribe", key: try without.key([.send]), #"{"installations":["a"]}"#)
    #expect(answer.status == 409 && answer.code == "no_fcm", "\(answer.text)")
  }

  @Test func aKeyOfOneTenantReachesNoTopic() throws {
    let stage = try ServerStage { $0.topics = FakeTeller() }
    try Self.android(stage, "a", tenant: "acme")
    let own = try stage.key([.send], tenant: "acme")
    let refused = stage.post("/v1/topics/news/subscribe", key: own, #"{"installations":["a"]}"#)
    #expect(refused.status == 403 && refused.code == "other_tenant", "\(refused.text)")
    let all = try stage.key([.send])
    let taken = stage.post(
      "/v1/topics/news/subscribe", key: all, #"{"installations":["a"],"tenant":"acme"}"#)
    #expect(taken.integer("changed") == 1, "\(taken.text)")
    let values = #"{"headline":"h","count":1,"price":"1.50","hot":true,"when":1893456000}"#
    let sent = stage.post(
      "/v1/notifications", key: own,
      #"{"id":"t-1","class":"news","target":{"topic":"news"},"parameters":\#(values)}"#)
    #expect(sent.status == 403 && sent.code == "other_tenant", "\(sent.text)")
  }

  @Test func manyDeadTokensAtOnceAreTheProjectsFault() {
    func items(_ count: Int) -> [TopicItem] {
      (0..<count).map { TopicItem(registration: $0, generation: 1, token: "t\($0)", attempts: 0) }
    }
    func verdicts(_ dead: Int, of count: Int) -> TopicVerdicts {
      let results = (0..<count).map { $0 < dead ? TopicResult.failed("NOT_FOUND") : .done }
      return TopicVerdicts(items(count), .results(results)) { 0 }
    }
    #expect(!verdicts(19, of: 19).isBraked && verdicts(19, of: 19).steps.allSatisfy { $0 == .tokenDead })
    #expect(!verdicts(20, of: 40).isBraked)
    let braked = verdicts(21, of: 40)
    #expect(braked.isBraked && !braked.steps.contains(.tokenDead))
    #expect(braked.steps.count { $0 == .failed("NOT_FOUND") } == 21)
    let batch = TopicBatch(topic: "news", subscribes: true, items: items(3))
    let settled = TopicVerdicts(
      batch.items, .results([.failed("NOT_FOUND"), .failed("INTERNAL"), .done])
    ) { 0 }.settled(batch, now: 10_000, age: 300)
    #expect(
      settled.map(\.outcome) == [.dead(asOf: 9_700, "NOT_FOUND"), .again(at: 11_000, "INTERNAL"), .done])
    // Another number of results is nobody's.
    let odd = TopicVerdicts(batch.items, .results([.done])) { 0 }
    #expect(odd.steps.allSatisfy { $0 == .again(after: 60_000, "UNKNOWN") })
  }

  /// Subscribed through the API, reached by a message, retried by position, and subscribed again.
  @Test func aTopicFromEndToEnd() throws {
    let whole = try WholeServer()
    let tokens = (0..<3).map { "d\($0):APA91b" + String(repeating: "x", count: 130) }
    for (number, token) in tokens.enumerated() {
      whole.suite.register(FCMDevice(token: token, project: "demo-app", package: "com.example.demo"))
      try whole.register("d\(number)", account: "u\(number)", platform: "android", token: token)
    }
    whole.suite.set(FCMDevice.State.throttled(until: .max), token: tokens[1])
    whole.suite.removeApp(token: tokens[2])
    let answer = try whole.asBackend(
      "POST", "/v1/topics/news/subscribe", ["installations": ["d0", "d1", "d2", "d3"]])
    let results = answer.json["results"] as? [[String: Any]] ?? []
    #expect(
      results.map { $0["result"] as? String }
        == ["subscribed", "RESOURCE_EXHAUSTED", "NOT_FOUND", "unknown_installation"], "\(answer.text)")
    #expect(whole.suite.topics(of: tokens[0]) == ["news"])
    // The dead one is retired by the usual rule.
    let dead = try whole.asBackend("GET", "/v1/installations/d2")
    #expect(dead.json["token"] == nil, "\(dead.text)")
    // The throttled one comes by itself, and no other is asked for again.
    whole.suite.set(FCMDevice.State.valid, token: tokens[1])
    _ = try whole.waitFor("the throttled one") { whole.suite.topics(of: tokens[1]) == ["news"] ? true : nil }
    let sent = try whole.asBackend(
      "POST", "/v1/notifications",
      [
        "id": "t-1", "class": "news", "target": ["topic": "news"],
        "parameters": ["headline": "h", "count": 1, "price": "1.50", "hot": true, "when": 1_893_456_000],
      ])
    #expect(sent.status == 202, "\(sent.text)")
    #expect(try whole.ended("t-1").first?["status"] as? String == "accepted")
    #expect(tokens.map { whole.suite.fcmInbox(of: $0).arrived.count } == [1, 1, 0])
    // A new token is put into the topic of the one before.
    let fresh = "e0:APA91b" + String(repeating: "y", count: 130)
    whole.suite.register(FCMDevice(token: fresh, project: "demo-app"))
    try whole.register("d0", account: "u0", platform: "android", token: fresh, generation: 2)
    _ = try whole.waitFor("the new token") { whole.suite.topics(of: fresh) == ["news"] ? true : nil }
    let shown = try whole.asBackend("GET", "/v1/installations/d0")
    let topics = shown.json["topics"] as? [[String: Any]] ?? []
    #expect(topics.map { $0["topic"] as? String } == ["news"], "\(shown.text)")
    let left = try whole.asBackend("POST", "/v1/topics/news/unsubscribe", ["installations": ["d0", "d1"]])
    #expect(left.json["changed"] as? Int == 2, "\(left.text)")
    #expect(whole.suite.topics(of: fresh).isEmpty && whole.suite.topics(of: tokens[1]).isEmpty)
  }
}
