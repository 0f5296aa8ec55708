import Emulators
import Foundation
import Providers
import Testing

/// What a person reads of every answer that FCM and its token service can give.
@Suite struct SendFCMReasonTests {
  static let cases: [SendCase] = [
    SendCase(
      "fcm.UNREGISTERED", .fcm(404, "NOT_FOUND", errorCode: "UNREGISTERED"), "rejected", "tokenDead",
      "404 UNREGISTERED", "The registration is no longer valid.", "Delete the token, unless the app has"),
    SendCase(
      "fcm.SENDER_ID_MISMATCH", .fcm(403, "PERMISSION_DENIED", errorCode: "SENDER_ID_MISMATCH"), "rejected",
      "tokenSuspect", "403 SENDER_ID_MISMATCH", "made for another Firebase project",
      "the service account of the project that the app was built for"),
    SendCase(
      "fcm.INVALID_ARGUMENT.token",
      .fcm(400, "INVALID_ARGUMENT", errorCode: "INVALID_ARGUMENT", field: "message.token"), "rejected",
      "tokenSuspect", "400 INVALID_ARGUMENT", "the field with the token is not valid. Field: message.token.",
      "Let the app bring its token again"),
    SendCase(
      "fcm.INVALID_ARGUMENT.message", .fcm(400, "INVALID_ARGUMENT", field: "message.android.ttl"), "rejected",
      "messageInvalid", "400 INVALID_ARGUMENT",
      "A field of the message is not valid. Field: message.android.ttl.",
      "Correct the field in the class"),
    SendCase(
      "fcm.INVALID_ARGUMENT.bare", .fcm(400, "INVALID_ARGUMENT", errorCode: "INVALID_ARGUMENT"), "failed",
      "unknown", "400 INVALID_ARGUMENT", "does not say which. The token is kept.", "Make the message smaller"),
    SendCase(
      "fcm.THIRD_PARTY_AUTH_ERROR",
      .fcm(
        401, "UNAUTHENTICATED", errorCode: "THIRD_PARTY_AUTH_ERROR", apnsStatus: 403,
        apnsReason: "InvalidProviderToken"), "queued", "credentialRefused", "401 THIRD_PARTY_AUTH_ERROR",
      "APNs itself says InvalidProviderToken.", "Upload a working .p8 key"),
    SendCase(
      "fcm.UNAUTHENTICATED", .fcm(401, "UNAUTHENTICATED"), "queued", "credentialRefused",
      "401 UNAUTHENTICATED", "The access token is not accepted.", "Make a new key for a service account"),
    SendCase(
      "fcm.ACCESS_TOKEN_EXPIRED", .fcm(401, "UNAUTHENTICATED", info: "ACCESS_TOKEN_EXPIRED"), "queued",
      "credentialExpired", "401 ACCESS_TOKEN_EXPIRED", "The OAuth access token has expired.",
      "one new token is fetched"),
    SendCase(
      "fcm.PERMISSION_DENIED", .fcm(403, "PERMISSION_DENIED"), "queued", "credentialRefused",
      "403 PERMISSION_DENIED", "may not send messages in this project", "Enable the API"),
    SendCase(
      "fcm.NOT_FOUND", .fcm(404, "NOT_FOUND"), "queued", "laneFault", "404 NOT_FOUND",
      "It says nothing about the token, which is kept.", "Correct the project"),
    SendCase(
      "fcm.QUOTA_EXCEEDED", .fcm(429, "RESOURCE_EXHAUSTED", errorCode: "QUOTA_EXCEEDED", retryAfter: "30"),
      "failed", "throttled", "429 QUOTA_EXCEEDED", "Asked to wait 30 s.", "Send it again later"),
    SendCase(
      "fcm.QUOTA_EXCEEDED.target",
      ScenarioAnswer(
        status: 429,
        body: #"{"error":{"status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"subject":"device"}]}]}}"#),
      "failed", "throttled", "429 QUOTA_EXCEEDED", "to this one device or topic", "Send it again later"),
    SendCase(
      "fcm.INTERNAL", .fcm(500, "INTERNAL", errorCode: "INTERNAL"), "failed", "unavailable", "500 INTERNAL",
      "FCM had an internal error.", "Firebase's status page"),
    SendCase(
      "fcm.UNAVAILABLE", .fcm(503, "UNAVAILABLE", errorCode: "UNAVAILABLE"), "failed", "unavailable",
      "503 UNAVAILABLE", "overloaded or not available", "Firebase's status page"),
    SendCase(
      "fcm.UNSPECIFIED_ERROR", .fcm(500, "UNKNOWN", errorCode: "UNSPECIFIED_ERROR"), "failed", "unknown",
      "500 UNSPECIFIED_ERROR", "FCM failed and gives no reason.", "Send it again later"),
  ]

  private static let stage = Result {
    try SendStage(scenario: SendCase.scenario(cases, token: SendStage.fcmToken))
  }

  @Test(arguments: cases.indices)
  func aPersonReadsWhatItMeansAndWhatToDo(_ index: Int) throws {
    let stage = try Self.stage.get()
    let token = stage.fcmDevice(index, .ios)
    try Self.cases[index].check(
      text: try stage.fcm(token, "--attempts", "1"), json: try stage.fcm(token, "--attempts", "1", "--json"),
      token: token, provider: "FCM parcel-example")
  }

  // MARK: The token service

  struct Refusal: Sendable {
    var code: String
    var answer: ScenarioAnswer
    var meaning: String
    var advice: String

    init(_ code: String, _ status: Int, _ word: String, _ meaning: String, _ advice: String) {
      self.code = code
      self.meaning = meaning
      self.advice = advice
      answer = ScenarioAnswer(
        status: status, body: #"{"error": "\#(word)", "error_description": "Said the service itself."}"#)
    }
  }

  static let refusals: [Refusal] = [
    Refusal("oauth.invalid_grant", 400, "invalid_grant", "refuses the signed assertion", "Set the clock"),
    Refusal("oauth.invalid_client", 401, "invalid_client", "does not know the client", "in a living project"),
    Refusal(
      "oauth.unauthorized_client", 401, "unauthorized_client", "may not ask for this scope",
      "Give a service account's key"),
    Refusal(
      "oauth.access_denied", 403, "access_denied", "A policy forbids this account",
      "Have the policy allow the service account"),
    Refusal("oauth.invalid_scope", 400, "invalid_scope", "The scope asked for is not valid", "as downloaded"),
    Refusal("oauth.invalid_request", 400, "invalid_request", "is malformed", "as downloaded"),
    Refusal(
      "oauth.unsupported_grant_type", 400, "unsupported_grant_type", "does not take signed assertions",
      "as downloaded"),
  ]

  @Test(arguments: refusals.indices)
  func aTokenServiceThatRefuses(_ index: Int) throws {
    let refusal = Self.refusals[index]
    var match = ScenarioMatch()
    match.server = .oauth
    let stage = try SendStage(
      scenario: Scenario(rules: [ScenarioRule("refuse", match: match, actions: [.answer(refusal.answer)])]))
    let token = stage.fcmDevice(0)
    let text = try stage.fcm(token)
    #expect(text.exit == 1)
    #expect(text.output.contains("Stopped: \(refusal.answer.status) "), "\(text.output)")
    #expect(text.output.contains(refusal.meaning) && text.output.contains(refusal.advice), "\(text.output)")
    #expect(text.output.contains("the token service says: Said the service itself."))
    #expect(text.output.contains("What is called queued was not sent"))
    let summary = try #require(try stage.fcm(token, "--json").lines("summary").first)
    #expect((summary["held_by"] as? [String: Any])?["code"] as? String == refusal.code)
    #expect(summary["attempts"] as? Int == 0 && summary["ok"] as? Bool == false)
    #expect(stage.suite.snapshot().outcomes[.fcm] == nil)
  }

  /// What waiting may mend is asked for again, and then given up: a person waits.
  @Test func aTokenServiceThatFailsIsGivenUp() throws {
    var match = ScenarioMatch()
    match.server = .oauth
    let stage = try SendStage(
      scenario: Scenario(rules: [ScenarioRule("fail", match: match, actions: [.answer(.html(200))])]))
    let ended = try stage.fcm(stage.fcmDevice(0))
    #expect(ended.exit == 1)
    #expect(
      ended.output.contains("Stopped: 200 unreadable: The token service's answer is not what it should be."))
    #expect(ended.output.contains("to do: Let the sender reach the token service"))
    #expect(ended.errors.contains("Waiting"))
  }

  @Test func everyReasonIsRead() {
    let known = Set(
      ReasonCatalogue.all.filter { $0.provider == .fcm || $0.provider == .oauth }.map(\.code))
    let read = Set(Self.cases.map(\.code) + Self.refusals.map(\.code)).union([
      // Read by `aTokenServiceThatFailsIsGivenUp`, or alike.
      "oauth.unreadable", "oauth.internal_failure", "oauth.rate_limit_exceeded",
    ])
    #expect(known == read)
  }
}
