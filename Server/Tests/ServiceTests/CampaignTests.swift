import Foundation
import Store
import TestSupport
import Testing

@testable import Service

/// POST /v1/campaigns and what is asked of campaigns, over the real store.
@Suite struct CampaignTests {
  static let news =
    #""parameters":{"headline":"h","count":1,"price":"1.50","hot":true,"when":1893456000}"#
  static let body = #"{"id":"c-1","class":"news","audience":"all",\#(news)}"#

  private func devices(_ stage: ServerStage, _ count: Int, account: String? = nil) throws {
    for index in 0..<count { try stage.register(StageDevice("d\(index)"), account: account) }
  }

  @Test func isCreatedOnceWhateverTheOrderOfItsMembers() throws {
    let stage = try ServerStage()
    let key = try stage.key([.send, .read])
    let first = stage.post("/v1/campaigns", key: key, Self.body)
    #expect(first.status == 202 && first.headers["Location"] == "/v1/campaigns/c-1", "\(first.text)")
    #expect(first.json["repeated"] as? Bool == false && first.string("way") == "direct")
    let again = stage.post(
      "/v1/campaigns", key: key, #"{\#(Self.news),"audience":"all","class":"news","id":"c-\u0031"}"#)
    #expect(again.status == 202 && again.json["repeated"] as? Bool == true, "\(again.text)")
    let shown = stage.get("/v1/campaigns/c-1", key: key)
    #expect(shown.status == 200 && shown.string("state") == "scheduled", "\(shown.text)")
    #expect(shown.string("audience") == "all" && shown.integer("receipt_sampling") == 1)
    #expect(stage.get("/v1/campaigns", key: key).list("campaigns").count == 1)
  }

  @Test(arguments: [
    (#""headline":"h""#, #""headline":"i""#), (#""audience":"all""#, #""audience":{"platforms":["ios"]}"#),
    (#""audience":"all""#, #""audience":{"accounts":["a"]}"#), (#"{"id""#, #"{"ttl":60,"id""#),
    (#"{"id""#, #"{"rate_per_second":5,"id""#), (#"{"id""#, #"{"receipt_sampling":7,"id""#),
    (#"{"id""#, #"{"starts_at":"2030-01-02T00:00:00Z","id""#),
    (#"{"id""#, #"{"rate_per_second":5,"ramp_up":{"from":1},"id""#),
  ])
  func anotherBodyUnderItsIDIsAConflict(from: String, to: String) throws {
    let stage = try ServerStage()
    let key = try stage.key([.send])
    #expect(stage.post("/v1/campaigns", key: key, Self.body).status == 202)
    let other = Self.body.replacing(from, with: to)
    #expect(other != Self.body)
    let answer = stage.post("/v1/campaigns", key: key, other)
    #expect(answer.status == 409 && answer.code == "campaign_conflict", "\(answer.text)")
  }

  @Test func aNotificationsIDIsTaken() throws {
    let stage = try ServerStage()
    let key = try stage.key([.send])
    #expect(stage.post("/v1/notifications", key: key, NotifyTests.body).status == 202)
    let answer = stage.post("/v1/campaigns", key: key, Self.body.replacing("c-1", with: "n-1"))
    #expect(answer.code == "campaign_conflict", "\(answer.text)")
  }

  @Test func eachFaultNamesItsPlace() throws {
    let stage = try ServerStage()
    let key = try stage.key([.send])
    func audience(_ text: String) -> String { Self.body.replacing(#""all""#, with: text) }
    func more(_ text: String) -> String { Self.body.replacing(#"{"id""#, with: #"{\#(text),"id""#) }
    let cases: [(body: String, code: String, field: String?)] = [
      (#"{"class":"news","audience":"all",\#(Self.news)}"#, "missing_member", "/id"),
      (Self.body.replacing("c-1", with: "a b"), "invalid_value", "/id"),
      (Self.body.replacing("c-1", with: "pushwire.x"), "invalid_value", "/id"),
      (#"{"id":"c-1","audience":"all",\#(Self.news)}"#, "missing_member", "/class"),
      (Self.body.replacing(#""news""#, with: #""newz""#), "unknown_class", "/class"),
      (Self.body.replacing(#""news""#, with: #""sign_in_code""#), "class_not_for_campaigns", "/class"),
      (#"{"id":"c-1","class":"news",\#(Self.news)}"#, "missing_member", "/audience"),
      (audience("7"), "wrong_type", "/audience"), (audience(#""some""#), "invalid_value", "/audience"),
      (audience("{}"), "invalid_value", "/audience"),
      (audience(#"{"platform":"ios"}"#), "unknown_member", "/audience/platform"),
      (audience(#"{"platforms":[]}"#), "invalid_value", "/audience/platforms"),
      (audience(#"{"platforms":["windows"]}"#), "invalid_value", "/audience/platforms/0"),
      (audience(#"{"platforms":["ios","ios"]}"#), "invalid_value", "/audience/platforms/1"),
      (audience(#"{"platforms":["macos"]}"#), "invalid_value", "/audience/platforms/0"),
      (audience(#"{"tag":"a b"}"#), "invalid_value", "/audience/tag"),
      (audience(#"{"app_version":{}}"#), "invalid_value", "/audience/app_version"),
      (audience(#"{"app_version":{"min":"2.x"}}"#), "invalid_value", "/audience/app_version/min"),
      (audience(#"{"app_version":{"min":"2.10","max":"2.9"}}"#), "invalid_value", "/audience/app_version"),
      (audience(#"{"accounts":[]}"#), "invalid_value", "/audience/accounts"),
      (audience(#"{"accounts":["a","a"]}"#), "invalid_value", "/audience/accounts/1"),
      (audience(#"{"topic":"a b"}"#), "invalid_value", "/audience/topic"),
      (audience(#"{"topic":"a","condition":"'a' in topics"}"#), "invalid_value", "/audience"),
      (audience(#"{"topic":"a","tag":"b"}"#), "invalid_value", "/audience"),
      (audience(#"{"topic":"a","platforms":["ios"]}"#), "invalid_value", "/audience"),
      (more(#""rate_per_second":0"#), "invalid_value", "/rate_per_second"),
      (more(#""rate_per_second":"5""#), "wrong_type", "/rate_per_second"),
      (more(#""ramp_up":{"from":5}"#), "invalid_value", "/ramp_up"),
      (more(#""rate_per_second":5,"ramp_up":{}"#), "missing_member", "/ramp_up/from"),
      (more(#""rate_per_second":5,"ramp_up":{"from":6}"#), "invalid_value", "/ramp_up/from"),
      (
        more(#""rate_per_second":5,"ramp_up":{"from":1,"step_seconds":0}"#), "invalid_value",
        "/ramp_up/step_seconds"
      ),
      (more(#""starts_at":"soon""#), "invalid_value", "/starts_at"),
      (more(#""starts_at":"2032-01-01T00:00:00Z""#), "invalid_value", "/starts_at"),
      (more(#""starts_at":"2029-12-01T00:00:00Z""#), "invalid_value", "/starts_at"),
      (more(#""ttl":0"#), "invalid_value", "/ttl"), (more(#""ttl":86401"#), "invalid_value", "/ttl"),
      (more(#""receipt_sampling":-1"#), "invalid_value", "/receipt_sampling"),
      (more(#""dry_run":1"#), "wrong_type", "/dry_run"), (more(#""speed":1"#), "unknown_member", "/speed"),
      (Self.body.replacing(#""count":1,"#, with: ""), "missing_parameter", "/parameters/count"),
      (Self.body.replacing(#""count":1"#, with: #""count":"x""#), "invalid_parameter", "/parameters/count"),
      (
        Self.body.replacing(#""h""#, with: "\"" + String(repeating: "h", count: 4000) + "\""),
        "payload_too_large", "/parameters"
      ),
      (
        audience(#"{"topic":"t"}"#).replacing(
          #""h""#, with: "\"" + String(repeating: "h", count: 2100) + "\""),
        "payload_too_large", "/parameters"
      ),
    ]
    for (body, code, field) in cases {
      let answer = stage.post("/v1/campaigns", key: key, body)
      #expect(answer.code == code && answer.status == 400 && answer.field == field, "\(body): \(answer.text)")
      #expect(answer.string("hint")?.isEmpty == false)
    }
    #expect(stage.post("/v1/campaigns", key: key, Self.body).status == 202)
  }

  @Test func aTopicTakesOnlyWhatIsForEverybody() throws {
    let stage = try ServerStage()
    let key = try stage.key([.send, .read])
    let topic = Self.body.replacing(#""all""#, with: #"{"topic":"/topics/news","platforms":["android"]}"#)
    let made = stage.post("/v1/campaigns", key: key, topic)
    #expect(made.status == 202 && made.string("way") == "topic", "\(made.text)")
    let shown = stage.get("/v1/campaigns/c-1", key: key)
    #expect((shown.json["audience"] as? [String: Any])?["topic"] as? String == "news", "\(shown.text)")
    let personal =
      #"{"id":"c-2","class":"order_shipped","audience":{"topic":"t"},"parameters":{"order":"o","day":"d"}}"#
    #expect(stage.post("/v1/campaigns", key: key, personal).code == "class_not_for_campaigns")
    let bound = stage.post("/v1/campaigns", key: key, personal.replacing(#"{"topic":"t"}"#, with: "\"all\""))
    #expect(bound.status == 202, "\(bound.text)")
    // It is a class of the inbox, and a campaign writes nothing there.
    #expect(bound.list("warnings").first?["code"] as? String == "not_in_inbox")
  }

  @Test func aDryRunCountsAndStoresNothing() throws {
    let stage = try ServerStage(
      profile: StageProfile.text + "\ncampaigns:\n  cost: { currency: EUR, apns: 500, fcm: 0.5 }\n")
    let key = try stage.key()
    try devices(stage, 5)
    var denied = StageDevice("denied")
    try stage.register(denied, #","locale":"de""#)
    denied.generation = 2
    let body = denied.body().replacing(#""authorized""#, with: #""denied""#)
    _ = stage.send(
      "PUT", "/v1/installations/denied",
      ["Pushwire-App": "demo", "Pushwire-Installation-Secret": denied.secret], body)
    let asked = Self.body.replacing(#"{"id""#, with: #"{"dry_run":true,"rate_per_second":2,"id""#)
    let answer = stage.post("/v1/campaigns", key: key, asked)
    #expect(answer.status == 200 && answer.json["dry_run"] as? Bool == true, "\(answer.text)")
    #expect(answer.integer("devices") == 6 && answer.integer("would_send") == 5)
    #expect(answer.json["suppressed"] as? [String: Int] == ["permission_denied": 1])
    #expect(answer.json["lanes"] as? [String: Int] == ["ios-production": 5])
    #expect(answer.integer("estimated_seconds") == 3)
    #expect(
      answer.json["cost"] as? [String: String]
        == ["currency": "EUR", "total": "2.50", "apns": "2.50", "fcm": "0.00"])
    #expect((answer.json["payload_bytes"] as? [String: Int])?["apns"] ?? 0 > 100)
    #expect(stage.get("/v1/campaigns/c-1", key: key).status == 404)
    let slow = stage.post(
      "/v1/campaigns", key: key,
      asked.replacing(#""rate_per_second":2"#, with: #""rate_per_second":1,"ttl":2"#))
    #expect(slow.list("warnings").map { $0["code"] as? String } == ["expires_before_its_end"])
    let topic = stage.post(
      "/v1/campaigns", key: key,
      Self.body.replacing(#""all""#, with: #"{"topic":"t"}"#).replacing(
        #"{"id""#, with: #"{"dry_run":true,"id""#))
    #expect(topic.status == 200 && topic.string("way") == "topic" && topic.integer("devices") == 0)
  }

  @Test func moreDevicesThanAreAllowedAreRefusedWithTheWaysOut() throws {
    let stage = try ServerStage(profile: StageProfile.text + "\nfanout: { direct_max: 2 }\n")
    let key = try stage.key()
    try devices(stage, 3)
    let refused = stage.post("/v1/campaigns", key: key, Self.body)
    #expect(refused.status == 422 && refused.code == "audience_too_large" && refused.field == "/audience")
    for words in ["pushwire audience export", "pushwire tokens retire", "fanout.direct_max"] {
      #expect(refused.string("hint")?.contains(words) == true, "\(refused.text)")
    }
    #expect(stage.get("/v1/campaigns/c-1", key: key).status == 404)
    let dry = stage.post(
      "/v1/campaigns", key: key, Self.body.replacing(#"{"id""#, with: #"{"dry_run":true,"id""#))
    #expect(dry.status == 200 && dry.list("warnings").first?["code"] as? String == "audience_too_large")
    let fewer = stage.post(
      "/v1/campaigns", key: key, Self.body.replacing(#""all""#, with: #"{"platforms":["android"]}"#))
    #expect(fewer.status == 202, "\(fewer.text)")
  }

  @Test func isPausedResumedAndCancelled() throws {
    let changes = Guarded(0)
    let stage = try ServerStage { $0.campaignsChanged = { changes.withLock { $0 += 1 } } }
    let key = try stage.key()
    #expect(stage.post("/v1/campaigns", key: key, Self.body).status == 202)
    func act(_ verb: String) -> Reply {
      stage.send("POST", "/v1/campaigns/c-1/" + verb, ["Authorization": "Bearer " + key])
    }
    for (verb, status, state) in [
      ("pause", 200, "paused"), ("pause", 200, "paused"), ("resume", 200, "scheduled"),
      ("resume", 200, "scheduled"), ("cancel", 200, "cancelled"), ("cancel", 200, "cancelled"),
    ] {
      let answer = act(verb)
      #expect(answer.status == status && answer.string("state") == state, "\(verb): \(answer.text)")
    }
    for verb in ["pause", "resume"] {
      let answer = act(verb)
      #expect(answer.status == 409 && answer.code == "campaign_state", "\(answer.text)")
    }
    #expect(changes.withLock { $0 } == 7)
    #expect(stage.get("/v1/campaigns/c-1", key: key).string("ended_at") != nil)
    #expect(
      stage.send("POST", "/v1/campaigns/c-0/pause", ["Authorization": "Bearer " + key]).code
        == "unknown_campaign")
  }

  @Test func scopesAndTenantsAreKept() throws {
    let stage = try ServerStage()
    let acme = try stage.key([.send, .read], tenant: "acme")
    let zeta = try stage.key([.send, .read], tenant: "zeta")
    let reader = try stage.key([.read], tenant: "acme")
    let sender = try stage.key([.send], tenant: "acme")
    #expect(stage.post("/v1/campaigns", key: reader, Self.body).code == "missing_scope")
    #expect(stage.post("/v1/campaigns", key: acme, Self.body).status == 202)
    // The same id is another tenant's own.
    #expect(stage.get("/v1/campaigns/c-1", key: zeta).status == 404)
    #expect(stage.get("/v1/campaigns", key: zeta).list("campaigns").isEmpty)
    #expect(stage.post("/v1/campaigns", key: zeta, Self.body).json["repeated"] as? Bool == false)
    #expect(
      stage.post("/v1/campaigns", key: zeta, Self.body.replacing(#"{"id""#, with: #"{"tenant":"acme","id""#))
        .code == "other_tenant")
    for verb in ["pause", "resume", "cancel"] {
      let path = "/v1/campaigns/c-1/" + verb
      #expect(stage.send("POST", path, ["Authorization": "Bearer " + reader]).code == "missing_scope")
      #expect(stage.send("POST", path).status == 401)
    }
    #expect(stage.get("/v1/campaigns/c-1", key: sender).code == "missing_scope")
    _ = stage.send("POST", "/v1/campaigns/c-1/cancel", ["Authorization": "Bearer " + zeta])
    #expect(stage.get("/v1/campaigns/c-1", key: acme).string("state") == "scheduled")
    let all = try stage.key([.read])
    #expect(stage.get("/v1/campaigns?tenant=acme", key: all).list("campaigns").count == 1)
    #expect(stage.get("/v1/campaigns", key: all).list("campaigns").isEmpty)
  }

  @Test func theListIsPaged() throws {
    let stage = try ServerStage()
    let key = try stage.key()
    for index in 1...5 {
      #expect(
        stage.post("/v1/campaigns", key: key, Self.body.replacing("c-1", with: "c-\(index)")).status == 202)
    }
    let first = stage.get("/v1/campaigns?limit=2", key: key)
    let next = try #require(first.integer("next"))
    let second = stage.get("/v1/campaigns?limit=3&before=\(next)", key: key)
    let ids = (first.list("campaigns") + second.list("campaigns")).map { $0["campaign"] as? String }
    #expect(ids == ["c-5", "c-4", "c-3", "c-2", "c-1"])
  }

  @Test func sayingItAgainAfterItsEndIsStillAnsweredAsItWas() throws {
    let stage = try ServerStage()
    let key = try stage.key()
    let timed = Self.body.replacing(#"{"id""#, with: #"{"starts_at":"2030-01-01T00:10:00Z","ttl":60,"id""#)
    #expect(stage.post("/v1/campaigns", key: key, timed).status == 202)
    stage.clock.advance(3_600_000)
    let again = stage.post("/v1/campaigns", key: key, timed)
    #expect(again.status == 202 && again.json["repeated"] as? Bool == true, "\(again.text)")
    #expect(
      stage.post("/v1/campaigns", key: key, timed.replacing("h\"", with: "i\"")).code == "campaign_conflict")
    #expect(stage.post("/v1/campaigns", key: key, timed.replacing("c-1", with: "c-2")).field == "/starts_at")
  }

  @Test func aBodyOfAStrangerIsRefusedBeforeItComes() throws {
    let stage = try ServerStage()
    let request = StageRequest("POST", "/v1/campaigns", ["Authorization": "Bearer x"])
    guard case .answer(let answer) = stage.api.admitted(request) else {
      Issue.record("the body was let in")
      return
    }
    #expect(answer.status == 401)
  }
}
