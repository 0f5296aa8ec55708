import Providers
import Testing

@testable import Delivery

@Suite struct RetryPolicyTests {
  let policy = RetryPolicy()
  func flight(attempts: Int = 1, ttl: Int = 3600) -> Flight {
    var flight = Flight(reference: 1, createdAt: 1000, expiresAt: 1000 + ttl)
    flight.attempts = attempts
    return flight
  }
  func apns(_ status: Int, _ body: String, tokenAge: Int = 4000, retryAfter: Int? = nil) -> Verdict {
    Array(body.utf8).withUnsafeBufferPointer {
      APNsAnswer.verdict(status: status, body: $0, retryAfter: retryAfter, tokenAge: tokenAge)
    }
  }

  @Test func acceptedIsTheEnd() {
    #expect(policy.decide(.accepted(), flight(), now: 1000, random: 0) == .finish(.accepted))
  }

  @Test(arguments: [
    (410, #"{"reason":"Unregistered","timestamp":1700000000000}"#),
    (400, #"{"reason":"BadDeviceToken"}"#), (413, #"{"reason":"PayloadTooLarge"}"#),
    (400, #"{"reason":"BadCollapseId"}"#),
  ])
  func whatIsWrongWithTheMessageOrTokenIsNeverSentAgain(_ status: Int, _ body: String) {
    #expect(policy.decide(apns(status, body), flight(), now: 1000, random: 0) == .finish(.rejected))
  }

  @Test(arguments: [
    (400, "BadTopic"), (403, "InvalidProviderToken"), (403, "Forbidden"), (400, "TopicDisallowed"),
  ])
  func whatIsWrongWithTheSetUpHoldsTheLane(_ status: Int, _ reason: String) {
    let verdict = apns(status, #"{"reason":"\#(reason)"}"#)
    #expect(policy.decide(verdict, flight(), now: 1000, random: 0) == .hold)
  }

  @Test func anExpiredCredentialIsRenewedOnce() {
    let verdict = apns(403, #"{"reason":"ExpiredProviderToken"}"#)
    #expect(policy.decide(verdict, flight(), now: 1000, random: 0) == .renew)
    var second = flight()
    second.wasRenewed = true
    #expect(policy.decide(verdict, second, now: 1000, random: 0) == .hold)
  }

  @Test func anExpiredFreshTokenIsAWrongClockAndHolds() {
    let verdict = apns(403, #"{"reason":"ExpiredProviderToken"}"#, tokenAge: 60)
    #expect(policy.decide(verdict, flight(), now: 1000, random: 0) == .hold)
  }

  @Test func whatOneDeviceGetsTooMuchOfComesBackSlowly() {
    let verdict = apns(429, #"{"reason":"TooManyRequests"}"#)
    var longest = 0
    for attempts in 1...4 {
      guard
        case .retry(let pause) = policy.decide(verdict, flight(attempts: attempts), now: 1000, random: .max)
      else {
        Issue.record("not retried")
        continue
      }
      longest += pause
    }
    #expect(longest == 150_000)
    #expect(policy.decide(verdict, flight(attempts: 5), now: 1000, random: .max) == .finish(.failed))
  }

  @Test func aProjectWithoutQuotaIsLeftAloneForAMinute() {
    let body = #"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[]}}"#
    func fcm(retryAfter: Int?) -> Verdict {
      Array(body.utf8).withUnsafeBufferPointer {
        FCMAnswer.verdict(status: 429, body: $0, retryAfter: retryAfter)
      }
    }
    #expect(policy.pauseAsked(fcm(retryAfter: nil)) == 60)
    #expect(policy.pauseAsked(fcm(retryAfter: 7)) == 7)
    // An answer of APNs has no such floor.
    #expect(policy.pauseAsked(apns(429, #"{"reason":"TooManyProviderTokenUpdates"}"#)) == 0)
  }

  @Test func retryAfterIsNeverCutShort() {
    let verdict = apns(429, #"{"reason":"TooManyRequests"}"#, retryAfter: 7)
    for random in [0, UInt64.max / 2, .max] {
      guard case .retry(let pause) = policy.decide(verdict, flight(), now: 1000, random: random) else {
        Issue.record("not retried")
        continue
      }
      #expect(pause >= 7000)
    }
  }

  @Test func theServersPausesGrowAndStayWithinTheTimeToLive() {
    let verdict = apns(503, #"{"reason":"ServiceUnavailable"}"#)
    guard case .retry(let first) = policy.decide(verdict, flight(attempts: 1), now: 1000, random: .max),
      case .retry(let third) = policy.decide(verdict, flight(attempts: 3), now: 1000, random: .max)
    else {
      Issue.record("not retried")
      return
    }
    #expect(first <= 1000 && third > first)
    #expect(policy.decide(verdict, flight(ttl: 0), now: 1000, random: .max) == .finish(.failed))
    #expect(
      policy.decide(verdict, flight(attempts: 3, ttl: 2), now: 1001, random: .max) == .finish(.expired))
    #expect(
      policy.decide(verdict, flight(attempts: policy.maximumAttempts), now: 1000, random: 0)
        == .finish(.failed))
  }

  @Test func sentAndNeverAnsweredEndsUnconfirmed() {
    let verdict = TransportAnswer.verdict(.deadline)
    var last = flight(attempts: policy.maximumAttempts)
    last.wasUnanswered = true
    #expect(policy.decide(verdict, last, now: 1000, random: 0) == .finish(.unconfirmed))
    // A later failure does not take back that an earlier attempt may have arrived.
    let later = apns(503, "")
    #expect(policy.decide(later, last, now: 1000, random: 0) == .finish(.unconfirmed))
    // A later refusal of the token does: the provider has spoken about it.
    let dead = apns(410, #"{"reason":"Unregistered","timestamp":1700000000000}"#)
    #expect(policy.decide(dead, last, now: 1000, random: 0) == .finish(.rejected))
  }

  @Test func whatIsRefusedForEverIsGivenUp() {
    let verdict = TransportAnswer.verdict(.refused)
    #expect(verdict == TransportAnswer.refusedStream)
    #expect(policy.decide(verdict, flight(attempts: 1), now: 1000, random: 0) == .retry(after: 0))
    #expect(
      policy.decide(verdict, flight(attempts: policy.maximumAttempts), now: 1000, random: 0)
        == .finish(.failed))
  }

  /// While the lane waits, only its time to live ends a message.
  @Test func theLanesPauseCostsNoAttempt() {
    let verdict = apns(503, #"{"reason":"ServiceUnavailable"}"#)
    let tried = flight(attempts: policy.maximumAttempts + 3)
    #expect(policy.decide(verdict, tried, now: 1000, lanePause: 5000) == .retry(after: 5000))
    #expect(policy.decide(verdict, flight(ttl: 4), now: 1000, lanePause: 5000) == .finish(.expired))
    #expect(policy.decide(verdict, flight(ttl: 0), now: 1000, lanePause: 0) == .finish(.failed))
    var open = flight(ttl: 4)
    open.wasUnanswered = true
    #expect(policy.decide(verdict, open, now: 1000, lanePause: 5000) == .finish(.unconfirmed))
  }

  @Test func unknownAnswersAreTriedAFewTimes() {
    let verdict = apns(418, #"{"reason":"Teapot"}"#)
    if case .retry = policy.decide(verdict, flight(attempts: 1), now: 1000, random: 0) {
    } else {
      Issue.record("not retried")
    }
    #expect(
      policy.decide(verdict, flight(attempts: policy.unknownAttempts), now: 1000, random: 0)
        == .finish(.failed))
  }
}
