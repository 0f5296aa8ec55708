import Emulators
import Foundation
import PushCrypto
import Store
import TestSupport
import Testing

@testable import Service

struct PushServerTests {
  static let token = "aabbccddeeff00112233445566778899aabbccddeeff00112233445566778899"

  private func iPhone(_ whole: WholeServer, _ token: String = token) {
    whole.suite.register(APNsDevice(token: token, environment: .sandbox, topic: "com.example.demo"))
  }

  @Test func aPushGoesFromTheAPIToTheStoredVerdict() throws {
    let whole = try WholeServer()
    iPhone(whole)
    whole.suite.register(
      FCMDevice(token: "android-token-1", project: "demo-app", package: "com.example.demo"))
    #expect(try whole.register("phone", account: "ann", token: Self.token).status == 200)
    #expect(
      try whole.register("droid", account: "ann", platform: "android", token: "android-token-1").status == 200
    )
    let answer = try whole.ship("n1", to: "ann")
    #expect(answer.status == 202, "\(answer.text)")
    let messages = try whole.ended("n1")
    #expect(messages.map { $0["status"] as? String } == ["accepted", "accepted"], "\(messages)")
    let arrived = whole.suite.inbox(of: Self.token, in: .sandbox).arrived
    #expect(arrived.count == 1)
    #expect(whole.suite.fcmInbox(of: "android-token-1").arrived.count == 1)
    // What is durable is counted a moment after it can be read.
    let page = try whole.waitFor("the count") {
      let page = try whole.asBackend("GET", "/metrics").text
      return page.contains("pushwire_messages_ended_total{kind=\"accepted\"} 2\n") ? page : nil
    }
    #expect(!page.contains("ann") && !page.contains(Self.token))
    #expect(try whole.asBackend("GET", "/readyz").status == 200)
  }

  @Test func aDeadTokenIsRetiredAndNothingGoesToItAgain() throws {
    let whole = try WholeServer()
    iPhone(whole)
    try whole.register("phone", account: "ann", token: Self.token)
    let refusal = ScenarioAnswer.apns(
      .unregistered, timestamp: Int64(PushServer.systemClock()) + 60_000)
    whole.suite.script(Scenario(rules: [ScenarioRule("gone", actions: [.answer(refusal)])]))
    try whole.ship("n1", to: "ann")
    #expect(try whole.ended("n1").first?["status"] as? String == "rejected")
    try whole.ship("n2", to: "ann")
    let second = try whole.ended("n2").first
    #expect(second?["status"] as? String == "suppressed")
    #expect(second?["reason"] as? String == "no_token")
    #expect(
      try whole.asBackend("GET", "/metrics").text.contains(
        "pushwire_tokens_retired_total{kind=\"token_dead\"} 1"))
  }

  @Test func plainHTTPToTheNetworkIsRefused() throws {
    let folder = try ScratchFolder()
    try StageProfile.text.write(toFile: folder.path + "/pushwire.yaml", atomically: true, encoding: .utf8)
    var configuration = ServerConfiguration()
    configuration.profilePath = folder.path + "/pushwire.yaml"
    configuration.storePath = folder.path + "/push.db"
    for host in ["0.0.0.0", "::", "127.example.com", "192.0.2.1"] {
      configuration.host = host
      #expect(throws: ServerError.self) { try PushServer(configuration) }
      do { _ = try PushServer(configuration) } catch { #expect(error.code == .exposed, "\(host)") }
    }
    #expect(!FileManager.default.fileExists(atPath: configuration.storePath))
  }

  @Test func aSecondServerOnTheSameStoreIsRefused() throws {
    let whole = try WholeServer()
    #expect(throws: ServerError.self) {
      _ = try WholeServer(storeFolder: whole.folder, suite: whole.suite)
    }
    #expect(try whole.asBackend("GET", "/readyz").status == 200)
  }

  @Test func aBadNewProfileIsRefusedAndTheOldOneKept() throws {
    let whole = try WholeServer()
    iPhone(whole)
    try whole.register("phone", account: "ann", token: Self.token)
    let path = whole.folder.path + "/pushwire.yaml"
    try "version: 1\napp: {}\n".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: ServerError.self) { try whole.server.reload() }
    try whole.ship("n1", to: "ann")
    #expect(try whole.ended("n1").first?["status"] as? String == "accepted")

    let renamed = StageProfile.text.replacing("order_shipped:", with: "order_sent:")
    try renamed.write(toFile: path, atomically: true, encoding: .utf8)
    try whole.server.reload()
    #expect(try whole.ship("n2", to: "ann").json["code"] as? String == "unknown_class")
    let sent = try whole.asBackend(
      "POST", "/v1/notifications",
      [
        "id": "n3", "class": "order_sent", "target": ["account": "ann"],
        "parameters": ["order": "1", "day": "Friday"],
      ])
    #expect(sent.status == 202, "\(sent.text)")
    #expect(try whole.ended("n3").first?["status"] as? String == "accepted")

    func join() throws -> Int {
      let body: [String: Any] = [
        "app": "Demo", "platform": "ios", "environment": "sandbox", "generation": 1,
      ]
      return try whole.ask(
        "PUT", "/v1/installations/guest", body,
        headers: ["Pushwire-App": "demo-open", "Pushwire-Installation-Secret": WholeServer.secret("guest")]
      ).status
    }
    #expect(try join() == 401)
    try (renamed + "\nserver: { publishable_id: demo-open }\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    try whole.server.reload()
    #expect(try join() == 200)
  }

  @Test func aRestartGoesOnWithTheSameProviderToken() throws {
    // The emulator answers TooManyProviderTokenUpdates to a second token within 20 minutes.
    let whole = try WholeServer()
    iPhone(whole)
    try whole.register("phone", account: "ann", token: Self.token)
    for round in 1...3 {
      try whole.ship("n\(round)", to: "ann")
      #expect(try whole.ended("n\(round)").first?["status"] as? String == "accepted")
      try whole.restart()
    }
    #expect(whole.suite.snapshot().count("TooManyProviderTokenUpdates", on: .apnsSandbox) == 0)
    #expect(whole.suite.snapshot().count("accepted", on: .apnsSandbox) == 3)
  }

  @Test func whatIsQueuedSurvivesAStop() throws {
    let whole = try WholeServer()
    iPhone(whole)
    try whole.register("phone", account: "ann", token: Self.token)
    let later = PushServer.systemClock() + 1_500
    let answer = try whole.asBackend(
      "POST", "/v1/notifications",
      [
        "id": "later", "class": "order_shipped", "target": ["account": "ann"],
        "parameters": ["order": "1", "day": "Friday"], "not_before": ServerLog.timestamp(later),
      ])
    #expect(answer.status == 202, "\(answer.text)")
    for number in 0..<200 { try whole.ship("n\(number)", to: "ann") }
    try whole.restart()
    for number in 0..<200 {
      #expect(try whole.ended("n\(number)").first?["status"] as? String == "accepted")
    }
    #expect(try whole.ended("later").first?["status"] as? String == "accepted")
    #expect(PushServer.systemClock() >= later)
    #expect(whole.suite.snapshot().count("accepted", on: .apnsSandbox) >= 201)
  }
}
