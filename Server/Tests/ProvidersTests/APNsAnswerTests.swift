import Providers
import Testing

@Suite struct APNsAnswerTests {
  /// Apple's table (Handling notification responses from APNs), written down here once more.
  static let table: [(Int, String, Verdict.Kind)] = [
    (400, "BadCollapseId", .messageInvalid), (400, "BadDeviceToken", .tokenSuspect),
    (400, "BadExpirationDate", .messageInvalid), (400, "BadMessageId", .messageInvalid),
    (400, "BadPriority", .messageInvalid), (400, "BadTopic", .laneFault),
    (400, "DeviceTokenNotForTopic", .tokenSuspect), (400, "DuplicateHeaders", .messageInvalid),
    (400, "IdleTimeout", .unavailable), (400, "InvalidPushType", .messageInvalid),
    (400, "MissingDeviceToken", .messageInvalid), (400, "MissingTopic", .laneFault),
    (400, "PayloadEmpty", .messageInvalid), (400, "TopicDisallowed", .laneFault),
    (403, "BadCertificate", .credentialRefused), (403, "BadCertificateEnvironment", .credentialRefused),
    (403, "Forbidden", .credentialRefused), (403, "InvalidProviderToken", .credentialRefused),
    (403, "MissingProviderToken", .laneFault), (403, "UnrelatedKeyIdInToken", .credentialRefused),
    (403, "BadEnvironmentKeyIdInToken", .credentialRefused),
    (403, "BadEnvironmentKeyInToken", .credentialRefused),
    (404, "BadPath", .laneFault), (405, "MethodNotAllowed", .laneFault),
    (413, "PayloadTooLarge", .messageInvalid),
    (410, "Unregistered", .tokenDead), (410, "ExpiredToken", .tokenDead),
    (429, "TooManyProviderTokenUpdates", .throttled), (429, "TooManyRequests", .throttled),
    (500, "InternalServerError", .unavailable), (503, "ServiceUnavailable", .unavailable),
    (503, "Shutdown", .unavailable),
  ]

  @Test(arguments: table) func everyReasonOfApplesTable(status: Int, reason: String, kind: Verdict.Kind) {
    let verdict = apns(status, "{\"reason\":\"\(reason)\"}")
    #expect(verdict.kind == kind)
    #expect(Int(verdict.status) == status)
    #expect(verdict.reason.entry?.statuses.contains(Int16(status)) == true)
    #expect(verdict.sentence.hasPrefix("\(status) "))
    #expect(verdict.advice != nil)
    #expect(kind != .messageInvalid || verdict.fieldName != nil)
    let entry = verdict.reason.entry
    #expect(entry.map { [$0.name] + $0.aliases }?.contains(reason) == true)
  }

  @Test func aTokenIsDeadOnlyByAReasonWithItsStatus() {
    let dead = apns(410, "{\"reason\":\"Unregistered\",\"timestamp\":1700000000123}")
    #expect(dead.kind == .tokenDead)
    #expect(dead.asOf == 1_700_000_000_123)
    #expect(dead.sentence.contains("2023-11-14T22:13:20Z"))
    #expect(dead.tokenAction == .delete)
    #expect(apns(410, "").tokenAction == .keep)
    #expect(apns(410, "<html>Gone</html>").tokenAction == .keep)
    #expect(apns(400, "{\"reason\":\"Unregistered\"}").tokenAction == .keep)
    #expect(apns(410, "{\"reason\":\"SomethingNew\"}").tokenAction == .keep)
  }

  @Test(arguments: [
    "{ \"timestamp\" : 1700000000123 , \"reason\" : \"Unregistered\" }\n",
    "{\"timestamp\":\"1700000000123\",\"reason\":\"Unregistered\"}",
    "{\"timestamp\":1.700000000123e12,\"reason\":\"Unregistered\"}",
    "{\"reason\":\"\\u0055nregistered\",\"timestamp\":1700000000123,\"more\":{\"a\":[1]}}",
    "{\"more\":null,\"reason\":\"Unregistered\",\"timestamp\":1700000000123}",
  ]) func readsEverySpellingOfTheBody(body: String) {
    let verdict = apns(410, body)
    #expect(verdict.kind == .tokenDead)
    #expect(verdict.asOf == 1_700_000_000_123)
  }

  @Test func aBadTimestampIsNoTimestamp() {
    for value in ["-5", "1e300", "null", "\"x\"", "[]", "99999999999999999999"] {
      let verdict = apns(410, "{\"reason\":\"Unregistered\",\"timestamp\":\(value)}")
      #expect(verdict.kind == .tokenDead)
      #expect(verdict.asOf == 0)
    }
  }

  @Test func anExpiredTokenThatIsYoungMeansAWrongClock() {
    let body = "{\"reason\":\"ExpiredProviderToken\"}"
    let old = apns(403, body, tokenAge: 50 * 60)
    #expect(old.kind == .credentialExpired)
    #expect(old.retry == .afterRenewal)
    let young = apns(403, body, tokenAge: 50 * 60 - 1)
    #expect(young.kind == .credentialRefused)
    #expect(young.hold == .lane)
    #expect(young.reasonCode == "apns.ExpiredProviderToken.wrongClock")
    #expect(young.sentence.contains("clock is wrong"))
  }

  @Test func tooManyTokenUpdatesWaitsAndKeepsTheToken() {
    let verdict = apns(429, "{\"reason\":\"TooManyProviderTokenUpdates\"}", retryAfter: 60)
    #expect(verdict.kind == .throttled)
    #expect(verdict.scope == .lane)
    #expect(verdict.retryAfter == 60)
    #expect(verdict.retry == .later)
    #expect(verdict.hold == .nothing)
  }

  @Test func emptyAndHTMLBodiesKeepTheStatus() {
    for body in [
      "", "<html><body>Bad gateway</body></html>", "null", "[]", "{}", "{\"reason\":\"\"}", "{\"reason\":5}",
    ] {
      for (status, kind) in [
        (500, Verdict.Kind.unavailable), (502, .unavailable), (429, .throttled), (413, .messageInvalid),
        (403, .unknown), (404, .unknown), (302, .unknown), (400, .unknown),
      ] {
        let verdict = apns(status, body, retryAfter: 7)
        #expect(verdict.kind == kind)
        #expect(Int(verdict.status) == status)
        #expect(verdict.retryAfter == 7)
        #expect(verdict.headline == "\(status)")
        #expect(verdict.tokenAction == .keep)
      }
    }
  }

  @Test func unknownReasonsAreKeptWordForWord() {
    let verdict = apns(400, "{\"reason\":\"BrandNewReason\"}")
    #expect(verdict.kind == .unknown)
    #expect(verdict.reason.text == "BrandNewReason")
    #expect(verdict.reasonCode == "unknown.BrandNewReason")
    #expect(verdict.sentence.hasPrefix("400 BrandNewReason:"))
    #expect(verdict.retry == .fewTimes)
    #expect(apns(400, "{\"reason\":\"BrandNewReason\"}") == verdict)
    #expect(apns(503, "{\"reason\":\"BrandNewReason\"}").kind == .unavailable)
    #expect(apns(429, "{\"reason\":\"BrandNewReason\"}").kind == .throttled)
    // One row's word in another case is not that row.
    #expect(apns(410, "{\"reason\":\"unregistered\"}").kind == .unknown)
  }

  @Test func acceptedIsAcceptedAndNeverDelivered() {
    let verdict = apns(200, "")
    #expect(verdict == .accepted())
    #expect(verdict.kind.exitCode == 0)
    #expect(!verdict.sentence.lowercased().contains("delivered"))
    #expect(verdict.reasonCode == nil)
  }

  @Test func readsTheReasonOfAGoAway() {
    let read = { (text: String) in Array(text.utf8).withUnsafeBufferPointer(APNsAnswer.goAway(debugData:)) }
    #expect(read("{\"reason\":\"BadCertificate\"}")?.kind == .credentialRefused)
    #expect(read("{\"reason\":\"Shutdown\"}")?.kind == .unavailable)
    #expect(read("bye") == nil)
  }
}
