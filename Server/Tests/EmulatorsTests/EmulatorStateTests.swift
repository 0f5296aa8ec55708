import TestSupport
import Testing

@testable import Emulators

@Suite struct EmulatorStateTests {
  static func state(_ rules: [ScenarioRule] = []) -> EmulatorState {
    var options = EmulatorOptions()
    options.logCapacity = 3
    var state = EmulatorState(options: options)
    for environment in [\EmulatorState.sandbox, \.production] {
      state[keyPath: environment].register(
        APNsKey(keyID: "KEY1234567", teamID: "TEAM123456", signature: signedBy("one")))
    }
    state.sandbox.register(APNsDevice(token: APNsBench.token, environment: .sandbox, topic: APNsBench.topic))
    state.scenario = ScenarioEngine(Scenario(rules: rules))
    return state
  }

  static func handle(_ state: inout EmulatorState, stream: Int32 = 1, _ connection: inout ConnectionState)
    -> Handling
  {
    state.handle(
      APNsBench.request(), on: .apnsSandbox, stream: stream, connection: &connection, now: day)
  }

  @Test func raisesTheStreamsWithTheFirstValidToken() {
    var state = Self.state()
    var connection = ConnectionState(number: 1)
    let refused = state.handle(
      APNsBench.request(["authorization": nil]), on: .apnsSandbox, stream: 1, connection: &connection,
      now: day)
    #expect(refused.steps == [])
    #expect(Self.handle(&state, stream: 3, &connection).steps == [.maxConcurrentStreams(1000)])
    #expect(Self.handle(&state, stream: 5, &connection).steps == [])
  }

  /// What an action means for the judged state: a stream that is said to be unprocessed changes nothing.
  static let fates: [([ScenarioAction], String, Int)] = [
    ([.refuse], "refused", 0), ([.reset(code: 2, processed: false)], "reset", 0),
    ([.reset(code: 2, processed: true)], "reset after processing", 1),
    ([.silence(processed: false)], "not processed", 0), ([.silence(processed: true)], "not answered", 1),
    ([.goaway(includesThis: true, debugData: "")], "accepted", 1),
    ([.goaway(includesThis: false, debugData: "")], "not processed", 0), ([.close], "not processed", 0),
    ([.delay(milliseconds: 5)], "accepted", 1), ([.answer(.apns(.shutdown))], "Shutdown", 0),
    ([.delay(milliseconds: 5), .refuse, .silence(processed: true)], "refused", 0),
    ([.maxConcurrentStreams(2), .answer(.html(502))], "scripted 502", 0),
  ]

  @Test(arguments: fates)
  func decidesAStreamsFate(_ actions: [ScenarioAction], outcome: String, arrived: Int) {
    var state = Self.state([ScenarioRule("r", actions: actions)])
    var connection = ConnectionState(number: 1)
    _ = Self.handle(&state, &connection)
    #expect(state.log.count(outcome, on: .apnsSandbox) == 1, "\(state.log.outcomes)")
    #expect(state.sandbox.inbox(of: APNsBench.token).arrived.count == arrived)
  }

  @Test func neverCallsAJudgedStreamUnprocessed() {
    let rule = ScenarioRule(
      "away", match: .nth(2), actions: [.goaway(includesThis: false, debugData: "x")])
    var state = Self.state([rule])
    var connection = ConnectionState(number: 1)
    _ = Self.handle(&state, stream: 5, &connection)
    // Stream 3's body ended after stream 5's, which was judged.
    let handling = Self.handle(&state, stream: 3, &connection)
    #expect(handling.steps == [.goaway(lastStreamID: 5, debugData: "x")])
    guard case .answer = handling.reply else {
      Issue.record("stream 3 has to be answered")
      return
    }
    state = Self.state([rule])
    connection = ConnectionState(number: 1)
    _ = Self.handle(&state, stream: 5, &connection)
    #expect(
      Self.handle(&state, stream: 9, &connection).steps.last == .goaway(lastStreamID: 7, debugData: "x"))
  }

  @Test func looksAtNothingAboveAGoaway() {
    var state = Self.state([
      ScenarioRule("away", match: .nth(2), actions: [.goaway(includesThis: true, debugData: "")])
    ])
    var connection = ConnectionState(number: 1)
    for stream: Int32 in [1, 3, 5, 7] { _ = Self.handle(&state, stream: stream, &connection) }
    #expect(state.log.count("accepted", on: .apnsSandbox) == 2)
    #expect(state.log.total == 2)
    #expect(state.log.dropped == 2)
    #expect(state.log.goaways == 1)
    #expect(state.sandbox.inbox(of: APNsBench.token).arrived.count == 2)
  }

  @Test func closesWhereThereIsNoGoaway() {
    var state = Self.state([ScenarioRule("away", actions: [.goaway(includesThis: true, debugData: "")])])
    var connection = ConnectionState(number: 1, isHTTP2: false)
    let handling = Self.handle(&state, stream: 1, &connection)
    #expect(handling.closes)
    #expect(handling.steps == [.maxConcurrentStreams(1000)])
    #expect(state.log.goaways == 0)
  }

  /// Streams in any order, with GOAWAY, refusals and resets: what was judged is never called unprocessed,
  /// and what was called unprocessed is never judged.
  @Test func staysTruthfulOnARandomWalk() {
    var random = Fuzz.random("emulator state walk")
    for _ in 0..<300 {
      var state = Self.state([
        ScenarioRule(
          "away", match: .every(3 + Int(random.next() % 9)),
          actions: [.goaway(includesThis: random.next() % 2 == 0, debugData: "")]),
        ScenarioRule("refuse", match: .every(2 + Int(random.next() % 5)), actions: [.refuse]),
        ScenarioRule(
          "reset", match: .every(4), actions: [.reset(code: 2, processed: random.next() % 2 == 0)]),
      ])
      var connection = ConnectionState(number: 1)
      var waiting = (0..<30).map { Int32($0 * 2 + 1) }
      var judged: [Int32] = []
      var last = Int32.max
      while !waiting.isEmpty {
        let stream = waiting.remove(at: Int(random.next() % UInt64(min(waiting.count, 4))))
        let before = state.sandbox.inbox(of: APNsBench.token).arrived.count
        let handling = Self.handle(&state, stream: stream, &connection)
        if state.sandbox.inbox(of: APNsBench.token).arrived.count > before {
          judged.append(stream)
          #expect(stream <= last, "seed \(Fuzz.seed)")
        }
        for case .goaway(let lastStreamID, _) in handling.steps {
          #expect(lastStreamID <= last, "seed \(Fuzz.seed)")
          last = lastStreamID
        }
        #expect(judged.allSatisfy { $0 <= last }, "seed \(Fuzz.seed)")
      }
    }
  }

  @Test func keepsTheLastArrivalsAndShowsNoSecret() {
    var state = Self.state()
    var connection = ConnectionState(number: 4)
    for _ in 0..<5 { _ = Self.handle(&state, &connection) }
    #expect(state.log.total == 5)
    #expect(state.log.recent.map(\.number) == [3, 4, 5])
    let line = state.log.recent.last?.line ?? ""
    #expect(line.contains("\"token\":\"a1a1…a1a1\""))
    #expect(line.contains("\"apns-topic\":\"com.example.app\""))
    #expect(!line.contains(APNsBench.token))
    #expect(!line.contains("bearer"))
    #expect(!line.contains("alert\":\"x"))
    #expect(state.log.recent.last?.header("authorization") == nil)
  }

  @Test func masksTokens() {
    #expect(maskedToken("0123456789abcdef") == "0123…cdef")
    #expect(maskedToken("012345678901") == "****")
    #expect(maskedToken("") == "")
  }

  /// Every reason of Apple's table under its status, by script.
  @Test func sendsEveryReason() {
    for (reason, status) in APNsReason.table {
      var state = Self.state([ScenarioRule("r", actions: [.answer(.apns(reason))])])
      var connection = ConnectionState(number: 1)
      guard case .answer(let answer) = Self.handle(&state, &connection).reply else {
        Issue.record("no answer")
        continue
      }
      #expect(answer.status == status)
      #expect(answer.header("apns-id").map(APNsHeaders.isUUID) == true)
      #expect(answer.text == "{\"reason\":\"\(reason.rawValue)\"}")
    }
  }

  /// Every error code of FCM's table, by script, with each detail alone and with all of them.
  @Test func sendsEveryFCMError() {
    let codes: [(Int, String, String)] = [
      (400, "INVALID_ARGUMENT", "INVALID_ARGUMENT"), (401, "UNAUTHENTICATED", "THIRD_PARTY_AUTH_ERROR"),
      (403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH"), (404, "NOT_FOUND", "UNREGISTERED"),
      (429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"), (500, "INTERNAL", "INTERNAL"),
      (503, "UNAVAILABLE", "UNAVAILABLE"), (500, "UNKNOWN", "UNSPECIFIED_ERROR"),
    ]
    for (status, name, code) in codes {
      let answers: [(ScenarioAnswer, [String])] = [
        (.fcm(status, name), []), (.fcm(status, name, errorCode: code), ["FcmError"]),
        (.fcm(status, name, field: "message.token"), ["BadRequest"]),
        (
          .fcm(
            status, name, errorCode: code, field: "message.token", info: "SOME_REASON", apnsStatus: 403,
            apnsReason: "Forbidden", retryAfter: "Fri, 31 Dec 2027 23:59:59 GMT"),
          ["FcmError", "BadRequest", "ErrorInfo", "ApnsError"]
        ),
      ]
      for (answer, details) in answers {
        var state = Self.state([ScenarioRule("r", actions: [.answer(answer)])])
        var connection = ConnectionState(number: 1)
        let handling = state.handle(
          EmulatedRequest(method: "POST", path: "/v1/projects/a/messages:send"), on: .fcm, stream: 1,
          connection: &connection, now: day)
        guard case .answer(let sent) = handling.reply else {
          Issue.record("no answer")
          continue
        }
        #expect(sent.status == status)
        #expect(sent.error?["status"]?.string == name)
        #expect(sent.error?["details"]?.elements?.count ?? 0 == details.count)
        for detail in details { #expect(sent.detail(detail) != nil) }
        #expect(sent.header("retry-after") == (details.count == 4 ? "Fri, 31 Dec 2027 23:59:59 GMT" : nil))
      }
    }
  }
}
