import Foundation
import Store
import Testing

@testable import Service

@Suite struct NotifyTests {
  static let body =
    #"{"id":"n-1","class":"order_shipped","target":{"account":"u1"},"parameters":{"order":"o-1","day":"Tuesday"}}"#

  @Test func isAcceptedOnceWhateverTheOrderOfItsMembers() throws {
    let stage = try ServerStage()
    let key = try stage.key([.send])
    let first = stage.post("/v1/notifications", key: key, Self.body)
    #expect(first.status == 202 && first.headers["Location"] == "/v1/notifications/n-1", "\(first.text)")
    #expect(first.json["repeated"] as? Bool == false)
    stage.clock.advance(5000)
    let again = stage.post(
      "/v1/notifications", key: key,
      #"{"parameters":{"day":"Tuesday","order":"o-\u0031"},"target":{"account":"u1"},"class":"order_shipped","id":"n-1"}"#
    )
    #expect(again.status == 202 && again.json["repeated"] as? Bool == true)
    for name in ["accepted_at", "messages", "suppressed", "url"] {
      #expect("\(first.json[name] ?? "")" == "\(again.json[name] ?? "")")
    }
  }

  @Test(arguments: [
    #""day":"Tuesday""#: #""day":"Friday""#, #""account":"u1""#: #""account":"u2""#,
    #""account":"u1""# + "}": #""installation":"u1"}"#,
    #"{"id":"n-1","#: #"{"id":"n-1","band":"bulk","#,
    #"{"id":"n-1""#: #"{"id":"n-1","not_before":"2030-01-02T00:00:00Z""#,
  ])
  func anotherBodyUnderItsIDIsAConflict(from: String, to: String) throws {
    let stage = try ServerStage()
    let key = try stage.key([.send])
    #expect(stage.post("/v1/notifications", key: key, Self.body).status == 202)
    let other = Self.body.replacing(from, with: to)
    #expect(other != Self.body)
    let answer = stage.post("/v1/notifications", key: key, other)
    #expect(answer.status == 409 && answer.code == "notification_conflict", "\(answer.text)")
  }

  @Test func eachFaultNamesItsPlace() throws {
    let stage = try ServerStage()
    let key = try stage.key([.send])
    let news = #""parameters":{"headline":"h","count":1,"price":"1.50","hot":true,"when":1893456000}"#
    let cases: [(String, String, String?, String?)] = [
      (#"{"class":"news"}"#, "missing_member", "/id", "safe"),
      (#"{"id":"a b"}"#, "invalid_value", "/id", nil),
      (#"{"id":"pushwire.x"}"#, "invalid_value", "/id", nil),
      (#"{"id":"batch"}"#, "invalid_value", "/id", nil),
      (#"{"id":"x","class":"order_shiped"}"#, "unknown_class", "/class", "order_shipped"),
      (#"{"id":"x","class":"pushwire.challenge"}"#, "unknown_class", "/class", nil),
      (#"{"id":"x","class":"news"}"#, "missing_member", "/target", nil),
      (#"{"id":"x","class":"news","target":{}}"#, "invalid_value", "/target", nil),
      (
        #"{"id":"x","class":"news","target":{"account":"a","installation":"b"}}"#, "invalid_value", "/target",
        nil
      ),
      (
        #"{"id":"x","class":"news","target":{"installations":[]}}"#, "invalid_value", "/target/installations",
        nil
      ),
      (
        #"{"id":"x","class":"news","target":{"installations":["a","a"]}}"#, "invalid_value",
        "/target/installations/1", nil
      ),
      (#"{"id":"x","class":"news","target":{"account":""}}"#, "invalid_value", "/target/account", nil),
      (
        #"{"id":"x","class":"news","target":{"account":"a"}}"#, "missing_parameter", "/parameters/headline",
        nil
      ),
      (
        #"{"id":"x","class":"news","target":{"account":"a"},"parameters":{"headlin":"h"}}"#,
        "unknown_parameter", "/parameters/headlin", "headline"
      ),
      (
        #"{"id":"x","class":"news","target":{"account":"a"},"parameters":{"hot":1}}"#, "invalid_parameter",
        "/parameters/hot", nil
      ),
      (
        #"{"id":"x","class":"news","target":{"account":"a"},"parameters":{"count":1.5}}"#,
        "invalid_parameter", "/parameters/count", nil
      ),
      (
        #"{"id":"x","class":"news","target":{"account":"a"},"parameters":{"when":1893456000000}}"#,
        "invalid_parameter", "/parameters/when", nil
      ),
      (
        #"{"id":"x","class":"news","target":{"account":"a"},"parameters":{"hot":true,"hot":false}}"#,
        "duplicate_member", "/parameters/hot", nil
      ),
      (
        #"{"id":"x","class":"news","target":{"account":"a"},"not_before":"tomorrow",\#(news)}"#,
        "invalid_value", "/not_before", "RFC"
      ),
      (
        #"{"id":"x","class":"news","target":{"account":"a"},"not_before":"2032-01-01T00:00:00Z",\#(news)}"#,
        "invalid_value", "/not_before", nil
      ),
      (
        #"{"id":"x","class":"news","target":{"account":"a"},"expires_at":"2029-01-01T00:00:00Z",\#(news)}"#,
        "invalid_value", "/expires_at", nil
      ),
      (
        #"{"id":"x","class":"news","target":{"account":"a"},"band":"fast",\#(news)}"#, "invalid_value",
        "/band",
        nil
      ),
      (
        #"{"id":"x","class":"news","target":{"account":"a"},"ttl":5,\#(news)}"#, "unknown_member", "/ttl", nil
      ),
      (
        #"{"id":"x","class":"news","target":{"account":"a"},"parameters":{"headline":"\#(String(repeating: "h", count: 4000))","count":1,"price":"1.50","hot":true,"when":1}}"#,
        "payload_too_large", "/parameters", nil
      ),
    ]
    for (body, code, field, hint) in cases {
      let answer = stage.post("/v1/notifications", key: key, body)
      #expect(answer.code == code && answer.status == 400, "\(body): \(answer.text)")
      #expect(answer.field == field, "\(body): \(answer.text)")
      if let hint {
        #expect(
          (answer.string("hint") ?? "").contains(hint) || (answer.string("detail") ?? "").contains(hint))
      }
    }
    #expect(
      stage.post(
        "/v1/notifications", key: key, #"{"id":"ok","class":"news","target":{"account":"a"},\#(news)}"#
      )
      .status == 202)
  }

  @Test func aBodyMustSayThatItIsJSON() throws {
    let stage = try ServerStage()
    let key = try stage.key([.send])
    for (type, status) in [
      ("application/x-www-form-urlencoded", 415), ("text/plain", 415),
      ("application/json; charset=utf-8", 202),
    ] {
      let answer = stage.send(
        "POST", "/v1/notifications", ["Authorization": "Bearer " + key, "Content-Type": type], Self.body)
      #expect(answer.status == status)
    }
  }

  @Test func validateOnlyStoresNothing() throws {
    let stage = try ServerStage()
    let key = try stage.key()
    let answer = stage.post(
      "/v1/notifications", key: key, Self.body.replacing(#"{"id""#, with: #"{"validate_only":true,"id""#))
    #expect(answer.status == 200 && answer.json["valid"] as? Bool == true, "\(answer.text)")
    #expect(answer.integer("would_send") == 0)
    #expect((answer.json["suppressed"] as? [String: Int]) == ["unknown_account": 1])
    let bytes = try #require(answer.json["payload_bytes"] as? [String: Int])
    #expect((bytes["apns"] ?? 0) > 200 && (bytes["fcm"] ?? 0) > 200)
    #expect(stage.get("/v1/notifications/n-1", key: key).status == 404)
  }

  @Test func oneBadNotificationSpoilsNoOther() throws {
    let stage = try ServerStage()
    let key = try stage.key()
    let bad = Self.body.replacing("order_shipped", with: "nothing")
    let second = Self.body.replacing("n-1", with: "n-2")
    let conflict = Self.body.replacing("Tuesday", with: "Friday")
    let answer = stage.post(
      "/v1/notifications/batch", key: key,
      #"{"notifications":[\#(Self.body),\#(bad),7,\#(second),\#(conflict)]}"#)
    #expect(answer.status == 200 && answer.integer("accepted") == 2 && answer.integer("refused") == 3)
    let results = answer.list("results")
    #expect(results.map { $0["status"] as? Int } == [202, 400, 400, 202, 409])
    #expect((results[1]["problem"] as? [String: Any])?["field"] as? String == "/notifications/1/class")
    #expect((results[2]["problem"] as? [String: Any])?["code"] as? String == "wrong_type")
    #expect((results[3]["accepted"] as? [String: Any])?["notification"] as? String == "n-2")
    #expect(stage.get("/v1/notifications/n-2", key: key).status == 200)
    #expect(stage.post("/v1/notifications/batch", key: key, #"{"notifications":[]}"#).status == 400)
    let checked = stage.post(
      "/v1/notifications/batch", key: key,
      #"{"validate_only":true,"notifications":[\#(bad),\#(Self.body.replacing("n-1", with: "n-9"))]}"#)
    #expect(checked.list("results").map { $0["status"] as? Int } == [400, 200])
    #expect(stage.get("/v1/notifications/n-9", key: key).status == 404)
  }

  @Test func aBatchNamesNoMoreInstallationsThanOneTransactionShouldWrite() throws {
    let stage = try ServerStage()
    let key = try stage.key()
    func batch(_ notifications: Int) -> Reply {
      let list = (0..<1000).map { "\"d\($0)\"" }.joined(separator: ",")
      let items = (0..<notifications).map {
        Self.body.replacing("n-1", with: "n-\($0)")
          .replacing(#"{"account":"u1"}"#, with: #"{"installations":[\#(list)]}"#)
      }
      return stage.post(
        "/v1/notifications/batch", key: key, #"{"notifications":[\#(items.joined(separator: ","))]}"#)
    }
    let many = batch(11)
    #expect(many.status == 400 && many.string("field") == "/notifications", "\(many.text)")
    #expect(batch(10).integer("accepted") == 10)
  }

  @Test func aBatchOfAStrangerIsRefusedBeforeItsBody() throws {
    let stage = try ServerStage()
    let request = StageRequest("POST", "/v1/notifications/batch", ["Authorization": "Bearer x"])
    guard case .answer(let answer) = stage.api.admitted(request) else {
      Issue.record("the body was let in")
      return
    }
    #expect(answer.status == 401)
  }

  @Test func itsStatusIsALadderAndItCanBeCancelled() throws {
    let stage = try ServerStage()
    let key = try stage.key()
    let later = Self.body.replacing(#"{"id""#, with: #"{"not_before":"2030-01-02T00:00:00Z","id""#)
    #expect(stage.post("/v1/notifications", key: key, later).status == 202)
    let status = stage.get("/v1/notifications/n-1", key: key)
    #expect(status.integer("total") == 1 && status.string("not_before") == "2030-01-02T00:00:00.000Z")
    let message = try #require(status.list("messages").first)
    #expect(message["status"] as? String == "suppressed" && message["reason"] as? String == "unknown_account")
    let cancelled = stage.send("DELETE", "/v1/notifications/n-1", ["Authorization": "Bearer " + key])
    #expect(cancelled.status == 200 && cancelled.integer("ended") == 1)
    #expect(stage.send("DELETE", "/v1/notifications/n-0", ["Authorization": "Bearer " + key]).status == 404)
  }

  @Test func sayingItAgainAfterItsEndIsStillAnsweredAsItWas() throws {
    let stage = try ServerStage()
    let key = try stage.key()
    let short = Self.body.replacing(#"{"id""#, with: #"{"expires_at":"2030-01-01T00:10:00Z","id""#)
    let first = stage.post("/v1/notifications", key: key, short)
    #expect(first.status == 202)
    stage.clock.advance(3_600_000)
    let again = stage.post("/v1/notifications", key: key, short)
    #expect(again.status == 202 && again.json["repeated"] as? Bool == true)
    #expect(again.string("accepted_at") == first.string("accepted_at"))
    #expect(
      stage.post("/v1/notifications", key: key, short.replacing("n-1", with: "n-2")).field == "/expires_at")
    // The same id with other content stays a conflict, and a batch says what a single request says.
    let other = short.replacing("Tuesday", with: "Monday")
    #expect(other != short)
    #expect(stage.post("/v1/notifications", key: key, other).code == "notification_conflict")
    let batch = stage.post(
      "/v1/notifications/batch", key: key,
      "{\"notifications\":[\(short),\(other),\(short.replacing("n-1", with: "n-3"))]}")
    #expect(batch.list("results").map { $0["status"] as? Int } == [202, 409, 400])
  }

  @Test func aStoreThatTakesNothingIsSaidToBeBusy() throws {
    let stage = try ServerStage { $0.submit = { _ in false } }
    let key = try stage.key()
    let answer = stage.post("/v1/notifications", key: key, Self.body)
    #expect(answer.status == 503 && answer.code == "busy" && answer.headers["Retry-After"] == "1")
  }

  @Test func aFailedTransactionIsSaidToBeTheStores() throws {
    let stage = try ServerStage {
      $0.submit = { job in
        job.failed(StoreError(.unavailable, "database or disk is full"))
        return true
      }
    }
    let key = try stage.key()
    let answer = stage.post("/v1/notifications", key: key, Self.body)
    #expect(
      answer.status == 503 && answer.code == "store_unavailable" && answer.headers["Retry-After"] == "5")
    #expect(!answer.text.contains("disk"))
    #expect(stage.events.all.last?.reason?.contains("disk") == true)
  }
}
