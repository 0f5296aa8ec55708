import Bytes
import Compose
import Foundation
import Testing

struct RawFCMPayloadTests {
  private func findings(_ json: String, _ target: FCMTarget.Kind? = .token) -> [String] {
    RawPayload.fcm(Array(json.utf8), target: target).findings.map {
      "\($0.severity) \($0.code.rawValue) \($0.path)"
    }
  }

  @Test func everyFieldPasses() {
    let json = #"""
      {"data":{"k":"v","pw.n":"x"},"notification":{"title":"t","body":"b","image":"i"},
      "android":{"collapse_key":"c","priority":"HIGH","ttl":"3.5s","restricted_package_name":"p",
      "data":{"a":"b"},"notification":{"title":"t","body":"b","icon":"i","color":"#aabbcc","sound":"s",
      "tag":"t","click_action":"c","body_loc_key":"k","body_loc_args":["a"],"title_loc_key":"k",
      "title_loc_args":["a"],"channel_id":"c","ticker":"t","sticky":true,"event_time":"2026-01-01T00:00:00Z",
      "local_only":false,"notification_priority":"PRIORITY_HIGH","default_sound":true,
      "default_vibrate_timings":true,"default_light_settings":true,"vibrate_timings":["0.1s","2s"],
      "visibility":"PRIVATE","notification_count":1,"light_settings":{"color":{"red":1,"green":0,"blue":0.5,
      "alpha":1},"light_on_duration":"1s","light_off_duration":"1s"},"image":"i"},
      "fcm_options":{"analytics_label":"l"},"direct_boot_ok":true,"bandwidth_constrained_ok":true,
      "restricted_satellite_ok":true},"webpush":{"headers":{"TTL":"1"}},
      "apns":{"headers":{"apns-priority":"10"},"payload":{"aps":{"alert":"x"}},
      "fcm_options":{"image":"i","analytics_label":"l"}},"fcm_options":{"analytics_label":"l"}}
      """#
    #expect(findings(json) == [])
    // The same as proto3's JSON also allows it.
    #expect(
      findings(#"{"android":{"collapseKey":"c","notification":{"channelId":"x"}},"fcmOptions":{}}"#) == [])
  }

  @Test(arguments: [
    ("", "error not-json "), ("[]", "error not-an-object "),
    (#"{"data":{"a":1}}"#, "error wrong-type data.a"),
    (#"{"data":{"a":{"b":"c"}}}"#, "error wrong-type data.a"),
    (#"{"data":{"from":"x"}}"#, "error reserved-key data.from"),
    (#"{"android":{"data":{"gcm.x":"x"}}}"#, "error reserved-key android.data.gcm\\.x"),
    (#"{"data":{"google":"x"}}"#, "error reserved-key data.google"),
    (#"{"data":{"message_type":"x"}}"#, "error reserved-key data.message_type"),
    (#"{"android":{"ttl":"3600"}}"#, "error bad-value android.ttl"),
    (#"{"android":{"ttl":3600}}"#, "error wrong-type android.ttl"),
    (#"{"android":{"ttl":"2419201s"}}"#, "error bad-value android.ttl"),
    (#"{"android":{"priority":"10"}}"#, "error bad-value android.priority"),
    (
      #"{"android":{"notification":{"notification_count":"1"}}}"#,
      "error wrong-type android.notification.notification_count"
    ),
    (
      #"{"android":{"notification":{"event_time":"2026-01-32T00:00:00Z"}}}"#,
      "error bad-value android.notification.event_time"
    ),
    (
      #"{"android":{"notification":{"event_time":1893434400}}}"#,
      "error wrong-type android.notification.event_time"
    ),
    (#"{"android":{"channel_id":"x"}}"#, "warning unknown-key android.channel_id"),
    (#"{"notification":{"titel":"x"}}"#, "warning unknown-key notification.titel"),
    (#"{"name":"x"}"#, "warning unknown-key name"),
    (#"{"token":"x"}"#, "error contradiction token"),
    (#"{"apns":{"headers":{"apns-priority":5}}}"#, "error wrong-type apns.headers.apns-priority"),
    (#"{"apns":{"headers":{"apns-topic":"x"}}}"#, "warning contradiction apns.headers.apns-topic"),
    (
      #"{"apns":{"headers":{"apns-priority":"10"},"payload":{"aps":{"content-available":1}}}}"#,
      "error contradiction apns.payload"
    ),
    (
      #"{"apns":{"payload":{"aps":{"alert":"x","mutable_content":1}}}}"#,
      "error misspelt-key apns.payload.aps.mutable_content"
    ),
  ])
  func singleFaults(_ json: String, _ expected: String) { #expect(findings(json) == [expected]) }

  @Test func oldAPI() {
    #expect(findings(#"{"to":"x","data":{}}"#).contains("error unknown-key to"))
    #expect(findings(#"{"registration_ids":["x"]}"#).contains("error unknown-key registration_ids"))
  }

  @Test func twoTargets() {
    #expect(findings(#"{"token":"x","topic":"y"}"#, nil) == ["error contradiction topic"])
    #expect(findings(#"{"message":{"fid":"x"}}"#, nil) == [])
  }

  @Test func anEmptyKeyIsNotTheMessageItself() {
    let payload = RawPayload.fcm(Array(#"{"":{"topic":"news"}}"#.utf8))
    #expect(!payload.namesTarget)
    #expect(payload.findings.map(\.path) == [#""""#])
  }

  @Test func limitsCountWhatTheDeviceGets() {
    func message(_ count: Int) -> String {
      #"{"data": {"a": ""# + String(repeating: "x", count: count) + #""}, "android": {"priority":"HIGH"}}"#
    }
    // {"a":"…"} is 8 bytes around the value.
    #expect(findings(message(4088)) == [])
    #expect(findings(message(4089)) == ["error payload-too-large "])
    #expect(findings(message(2040), .topic) == [])
    #expect(findings(message(2041), .topic) == ["error payload-too-large "])
  }

  @Test(arguments: [
    #" { "data" : { "a" : "b" } } "#, #"{}"#, #"{ }"#,
    #"{"message": {"data":{"a":"b"}} , "validate_only":true}"#,
  ])
  func requestsKeepTheMessageByteForByte(_ json: String) throws {
    let payload = RawPayload.fcm(Array(json.utf8), target: .token)
    #expect(payload.isSendable)
    var out = ByteBuffer()
    try withBytes("tok") {
      try payload.writeFCMRequest(target: try FCMTarget(.token, $0), validateOnly: true, into: &out)
    }
    let object = try parse(out.text)
    #expect(object["validate_only"] as? Bool == true)
    #expect(object.at("message.token") as? String == "tok")
    #expect(object.at("message.data.a") as? String == (json.contains("data") ? "b" : nil))
    if json.contains(" : ") { #expect(out.text.contains(#" "data" : { "a" : "b" } }"#)) }
    #expect(
      failure { try payload.writeFCMRequest(target: nil, validateOnly: false, into: &out) }?.code
        == .badTarget)
  }

  @Test func aMessageWithItsOwnTarget() throws {
    let payload = RawPayload.fcm(Array(#"{"topic":"news","data":{}}"#.utf8))
    #expect(payload.namesTarget)
    var out = ByteBuffer()
    try payload.writeFCMRequest(target: nil, validateOnly: false, into: &out)
    #expect(out.text == #"{"validate_only":false,"message":{"topic":"news","data":{}}}"#)
    let error = failure {
      try withBytes("t") {
        try payload.writeFCMRequest(target: try FCMTarget(.token, $0), validateOnly: false, into: &out)
      }
    }
    #expect(error?.code == .badTarget)
  }

  @Test func errorsAreNotSent() {
    let payload = RawPayload.fcm(Array(#"{"data":{"a":1},"token":"x"}"#.utf8))
    var out = ByteBuffer()
    #expect(failure { try payload.writeFCMRequest(target: nil, validateOnly: false, into: &out) } != nil)
    #expect(out.text.isEmpty)
  }
}
