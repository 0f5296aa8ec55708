import Bytes
import Compose
import Foundation
import PushContract
import Testing

struct FCMTemplateTests {
  @Test func alertForAndroidAsGolden() throws {
    let json = try fcmBody(
      orderShipped(), .android, ["8123", "Käse", "3"], id: "0b8f-1", binding: "t4Gz")
    #expect(
      json == #"""
        {"validate_only":false,"message":{"token":"tok","data":{"pw.n":"0b8f-1","pw.c":"order_shipped","pw.r":"1","pw.b":"t4Gz","pw.d":"order","pw.p.id":"8123"},"notification":{"title":"Your order is on its way","body":"Käse has shipped it."},"android":{"priority":"HIGH","ttl":"3600s","notification":{"channel_id":"orders","tag":"order-8123","default_sound":true,"notification_count":3}}}}
        """#)
    #expect(try parse(json).at("message.android.ttl") as? String == "3600s")
  }

  @Test func silentForAndroidIsDataOnly() throws {
    let json = try fcmBody(inboxChanged(), .android, ["c9"])
    #expect(
      json == #"""
        {"validate_only":false,"message":{"token":"tok","data":{"pw.n":"n-1","pw.c":"inbox_changed","pw.r":"1","cursor":"c9"},"android":{"priority":"NORMAL","ttl":"0s"}}}
        """#)
  }

  @Test func silentForAppleThroughFCM() throws {
    let json = try fcmBody(inboxChanged(), .apple, ["c9"])
    #expect(
      json == #"""
        {"validate_only":false,"message":{"token":"tok","apns":{"headers":{"apns-push-type":"background","apns-priority":"5","apns-expiration":"0"},"payload":{"aps":{"content-available":1},"pw":{"n":"n-1","c":"inbox_changed","r":1},"cursor":"c9"}}}}
        """#)
  }

  @Test func alertForAppleCarriesTheSamePayloadAsAPNs() throws {
    let values = ["8123", "Käse", "3"]
    let object = try parse(try fcmBody(orderShipped(), .apple, values))
    #expect(object.at("message.data") == nil)
    #expect(object.at("message.notification") == nil)
    let payload = object.at("message.apns.payload") as? NSDictionary
    #expect(payload == (try parse(try apnsPayload(orderShipped(), values))))
    let headers = object.at("message.apns.headers") as? [String: String]
    #expect(
      headers == [
        "apns-push-type": "alert", "apns-priority": "10", "apns-expiration": "1003600",
        "apns-collapse-id": "order-8123",
      ])
  }

  @Test func bothPlatformsShareNoField() throws {
    var source = orderShipped()
    source.image = "https://cdn.example.com/a.png"
    source.data = [.init(name: "x", value: template("1"))]
    let object = try parse(
      try fcmBody(source, [.android, .apple], ["8123", "Käse", "3"], target: (.topic, "/topics/news")))
    let message = try #require(object["message"] as? [String: Any])
    #expect(Set(message.keys) == ["topic", "android", "apns"])
    #expect(message["topic"] as? String == "news")
    #expect(object.at("message.android.data.x") as? String == "1")
    #expect(
      object.at("message.android.notification.title") as? String == "Your order is on its way")
    #expect(object.at("message.android.notification.image") as? String == source.image)
    #expect(object.at("message.apns.fcm_options.image") as? String == source.image)
    #expect(object.at("message.apns.payload.x") as? String == "1")
  }

  @Test func collapseKeyIsNeverOnePerNotification() throws {
    var source = orderShipped()
    source.collapse = .none
    var android = try parse(try fcmBody(source, .android, ["8123", "s", "1"], id: "n-7"))
    #expect(android.at("message.android.collapse_key") == nil)
    #expect(android.at("message.android.notification.tag") as? String == "n-7")
    source.collapse = .key(template("orders"))
    android = try parse(try fcmBody(source, .android, ["8123", "s", "1"]))
    #expect(android.at("message.android.collapse_key") as? String == "orders")
    #expect(android.at("message.android.notification.tag") as? String == "orders")
  }

  @Test func translationsAndSounds() throws {
    var source = orderShipped()
    source.title = .localized(key: "T", arguments: [template("{shop}")])
    source.body = .localized(key: "B", arguments: [])
    source.sound = .named("ding")
    source.badge = .value(7)
    source.analyticsLabel = "orders"
    let object = try parse(try fcmBody(source, .android, ["8123", "Käse", "1"]))
    let expected = try parse(
      #"""
      {"title_loc_key":"T","title_loc_args":["Käse"],"body_loc_key":"B","channel_id":"orders",
      "tag":"order-8123","sound":"ding","notification_count":7}
      """#)
    #expect(object.at("message.android.notification") as? NSDictionary == expected)
    #expect(object.at("message.notification") == nil)
    #expect(object.at("message.fcm_options.analytics_label") as? String == "orders")
  }

  @Test func timeToLiveShrinksWithAge() throws {
    func ttl(_ createdAt: Int) throws -> String? {
      try parse(
        try fcmBody(orderShipped(), .android, ["1", "s", "1"], now: 10_000, createdAt: createdAt)
      ).at("message.android.ttl") as? String
    }
    #expect(try ttl(10_000) == "3600s")
    #expect(try ttl(9_000) == "2600s")
    #expect(try ttl(0) == "0s")
    #expect(try ttl(11_000) == "3600s")
    let late = try parse(try fcmBody(orderShipped(), .apple, ["1", "s", "1"], now: 10_000, createdAt: 9_000))
    #expect(late.at("message.apns.headers.apns-expiration") as? String == "12600")
  }

  @Test func aPushMayLiveShorterThanItsClassAndNeverLonger() throws {
    func ttl(_ longest: Int?, createdAt: Int = 10_000) throws -> String? {
      try parse(
        try fcmBody(
          orderShipped(), .android, ["1", "s", "1"], now: 10_000, createdAt: createdAt, longest: longest)
      ).at("message.android.ttl") as? String
    }
    #expect(try ttl(nil) == "3600s")
    #expect(try ttl(600) == "600s")
    #expect(try ttl(7200) == "3600s")
    #expect(try ttl(600, createdAt: 9_900) == "500s")
    #expect(try ttl(600, createdAt: 9_000) == "0s")
  }

  @Test(arguments: [FCMTarget.Kind.fid, .token, .topic, .condition])
  func targets(_ kind: FCMTarget.Kind) throws {
    let name = kind == .condition ? "'a' in topics && !('b' in topics)" : "private-x_1.~%"
    let object = try parse(try fcmBody(inboxChanged(), .android, ["c"], target: (kind, name)))
    let message = try #require(object["message"] as? [String: Any])
    #expect(message[kind.rawValue] as? String == name)
    #expect(Set(message.keys) == [kind.rawValue, "data", "android"])
  }

  @Test(arguments: [
    (FCMTarget.Kind.token, ""), (.token, "a b"), (.token, "a\"b"), (.token, "tök"), (.topic, "a:b"),
    (.topic, "/topics/"), (.topic, "private/"), (.topic, "a/b"), (.condition, "\n"),
    (.fid, String(repeating: "x", count: 4097)),
  ])
  func badTargets(_ kind: FCMTarget.Kind, _ text: String) {
    #expect(failure { _ = try withBytes(text) { _ = try FCMTarget(kind, $0) } }?.code == .badTarget)
  }

  @Test(arguments: ["from", "message_type", "google.x", "googley", "gcm", "gcm.notification.x", "pw", "pw.n"])
  func reservedKeysAreRefused(_ name: String) {
    var source = inboxChanged()
    source.data = [.init(name: name, value: template("x"))]
    #expect(failure { _ = try FCMTemplate(source, platforms: .android) }?.code == .reservedKey)
  }

  @Test(arguments: [(FCMTarget.Kind.token, 4096), (.fid, 4096), (.topic, 2048), (.condition, 2048)])
  func sizeIsCheckedToTheByte(_ kind: FCMTarget.Kind, _ limit: Int) throws {
    var source = NotificationClass(name: "s", kind: .alert)
    source.parameters = [Parameter(name: "t", type: .string)]
    source.body = text("{t}")
    let name = kind == .condition ? "'t' in topics" : "t"
    func size(_ count: Int, _ platforms: FCMTemplate.Platforms) throws -> Int {
      let body = try fcmBody(
        source, platforms, [String(repeating: "x", count: count)], target: (kind, name))
      let object = try parse(body)
      let paths =
        platforms == .apple
        ? ["message.apns.payload"] : ["message.data", "message.notification", "message.android.notification"]
      return try paths.map { path in
        try JSONSerialization.data(withJSONObject: try #require(object.at(path))).count
      }.reduce(0, +)
    }
    for platforms in [FCMTemplate.Platforms.android, .apple] {
      let room = limit - (try size(0, platforms))
      #expect(try size(room, platforms) == limit)
      let error = failure { _ = try size(room + 3, platforms) }
      #expect(error?.code == .tooLarge)
      #expect(error?.message.contains("\(limit + 3) bytes, 3 over FCM's limit of \(limit)") == true)
    }
  }

  @Test func validateOnlyAndPackage() throws {
    let source = inboxChanged()
    let template = try FCMTemplate(
      source, platforms: .android, restrictedPackage: "com.example", analyticsLabel: "all")
    let row = try makeRow(source.parameters, ["c"])
    var out = ByteBuffer()
    try withIdentity("n", nil) { identity in
      try withBytes("t") {
        try template.writeBody(
          row, identity, target: try FCMTarget(.fid, $0), validateOnly: true, now: 0, into: &out)
      }
    }
    let object = try parse(out.text)
    #expect(object["validate_only"] as? Bool == true)
    #expect(object.at("message.android.restricted_package_name") as? String == "com.example")
    #expect(object.at("message.fcm_options.analytics_label") as? String == "all")
    #expect(failure { _ = try FCMTemplate(source, platforms: .android, analyticsLabel: "a b") } != nil)
    #expect(failure { _ = try FCMTemplate(source, platforms: []) } != nil)
  }
}
