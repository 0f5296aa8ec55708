import Store
import Testing

@testable import Service

@Suite struct ServerKeyTests {
  @Test func isReadAsItIsMade() throws {
    for _ in 0..<50 {
      let made = try ServerKey.make(name: "backend", tenant: "*", scopes: [.send], now: 1)
      let parsed = try #require(ServerKey.parse(made.text))
      #expect(parsed.id == made.record.id && parsed.secret.count == 43)
      #expect(
        !made.record.secretHash.isEmpty && made.text.contains(String(decoding: parsed.secret, as: UTF8.self)))
      #expect(!"\(made.record)".contains(String(decoding: parsed.secret, as: UTF8.self)))
    }
    for text in [
      "", "pwk_", "pwk_abcdefghij_short", "Bearer x", "pwk_abcdefghij-" + String(repeating: "a", count: 43),
    ] {
      #expect(ServerKey.parse(text) == nil)
    }
  }

  @Test func adminMayEverything() {
    var record = ServerKeyRecord()
    for scope in ServerKey.Scope.allCases {
      record.scopes = [scope.rawValue]
      let key = ServerKey(record)
      for wanted in ServerKey.Scope.allCases {
        #expect(key.may(wanted) == (scope == .admin || scope == wanted))
      }
    }
    record.scopes = ["root"]
    #expect(!ServerKey.Scope.allCases.contains { ServerKey(record).may($0) })
  }

  @Test func anUnknownAndAWrongKeyLookAlike() throws {
    let stage = try ServerStage()
    let key = try stage.key([.read])
    #expect(stage.get("/v1/stats", key: key).status == 200)
    var wrong = key
    wrong.removeLast()
    wrong += key.hasSuffix("A") ? "B" : "A"
    let unknown = try ServerKey.make(name: "x", tenant: "*", scopes: [.admin], now: 0).text
    let answers = [wrong, unknown, "pwk_short", "", "x.y.z"].map { stage.get("/v1/stats", key: $0) }
    for answer in answers {
      #expect(answer.status == 401 && answer.code == "unauthenticated")
      #expect(answer.text == answers[0].text)
      #expect(answer.headers["WWW-Authenticate"] == "Bearer")
    }
    #expect(stage.send("GET", "/v1/stats").text == answers[0].text)
    #expect(stage.send("GET", "/v1/stats", ["Authorization": "Basic eDp5"]).text == answers[0].text)
    // The log knows what the caller does not.
    #expect(Set(stage.events.all.compactMap(\.reason)).count >= 3)
  }

  @Test func twoOfANameAreActiveAndNoThird() throws {
    let stage = try ServerStage()
    let first = try stage.key(name: "backend")
    let second = try stage.key(name: "backend")
    #expect(stage.get("/v1/stats", key: first).status == 200)
    #expect(stage.get("/v1/stats", key: second).status == 200)
    let third = try ServerKey.make(name: "backend", tenant: "*", scopes: [.admin], now: 0)
    #expect(try !stage.writer.run { (session, _) throws(StoreError) in try session.addKey(third.record) })
    stage.api.credentials.reload(now: stage.clock.now)
    #expect(stage.get("/v1/stats", key: third.text).status == 401)
  }

  @Test func aRevokedKeyEndsWithinASecond() throws {
    let stage = try ServerStage()
    let key = try stage.key()
    #expect(stage.get("/v1/stats", key: key).status == 200)
    let id = try #require(ServerKey.parse(key)?.id)
    // As another process would do it.
    let isRevoked = try stage.writer.run { (session, now) throws(StoreError) in
      try session.revokeKey(id: id, now: now)
    }
    #expect(isRevoked)
    stage.clock.advance(1000)
    #expect(stage.get("/v1/stats", key: key).status == 401)
  }

  @Test func aScopeThatIsMissingIsSaidToItsHolderOnly() throws {
    let stage = try ServerStage()
    let reader = try stage.key([.read])
    let sender = try stage.key([.send])
    #expect(stage.post("/v1/notifications", key: reader, "{}").code == "missing_scope")
    #expect(stage.get("/v1/stats", key: sender).code == "missing_scope")
    #expect(stage.post("/v1/tickets", key: reader, #"{"account":"a"}"#).status == 403)
  }

  @Test func tooManyRequestsOfAKeyAreTold() throws {
    var limits = RateLimits.none
    limits.key = Rate(perSecond: 1, burst: 2)
    let stage = try ServerStage(limits: limits)
    let key = try stage.key()
    #expect(stage.get("/v1/stats", key: key).status == 200)
    #expect(stage.get("/v1/stats", key: key).status == 200)
    let limited = stage.get("/v1/stats", key: key)
    #expect(limited.status == 429 && limited.code == "rate_limited" && limited.headers["Retry-After"] == "1")
    stage.clock.advance(1000)
    #expect(stage.get("/v1/stats", key: key).status == 200)
  }

  @Test func anAddressThatFailsTooOftenIsNotTriedAnyMore() throws {
    var limits = RateLimits.none
    limits.failures = Rate(perSecond: 1, burst: 3)
    let stage = try ServerStage(limits: limits)
    let key = try stage.key()
    for _ in 0..<3 { #expect(stage.get("/v1/stats", key: "no").status == 401) }
    #expect(stage.get("/v1/stats", key: key).code == "rate_limited")
    stage.clock.advance(1001)
    #expect(stage.get("/v1/stats", key: key).status == 200)
  }
}

extension ServerKey {
  fileprivate static func parse(_ text: String) -> (id: String, secret: [UInt8])? {
    Array(text.utf8).withUnsafeBufferPointer { text in parse(text).map { ($0.id, Array($0.secret)) } }
  }
}
