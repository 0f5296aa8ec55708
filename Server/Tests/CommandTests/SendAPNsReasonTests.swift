import Emulators
import Foundation
import Providers
import Testing

/// What a person reads of every answer that APNs can give.
@Suite struct SendAPNsReasonTests {
  private static func reason(
    _ status: Int, _ word: String, _ end: String, _ verdict: String, _ meaning: String, _ advice: String,
    code: String? = nil
  ) -> SendCase {
    SendCase(
      code ?? "apns." + word,
      .apns(APNsReason(rawValue: word), status: status, timestamp: status == 410 ? 1_700_000_000_000 : nil),
      end,
      verdict, "\(status) \(word)", meaning, advice)
  }

  static let cases: [SendCase] = [
    reason(
      400, "BadCollapseId", "rejected", "messageInvalid", "longer than 64 bytes. Field: apns-collapse-id.",
      "Use a shorter collapse key"),
    reason(
      400, "BadDeviceToken", "rejected", "tokenSuspect",
      "does not know this device token in this environment",
      "Let the app report its environment at run time"),
    reason(
      400, "BadExpirationDate", "rejected", "messageInvalid",
      "not a UNIX time in seconds. Field: apns-expiration.",
      "a ttl in seconds"),
    reason(
      400, "BadMessageId", "rejected", "messageInvalid", "not a canonical UUID. Field: apns-id.",
      "Leave the id to the sender"),
    reason(
      400, "BadPriority", "rejected", "messageInvalid", "does not fit the push type. Field: apns-priority.",
      "Background pushes take priority 5"),
    reason(400, "BadTopic", "queued", "laneFault", "The topic is not valid.", "Correct the bundle id"),
    reason(
      400, "DeviceTokenNotForTopic", "rejected", "tokenSuspect", "belongs to another app", "its own topic"),
    reason(
      400, "DuplicateHeaders", "rejected", "messageInvalid", "A header was sent twice.",
      "Send each header once"),
    reason(
      400, "IdleTimeout", "failed", "unavailable", "was idle too long", "It was tried as often as allowed"),
    reason(
      400, "InvalidPushType", "rejected", "messageInvalid", "The push type is unknown",
      "Use alert or background"),
    reason(
      400, "MissingDeviceToken", "rejected", "messageInvalid", "holds no device token. Field: :path.",
      "Refuse empty tokens"),
    reason(400, "MissingTopic", "queued", "laneFault", "has no topic", "the app's bundle id in the profile"),
    reason(
      400, "PayloadEmpty", "rejected", "messageInvalid", "The request has no payload.",
      "at least an aps object"),
    reason(
      400, "TopicDisallowed", "queued", "laneFault", "may not send to this topic", "a key of the app's team"),
    reason(
      403, "BadCertificate", "queued", "credentialRefused", "not valid for push", "Use a .p8 key instead"),
    reason(
      403, "BadCertificateEnvironment", "queued", "credentialRefused", "for the other environment",
      "Use a .p8 key, or the certificate of the environment"),
    reason(
      403, "ExpiredProviderToken", "queued", "credentialRefused", "our clock is wrong",
      "Switch on time synchronisation", code: "apns.ExpiredProviderToken.wrongClock"),
    reason(
      403, "Forbidden", "queued", "credentialRefused", "not allowed with this credential",
      "Apple Push Notifications service enabled"),
    reason(
      403, "InvalidProviderToken", "queued", "credentialRefused", "cannot be verified",
      "Give the .p8 with its own key id"),
    reason(
      403, "MissingProviderToken", "queued", "laneFault", "without a provider token",
      "Give the key in the profile's credentials"),
    reason(
      403, "UnrelatedKeyIdInToken", "queued", "credentialRefused", "not related to the key",
      "Give each key its own key id"),
    reason(
      403, "BadEnvironmentKeyIdInToken", "queued", "credentialRefused", "limited to the other environment",
      "a key that covers it"),
    reason(404, "BadPath", "queued", "laneFault", "The request's path is wrong.", "api.push.apple.com"),
    reason(405, "MethodNotAllowed", "queued", "laneFault", "The request's method is not POST.", "(CONNECT)"),
    reason(
      413, "PayloadTooLarge", "rejected", "messageInvalid", "larger than 4096 bytes (VoIP: 5120)",
      "let the app fetch the content"),
    reason(
      410, "Unregistered", "rejected", "tokenDead",
      "no longer active for this app. Known to APNs since 2023-11-14T22:13:20Z.",
      "Delete the token, unless the app has confirmed it since"),
    reason(
      410, "ExpiredToken", "rejected", "tokenDead",
      "The device token has expired. Known to APNs since 2023-11-14",
      "the app brings a new one at its next launch"),
    reason(
      429, "TooManyProviderTokenUpdates", "failed", "throttled", "more often than every 20 minutes",
      "Count the processes that hold the key"),
    reason(
      429, "TooManyRequests", "failed", "throttled", "to this one device",
      "Count what went to this installation"),
    reason(
      500, "InternalServerError", "failed", "unavailable", "APNs had an internal error",
      "Apple's system status page"),
    reason(
      503, "ServiceUnavailable", "failed", "unavailable", "not available right now",
      "Apple's system status page"),
    reason(503, "Shutdown", "failed", "unavailable", "shutting down", "Send it again later"),
    // No reason at all, or none that is known.
    SendCase(
      "transport.httpServerError", .html(502), "failed", "unavailable", "502",
      "The other side failed and gave no reason.", "send without the proxy"),
    SendCase(
      "transport.httpTooManyRequests", ScenarioAnswer(status: 429), "failed", "throttled", "429",
      "asks to slow down and gave no reason", "Send it again later"),
    SendCase(
      "transport.httpTooLarge", .html(413), "rejected", "messageInvalid", "413",
      "finds the payload too large and gave no reason", "let the app fetch the content"),
    SendCase(
      "transport.httpUnexplained", ScenarioAnswer(status: 400), "failed", "unknown", "400",
      "Nothing is concluded from it.", "without anything in between"),
  ]

  private static let stage = Result {
    try SendStage(scenario: SendCase.scenario(cases, token: SendStage.token))
  }

  @Test(arguments: cases.indices)
  func aPersonReadsWhatItMeansAndWhatToDo(_ index: Int) throws {
    let stage = try Self.stage.get()
    let token = stage.device(index)
    try Self.cases[index].check(
      text: try stage.apns(token, "--attempts", "1"),
      json: try stage.apns(token, "--attempts", "1", "--json"),
      token: token, provider: "APNs sandbox")
  }

  /// A new reason in the table has no text that a test has read, and fails here.
  @Test func everyReasonIsRead() {
    let known = Set(ReasonCatalogue.all.filter { $0.provider == .apns }.map(\.code))
    // A token that was made 50 minutes ago is never sent by a command that starts now.
    let read = Set(Self.cases.map(\.code)).union(["apns.ExpiredProviderToken"])
    #expect(known.subtracting(read).isEmpty)
    #expect(Self.cases.count { $0.code.hasPrefix("transport.http") } == 4)
  }

  /// Words that stand in no table are kept as they came, and shown.
  @Test func anUnknownReasonIsShownWordForWord() throws {
    let stage = try SendStage(
      scenario: Scenario(
        rules: [
          ScenarioRule(
            "new", actions: [.answer(.apns(APNsReason(rawValue: "Brand\u{1B}[31mNew"), status: 400))])
        ]))
    let token = stage.device(1)
    let ended = try stage.apns(token, "--attempts", "1")
    #expect(ended.exit == 1)
    #expect(ended.output.contains("1 failed: 400 Brand?[31mNew: an answer that is not documented"))
    let json = try stage.apns(token, "--attempts", "1", "--json").lines("message").first
    let answer = json?["answer"] as? [String: Any]
    #expect(
      answer?["code"] as? String == "unknown.Brand?[31mNew" && answer?["verdict"] as? String == "unknown")
    #expect(answer?["advice"] is NSNull)
  }
}
