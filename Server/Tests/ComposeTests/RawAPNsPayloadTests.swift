import Compose
import Testing

struct RawAPNsPayloadTests {
  private func check(
    _ json: String, _ type: APNsPushType? = nil, priority: Int? = nil
  ) -> RawPayload {
    RawPayload.apns(Array(json.utf8), pushType: type, priority: priority)
  }

  private func findings(
    _ json: String, _ type: APNsPushType? = nil, priority: Int? = nil
  ) -> [String] {
    check(json, type, priority: priority).findings.map { "\($0.severity) \($0.code.rawValue) \($0.path)" }
  }

  @Test(arguments: [
    (#"{"aps":{"alert":"x"}}"#, "alert", 10),
    (#"{"aps":{"badge":0}}"#, "alert", 10),
    (#"{"aps":{"alert":"x","content-available":1}}"#, "alert", 10),
    (#"{"aps":{"content-available":1},"custom":{"deep":[1,null]}}"#, "background", 5),
    (#"{"aps":{"timestamp":1,"event":"update","content-state":{"a":1}}}"#, "liveactivity", 10),
    (
      #"{"aps":{"timestamp":1,"event":"start","content-state":{},"attributes-type":"A","attributes":{},"alert":{"title":"t"},"relevance-score":75}}"#,
      "liveactivity", 10
    ),
    (#"{"aps":{"timestamp":1,"event":"end","dismissal-date":2,"stale-date":3}}"#, "liveactivity", 10),
    (#"{"aps":{"content-changed":true}}"#, "widgets", 10),
    (#"{"mdm":"F0-0D"}"#, "mdm", 10),
  ])
  func derivesThePushType(_ json: String, _ type: String, _ priority: Int) {
    let payload = check(json)
    #expect(payload.findings == [])
    #expect(payload.pushType?.rawValue == type)
    #expect(payload.priority == priority)
    #expect(payload.bytes == Array(json.utf8))
  }

  @Test func everyKeyOfApplePasses() {
    let json = #"""
      {"aps":{"alert":{"title":"t","subtitle":"s","body":"b","launch-image":"l","title-loc-key":"k",
      "title-loc-args":["a"],"subtitle-loc-key":"k","subtitle-loc-args":[],"loc-key":"k","loc-args":["a","b"]},
      "badge":3,"sound":{"critical":1,"name":"n","volume":0.5},"thread-id":"t","category":"c",
      "mutable-content":1,"target-content-id":"i","interruption-level":"time-sensitive",
      "relevance-score":0.5,"filter-criteria":"f"}}
      """#
    #expect(findings(json) == [])
  }

  @Test(
    arguments: [
      ("", "error not-json "), ("{", "error not-json "), ("[]", "error not-an-object "),
      ("\"aps\"", "error not-an-object "), ("{} {}", "error not-json "), ("\u{FEFF}{}", "error not-json "),
      ("{}", "error missing "), (#"{"aps":{}}"#, "error missing aps"),
      (#"{"aps":{"alert":"x","alert":"y"}}"#, "error duplicate-key aps.alert"),
      (#"{"aps":{"alert":"x","\u0061lert":"y"}}"#, "error duplicate-key aps.alert"),
      (#"{"aps":{"alert":"x"},"c":{"d":1,"d":2}}"#, "error duplicate-key c.d"),
      (#"{"aps":{"alert":"x","badge":"5"}}"#, "error wrong-type aps.badge"),
      (#"{"aps":{"alert":"x","badge":1.5}}"#, "error bad-value aps.badge"),
      (#"{"aps":{"alert":"x","badge":-1}}"#, "error bad-value aps.badge"),
      (#"{"aps":{"alert":5}}"#, "error wrong-type aps.alert"),
      (#"{"aps":{"alert":{"title":null}}}"#, "error wrong-type aps.alert.title"),
      (#"{"aps":{"alert":{"loc-key":"k","loc-args":["a",1]}}}"#, "error wrong-type aps.alert.loc-args[1]"),
      (#"{"aps":{"alert":"x","sound":{"volume":2}}}"#, "error bad-value aps.sound.volume"),
      (#"{"aps":{"alert":"x","mutable-content":true}}"#, "error wrong-type aps.mutable-content"),
      (#"{"aps":{"alert":"x","mutable-content":2}}"#, "error bad-value aps.mutable-content"),
      (#"{"aps":{"alert":"x","interruption-level":"high"}}"#, "error bad-value aps.interruption-level"),
      (#"{"aps":{"alert":"x","relevance-score":3}}"#, "error bad-value aps.relevance-score"),
      (#"{"aps":{"alert":"x","mutable_content":1}}"#, "error misspelt-key aps.mutable_content"),
      (#"{"aps":{"alert":"x","threadId":"y"}}"#, "error misspelt-key aps.threadId"),
      (#"{"aps":{"alert":"x","catgory":"y"}}"#, "warning unknown-key aps.catgory"),
      (#"{"aps":{"alert":"x"},"badge":1}"#, "warning misplaced-key badge"),
      (#"{"aps":{"badge":1,"mutable-content":1}}"#, "warning contradiction aps.mutable-content"),
      (
        #"{"aps":{"event":"update","timestamp":1700000000000,"content-state":{}}}"#,
        "error bad-value aps.timestamp"
      ),
      (#"{"aps":{"event":"update","content-state":{}}}"#, "error missing aps"),
      (
        #"{"aps":{"event":"update","timestamp":1,"content-state":{},"dismissal-date":2}}"#,
        "warning contradiction aps.dismissal-date"
      ),
      (#"{"aps":{"alert":"x"},"aps.badge":"y"}"#, nil),
    ] as [(String, String?)])
  func singleFaults(_ json: String, _ expected: String?) {
    #expect(findings(json) == (expected.map { [$0] } ?? []))
  }

  @Test func contentAvailableWithUnderscore() {
    let payload = check(#"{"aps":{"content_available":1}}"#)
    #expect(payload.pushType == .background)
    #expect(payload.findings.map(\.code) == [.missing, .misspeltKey])
    #expect(
      payload.findings.last?.message
        == "aps.content_available is read by nobody; the key is content-available")
    #expect(!payload.isSendable)
  }

  @Test func contradictionsOfTheBackgroundType() {
    #expect(
      findings(
        #"{"aps":{"content-available":1,"alert":"x","sound":"s","badge":1,"thread-id":"t"}}"#, .background)
        == ["alert", "sound", "badge", "thread-id"].map { "error contradiction aps.\($0)" })
    #expect(
      findings(#"{"aps":{"content-available":1}}"#, .background, priority: 10) == ["error contradiction "])
    #expect(findings(#"{"aps":{"content-available":1}}"#, priority: 10) == ["error contradiction "])
    #expect(findings(#"{"aps":{"content-available":1}}"#, .background, priority: 5) == [])
    #expect(
      findings(#"{"aps":{"content-available":0}}"#, .background) == ["error missing aps.content-available"])
    #expect(
      findings(#"{"aps":{"content-available":1}}"#, .alert) == ["error contradiction aps.content-available"])
    #expect(findings(#"{"aps":{"content-available":"1"}}"#) == ["error wrong-type aps.content-available"])
  }

  @Test func limitsAndTypes() {
    let head = #"{"aps":{"alert":""#
    let tail = #""}}"#
    let fill = String(repeating: "x", count: 4096 - head.utf8.count - tail.utf8.count)
    #expect(findings(head + fill + tail) == [])
    let over = check(head + fill + "xyz" + tail)
    #expect(over.findings.map(\.message) == ["the payload is 4099 bytes, 3 over APNs' limit of 4096"])
    #expect(findings(head + fill + "xyz" + tail, .voip) == [])
    #expect(findings(#"{"aps":{"alert":"x"}}"#, APNsPushType(rawValue: "alerts")) == ["warning bad-value "])
    #expect(findings(#"{"aps":{"alert":"x"}}"#, priority: 7) == ["error bad-value "])
    #expect(findings(#"{"aps":{"x":1}}"#, .voip) == ["warning unknown-key aps.x"])
  }

  @Test func placesAreLineAndColumn() throws {
    let json = "{\n  \"aps\": {\n    \"ä\": 1, \"alert\": \"x\", \"badge\": \"7\"\n  }\n}"
    let found = check(json).findings
    let unknown = try #require(found.first)
    #expect((unknown.line, unknown.column) == (3, 5))
    let badge = try #require(found.last)
    #expect((badge.line, badge.column) == (3, 37))
    #expect(Array(json.utf8)[badge.offset] == UInt8(ascii: "7"))
    #expect(badge.message == "aps.badge must be a number, not a string: leave the quotes off")
    let broken = try #require(check("{\"aps\":\n {,}}").findings.first)
    #expect((broken.line, broken.column, broken.offset) == (2, 3, 10))
  }

  @Test func messagesNeverRepeatValues() {
    let secret = "S3CRET"
    for json in [
      #"{"aps":{"alert":"S3CRET","badge":"S3CRET","interruption-level":"S3CRET","sound":["S3CRET"]}}"#,
      #"{"aps":{"alert":"S3CRET"#, #"{"aps":{"event":"S3CRET","timestamp":"S3CRET"}}"#,
    ] {
      let found = check(json).findings.filter { !$0.message.contains("says") }
      #expect(!found.isEmpty)
      #expect(!found.contains { $0.message.contains(secret) })
    }
  }
}
