import Emulators
import Foundation
import Store
import TestSupport
import Testing

@testable import Service

@Suite struct LimitTests {
  private static func body(_ id: String, tenant: String) -> String {
    #"{"id":"\#(id)","tenant":"\#(tenant)","class":"order_shipped","target":{"account":"u1"},"#
      + #""parameters":{"order":"o","day":"Friday"}}"#
  }

  @Test func aTenantIsCountedWhateverKeyItComesWith() throws {
    var limits = RateLimits.none
    limits.tenant = Rate(perSecond: 1, burst: 3)
    let stage = try ServerStage(limits: limits)
    let keys = [try stage.key([.send]), try stage.key([.send])]
    for number in 0..<3 {
      let answer = stage.post(
        "/v1/notifications", key: keys[number % 2], Self.body("n\(number)", tenant: "a"))
      #expect(answer.status == 202, "\(answer.text)")
    }
    let refused = stage.post("/v1/notifications", key: keys[0], Self.body("n3", tenant: "a"))
    #expect(refused.status == 429 && refused.code == "rate_limited", "\(refused.text)")
    #expect(stage.post("/v1/notifications", key: keys[0], Self.body("n4", tenant: "b")).status == 202)
    stage.clock.advance(1000)
    #expect(stage.post("/v1/notifications", key: keys[0], Self.body("n3", tenant: "a")).status == 202)
  }

  @Test func aBatchIsCountedOneByOne() throws {
    var limits = RateLimits.none
    limits.tenant = Rate(perSecond: 1, burst: 2)
    let stage = try ServerStage(limits: limits)
    let items = (0..<4).map { Self.body("n\($0)", tenant: $0 < 3 ? "a" : "b") }.joined(separator: ",")
    let answer = stage.post(
      "/v1/notifications/batch", key: try stage.key([.send]), "{\"notifications\":[\(items)]}")
    #expect(answer.list("results").map { $0["status"] as? Int } == [202, 202, 429, 202], "\(answer.text)")
  }

  /// The profile's number is what the lane goes by, over the store.
  @Test func fcmIsSentNoMoreThanTheProfileSays() throws {
    let profile = StageProfile.text + "\nserver: { limits: { fcm_per_minute: 60 } }\n"
    let whole = try WholeServer(profile: profile)
    let tokens = (0..<20).map { "d\($0):APA91b" + String(repeating: "x", count: 130) }
    for (number, token) in tokens.enumerated() {
      whole.suite.register(FCMDevice(token: token, project: "demo-app", package: "com.example.demo"))
      try whole.register("d\(number)", account: "u1", platform: "android", token: token)
    }
    // Twenty at once: six go, and the rest one by one, 54 a minute.
    try whole.ship("n-1", to: "u1")
    _ = try whole.waitFor("the first") {
      whole.suite.snapshot().count("accepted", on: .fcm) >= 6 ? true : nil
    }
    let messages = try whole.waitFor("two more") { () -> [[String: Any]]? in
      let answer = try whole.asBackend("GET", "/v1/notifications/n-1")
      let messages = answer.json["messages"] as? [[String: Any]] ?? []
      return messages.count { $0["status"] as? String == "accepted" } >= 8 ? messages : nil
    }
    #expect(messages.count == 20)
    // No attempt was lost for the wait.
    #expect(messages.allSatisfy { ($0["attempts"] as? Int ?? 0) <= 1 })
    #expect(messages.contains { $0["status"] as? String == "queued" })
  }

  /// FCM takes few collapsible messages for one device: a key that is the same for all pushes, but not one with a
  /// parameter, which is no `collapse_key`.
  @Test(arguments: [("orders", 12), ("order-{order}", 30)])
  func aDeviceGetsNoMoreCollapsibleMessagesThanFCMTakes(key: String, most: Int) throws {
    let whole = try WholeServer(
      profile: StageProfile.text.replacing("collapse: order-{order}", with: "collapse: \(key)"))
    let token = "d:APA91b" + String(repeating: "x", count: 130)
    whole.suite.register(FCMDevice(token: token, project: "demo-app", package: "com.example.demo"))
    try whole.register("d", account: "u1", platform: "android", token: token)
    for number in 0..<30 { #expect(try whole.ship("n\(number)", to: "u1").status == 202) }
    _ = try whole.waitFor("what may go") {
      whole.suite.snapshot().count("accepted", on: .fcm) >= most ? true : nil
    }
    let sent = whole.suite.snapshot().count("accepted", on: .fcm)
    #expect(sent == most)
    let states = try (0..<30).map { number in
      let messages = try whole.asBackend("GET", "/v1/notifications/n\(number)").json["messages"]
      return (messages as? [[String: Any]])?.first?["status"] as? String
    }
    #expect(states.count { $0 == "queued" } >= 30 - most)
  }
}
