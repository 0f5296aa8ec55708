import AppFacts
import Foundation
import Testing

@testable import Audit

/// What the rules of messages find beyond their examples, and what they must leave alone.
struct MessageRulesTests {
  private func findings(_ files: (String, String)...) throws -> [AuditFinding] {
    try ExampleRun(files.map { ExampleRun.File(name: $0.0, text: $0.1) }).result.all
  }
  private func rules(_ files: (String, String)...) throws -> [RuleID] {
    try ExampleRun(files.map { ExampleRun.File(name: $0.0, text: $0.1) }).result.all.map(\.rule).sorted()
  }

  private static func request(
    _ headers: [String] = ["apns-push-type: alert"], host: String = "api.push.apple.com",
    topic: String = "dev.pushwire.parcel", body: String = #"{"aps": {"alert": "a"}}"#, answer: String = ""
  ) -> String {
    ([
      "POST https://\(host)/3/device/{{token}} HTTP/2", "authorization: bearer {{jwt}}",
      "apns-topic: \(topic)",
    ]
      + headers + ["", body, "", answer]).joined(separator: "\n")
  }

  // MARK: false alarms that must not happen

  @Test func whatAVariableFillsInIsNotJudged() throws {
    let script = """
      curl --http2 -H "authorization: bearer $JWT" -H "apns-topic: $TOPIC" -H "apns-push-type: $TYPE" \\
        -H "apns-priority: $PRIORITY" -H "apns-expiration: $UNTIL" -H "apns-collapse-id: $KEY" -H "apns-id: $ID" \\
        -d "$BODY" https://$HOST/3/device/$TOKEN
      curl --http2 -H "authorization: bearer $JWT" -H "apns-topic: $TOPIC" -H "apns-push-type: alert" \\
        -d "{\\"aps\\": {\\"alert\\": \\"$TEXT\\", \\"badge\\": $COUNT}}" https://$HOST/3/device/$TOKEN
      """
    #expect(try rules(("push.sh", script)) == [])
    let run = try ExampleRun([.init(name: "push.sh", text: script)])
    #expect(run.result.undecided.contains { $0.rule == "PAY001" })
  }

  @Test func developmentInSourceEntitlementsSaysNothingOfTheHost() throws {
    let entitlements = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>aps-environment</key><string>development</string></dict></plist>
      """
    let found = try rules(("push.http", Self.request()), ("Parcel.entitlements", entitlements))
    #expect(!found.contains("HOST001"))
  }

  @Test func placeholdersForTokensAreNoTokens() throws {
    for token in ["<device_token>", "YOUR_DEVICE_TOKEN", "DEVICE_TOKEN", "3f2a…91bc", ":token", "$TOKEN"] {
      let text = Self.request().replacing("{{token}}", with: token)
      #expect(try rules(("push.http", text)) == [], "\(token)")
    }
  }

  @Test func aMessageOfFirebaseHasItsHeadersAdded() throws {
    let message = """
      {"message": {"topic": "news", "notification": {"title": "a"},
        "apns": {"payload": {"aps": {"mutable-content": 1, "sound": "default"}}}}}
      """
    #expect(try rules(("message.json", message)) == [])
  }

  @Test func anAlertWithContentAvailableIsRight() throws {
    let body = #"{"aps": {"alert": "a", "content-available": 1, "mutable-content": 1, "sound": "default"}}"#
    #expect(try rules(("push.http", Self.request(body: body))) == [])
    #expect(try rules(("order.json", body)) == [])
  }

  @Test func anOldCaptureIsNotExpired() throws {
    // Sent on 1 November, answered then, expiring an hour later.
    let answer = "HTTP/2 200\ndate: Sun, 01 Nov 2026 12:00:00 GMT"
    let text = Self.request(["apns-push-type: alert", "apns-expiration: 1793538000"], answer: answer)
    #expect(try rules(("push.http", text)) == [])
    let jwt =
      "eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyM0RFRkcifQ.eyJpc3MiOiJBQkNERTEyMzQ1IiwiaWF0IjoxNzkzNTM0MDAwfQ.c2ln"
    let accepted = Self.request(answer: "HTTP/2 200\napns-id: x").replacing("{{jwt}}", with: jwt)
    #expect(try rules(("push.http", accepted)) == [])
  }

  @Test func otherTransportsAreNotJudged() throws {
    let script = """
      curl -H 'Content-Type: application/json' -d '{"to": "ExponentPushToken[x]", "title": "a"}' \\
        https://exp.host/--/api/v2/push/send
      curl -d '{"app_id": "1", "contents": {"en": "a"}}' https://onesignal.com/api/v1/notifications
      curl --http2 -H "authorization: bearer $JWT" -H "apns-topic: dev.pushwire.parcel" -H "apns-push-type: alert" \\
        -d '{"aps": {"alert": "a"}}' https://api.push.apple.com/3/device/$TOKEN
      """
    #expect(try rules(("push.sh", script)) == [])
  }

  @Test func mdmHasNoAps() throws {
    let text = Self.request(
      ["apns-push-type: mdm"], topic: "com.apple.mgmt.External.0a1b", body: #"{"mdm": "magic"}"#)
    #expect(try rules(("push.http", text)) == [])
  }

  @Test func aBundleIDMayEndAsASuffix() throws {
    let text = Self.request(topic: "dev.pushwire.voip")
    #expect(try rules(("push.http", text), ("Parcel.ipa", "build store\nbundle dev.pushwire.voip\n")) == [])
  }

  @Test func idsThatTellWhatToFetchAreNoContent() throws {
    let body = #"{"aps": {"content-available": 1}, "order": "8123", "revision": 4, "code_style": "dark"}"#
    #expect(try rules(("order.json", body)) == [])
  }

  @Test func linksOfPeopleAreNotAPath() throws {
    for text in ["50% off and/or free", "1/2 parcels", "Meet at 10/12", "A/B", "km/h", "Order 8123 is here"] {
      #expect(try rules(("order.json", "{\"aps\": {\"alert\": \"\(text)\"}}")) == [], "\(text)")
    }
  }

  @Test func debugForItsOwnServerIsRight() throws {
    let source = """
      import UIKit
      final class PushService {
        func log() {
          #if DEBUG
          print("production logging is off")
          #endif
        }
        var baseURL: String {
          #if DEBUG
          return "https://sandbox.parcel.example"
          #else
          return "https://parcel.example"
          #endif
        }
      }
      """
    #expect(try !rules(("PushService.swift", source)).contains("HOST006"))
  }

  @Test func categoriesInConstantsOfOtherFiles() throws {
    let names = """
      enum CategoryName: String {
        case orders = "order_updates"
      }
      """
    let source = """
      import UserNotifications
      func register(_ more: String) {
        let orders = UNNotificationCategory(
          identifier: CategoryName.orders.rawValue, actions: [], intentIdentifiers: [], options: [])
        UNUserNotificationCenter.current().setNotificationCategories([orders])
      }
      """
    let body = #"{"aps": {"alert": "a", "category": "order_updates"}}"#
    let found = try rules(("order.json", body), ("Push.swift", source), ("Names.swift", names))
    #expect(!found.contains("PAY014"))
    let computed = source.replacing("CategoryName.orders.rawValue", with: "more")
    #expect(try !rules(("order.json", body), ("Push.swift", computed)).contains("PAY014"))
    let other = #"{"aps": {"alert": "a", "category": "order_update"}}"#
    #expect(
      try rules(("order.json", other), ("Push.swift", source), ("Names.swift", names)).contains("PAY014"))
  }

  @Test func requestsInFoldersOfTestsAreNotTheApps() throws {
    let script = "curl -d '{}' https://api.push.apple.com/3/device/$T\n"
    #expect(try rules(("Parcel/Tests/push.sh", script), ("Parcel/README.md", "# Parcel\n")) == [])
    #expect(try !rules(("Parcel/scripts/push.sh", script)).isEmpty)
  }

  // MARK: faults in other shapes

  @Test func theEnvironmentByConfigurationInOtherForms() throws {
    let sources = [
      """
      import FirebaseMessaging
      func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data) {
        #if DEBUG
        Messaging.messaging().setAPNSToken(token, type: .sandbox)
        #else
        Messaging.messaging().setAPNSToken(token, type: .prod)
        #endif
      }
      """,
      """
      struct Config {
        static func host() -> String {
          #if DEBUG
          return "https://api.sandbox.push.apple.com"
          #else
          return "https://api.push.apple.com"
          #endif
        }
      }
      """,
    ]
    for source in sources {
      #expect(try rules(("Push.swift", source)).contains("HOST006"), "\(source)")
    }
  }

  @Test func anAnswerFoldsUnderTheFaultThatExplainsIt() throws {
    let text = Self.request(answer: "HTTP/2 400\n\n{\"reason\": \"BadDeviceToken\"}")
    let run = try ExampleRun([
      .init(name: "push.http", text: text), .init(name: "Parcel.ipa", text: "build development\n"),
    ])
    let root = try #require(run.result.findings.first { $0.rule == "HOST001" })
    #expect(root.consequences.map(\.rule) == ["HOST004"])
    #expect(root.consequences[0].message.contains("the other environment"))
    #expect(root.consequences[0].counterpart.first?.note.hasPrefix("HOST001") == true)
  }

  @Test func anAnswerOfAnotherReasonDoesNotFold() throws {
    let text = Self.request(answer: "HTTP/2 403\n\n{\"reason\": \"InvalidProviderToken\"}")
    let run = try ExampleRun([
      .init(name: "push.http", text: text), .init(name: "Parcel.ipa", text: "build development\n"),
    ])
    #expect(Set(run.result.findings.map(\.rule)) == ["HOST001", "HOST004"])
  }

  @Test func anUnknownReasonIsKeptWordForWord() throws {
    let text = Self.request(answer: "HTTP/2 418\n\n{\"reason\": \"TeapotIsShort\"}")
    let found = try #require(try findings(("push.http", text)).first { $0.rule == "HOST004" })
    #expect(found.confidence == .unknown && found.message.contains("418 TeapotIsShort"))
  }

  @Test func everyReasonOfThePagesHasItsCauses() {
    for reason in [
      "BadCollapseId", "BadDeviceToken", "BadExpirationDate", "BadMessageId", "BadPriority", "BadTopic",
      "DeviceTokenNotForTopic", "DuplicateHeaders", "IdleTimeout", "InvalidPushType", "MissingDeviceToken",
      "MissingTopic", "PayloadEmpty", "TopicDisallowed", "BadCertificate", "BadCertificateEnvironment",
      "ExpiredProviderToken", "Forbidden", "InvalidProviderToken", "MissingProviderToken",
      "UnrelatedKeyIdInToken", "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken", "BadPath",
      "MethodNotAllowed", "PayloadTooLarge", "Unregistered", "ExpiredToken", "TooManyProviderTokenUpdates",
      "TooManyRequests", "InternalServerError", "ServiceUnavailable", "Shutdown", "UNREGISTERED",
      "SENDER_ID_MISMATCH", "INVALID_ARGUMENT", "THIRD_PARTY_AUTH_ERROR", "QUOTA_EXCEEDED", "UNAVAILABLE",
      "INTERNAL", "ACCESS_TOKEN_EXPIRED",
    ] {
      #expect(AnswerCause.causes(reason)?.isEmpty == false, "\(reason)")
    }
    #expect(AnswerCause.causes("TeapotIsShort") == nil)
  }

  @Test func topicsInEveryWrongShape() throws {
    for (topic, type) in [
      ("<dev.pushwire.parcel>", "alert"), ("dev.pushwire.parcel", "liveactivity"),
      ("dev.pushwire.parcel.voip", "liveactivity"), ("dev.pushwire.parcel.voip.voip", "voip"),
    ] {
      let body = #"{"aps": {"timestamp": 1, "event": "end", "alert": "a"}}"#
      let text = Self.request(["apns-push-type: \(type)"], topic: topic, body: body)
      #expect(try rules(("push.http", text)).contains("PAY011"), "\(topic)")
    }
    let other = Self.request(topic: "dev.pushwire.other")
    let found = try findings(("push.http", other), ("Parcel.ipa", "build store\n"))
    #expect(found.first { $0.rule == "PAY011" }?.confidence == .likely)
  }

  @Test func misspeltKeysInEverySpelling() throws {
    for key in [
      "content_available", "contentAvailable", "Content-Available", "content-avaliable", "content-availabel",
      "mutable_content", "mutableContent", "thread_id", "interruption_level",
    ] {
      #expect(
        try rules(("a.json", "{\"aps\": {\"alert\": \"a\", \"\(key)\": 1}}")).contains("PAY005"), "\(key)")
    }
    #expect(try rules(("a.json", #"{"aps": {"alert": {"titleLocKey": "A"}}}"#)) == ["PAY005"])
  }

  @Test func aKeyOfAlertThatNobodyKnows() throws {
    #expect(try rules(("a.json", #"{"aps": {"alert": {"titel": "a", "body": "b"}}}"#)) == ["PAY019"])
  }

  @Test func manyRequestsStayLinear() throws {
    let one =
      "curl -H 'apns-topic: dev.pushwire.parcel' -d '{\"aps\":{}}' https://api.push.apple.com/3/device/$T\n"
    let run = try ExampleRun([.init(name: "push.sh", text: String(repeating: one, count: 900))])
    #expect(run.facts.captures.count == 900)
    #expect(run.result.all.count >= 900)
  }
}
