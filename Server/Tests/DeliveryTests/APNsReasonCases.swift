import Emulators
import Providers

extension ReasonCase {
  private static func apns(
    _ status: Int, _ reason: String, _ kind: Verdict.Kind, _ end: End, field: String? = nil,
    token: Verdict.Kind.TokenAction = .keep, code: String? = nil
  ) -> ReasonCase {
    ReasonCase(
      code ?? "apns." + reason, kind, end,
      .apns(APNsReason(rawValue: reason), status: status, timestamp: status == 410 ? 1_700_000_000_000 : nil),
      field: field, token: token)
  }

  /// Apple, Handling notification responses from APNs.
  static let apnsTable: [ReasonCase] = [
    apns(400, "BadCollapseId", .messageInvalid, .rejected, field: "apns-collapse-id"),
    apns(400, "BadDeviceToken", .tokenSuspect, .rejected, token: .quarantine),
    apns(400, "BadExpirationDate", .messageInvalid, .rejected, field: "apns-expiration"),
    apns(400, "BadMessageId", .messageInvalid, .rejected, field: "apns-id"),
    apns(400, "BadPriority", .messageInvalid, .rejected, field: "apns-priority"),
    apns(400, "BadTopic", .laneFault, .held),
    apns(400, "DeviceTokenNotForTopic", .tokenSuspect, .rejected, token: .quarantine),
    apns(400, "DuplicateHeaders", .messageInvalid, .rejected, field: "headers"),
    apns(400, "IdleTimeout", .unavailable, .failed(5)),
    apns(400, "InvalidPushType", .messageInvalid, .rejected, field: "apns-push-type"),
    apns(400, "MissingDeviceToken", .messageInvalid, .rejected, field: ":path"),
    apns(400, "MissingTopic", .laneFault, .held),
    apns(400, "PayloadEmpty", .messageInvalid, .rejected, field: "payload"),
    apns(400, "TopicDisallowed", .laneFault, .held),
    apns(403, "BadCertificate", .credentialRefused, .held),
    apns(403, "BadCertificateEnvironment", .credentialRefused, .held),
    // The lane's token is fresh.
    apns(
      403, "ExpiredProviderToken", .credentialRefused, .held, code: "apns.ExpiredProviderToken.wrongClock"),
    apns(403, "Forbidden", .credentialRefused, .held),
    apns(403, "InvalidProviderToken", .credentialRefused, .held),
    apns(403, "MissingProviderToken", .laneFault, .held),
    apns(403, "UnrelatedKeyIdInToken", .credentialRefused, .held),
    apns(403, "BadEnvironmentKeyIdInToken", .credentialRefused, .held),
    apns(403, "BadEnvironmentKeyInToken", .credentialRefused, .held, code: "apns.BadEnvironmentKeyIdInToken"),
    apns(404, "BadPath", .laneFault, .held),
    apns(405, "MethodNotAllowed", .laneFault, .held),
    apns(413, "PayloadTooLarge", .messageInvalid, .rejected, field: "payload"),
    apns(410, "Unregistered", .tokenDead, .rejected, token: .delete),
    apns(410, "ExpiredToken", .tokenDead, .rejected, token: .delete),
    apns(429, "TooManyProviderTokenUpdates", .throttled, .failed(5)),
    apns(429, "TooManyRequests", .throttled, .failed(5)),
    apns(500, "InternalServerError", .unavailable, .failed(5)),
    apns(503, "ServiceUnavailable", .unavailable, .failed(5)),
    apns(503, "Shutdown", .unavailable, .failed(5)),
  ]

  /// Bodies that are empty, no JSON, or say something that no table knows.
  static let apnsOddBodies: [ReasonCase] = [
    ReasonCase("transport.httpServerError", .unavailable, .failed(5), ScenarioAnswer(status: 500)),
    ReasonCase("transport.httpServerError", .unavailable, .failed(5), .html(502)),
    ReasonCase("transport.httpServerError", .unavailable, .failed(5), ScenarioAnswer(status: 503, body: "{")),
    ReasonCase("transport.httpTooManyRequests", .throttled, .failed(5), ScenarioAnswer(status: 429)),
    ReasonCase("transport.httpTooManyRequests", .throttled, .failed(5), .html(429)),
    ReasonCase("transport.httpTooLarge", .messageInvalid, .rejected, .html(413), field: "payload"),
    ReasonCase("transport.httpUnexplained", .unknown, .failed(3), ScenarioAnswer(status: 400)),
    ReasonCase("transport.httpUnexplained", .unknown, .failed(3), .html(403)),
    ReasonCase("transport.httpUnexplained", .unknown, .failed(3), ScenarioAnswer(status: 301)),
    // A bare 410 kills no token.
    ReasonCase("transport.httpUnexplained", .unknown, .failed(3), ScenarioAnswer(status: 410)),
    ReasonCase("transport.httpUnexplained", .unknown, .failed(3), ScenarioAnswer(status: 410, body: "[]")),
    ReasonCase(
      "transport.httpUnexplained", .unknown, .failed(3), ScenarioAnswer(status: 400, body: #"{"reason":5}"#)),
    ReasonCase(
      "transport.httpUnexplained", .unknown, .failed(3),
      ScenarioAnswer(status: 400, body: #"{"reason":"BadTopic""# + String(repeating: " ", count: 20_000))),
    // Nor does the word under another status.
    ReasonCase(
      "unknown.Unregistered", .unknown, .failed(3),
      ScenarioAnswer(status: 400, body: #"{"reason":"Unregistered"}"#)),
    ReasonCase(
      "unknown.BrandNew", .unknown, .failed(3), .apns(APNsReason(rawValue: "BrandNew"), status: 400)),
    ReasonCase(
      "unknown.BrandNew", .throttled, .failed(5), .apns(APNsReason(rawValue: "BrandNew"), status: 429)),
    ReasonCase(
      "unknown.BrandNew", .unavailable, .failed(5), .apns(APNsReason(rawValue: "BrandNew"), status: 503)),
    // A reason is case-sensitive, and may be escaped.
    ReasonCase(
      "unknown.badtopic", .unknown, .failed(3), .apns(APNsReason(rawValue: "badtopic"), status: 400)),
    ReasonCase(
      "apns.BadTopic", .laneFault, .held,
      ScenarioAnswer(status: 400, body: #" {"more":[1,{}],"reason":"Bad\u0054opic"} "#)),
  ]

  /// What happens on the way to APNs.
  static let wayCases: [ReasonCase] = [
    ReasonCase("transport.streamReset", .unavailable, .unconfirmed(5), [.reset(code: 2, processed: false)]),
    ReasonCase("transport.streamReset", .unavailable, .unconfirmed(5), [.reset(code: 8, processed: true)]),
    ReasonCase("transport.connectionLost", .unavailable, .unconfirmed(5), [.close]),
    ReasonCase("transport.deadline", .unavailable, .unconfirmed(5), [.silence(processed: true)]),
  ]
}
