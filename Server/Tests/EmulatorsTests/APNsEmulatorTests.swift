import Testing

@testable import Emulators

@Suite struct APNsEmulatorTests {
  @Test func acceptsAndEchoesTheMessageID() {
    var bench = APNsBench()
    let id = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0"
    let answer = bench.send(APNsBench.request(["apns-id": id]))
    #expect(answer.status == 200)
    #expect(answer.body.isEmpty)
    #expect(answer.header("apns-id") == id)
    #expect(answer.header("apns-unique-id").map(APNsHeaders.isUUID) == true)
    #expect(bench.apns.inbox(of: APNsBench.token).arrived.map(\.id) == [id])
  }

  @Test func makesAMessageIDAndNoUniqueIDInProduction() {
    var bench = APNsBench(environment: .production)
    let answer = bench.send(APNsBench.request())
    #expect(answer.status == 200)
    #expect(answer.header("apns-id").map(APNsHeaders.isUUID) == true)
    #expect(answer.header("apns-unique-id") == nil)
  }

  /// One changed header or the body, and the reason Apple's table gives for it.
  static let cases: [(String, [String: String?], String, APNsReason)] = [
    ("no authorization", ["authorization": nil], "{}", .missingProviderToken),
    ("bearer only", ["authorization": "bearer "], "{}", .missingProviderToken),
    ("basic", ["authorization": "basic abc"], "{}", .invalidProviderToken),
    ("not a JWT", ["authorization": "bearer abc.def"], "{}", .invalidProviderToken),
    ("unknown key", ["authorization": APNsBench.jwt(key: "OTHER12345")], "{}", .invalidProviderToken),
    ("other team", ["authorization": APNsBench.jwt(team: "OTHER12345")], "{}", .invalidProviderToken),
    ("signature", ["authorization": APNsBench.jwt(signer: "two")], "{}", .invalidProviderToken),
    ("old", ["authorization": APNsBench.jwt(issued: day - 3_601_000)], "{}", .expiredProviderToken),
    ("future", ["authorization": APNsBench.jwt(issued: day + 61_000)], "{}", .invalidProviderToken),
    ("message id", ["apns-id": "7"], "{}", .badMessageId),
    ("no topic", ["apns-topic": nil], "{}", .missingTopic),
    ("empty topic", ["apns-topic": ""], "{}", .missingTopic),
    ("topic with a blank", ["apns-topic": "com.example app"], "{}", .badTopic),
    ("topic of another app", ["apns-topic": "com.example.other"], "{}", .deviceTokenNotForTopic),
    ("type unknown", ["apns-push-type": "loud"], "{}", .invalidPushType),
    ("voip without suffix", ["apns-push-type": "voip"], "{}", .invalidPushType),
    ("suffix without voip", ["apns-topic": "com.example.app.voip"], "{}", .invalidPushType),
    (
      "doubled suffix", ["apns-topic": "com.example.app.voip.voip", "apns-push-type": "voip"], "{}",
      .deviceTokenNotForTopic
    ),
    ("mdm", ["apns-push-type": "mdm"], "{}", .topicDisallowed),
    ("priority 7", ["apns-priority": "7"], "{}", .badPriority),
    ("priority text", ["apns-priority": "high"], "{}", .badPriority),
    (
      "background at 10", ["apns-push-type": "background"], "{\"aps\":{\"content-available\":1}}",
      .badPriority
    ),
    (
      "background without content-available", ["apns-push-type": "background", "apns-priority": "5"],
      "{\"aps\":{}}", .invalidPushType
    ),
    (
      "background with sound", ["apns-push-type": "background", "apns-priority": "5"],
      "{\"aps\":{\"content-available\":1,\"sound\":\"x\"}}", .invalidPushType
    ),
    ("expiration text", ["apns-expiration": "soon"], "{}", .badExpirationDate),
    ("expiration negative", ["apns-expiration": "-1"], "{}", .badExpirationDate),
    ("expiration too long", ["apns-expiration": "99999999999999999999"], "{}", .badExpirationDate),
    ("collapse id", ["apns-collapse-id": String(repeating: "é", count: 33)], "{}", .badCollapseId),
    ("empty", [:], "", .payloadEmpty),
    ("not JSON", [:], "{'aps':{}}", .payloadEmpty),
    ("array", [:], "[]", .payloadEmpty),
  ]

  @Test(arguments: cases)
  func refuses(_ what: String, changes: [String: String?], body: String, reason: APNsReason) throws {
    var bench = APNsBench()
    let answer = bench.send(APNsBench.request(changes, body: body))
    #expect(answer.outcome == reason.rawValue, Comment(rawValue: what))
    #expect(answer.status == reason.status)
    #expect(answer.text == "{\"reason\":\"\(reason.rawValue)\"}")
    #expect(answer.header("apns-id").map(APNsHeaders.isUUID) == true)
  }

  @Test func acceptsEveryPushTypeOnItsTopic() {
    for type in APNsPushType.allCases where type != .mdm {
      let topic = APNsBench.topic + type.topicSuffix
      var bench = APNsBench()
      bench.apns.register(APNsDevice(token: "bb", environment: .sandbox, topic: topic))
      let answer = bench.send(
        APNsBench.request(
          ["apns-topic": topic, "apns-push-type": type.rawValue, "apns-priority": "5"], token: "bb",
          body: type == .background ? "{\"aps\":{\"content-available\":1}}" : "{\"aps\":{}}"))
      #expect(answer.outcome == "accepted", Comment(rawValue: type.rawValue))
    }
  }

  @Test func judgesMethodPathAndToken() {
    let valid = APNsBench.request()
    let paths: [(String, String, APNsReason)] = [
      ("GET", valid.path, .methodNotAllowed), ("POST", "/2/device/aa", .badPath), ("POST", "/", .badPath),
      ("POST", "/3/device/aa/bb", .badPath), ("POST", "/3/device/", .missingDeviceToken),
      ("POST", "/3/device", .missingDeviceToken), ("POST", "/3/device/xyz", .badDeviceToken),
      ("POST", "/3/device/abc", .badDeviceToken), ("POST", "/3/device/abcd", .badDeviceToken),
    ]
    for (method, path, reason) in paths {
      var bench = APNsBench()
      var request = valid
      request.method = method
      request.path = path
      #expect(bench.send(request).outcome == reason.rawValue, Comment(rawValue: path))
    }
  }

  @Test func refusesARepeatedHeader() {
    var bench = APNsBench()
    var request = APNsBench.request()
    request.headers.append(("apns-priority", "10"))
    #expect(bench.send(request).outcome == "DuplicateHeaders")
  }

  @Test func countsThePayloadInBytes() {
    func payload(_ size: Int) -> String {
      let frame = "{\"aps\":{\"alert\":\"\"}}".utf8.count
      return "{\"aps\":{\"alert\":\"" + String(repeating: "x", count: size - frame) + "\"}}"
    }
    var bench = APNsBench()
    #expect(bench.outcome(body: payload(4096)) == "accepted")
    #expect(bench.outcome(body: payload(4097)) == "PayloadTooLarge")
    let topic = APNsBench.topic + ".voip"
    bench.apns.register(APNsDevice(token: APNsBench.token, environment: .sandbox, topic: topic))
    let voip: [String: String?] = ["apns-topic": topic, "apns-push-type": "voip"]
    #expect(bench.outcome(voip, body: payload(5120)) == "accepted")
    #expect(bench.outcome(voip, body: payload(5121)) == "PayloadTooLarge")
  }

  @Test func answersByTheStateOfTheToken() {
    var bench = APNsBench()
    bench.apns.set(.unregistered(at: day - 5000, reported: day + 10_000), token: APNsBench.token)
    #expect(bench.outcome() == "accepted")
    bench.now += 10_000
    let gone = bench.send(APNsBench.request())
    #expect(gone.status == 410)
    #expect(gone.text == "{\"reason\":\"Unregistered\",\"timestamp\":\(day - 5000)}")
    bench.apns.set(.expired(at: day - 9), token: APNsBench.token)
    let expired = bench.send(APNsBench.request())
    #expect(expired.status == 410)
    #expect(expired.text == "{\"reason\":\"ExpiredToken\",\"timestamp\":\(day - 9)}")
    bench.apns.set(.throttled(until: bench.now + 1), token: APNsBench.token)
    #expect(bench.send(APNsBench.request()).status == 429)
    #expect(bench.outcome() == "TooManyRequests")
    bench.now += 1
    #expect(bench.outcome() == "accepted")
  }

  @Test func knowsATokenInItsOwnEnvironmentOnly() {
    var bench = APNsBench(environment: .production)
    bench.apns.register(APNsDevice(token: "cc", environment: .sandbox, topic: APNsBench.topic))
    #expect(bench.send(APNsBench.request(token: "cc")).outcome == "BadDeviceToken")
  }

  @Test func takesAnyTokenOnlyWhereTold() {
    var rules = APNsRules()
    rules.acceptsAnyToken = true
    var bench = APNsBench(rules: rules)
    #expect(bench.send(APNsBench.request(token: "abcd")).outcome == "accepted")
    #expect(bench.send(APNsBench.request(token: "abc")).outcome == "BadDeviceToken")
  }

  @Test func endsAConnectionOfTooManyRefusals() {
    var rules = APNsRules()
    rules.refusalLimit = 2
    var bench = APNsBench(rules: rules)
    let bad = bench.send(APNsBench.request(token: "abcd"))
    var ends = bench.apns.endsConnection(bad, &bench.connection)
    #expect(!ends)
    bench.apns.set(.unregistered(at: day), token: APNsBench.token)
    ends = bench.apns.endsConnection(bench.send(APNsBench.request()), &bench.connection)
    #expect(!ends)
    ends = bench.apns.endsConnection(bad, &bench.connection)
    #expect(ends)
  }
}
