import TestSupport
import Testing

@testable import Emulators

@Suite struct FCMTopicTests {
  static let other = "eToken" + String(repeating: "y", count: 60)
  static let fid = "cInstallationId0123456"

  private func bench(_ rules: FCMRules = FCMRules()) -> FCMBench {
    var bench = FCMBench(rules: rules)
    bench.fcm.register(FCMDevice(token: Self.other, project: FCMBench.project))
    bench.fcm.register(FCMDevice(token: Self.fid, project: FCMBench.project, isInstallation: true))
    return bench
  }

  @Test func changesTopicsByPosition() {
    var bench = bench()
    bench.fcm.register(FCMDevice(token: "gone", project: FCMBench.project, state: .unregistered))
    bench.fcm.register(FCMDevice(token: "foreign", project: "another-app"))
    bench.fcm.register(
      FCMDevice(token: "slow", project: FCMBench.project, state: .throttled(until: day + 1)))
    let tokens = [FCMBench.token, "gone", "foreign", "slow", "nobody", Self.fid]
    let answer = bench.batch("batchAdd", topic: "/topics/news", tokens)
    #expect(answer.status == 200)
    #expect(
      answer.text
        == "{\"results\":[{},{\"error\":\"NOT_FOUND\"},{\"error\":\"INVALID_ARGUMENT\"},"
        + "{\"error\":\"RESOURCE_EXHAUSTED\"},{\"error\":\"INVALID_ARGUMENT\"},{}]}\n")
    #expect(bench.fcm.topics(of: FCMBench.token) == ["news"])
    #expect(bench.fcm.topics(of: Self.fid) == ["news"])
    let removed = bench.batch("batchRemove", topic: "/topics/news", [FCMBench.token, Self.other])
    #expect(removed.text == "{\"results\":[{},{}]}\n")
    #expect(bench.fcm.topics(of: FCMBench.token).isEmpty)
  }

  @Test func holdsNoMoreTopicsThanTheLimit() {
    var rules = FCMRules()
    rules.topicLimit = 2
    var bench = bench(rules)
    for topic in ["a", "b", "a"] {
      #expect(
        bench.batch("batchAdd", topic: "/topics/\(topic)", [FCMBench.token]).text == "{\"results\":[{}]}\n")
    }
    let third = bench.batch("batchAdd", topic: "/topics/c", [FCMBench.token])
    #expect(third.text == "{\"results\":[{\"error\":\"TOO_MANY_TOPICS\"}]}\n")
  }

  @Test func refusesAWholeCall() {
    var bench = bench()
    let token = [FCMBench.token]
    #expect(
      bench.batch("batchAdd", topic: "/topics/a", token, headers: ["access_token_auth": nil]).status == 401)
    #expect(bench.batch("batchAdd", topic: "/topics/a", token, headers: ["authorization": nil]).status == 401)
    #expect(
      bench.batch("batchAdd", topic: "/topics/a", token, headers: ["authorization": "key=AAAA"]).status == 401
    )
    #expect(
      bench.batch("batchAdd", topic: "/topics/a", token, headers: ["content-type": "text/plain"]).status
        == 400)
    for topic in ["a", "/topics/", "/topics/a b", "/topics/ä"] {
      #expect(bench.batch("batchAdd", topic: topic, token).status == 400, "\(topic)")
    }
    #expect(bench.batch("batchAdd", topic: "/topics/a", []).status == 400)
    let names = (0...1000).map { "t\($0)" }
    #expect(bench.batch("batchAdd", topic: "/topics/a", names).status == 400)
    #expect(bench.batch("batchAdd", topic: "/topics/a", Array(names.dropLast())).status == 200)
    #expect(bench.raw("batchAdd", "{\"to\":\"/topics/a\",\"registration_tokens\":[1]}").status == 400)
    #expect(bench.raw("batchAdd", "{\"to\":\"/topics/a\"}").status == 400)
    #expect(
      bench.raw("batchAdd", "{\"to\":\"/topics/a\",\"registration_tokens\":[\"a\"],\"x\":1}").status == 400)
    #expect(bench.raw("batchAdd", "nonsense").status == 400)
    #expect(bench.raw("batchAll", "{}").status == 404)
  }

  @Test func countsCalls() {
    var rules = FCMRules()
    rules.topicCallLimit = 2
    var bench = bench(rules)
    let statuses = (0..<3).map { _ in bench.batch("batchAdd", topic: "/topics/a", [FCMBench.token]).status }
    #expect(statuses == [200, 200, 429])
    bench.now += 1000
    #expect(bench.batch("batchAdd", topic: "/topics/a", [FCMBench.token]).status == 200)
  }

  @Test func subscribesOneByOne() throws {
    var bench = bench()
    let path = "/v1/projects/demo-app/registrations/\(FCMBench.token)/topicSubscriptions"
    let made = bench.call("POST", path + "?topic_name=news")
    #expect(made.status == 200)
    let body = try JSONReader.read(made.body).get()
    #expect(body["topic_name"] == "news")
    #expect(body["create_time"] == "2026-09-21T14:13:20.000Z")
    #expect(bench.call("POST", path + "?topicName=news").error?["status"] == "ALREADY_EXISTS")
    #expect(bench.call("PATCH", path + "/news").status == 200)
    #expect(bench.call("PATCH", path + "/sport").status == 404)
    #expect(bench.call("PATCH", path + "/sport?allow_missing=true").status == 200)
    #expect(bench.fcm.topics(of: FCMBench.token) == ["news", "sport"])
    #expect(bench.call("DELETE", path + "/news").text == "{}\n")
    #expect(bench.call("DELETE", path + "/news").status == 404)
    #expect(bench.call("DELETE", path + "/news?allow_missing=true").status == 200)
    #expect(bench.call("POST", path).status == 400)
    #expect(bench.call("POST", path + "?topic_name=a%20b").status == 400)
    #expect(bench.call("GET", path + "/sport").status == 404)
    #expect(bench.call("POST", path + "?topic_name=x", authorization: "").status == 401)
    bench.fcm.set(.unregistered, token: FCMBench.token)
    let gone = bench.call("POST", path + "?topic_name=news")
    #expect(gone.status == 404)
    #expect(gone.detail("FcmError")?["errorCode"] == "UNREGISTERED")
  }

  @Test func sendsToATopicAndACondition() {
    var bench = bench()
    _ = bench.batch("batchAdd", topic: "/topics/a", [FCMBench.token, Self.fid])
    _ = bench.batch("batchAdd", topic: "/topics/b", [Self.other, Self.fid])
    func reached() -> [String] {
      [FCMBench.token, Self.other, Self.fid].map { String(bench.fcm.inbox(of: $0).arrived.count) }
    }
    #expect(bench.message(to: "\"topic\":\"a\"").status == 200)
    #expect(reached() == ["1", "0", "1"])
    let both = bench.message(to: "\"condition\":\"'a' in topics && 'b' in topics\"")
    #expect(reached() == ["1", "0", "2"])
    #expect(both.id == bench.fcm.inbox(of: Self.fid).arrived.last?.name)
    _ = bench.message(to: "\"condition\":\"!('a' in topics)\"")
    #expect(reached() == ["1", "1", "2"])
    _ = bench.message(to: "\"condition\":\"'a' in topics || ('b' in topics)\"")
    #expect(reached() == ["2", "2", "3"])
    _ = bench.message(to: "\"topic\":\"nobody\"")
    _ = bench.send("{\"validate_only\":true,\"message\":{\"topic\":\"a\"}}")
    #expect(reached() == ["2", "2", "3"])
    // An app that is gone has left its topics, also when it comes back.
    bench.fcm.set(.unregistered, token: Self.fid)
    bench.fcm.set(.valid, token: Self.fid)
    _ = bench.message(to: "\"topic\":\"a\"")
    #expect(reached() == ["3", "2", "3"])
  }

  /// Text, and the outcomes for a device with no topic, with a, with b, and with both.
  static let conditions: [(String, [Bool])] = [
    ("'a' in topics", [false, true, false, true]),
    ("!('a' in topics)", [true, false, true, false]),
    ("!'a' in topics && 'b' in topics", [false, false, true, false]),
    // From left to right, not the one operator before the other.
    ("'a' in topics || 'b' in topics && 'b' in topics", [false, false, true, true]),
    ("'a' in topics || ('b' in topics && 'b' in topics)", [false, true, true, true]),
    ("\"a\" in topics&&('b' in topics)", [false, false, false, true]),
    ("!!('a' in topics)", [false, true, false, true]),
  ]

  @Test(arguments: conditions)
  func judges(_ text: String, _ expected: [Bool]) throws {
    let read = try #require(FCMTopic.condition(text))
    let sets: [Set<String>] = [[], ["a"], ["b"], ["a", "b"]]
    #expect(sets.map { read.holds(for: $0) } == expected)
  }

  @Test(arguments: [
    "", "a", "'a'", "'a' in topic", "('a' in topics", "'a' in topics)", "'a' in topics 'b' in topics",
    "'a' in topics &", "&& 'a' in topics", "'a b' in topics", "'a in topics",
    String(repeating: "(", count: 40),
  ])
  func refusesACondition(_ text: String) { #expect(FCMTopic.condition(text) == nil) }

  /// What is read holds for some device or for none, and never takes more than five topics.
  @Test func fuzzConditions() {
    let parts = [
      "'a' in topics", "'b' in topics", "&&", "||", "!", "(", ")", " ", "\"c\" in topics", "'", "in",
    ]
    var read = 0
    Fuzz.run("fuzz conditions") { number, random in
      let text = (0...random.below(12)).map { _ in parts[random.below(parts.count)] }.joined()
      guard let condition = FCMTopic.condition(text) else { return }
      read += 1
      let place: Comment = "seed \(Fuzz.seed) round \(number): \(text)"
      #expect(text.components(of: "topics") <= FCMTopic.conditionLimit, place)
      #expect(FCMCondition.not(condition).holds(for: ["a"]) != condition.holds(for: ["a"]), place)
    }
    #expect(read > 0)
  }
}

extension String {
  fileprivate func components(of word: String) -> Int { ranges(of: word).count }
}

extension FCMBench {
  mutating func batch(
    _ verb: String, topic: String, _ tokens: [String], headers: [String: String?] = [:]
  ) -> EmulatedAnswer {
    let list = tokens.map { "\"\($0)\"" }.joined(separator: ",")
    return raw(verb, "{\"to\":\"\(topic)\",\"registration_tokens\":[\(list)]}", headers: headers)
  }

  mutating func raw(_ verb: String, _ body: String, headers changes: [String: String?] = [:])
    -> EmulatedAnswer
  {
    var headers: [String: String?] = [
      "authorization": "Bearer \(bearer)", "access_token_auth": "true", "content-type": "application/json",
    ]
    headers.merge(changes) { $1 }
    return fcm.answer(
      EmulatedRequest(
        method: "POST", path: "/iid/v1:\(verb)",
        headers: headers.sorted { $0.key < $1.key }.compactMap { name, value in value.map { (name, $0) } },
        body: Array(body.utf8)), now: now)
  }

  mutating func call(_ method: String, _ path: String, authorization: String? = nil) -> EmulatedAnswer {
    fcm.answer(
      EmulatedRequest(
        method: method, path: path, headers: [("authorization", authorization ?? "Bearer \(bearer)")]),
      now: now)
  }
}
