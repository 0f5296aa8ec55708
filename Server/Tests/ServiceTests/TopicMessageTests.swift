import Emulators
import Foundation
import Store
import TestSupport
import Testing

@testable import Service

@Suite struct TopicMessageTests {
  private static let values = #"{"headline":"h","count":1,"price":"1.50","hot":true,"when":1893456000}"#

  private static func body(_ target: String, class name: String = "news", values: String = values) -> String {
    #"{"id":"t-1","class":"\#(name)","target":\#(target),"parameters":\#(values)}"#
  }

  @Test func isAcceptedOnceAndShown() throws {
    let stage = try ServerStage()
    let key = try stage.key()
    let first = stage.post("/v1/notifications", key: key, Self.body(#"{"topic":"/topics/news"}"#))
    #expect(first.status == 202 && first.integer("messages") == 1, "\(first.text)")
    // With or without the prefix it is the same topic.
    let again = stage.post("/v1/notifications", key: key, Self.body(#"{"topic":"news"}"#))
    #expect(again.status == 202 && again.json["repeated"] as? Bool == true)
    let other = stage.post(
      "/v1/notifications", key: key, Self.body(#"{"condition":"'news' in topics"}"#))
    #expect(other.code == "notification_conflict")
    let shown = stage.get("/v1/notifications/t-1", key: key)
    #expect(shown.string("topic") == "news" && shown.integer("total") == 1)
    let message = try #require(shown.list("messages").first)
    #expect(message["installation"] == nil && message["lane"] as? String == "android")
  }

  @Test(arguments: [
    (#"{"topic":"a/b"}"#, "/target/topic", "A topic's name has"),
    (#"{"topic":"a b"}"#, "/target/topic", "holds a byte"),
    (#"{"topic":""}"#, "/target/topic", ""),
    (#"{"condition":"'a' in topic"}"#, "/target/condition", "at byte 7"),
    (#"{"condition":"a","topic":"a"}"#, "/target", "and no other"),
    (#"{"topic":"a","account":"u1"}"#, "/target", "and no other"),
  ])
  func refusesATarget(_ target: String, field: String, words: String) throws {
    let stage = try ServerStage()
    let answer = stage.post("/v1/notifications", key: try stage.key([.send]), Self.body(target))
    #expect(answer.status == 400 && answer.code == "invalid_value", "\(answer.text)")
    #expect(answer.field == field)
    #expect(words.isEmpty || answer.string("detail")?.contains(words) == true, "\(answer.text)")
  }

  @Test func onlyWhatIsForEverybodyGoesThere() throws {
    let stage = try ServerStage()
    let key = try stage.key([.send])
    for (name, values) in [
      ("order_shipped", #"{"order":"o-1","day":"Friday"}"#), ("sign_in_code", #"{"request":"r"}"#),
    ] {
      let body = Self.body(#"{"topic":"news"}"#, class: name, values: values)
      let answer = stage.post("/v1/notifications", key: key, body)
      #expect(answer.status == 400 && answer.field == "/target", "\(answer.text)")
      #expect(answer.string("detail")?.contains("not for everybody") == true)
    }
  }

  @Test func twoThousandBytesAreTheLimit() throws {
    let stage = try ServerStage()
    let key = try stage.key([.send])
    func values(_ count: Int) -> String {
      Self.values.replacing(#""h""#, with: "\"" + String(repeating: "x", count: count) + "\"")
    }
    let answer = stage.post(
      "/v1/notifications", key: key, Self.body(#"{"topic":"news"}"#, values: values(2048)))
    #expect(answer.status == 400 && answer.code == "payload_too_large", "\(answer.text)")
    #expect(answer.string("detail")?.contains("limit of 2048") == true)
    // The same to an installation fits.
    let one = stage.post(
      "/v1/notifications", key: key, Self.body(#"{"installation":"d"}"#, values: values(2048)))
    #expect(one.status == 202, "\(one.text)")
    let validated = stage.post(
      "/v1/notifications", key: key,
      #"{"validate_only":true,"# + Self.body(#"{"topic":"news"}"#).dropFirst())
    #expect(validated.integer("would_send") == 1 && validated.json["valid"] as? Bool == true)
  }

  @Test func anAppWithoutAndroidHasNoTopics() throws {
    let profile = StageProfile.text.replacing(
      "      android: { package: com.example.demo, minimum_sdk: 26, target_sdk: 35 }\n", with: ""
    ).replacing("      fcm: { service_account: firebase.json }\n", with: "")
    let lines = profile.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("android: {") && !$0.contains("fcm: {") }
    let stage = try ServerStage(profile: lines.joined(separator: "\n"))
    let answer = stage.post(
      "/v1/notifications", key: try stage.key([.send]), Self.body(#"{"topic":"news"}"#))
    #expect(
      answer.status == 400 && answer.string("detail")?.contains("no Android part") == true, "\(answer.text)")
  }

  /// From the API to FCM's answer.
  @Test func reachesFCM() throws {
    let whole = try WholeServer()
    let answer = try whole.asBackend(
      "POST", "/v1/notifications",
      [
        "id": "t-1", "class": "news", "target": ["condition": "'news' in topics || 'sport' in topics"],
        "parameters": ["headline": "h", "count": 1, "price": "1.50", "hot": true, "when": 1_893_456_000],
      ])
    #expect(answer.status == 202, "\(answer.text)")
    let message = try #require(try whole.ended("t-1").first)
    #expect(message["status"] as? String == "accepted", "\(message)")
    #expect((message["provider_id"] as? String)?.hasPrefix("projects/demo-app/messages/") == true)
    #expect(whole.suite.snapshot().count("accepted", on: .fcm) == 1)
  }
}
