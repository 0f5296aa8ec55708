import Testing

@testable import Emulators

@Suite struct OAuthEmulatorTests {
  @Test func givesATokenThatEnds() {
    var rules = FCMRules()
    rules.accessTokenLifetime = 10
    var bench = FCMBench(rules: rules)
    #expect(bench.message().status == 200)
    bench.now += 10_000
    let answer = bench.message()
    #expect(answer.status == 401)
    #expect(answer.error?["status"] == "UNAUTHENTICATED")
    #expect(answer.detail("ErrorInfo")?["reason"] == "ACCESS_TOKEN_EXPIRED")
    #expect(answer.detail("ErrorInfo")?["domain"] == "googleapis.com")
    #expect(answer.header("www-authenticate")?.contains("invalid_token") == true)
  }

  @Test func saysHowLongATokenIsGood() {
    var bench = FCMBench()
    let answer = bench.token(
      "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&assertion=\(FCMBench.assertion())")
    #expect(answer.status == 200)
    #expect(answer.text.contains("\"expires_in\":3600"))
    #expect(answer.text.contains("\"token_type\":\"Bearer\""))
  }

  @Test func refusesOtherAuthorizations() {
    var bench = FCMBench()
    let cases = [
      ("", "CREDENTIALS_MISSING"), ("Bearer nonsense", "ACCESS_TOKEN_TYPE_UNSUPPORTED"),
      ("Basic abc", "ACCESS_TOKEN_TYPE_UNSUPPORTED"),
    ]
    for (authorization, reason) in cases {
      let answer = bench.send("{}", authorization: authorization)
      #expect(answer.status == 401)
      #expect(answer.detail("ErrorInfo")?["reason"]?.string == reason)
    }
    let narrow = bench.signIn(
      FCMBench.assertion(scope: "https://www.googleapis.com/auth/userinfo.email"))
    let answer = bench.send("{}", authorization: "Bearer \(narrow)")
    #expect(answer.status == 403)
    #expect(answer.detail("ErrorInfo")?["reason"] == "ACCESS_TOKEN_SCOPE_INSUFFICIENT")
  }

  static let cases: [(String, String, String)] = [
    ("algorithm", FCMBench.assertion(header: "{\"alg\":\"none\"}"), "invalid_grant"),
    ("key id", FCMBench.assertion(header: "{\"alg\":\"RS256\",\"kid\":\"k2\"}"), "invalid_grant"),
    ("issuer", FCMBench.assertion(issuer: "nobody@example.com"), "invalid_grant"),
    ("signature", FCMBench.assertion(signer: "forged"), "invalid_grant"),
    ("audience", FCMBench.assertion(audience: "https://example.com/token"), "invalid_grant"),
    ("too old", FCMBench.assertion(issued: day / 1000 - 4000, lifetime: 3600), "invalid_grant"),
    ("future", FCMBench.assertion(issued: day / 1000 + 400), "invalid_grant"),
    ("too long", FCMBench.assertion(lifetime: 3601), "invalid_grant"),
    ("no time", FCMBench.assertion(lifetime: 0), "invalid_grant"),
    ("not a JWT", "abc", "invalid_grant"), ("no scope", FCMBench.assertion(scope: nil), "invalid_scope"),
    ("odd scope", FCMBench.assertion(scope: "everything"), "invalid_scope"),
    ("subject", FCMBench.assertion(extra: ",\"sub\":\"boss@example.com\""), "unauthorized_client"),
    ("empty", "", "invalid_request"),
  ]

  @Test(arguments: cases)
  func refusesAnAssertion(_ what: String, assertion: String, code: String) {
    var bench = FCMBench()
    let before = bench.fcm.oauth.issued
    let answer = bench.token(
      "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)")
    #expect(answer.status == (code == "unauthorized_client" ? 401 : 400), Comment(rawValue: what))
    #expect(answer.outcome == code, Comment(rawValue: what))
    #expect(answer.text.contains("\"error\":\"\(code)\""))
    #expect(bench.fcm.oauth.issued == before)
  }

  @Test func refusesOtherGrants() {
    var bench = FCMBench()
    #expect(bench.token("grant_type=password").outcome == "unsupported_grant_type")
    #expect(bench.token("").outcome == "invalid_request")
    #expect(bench.fcm.answer(EmulatedRequest(method: "GET", path: "/token"), now: day).status == 404)
  }
}
