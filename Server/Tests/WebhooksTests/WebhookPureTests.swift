import TestSupport
import Testing

@testable import Webhooks

@Suite struct WebhookSignatureTests {
  /// The example of the standard-webhooks specification's reference libraries.
  @Test func theKnownExample() throws {
    let script = """
      import base64, sys; sys.stdout.buffer.write(base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
      """
    let secret = [UInt8](try ForeignProgram.run("python3", ["-c", script]).data)
    let header = try WebhookSignature.header(
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330,
      body: Array(#"{"test": 2432232314}"#.utf8),
      secrets: [secret])
    #expect(header == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  @Test func oneValueForEachSecret() throws {
    let (one, two) = ([UInt8](repeating: 1, count: 24), [UInt8](repeating: 2, count: 24))
    func header(_ secrets: [[UInt8]]) throws -> String {
      try WebhookSignature.header(id: "a", timestamp: 1, body: [], secrets: secrets)
    }
    #expect(try header([one, two]) == "\(header([one])) \(header([two]))")
  }
}

@Suite struct WebhookBackoffTests {
  @Test func thePauseGrowsToTheCapAndEnds() {
    let backoff = WebhookBackoff(base: 10, cap: 100, attempts: 6)
    #expect((1...6).map { backoff.pause(attempt: $0, random: .max) } == [10, 20, 40, 80, 100, nil])
    #expect((1...6).map { backoff.pause(attempt: $0, random: 0) } == [0, 0, 0, 0, 0, nil])
    #expect(backoff.pause(attempt: .max, random: .max) == nil)
    #expect(WebhookBackoff(attempts: .max).pause(attempt: 1000, random: .max) == 6 * 3600)
  }

  @Test func whatTheCustomerAskedForIsNeverCutShort() {
    let backoff = WebhookBackoff(base: 10, cap: 100, attempts: 6)
    var random = Fuzz.random("webhook pauses")
    for _ in 0..<2000 {
      let asked = random.below(200_000)
      let attempt = random.below(7)
      guard let pause = backoff.pause(attempt: attempt, retryAfter: asked, random: random.next()) else {
        continue
      }
      #expect(pause >= min(asked, 86_400) && pause <= min(asked, 86_400) + 100)
    }
    #expect(backoff.pause(attempt: 1, retryAfter: -5, random: .max) == 10)
  }

  @Test func thePausesAreSpread() {
    let backoff = WebhookBackoff(base: 100, cap: 100)
    var random = Fuzz.random("webhook jitter")
    let pauses = (0..<4000).compactMap { _ in backoff.pause(attempt: 1, random: random.next()) }
    #expect(Set(pauses).count == 101 && pauses.allSatisfy { (0...100).contains($0) })
  }
}

@Suite struct WebhookOutcomeTests {
  @Test(
    arguments: [
      (200, .delivered(status: 200)), (204, .delivered(status: 204)), (301, .refused(status: 301)),
      (308, .refused(status: 308)), (400, .refused(status: 400)), (404, .refused(status: 404)),
      (410, .refused(status: 410)), (408, .retry(after: 7, why: "HTTP status 408")),
      (429, .retry(after: 7, why: "HTTP status 429")), (500, .retry(after: 7, why: "HTTP status 500")),
      (599, .retry(after: 7, why: "HTTP status 599")), (600, .retry(after: nil, why: "HTTP status 600")),
    ] as [(Int, WebhookOutcome)])
  func eachStatusHasItsOutcome(_ status: Int, _ outcome: WebhookOutcome) {
    #expect(WebhookOutcome.answered(status, retryAfter: 7) == outcome)
  }

  @Test func aPauseIsWithinReason() {
    #expect(WebhookOutcome.answered(503, retryAfter: 0) == .retry(after: nil, why: "HTTP status 503"))
    #expect(WebhookOutcome.answered(503, retryAfter: .max) == .retry(after: 86_400, why: "HTTP status 503"))
  }
}

@Suite struct DeliveryQueueTests {
  @Test func oneOriginDoesNotHoldUpTheOthers() {
    var queue = DeliveryQueue<Int>(limit: 6, inFlight: 3, perOrigin: 2)
    let order = ["slow", "slow", "slow", "slow", "quick", "slow", "quick"]
    #expect(
      order.indices.map { queue.add($0, origin: order[$0]) } == [true, true, true, true, true, true, false])
    #expect((0..<4).map { _ in queue.next() } == [0, 1, 4, nil])
    queue.ended(origin: "quick")
    #expect((0..<1).map { _ in queue.next() } == [nil], "two of the slow origin run already")
    queue.ended(origin: "slow")
    #expect((0..<2).map { _ in queue.next() } == [2, nil])
    let rest = queue.takeAll()
    #expect(rest == [3, 5] && queue.waitingCount == 0 && queue.runningCount == 2)
  }
}
