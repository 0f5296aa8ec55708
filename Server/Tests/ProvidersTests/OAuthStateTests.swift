import Providers
import Testing

@Suite struct OAuthStateTests {
  private let refusal = Verdict(kind: .credentialRefused, status: 400)
  private let sick = Verdict(kind: .unavailable, status: 503)

  private func token(_ need: OAuthState.Need) -> OAuthState.Token? {
    switch need {
    case .use(let token), .useAndFetch(let token): token
    case .fetch, .wait, .held: nil
    }
  }

  @Test func oneFetchServesManyCallers() {
    var state = OAuthState()
    #expect(state.need(now: 0) == .fetch)
    for _ in 0..<1000 { #expect(state.need(now: 0) == .wait) }
    state.answered(.token("abc", expiresIn: 3600), now: 1, random: 0)
    for second in 1..<3300 {
      guard case .use(let token) = state.need(now: second) else {
        Issue.record("no token at \(second)")
        return
      }
      #expect(token.authorization == "Bearer abc")
    }
  }

  @Test func theOldTokenServesWhileTheNextIsFetched() {
    var state = OAuthState()
    _ = state.need(now: 0)
    state.answered(.token("old", expiresIn: 3600), now: 0, random: 0)
    guard case .useAndFetch(let token) = state.need(now: 3301) else {
      Issue.record("not renewed ahead")
      return
    }
    #expect(token.authorization == "Bearer old")
    for _ in 0..<100 { #expect(state.need(now: 3302) == .use(token)) }
    // The renewal fails: the old one goes on until its end, and only then are callers held.
    state.failed(sick, now: 3303, random: .max)
    #expect(state.need(now: 3303) == .use(token))
    guard case .useAndFetch = state.need(now: 3310) else {
      Issue.record("not tried again")
      return
    }
    state.answered(.token("new", expiresIn: 3600), now: 3311, random: 0)
    #expect(self.token(state.need(now: 3311))?.authorization == "Bearer new")
  }

  @Test func aTokenIsNotUsedInItsLastSeconds() {
    var state = OAuthState()
    _ = state.need(now: 0)
    state.answered(.token("a", expiresIn: 3600), now: 0, random: 0)
    #expect(token(state.need(now: 3570)) != nil)
    #expect(state.need(now: 3571) == .wait)
  }

  /// firebase-admin-node#3234: a failed refresh was replayed for an hour.
  @Test func aFailureIsNeverKeptAsAnAnswer() {
    for failure in [refusal, sick] {
      var state = OAuthState()
      #expect(state.need(now: 0) == .fetch)
      state.failed(failure, now: 0, random: .max)
      #expect(state.need(now: 0) == .held(until: 1, failure))
      #expect(state.need(now: 1) == .fetch)
      state.answered(.token("a", expiresIn: 3600), now: 2, random: 0)
      #expect(token(state.need(now: 2)) != nil)
    }
  }

  @Test func failuresComeSlowerAndSlowerButNeverSlowerThanAMinute() {
    var state = OAuthState()
    var now = 0
    var pauses: [Int] = []
    for _ in 0..<12 {
      #expect(state.need(now: now) == .fetch)
      state.failed(sick, now: now, random: .max)
      guard case .held(let until, _) = state.need(now: now) else {
        Issue.record("not held")
        return
      }
      pauses.append(until - now)
      now = until
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60])
  }

  @Test func theServicesPauseIsHonoured() {
    var state = OAuthState()
    _ = state.need(now: 0)
    var verdict = sick
    verdict.retryAfter = 120
    state.failed(verdict, now: 0, random: 0)
    #expect(state.need(now: 119) == .held(until: 120, verdict))
    #expect(state.need(now: 120) == .fetch)
  }

  @Test func aRefusedTokenIsReplacedOnceForAll() {
    var state = OAuthState()
    _ = state.need(now: 0)
    state.answered(.token("old", expiresIn: 3600), now: 0, random: 0)
    let old = token(state.need(now: 1))?.serial ?? -1
    state.refused(serial: old, verdict: refusal, now: 600, random: 0)
    #expect(state.need(now: 600) == .fetch)
    state.answered(.token("new", expiresIn: 3600), now: 601, random: 0)
    state.refused(serial: old, verdict: refusal, now: 602, random: 0)
    #expect(token(state.need(now: 602))?.authorization == "Bearer new")
  }

  @Test func aFreshTokenThatIsRefusedIsNotFetchedAtFullSpeed() {
    var state = OAuthState()
    var now = 0
    var fetches = 0
    for _ in 0..<10_000 {
      switch state.need(now: now) {
      case .fetch:
        fetches += 1
        state.answered(.token("t", expiresIn: 3600), now: now, random: 0)
      case .use(let token), .useAndFetch(let token):
        state.refused(serial: token.serial, verdict: refusal, now: now, random: .max)
      case .held(let until, _): now = max(now + 1, until)
      case .wait: now += 1
      }
      if now > 600 { break }
    }
    #expect(fetches < 700)
    #expect(fetches > 1)
  }

  @Test func aFetchWhoseEndIsLostIsGivenUp() {
    var state = OAuthState()
    #expect(state.need(now: 0) == .fetch)
    #expect(state.need(now: 59) == .wait)
    #expect(state.need(now: 60) == .fetch)
    // A clock set back does not block for ever either.
    #expect(state.need(now: -1000) == .fetch)
  }
}

@Suite struct OAuthAnswerTests {
  private func read(_ status: Int, _ body: String, retryAfter: Int? = nil) -> OAuthAnswer {
    Array(body.utf8).withUnsafeBufferPointer {
      OAuthAnswer.read(status: status, body: $0, retryAfter: retryAfter)
    }
  }

  private func verdict(_ answer: OAuthAnswer) -> Verdict? {
    if case .failed(let verdict, _) = answer { verdict } else { nil }
  }

  @Test func readsATokenAndItsLife() {
    #expect(
      read(200, #"{"access_token":"ya29.x","expires_in":3599,"token_type":"Bearer"}"#)
        == .token("ya29.x", expiresIn: 3599))
    #expect(read(200, #"{"access_token":"a","expires_in":"120"}"#) == .token("a", expiresIn: 120))
    #expect(read(200, #"{"access_token":"a"}"#) == .token("a", expiresIn: 3600))
    #expect(read(200, #"{"access_token":"a","expires_in":1e300}"#) == .token("a", expiresIn: 86_400))
  }

  @Test(arguments: [
    "", "<html>", "{}", #"{"access_token":5}"#, #"{"access_token":""}"#, #"{"access_token":"a\r\nx: y"}"#,
    #"{"access_token":"a","expires_in":0}"#, #"{"access_token":"a","expires_in":-5}"#,
    #"{"access_token":"a","expires_in":"soon"}"#, #"{"id_token":"a"}"#,
  ]) func refusesA200WithoutAToken(body: String) {
    #expect(verdict(read(200, body))?.reasonCode == "oauth.unreadable")
  }

  @Test(arguments: [
    (400, "invalid_grant", Verdict.Kind.credentialRefused), (401, "invalid_client", .credentialRefused),
    (401, "unauthorized_client", .credentialRefused), (403, "access_denied", .credentialRefused),
    (400, "invalid_scope", .credentialRefused), (400, "invalid_request", .credentialRefused),
    (400, "unsupported_grant_type", .credentialRefused), (500, "internal_failure", .unavailable),
    (503, "temporarily_unavailable", .unavailable), (429, "rate_limit_exceeded", .throttled),
    (400, "brand_new", .credentialRefused), (503, "brand_new", .unavailable), (429, "brand_new", .throttled),
  ]) func everyRefusal(status: Int, word: String, kind: Verdict.Kind) {
    let answer = read(
      status, "{\"error\":\"\(word)\",\"error_description\":\"Invalid JWT Signature.\"}", retryAfter: 3)
    guard case .failed(let verdict, let words) = answer else {
      Issue.record("taken for a token")
      return
    }
    #expect(verdict.kind == kind)
    #expect(Int(verdict.status) == status)
    #expect(verdict.retryAfter == 3)
    #expect(words == "Invalid JWT Signature.")
    #expect(verdict.hold == (kind == .credentialRefused ? .lane : .nothing))
  }

  @Test func withoutAWordTheStatusDecides() {
    #expect(verdict(read(502, "<html>"))?.kind == .unavailable)
    #expect(verdict(read(429, ""))?.kind == .throttled)
    #expect(verdict(read(404, "<html>"))?.reasonCode == "oauth.unreadable")
    #expect(
      verdict(read(403, #"{"error":{"status":"PERMISSION_DENIED","message":"m"}}"#))?.kind
        == .credentialRefused)
  }
}
