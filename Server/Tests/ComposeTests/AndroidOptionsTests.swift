import Bytes
import Compose
import Foundation
import PushContract
import TestSupport
import Testing

/// What a class says to one platform alone, read back with Foundation.
struct AndroidOptionsTests {
  /// An alert with every option.
  private func everything() throws -> NotificationClass {
    var source = orderShipped()
    source.parameters.append(Parameter(name: "at", type: .timestamp))
    source.image = "https://cdn.example.com/a.png"
    var android = AndroidOptions()
    android.icon = "ic_parcel"
    android.color = HexColor("#1A73E8")
    android.clickAction = "OPEN \"ORDER\""
    android.ticker = template("{shop} has shipped it")
    android.sticky = true
    android.localOnly = true
    android.eventTime = .parameter("at")
    android.notificationPriority = .max
    android.visibility = .private
    android.vibrateTimings = [0, 200, 1_500, 2_000, 3_005]
    android.defaultVibrateTimings = true
    android.lightSettings = .init(color: try #require(HexColor("#ff000080")), on: 300, off: 2_000)
    android.defaultLightSettings = true
    android.proxy = .ifPriorityLowered
    android.directBootOK = true
    android.bandwidthConstrainedOK = true
    android.restrictedSatelliteOK = true
    android.analyticsLabel = "for-android"
    source.android = android
    source.apple.analyticsLabel = "for-apple"
    return source
  }

  private let values = ["8123", "Käse \"&\" Co", "3", "1893434400"]

  @Test func everyOptionStandsWhereFCMWantsIt() throws {
    let object = try parse(try fcmBody(try everything(), .android, values))
    let expected = try parse(
      #"""
      {"channel_id":"orders","tag":"order-8123","default_sound":true,"notification_count":3,
      "icon":"ic_parcel","color":"#1a73e8","click_action":"OPEN \"ORDER\"",
      "ticker":"Käse \"&\" Co has shipped it","sticky":true,"local_only":true,
      "event_time":"2029-12-31T18:00:00Z","notification_priority":"PRIORITY_MAX","visibility":"PRIVATE",
      "default_vibrate_timings":true,"vibrate_timings":["0s","0.200s","1.500s","2s","3.005s"],
      "default_light_settings":true,"light_settings":{"color":{"red":1,"green":0,"blue":0,
      "alpha":0.5019607843137255},"light_on_duration":"0.300s","light_off_duration":"2s"},
      "proxy":"IF_PRIORITY_LOWERED"}
      """#)
    #expect(object.at("message.android.notification") as? NSDictionary == expected)
    for key in ["direct_boot_ok", "bandwidth_constrained_ok", "restricted_satellite_ok"] {
      #expect(object.at("message.android." + key) as? Bool == true)
    }
    #expect(object.at("message.android.fcm_options.analytics_label") as? String == "for-android")
    #expect(object.at("message.apns") == nil)
  }

  @Test func appleDevicesGetNoneOfIt() throws {
    let source = try everything()
    let object = try parse(try fcmBody(source, .apple, values))
    #expect(object.at("message.android") == nil)
    let options = object.at("message.apns.fcm_options") as? NSDictionary
    #expect(options == ["image": "https://cdn.example.com/a.png", "analytics_label": "for-apple"])
    var plain = source
    plain.android = AndroidOptions()
    #expect(try apnsPayload(source, values) == apnsPayload(plain, values))
    plain.image = nil
    #expect(
      try parse(try fcmBody(plain, .apple, values)).at("message.apns.fcm_options") as? NSDictionary
        == ["analytics_label": "for-apple"])
  }

  @Test func bothPlatformsGetTheirOwn() throws {
    let object = try parse(try fcmBody(try everything(), [.android, .apple], values))
    #expect(object.at("message.android.notification.icon") as? String == "ic_parcel")
    #expect(object.at("message.apns.fcm_options.analytics_label") as? String == "for-apple")
  }

  @Test func theDefaultsSayNothing() throws {
    let object = try parse(try fcmBody(orderShipped(), .android, ["1", "s", "1"]))
    let keys = (object.at("message.android.notification") as? [String: Any])?.keys.sorted()
    #expect(keys == ["channel_id", "default_sound", "notification_count", "tag"])
    #expect(
      (object.at("message.android") as? [String: Any])?.keys.sorted() == ["notification", "priority", "ttl"])
  }

  @Test(arguments: AndroidOptions.NotificationPriority.allCases)
  func priorities(_ priority: AndroidOptions.NotificationPriority) throws {
    var source = orderShipped()
    source.android.notificationPriority = priority
    let object = try parse(try fcmBody(source, .android, ["1", "s", "1"]))
    let words = ["MIN", "LOW", "DEFAULT", "HIGH", "MAX"].map { "PRIORITY_" + $0 }
    let word = object.at("message.android.notification.notification_priority") as? String
    #expect(word.map(words.contains) == true)
  }

  @Test func whatIsHeardCountsAgainstTheLimit() throws {
    var source = orderShipped()
    source.android.ticker = template("{shop}")
    source.body = nil
    let long = String(repeating: "x", count: 4_000)
    #expect(failure { _ = try fcmBody(source, .android, ["1", long, "1"]) }?.code == .tooLarge)
    source.android.ticker = nil
    #expect(failure { _ = try fcmBody(source, .android, ["1", long, "1"]) } == nil)
  }

  /// Foundation's calendar is the oracle.
  @Test func instantsAreThoseOfTheCalendar() throws {
    var source = NotificationClass(name: "c", kind: .alert)
    source.body = text("x")
    source.parameters = [Parameter(name: "at", type: .timestamp)]
    source.android.eventTime = .parameter("at")
    let template = try FCMTemplate(source, platforms: .android)
    var random = Fuzz.random("instants")
    let edges = [
      0, 1, 59, 60, 3_599, 86_399, 86_400, 951_782_399, 951_782_400, 951_868_799, 951_868_800,
      4_107_542_399, 4_107_542_400, 99_999_999_999,
    ]
    let format = ISO8601DateFormatter()
    for seconds in edges + (0..<2_000).map({ _ in Int.random(in: 0..<100_000_000_000, using: &random) }) {
      let row = try makeRow(source.parameters, ["\(seconds)"])
      var out = ByteBuffer()
      try withIdentity("n", nil) { identity in
        try withBytes("t") {
          try template.writeBody(row, identity, target: try FCMTarget(.token, $0), now: 0, into: &out)
        }
      }
      let found = try parse(out.text).at("message.android.notification.event_time") as? String
      let expected = format.string(from: Date(timeIntervalSince1970: Double(seconds)))
      #expect(found == expected, "seed \(Fuzz.seed): \(seconds)")
    }
  }

  @Test func aFixedEventTimeIsSentAsItStands() throws {
    var source = orderShipped()
    source.android.eventTime = .literal("2030-01-31T18:00:00.5+01:00")
    let object = try parse(try fcmBody(source, .android, ["1", "s", "1"]))
    #expect(object.at("message.android.notification.event_time") as? String == "2030-01-31T18:00:00.5+01:00")
  }

  @Test func aSilentClassHasTheOptionsOfDeliveryOnly() throws {
    var source = inboxChanged()
    source.android.directBootOK = true
    source.android.analyticsLabel = "a"
    source.apple.analyticsLabel = "b"
    let android = try parse(try fcmBody(source, .android, ["c"]))
    #expect(android.at("message.android.direct_boot_ok") as? Bool == true)
    #expect(android.at("message.android.notification") == nil)
    let apple = try parse(try fcmBody(source, .apple, ["c"]))
    #expect(apple.at("message.apns.fcm_options") as? NSDictionary == ["analytics_label": "b"])
    source.android = try everything().android
    for key in source.android.notificationKeys {
      let error = failure { _ = try FCMTemplate(source, platforms: .android) }
      #expect(error?.code == .badClass && error?.field == "android." + key)
      forget(key, &source.android)
    }
    #expect(failure { _ = try FCMTemplate(source, platforms: .android) } == nil)
  }

  private func forget(_ key: String, _ android: inout AndroidOptions) {
    switch key {
    case "icon": android.icon = nil
    case "color": android.color = nil
    case "click_action": android.clickAction = nil
    case "ticker": android.ticker = nil
    case "sticky": android.sticky = false
    case "local_only": android.localOnly = false
    case "event_time": android.eventTime = nil
    case "notification_priority": android.notificationPriority = nil
    case "visibility": android.visibility = nil
    case "vibrate_timings": android.vibrateTimings = []
    case "default_vibrate_timings": android.defaultVibrateTimings = false
    case "light_settings": android.lightSettings = nil
    case "default_light_settings": android.defaultLightSettings = false
    case "proxy": android.proxy = nil
    default: Issue.record("\(key)")
    }
  }

  @Test func aSensitiveClassIsNotHeard() throws {
    var source = orderShipped()
    source.dataClass = .sensitive
    source.parameters = [Parameter(name: "order", type: .id), Parameter(name: "unread", type: .integer)]
    source.preview = .init(body: text("Something is new"))
    source.android.ticker = template("A secret")
    let json = try fcmBody(source, .android, ["1", "1"])
    #expect(!json.contains("secret"))
  }

  @Test func whatIsWrongInAClassIsRefused() throws {
    let changes: [(inout NotificationClass) -> Void] = [
      { $0.android.eventTime = .literal("tomorrow") }, { $0.android.eventTime = .parameter("unread") },
      { $0.android.vibrateTimings = [-1] }, { $0.android.analyticsLabel = "a b" },
    ]
    for change in changes {
      var source = orderShipped()
      change(&source)
      #expect(failure { _ = try FCMTemplate(source, platforms: .android) }?.code == .badClass)
    }
    var source = orderShipped()
    source.android.eventTime = .parameter("nobody")
    #expect(failure { _ = try FCMTemplate(source, platforms: .android) }?.code == .unknownParameter)
    source = orderShipped()
    source.apple.analyticsLabel = "a b"
    #expect(failure { _ = try FCMTemplate(source, platforms: .apple) }?.code == .badClass)
  }
}
