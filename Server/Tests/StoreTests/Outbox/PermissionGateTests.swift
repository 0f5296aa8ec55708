import Foundation
import TestSupport
import Testing

@testable import Store

@Suite struct PermissionGateTests {
  private func gate(_ json: String, channel: String? = nil) -> PermissionGate {
    Array(json.utf8).withUnsafeBufferPointer { PermissionGate(json: $0, channel: channel) }
  }

  private static let cases: [(String, PermissionGate)] = [
    (#"{"status":"denied"}"#, PermissionGate.denied),
    (#"{"status":"notDetermined"}"#, .notAsked),
    (#"{"status":"not_determined"}"#, .notAsked),
    (#"{"status":"authorized","alert":"disabled"}"#, .alertsOff),
    (#"{"alert":"disabled","status":"authorized"}"#, .alertsOff),
    (#"{"status":"provisional","alert":"disabled"}"#, []),
    (#"{"status":"authorized","alert":"notSupported"}"#, []),
    (#"{"app_blocked":true}"#, .appBlocked),
    (#"{"app_blocked":false}"#, []),
    (#"{"blocked_channels":["a","news"]}"#, .channelBlocked),
    (#"{"blocked_channels":["a"]}"#, []),
    (#"{"blocked_channels":[]}"#, []),
    (#"{"status":"somethingNew","extra":{"status":"denied","x":["news"]}}"#, []),
    (#"{"status":"denied","app_blocked":true}"#, [.denied, .appBlocked]),
    ("", []), ("null", []), ("{", []), (#"{"status":7}"#, []),
  ]

  @Test(arguments: cases)
  func readsJSON(_ json: String, _ expected: PermissionGate) {
    #expect(gate(json, channel: "news") == expected)
  }

  @Test func aChannelIsComparedAsTextNotAsSpelled() {
    #expect(gate(#"{"blocked_channels":["n\u0065ws\/a"]}"#, channel: "news/a") == .channelBlocked)
    #expect(gate(#"{"blocked_channels":["news"]}"#) == [])
  }

  /// The scanner and the value must agree on whatever can be stored.
  @Test func bothWaysAgree() throws {
    var random = Fuzz.random("permission gate")
    let words = [
      nil, "denied", "authorized", "notDetermined", "not_determined", "provisional", "disabled", "enabled",
      "o\"d\\d",
    ]
    for _ in 0..<2000 {
      var permission = Permission()
      permission.status = random.pick(words)
      permission.alert = random.pick(words)
      permission.sound = random.pick(words)
      permission.appBlocked = random.pick([nil, true, false])
      permission.managed = random.pick([nil, true, false])
      permission.blockedChannels = random.pick([nil, [], ["news"], ["a/b", "news"], ["\"", "é", "a/b"]])
      let channel = random.pick([nil, "news", "a/b", "é"])
      let json = String(decoding: try JSONEncoder().encode(permission), as: UTF8.self)
      #expect(gate(json, channel: channel) == PermissionGate(permission, channel: channel), "\(json)")
    }
  }
}
