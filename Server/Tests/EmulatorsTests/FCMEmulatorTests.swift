import Testing

@testable import Emulators

@Suite struct FCMEmulatorTests {
  @Test func acceptsAMessageAndNamesIt() throws {
    var bench = FCMBench()
    let answer = bench.message("\"notification\":{\"title\":\"x\"},\"data\":{\"a\":\"b\"}")
    #expect(answer.status == 200)
    let name = try #require(try? JSONReader.read(answer.body).get()["name"]?.string)
    #expect(name.hasPrefix("projects/demo-app/messages/0:"))
    #expect(name.contains("%"))
    #expect(bench.fcm.inbox(of: FCMBench.token).arrived.map(\.name) == [name])
  }

  @Test func validatesOnlyWithoutDelivering() {
    for name in ["validate_only", "validateOnly"] {
      var bench = FCMBench()
      let answer = bench.send("{\"\(name)\":true,\"message\":{\"token\":\"\(FCMBench.token)\"}}")
      #expect(answer.text == "{\"name\":\"projects/demo-app/messages/fake_message_id\"}\n")
      #expect(bench.fcm.inbox(of: FCMBench.token).arrived.isEmpty)
    }
  }

  /// Members beside the token, the violated fields and the message's beginning.
  static let shapes: [(String, [String], String)] = [
    (
      "\"x\":1", ["message"],
      "Invalid JSON payload received. Unknown name \"x\" at 'message': Cannot find field."
    ),
    (
      "\"android\":{\"y\":{}}", ["message.android"],
      "Invalid JSON payload received. Unknown name \"y\" at 'message.android': Cannot find field."
    ),
    (
      "\"data\":{\"a\":12}", ["message.data[0].value"],
      "Invalid value at 'message.data[0].value' (TYPE_STRING), 12"
    ),
    (
      "\"data\":{\"a\":\"b\",\"c\":{\"d\":1}}", ["message.data[1].value"],
      "Invalid value at 'message.data[1].value' (TYPE_STRING), {\"d\":1}"
    ),
    ("\"data\":\"x\"", ["message.data"], "Invalid value at 'message.data' (map)"),
    (
      "\"android\":{\"priority\":\"loud\"}", ["message.android.priority"],
      "Invalid value at 'message.android.priority' "
        + "(type.googleapis.com/google.firebase.fcm.v1.AndroidMessagePriority), \"loud\""
    ),
    (
      "\"android\":{\"ttl\":\"3.5\"}", ["message.android.ttl"],
      "Invalid value at 'message.android.ttl' (type.googleapis.com/google.protobuf.Duration), "
        + "Field 'ttl', Illegal duration format; duration must end with 's'"
    ),
    ("\"android\":{\"ttl\":3}", ["message.android.ttl"], "Invalid value at 'message.android.ttl'"),
    ("\"android\":{\"direct_boot_ok\":1}", ["message.android.direct_boot_ok"], "Invalid value"),
    ("\"notification\":\"hi\"", ["message.notification"], "Invalid value at 'message.notification'"),
    (
      "\"notification\":[]", ["message"],
      "Invalid JSON payload received. Unknown name \"notification\" at 'message': "
        + "Proto field is not repeating, cannot start list."
    ),
    ("\"notification\":{\"title\":1}", ["message.notification.title"], "Invalid value"),
    ("\"apns\":{\"headers\":{\"apns-priority\":5}}", ["message.apns.headers[0].value"], "Invalid value"),
    ("\"apns\":{\"payload\":\"x\"}", ["message.apns.payload"], "Invalid value"),
    (
      "\"android\":{\"notification\":{\"titleLocArgs\":[\"a\",1]}}",
      ["message.android.notification.title_loc_args[1]"], "Invalid value"
    ),
    (
      "\"topic\":\"a\"", ["message"],
      "Invalid value at 'message' (oneof), oneof field 'target' is already set. Cannot set 'topic'"
    ),
    ("\"x\":1,\"y\":2", ["message", "message"], "Invalid JSON payload received. Unknown name \"x\""),
  ]

  @Test(arguments: shapes)
  func refusesAShape(_ members: String, fields: [String], text: String) {
    var bench = FCMBench()
    let answer = bench.message(members)
    #expect(answer.status == 400)
    #expect(answer.error?["status"] == "INVALID_ARGUMENT")
    #expect(answer.error?["message"]?.string?.hasPrefix(text) == true, "\(answer.text)")
    #expect(answer.violated == fields)
  }

  @Test(arguments: [
    "\"android\":{\"collapseKey\":\"a\",\"ttl\":\"3.5s\",\"priority\":\"high\",\"directBootOk\":true}",
    "\"android\":{\"collapse_key\":\"a\",\"ttl\":\"2419200s\",\"priority\":\"HIGH\"}",
    "\"android\":{\"ttl\":\"0s\",\"priority\":1,\"notification\":{\"notification_count\":3,\"sticky\":true}}",
    "\"android\":{\"notification\":{\"eventTime\":\"2026-01-01T10:00:00.5Z\",\"vibrateTimings\":[\"1s\"]}}",
    "\"apns\":{\"headers\":{\"apns-priority\":\"5\"},\"payload\":{\"aps\":{\"content-available\":1}}}",
    "\"notification\":null,\"fcmOptions\":{\"analyticsLabel\":\"a\"}",
    "\"webpush\":{\"headers\":{\"Urgency\":\"high\"},\"fcm_options\":{\"link\":\"https://example.com\"}}",
  ])
  func acceptsAShape(_ members: String) {
    var bench = FCMBench()
    #expect(bench.message(members).status == 200)
  }

  @Test func refusesTextThatIsNotJSON() {
    for body in ["{", "{\"message\":{}", "nonsense", "{'message':{}}"] {
      var bench = FCMBench()
      let answer = bench.send(body)
      #expect(answer.status == 400)
      #expect(answer.error?["message"]?.string?.hasPrefix("Invalid JSON payload received.") == true)
    }
  }

  /// Members, target, and the violated field; all INVALID_ARGUMENT.
  static let rules: [(String, String?, [String])] = [
    ("", "\"notification\":{}", ["message"]), ("", "\"token\":\"\"", ["message"]),
    ("\"data\":{\"from\":\"x\"}", nil, ["message.data"]),
    ("\"data\":{\"message_type\":\"x\"}", nil, ["message.data"]),
    ("\"data\":{\"google.a\":\"x\"}", nil, ["message.data"]),
    ("\"android\":{\"data\":{\"gcm.a\":\"x\"}}", nil, ["message.android.data"]),
    ("\"android\":{\"ttl\":\"2419201s\"}", nil, ["message.android.ttl"]),
    ("\"android\":{\"ttl\":\"-1s\"}", nil, ["message.android.ttl"]),
    ("", "\"topic\":\"a b\"", ["message.topic"]), ("", "\"topic\":\"/topics/\"", ["message.topic"]),
    ("", "\"condition\":\"'a' in topic\"", ["message.condition"]),
    (
      "",
      "\"condition\":\"'a' in topics || 'b' in topics || 'c' in topics || 'd' in topics || "
        + "'e' in topics || 'f' in topics\"", ["message.condition"]
    ),
    ("", "\"token\":\"short\"", ["message.token"]), ("", "\"fid\":\"short\"", ["message.fid"]),
    ("", "\"fid\":\"\(FCMBench.token)\"", ["message.fid"]),
  ]

  @Test(arguments: rules)
  func refusesAgainstARule(_ members: String, target: String?, fields: [String]) {
    var bench = FCMBench()
    let answer = bench.message(members, to: target ?? "\"token\":\"\(FCMBench.token)\"")
    #expect(answer.status == 400)
    #expect(answer.violated == fields)
    #expect(answer.detail("FcmError")?["errorCode"] == "INVALID_ARGUMENT")
  }

  @Test func acceptsTopicsAndConditions() {
    for target in [
      "\"topic\":\"news\"", "\"topic\":\"/topics/news\"", "\"topic\":\"private/a-b_c.d~e%\"",
      "\"condition\":\"'a' in topics && ('b' in topics || !('c' in topics))\"",
    ] {
      var bench = FCMBench()
      #expect(bench.message(to: target).status == 200, Comment(rawValue: target))
    }
  }

  @Test func countsBytes() {
    func data(_ size: Int) -> String { "\"data\":{\"key\":\"\(String(repeating: "x", count: size - 3))\"}" }
    var bench = FCMBench()
    #expect(bench.message(data(4096)).status == 200)
    let answer = bench.message(data(4097))
    #expect(answer.status == 400)
    #expect(answer.error?["details"] == nil)
    #expect(bench.message(data(2048), to: "\"topic\":\"news\"").status == 200)
    #expect(bench.message(data(2049), to: "\"topic\":\"news\"").status == 400)
  }

  @Test func answersByTheStateOfTheToken() {
    var bench = FCMBench()
    bench.fcm.register(FCMDevice(token: "other", project: "another-app"))
    #expect(bench.message(to: "\"token\":\"other\"").detail("FcmError")?["errorCode"] == "SENDER_ID_MISMATCH")
    #expect(bench.message(to: "\"token\":\"other\"").status == 403)
    bench.fcm.set(.unregistered, token: FCMBench.token)
    let gone = bench.message()
    #expect(gone.status == 404)
    #expect(gone.error?["status"] == "NOT_FOUND")
    #expect(gone.detail("FcmError")?["errorCode"] == "UNREGISTERED")
    bench.fcm.set(.throttled(until: day + 2500), token: FCMBench.token)
    let slow = bench.message()
    #expect(slow.status == 429)
    #expect(slow.error?["status"] == "RESOURCE_EXHAUSTED")
    #expect(slow.detail("FcmError")?["errorCode"] == "QUOTA_EXCEEDED")
    #expect(slow.header("retry-after") == "3")
    bench.now += 2500
    #expect(bench.message().status == 200)
  }

  @Test func variesTheDetailsOfABadToken() {
    for details in FCMRules.Details.allCases {
      var rules = FCMRules()
      rules.tokenDetails = details
      var bench = FCMBench(rules: rules)
      let answer = bench.message(to: "\"token\":\"nonsense\"")
      #expect(answer.status == 400)
      #expect((answer.detail("FcmError") != nil) == (details == .both || details == .fcmError))
      #expect((answer.detail("BadRequest") != nil) == (details == .both || details == .badRequest))
    }
  }

  @Test func refusesAppleTrafficWithoutItsCredentials() {
    var bench = FCMBench()
    bench.fcm.register(FCMProject(id: FCMBench.project, hasAPNsCredentials: false))
    bench.fcm.register(FCMDevice(token: "apple", project: FCMBench.project, platform: .ios))
    let answer = bench.message(to: "\"token\":\"apple\"")
    #expect(answer.status == 401)
    #expect(answer.detail("FcmError")?["errorCode"] == "THIRD_PARTY_AUTH_ERROR")
    #expect(answer.detail("ApnsError")?["reason"] == "InvalidProviderToken")
    #expect(bench.message().status == 200, "Android goes on")
  }

  @Test func keepsQuotas() {
    var rules = FCMRules()
    rules.deviceLimit = 2
    rules.projectLimit = 4
    var bench = FCMBench(rules: rules)
    #expect((0..<3).map { _ in bench.message().status } == [200, 200, 429])
    #expect((0..<2).map { _ in bench.message(to: "\"topic\":\"a\"").status } == [200, 429])
    bench.now += 60_000
    #expect(bench.message().status == 200)
  }

  @Test func takesTwentyCollapsibleMessagesAtOnceAndThenOneInThreeMinutes() {
    var bench = FCMBench()
    let collapsible = "\"token\":\"\(FCMBench.token)\",\"android\":{\"collapse_key\":\"news\"}"
    func status() -> Int { bench.message(to: collapsible).status }
    #expect((0..<21).map { _ in status() } == [Int](repeating: 200, count: 20) + [429])
    #expect(bench.message(to: collapsible).detail("FcmError")?["errorCode"] == "QUOTA_EXCEEDED")
    #expect(bench.message().status == 200, "others are not affected")
    bench.now += 179_000
    #expect(status() == 429)
    bench.now += 1000
    #expect([status(), status()] == [200, 429])
  }

  @Test func tellsWrongProjectsApart() {
    var bench = FCMBench()
    bench.fcm.register(FCMProject(id: "another-app"))
    let unknown = bench.send("{\"message\":{\"topic\":\"a\"}}", project: "nobody")
    #expect(unknown.status == 404)
    #expect(unknown.detail("FcmError") == nil)
    let foreign = bench.send("{\"message\":{\"topic\":\"a\"}}", project: "another-app")
    #expect(foreign.status == 403)
    #expect(foreign.error?["status"] == "PERMISSION_DENIED")
    let path = bench.fcm.answer(
      EmulatedRequest(method: "POST", path: "/v1/projects/demo-app/messages"), now: day)
    #expect(path.status == 404)
    #expect(path.text.hasPrefix("<!DOCTYPE html>"))
  }
}
