import Foundation
import PushClient
import PushClientTesting
import Testing

/// A message to an FCM topic on its way to virtual devices: for no account, and shown all the same.
@Suite(.serialized) struct VirtualTopicTests {
  private func send(_ stage: VirtualStage, _ id: String, _ target: JSONValue) throws {
    let answer = try stage.ask(
      "POST", "/v1/notifications",
      [
        "id": .string(id), "class": "news", "target": target,
        "parameters": ["headline": "Snow", "count": 1, "price": "1.50", "hot": true, "when": 1_893_456_000],
      ])
    #expect(answer["messages"].integer == 1, "\(answer.text)")
  }

  @Test func aTopicReachesWhoIsSubscribedAndNobodyElse() throws {
    let stage = try VirtualStage()
    let devices = try (0..<2).map { number in
      let device = try stage.device(.android)
      device.open()
      device.reach(moment: "order_placed")
      device.login("user-\(number)")
      device.leave()
      return device
    }
    let installation = try #require(devices[0].installation)
    let subscribed = try stage.ask(
      "POST", "/v1/topics/snow/subscribe", ["installations": [.string(installation)]])
    #expect(subscribed["changed"].integer == 1, "\(subscribed.text)")
    try send(stage, "one", ["topic": "snow"])
    #expect(
      devices[0].run { $0.system.tray.contains { $0.notification == "one" } }, "\(devices[0].journal.text)")
    #expect(devices[0].system.tray.last?.title == "News")
    // Whoever is not subscribed got nothing, and gets what is for all others.
    try send(stage, "two", ["condition": "!('snow' in topics)"])
    #expect(
      devices[1].run { $0.system.tray.contains { $0.notification == "two" } }, "\(devices[1].journal.text)")
    #expect(devices[1].system.tray.map(\.notification) == ["two"])
    #expect(devices[0].system.tray.map(\.notification) == ["one"])
    #expect(stage.status("one") == "accepted")
    #expect(devices.allSatisfy { $0.misuses.isEmpty && $0.openHandles == 0 })
  }
}
