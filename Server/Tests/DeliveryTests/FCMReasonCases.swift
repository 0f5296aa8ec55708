import Emulators
import Providers

extension ReasonCase {
  /// An FCM error with a QuotaFailure, and no pause asked for.
  private static func quota(_ subject: String) -> ScenarioAnswer {
    ScenarioAnswer(
      status: 429,
      body: """
        {"error": {"code": 429, "message": "Quota exceeded.", "status": "RESOURCE_EXHAUSTED", "details": [
          {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [
            {"subject": "\(subject)", "description": "Too many."}]},
          {"@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": "QUOTA_EXCEEDED"}]}}
        """)
  }

  private static func violations(_ fields: String...) -> ScenarioAnswer {
    let list = fields.map { #"{"field": "\#($0)", "description": "Invalid."}"# }.joined(separator: ",")
    return ScenarioAnswer(
      status: 400,
      body: """
        {"error": {"code": 400, "message": "Invalid.", "status": "INVALID_ARGUMENT", "details": [
          {"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [\(list)]}]}}
        """)
  }

  /// Firebase, FCM error codes, with the details in the combinations that were seen.
  static let fcmTable: [ReasonCase] = [
    ReasonCase(
      "fcm.UNREGISTERED", .tokenDead, .rejected, .fcm(404, "NOT_FOUND", errorCode: "UNREGISTERED"),
      token: .delete),
    ReasonCase(
      "fcm.SENDER_ID_MISMATCH", .tokenSuspect, .rejected,
      .fcm(403, "PERMISSION_DENIED", errorCode: "SENDER_ID_MISMATCH"), token: .quarantine),
    ReasonCase(
      "fcm.INVALID_ARGUMENT.token", .tokenSuspect, .rejected,
      .fcm(400, "INVALID_ARGUMENT", errorCode: "INVALID_ARGUMENT", field: "message.token"),
      field: "message.token", token: .quarantine),
    ReasonCase(
      "fcm.INVALID_ARGUMENT.token", .tokenSuspect, .rejected,
      .fcm(400, "INVALID_ARGUMENT", field: "message.fid"), field: "message.fid", token: .quarantine),
    ReasonCase(
      "fcm.INVALID_ARGUMENT.message", .messageInvalid, .rejected,
      .fcm(400, "INVALID_ARGUMENT", errorCode: "INVALID_ARGUMENT", field: "message.android.ttl"),
      field: "message.android.ttl"),
    // Token and message at once: the message is judged first.
    ReasonCase(
      "fcm.INVALID_ARGUMENT.message", .messageInvalid, .rejected,
      violations("message.token", "message.data[0].value"), field: "message.data[0].value"),
    ReasonCase(
      "fcm.INVALID_ARGUMENT.bare", .unknown, .failed(3),
      .fcm(400, "INVALID_ARGUMENT", errorCode: "INVALID_ARGUMENT")),
    ReasonCase("fcm.INVALID_ARGUMENT.bare", .unknown, .failed(3), .fcm(400, "INVALID_ARGUMENT")),
    ReasonCase(
      "fcm.INVALID_ARGUMENT.token", .tokenSuspect, .rejected,
      .fcm(400, "INVALID_ARGUMENT", apnsReason: "BadDeviceToken"), token: .quarantine),
    ReasonCase(
      "fcm.THIRD_PARTY_AUTH_ERROR", .credentialRefused, .parked,
      .fcm(
        401, "UNAUTHENTICATED", errorCode: "THIRD_PARTY_AUTH_ERROR", apnsStatus: 403,
        apnsReason: "InvalidProviderToken")),
    ReasonCase(
      "fcm.UNAUTHENTICATED", .credentialRefused, .held,
      .fcm(401, "UNAUTHENTICATED", info: "ACCESS_TOKEN_TYPE_UNSUPPORTED")),
    ReasonCase("fcm.UNAUTHENTICATED", .credentialRefused, .held, .fcm(401, "UNAUTHENTICATED")),
    ReasonCase(
      "fcm.PERMISSION_DENIED", .credentialRefused, .held,
      .fcm(403, "PERMISSION_DENIED", info: "IAM_PERMISSION_DENIED")),
    // A 404 without the error code says nothing about the token.
    ReasonCase("fcm.NOT_FOUND", .laneFault, .held, .fcm(404, "NOT_FOUND")),
    ReasonCase(
      "fcm.QUOTA_EXCEEDED", .throttled, .failed(5),
      .fcm(429, "RESOURCE_EXHAUSTED", errorCode: "QUOTA_EXCEEDED")),
    ReasonCase("fcm.QUOTA_EXCEEDED", .throttled, .failed(5), .fcm(429, "RESOURCE_EXHAUSTED")),
    ReasonCase("fcm.QUOTA_EXCEEDED", .throttled, .failed(5), quota("project:parcel-example")),
    ReasonCase("fcm.QUOTA_EXCEEDED.target", .throttled, .failed(5), quota("device")),
    ReasonCase("fcm.INTERNAL", .unavailable, .failed(5), .fcm(500, "INTERNAL", errorCode: "INTERNAL")),
    ReasonCase(
      "fcm.UNAVAILABLE", .unavailable, .failed(5), .fcm(503, "UNAVAILABLE", errorCode: "UNAVAILABLE")),
    ReasonCase("fcm.UNAVAILABLE", .unavailable, .failed(5), .fcm(504, "DEADLINE_EXCEEDED")),
    ReasonCase(
      "fcm.UNSPECIFIED_ERROR", .unknown, .failed(3),
      .fcm(500, "UNKNOWN", errorCode: "UNSPECIFIED_ERROR")),
  ]

  static let fcmOddBodies: [ReasonCase] = [
    ReasonCase("transport.httpServerError", .unavailable, .failed(5), ScenarioAnswer(status: 500)),
    ReasonCase("transport.httpServerError", .unavailable, .failed(5), .html(503)),
    ReasonCase("transport.httpTooManyRequests", .throttled, .failed(5), .html(429)),
    ReasonCase("transport.httpTooLarge", .messageInvalid, .rejected, .html(413)),
    ReasonCase("transport.httpUnexplained", .unknown, .failed(3), .html(404)),
    ReasonCase("transport.httpUnexplained", .unknown, .failed(3), ScenarioAnswer(status: 400, body: "{}")),
    ReasonCase("transport.httpUnexplained", .unknown, .failed(3), ScenarioAnswer(status: 401, body: "null")),
    ReasonCase(
      "transport.httpUnexplained", .unknown, .failed(3), ScenarioAnswer(status: 404, body: #"{"error":"x"}"#)),
    ReasonCase("unknown.BRAND_NEW", .unknown, .failed(3), .fcm(400, "OUT_OF_RANGE", errorCode: "BRAND_NEW")),
    ReasonCase("unknown.OUT_OF_RANGE", .unknown, .failed(3), .fcm(400, "OUT_OF_RANGE")),
    ReasonCase("unknown.BRAND_NEW", .unavailable, .failed(5), .fcm(503, "X", errorCode: "BRAND_NEW")),
    ReasonCase("unknown.BRAND_NEW", .throttled, .failed(5), .fcm(429, "X", errorCode: "BRAND_NEW")),
    // The word under another status, or in another place, kills no token.
    ReasonCase(
      "unknown.UNREGISTERED", .unknown, .failed(3), .fcm(400, "NOT_FOUND", errorCode: "UNREGISTERED")),
    ReasonCase("unknown.UNREGISTERED", .unknown, .failed(3), .fcm(404, "UNREGISTERED")),
    // A 200 is only believed with an id.
    ReasonCase(
      "unknown.200 without a message name", .unknown, .failed(3), ScenarioAnswer(status: 200, body: "{}")),
    ReasonCase("unknown.200 without a message name", .unknown, .failed(3), .html(200)),
  ]

  /// The token service's refusals: its word, what it means, and whether waiting may help.
  static let oauthTable: [ReasonCase] = [
    oauth("oauth.invalid_grant", 400, "invalid_grant", .credentialRefused),
    oauth("oauth.invalid_client", 401, "invalid_client", .credentialRefused),
    oauth("oauth.unauthorized_client", 401, "unauthorized_client", .credentialRefused),
    oauth("oauth.access_denied", 403, "access_denied", .credentialRefused),
    oauth("oauth.invalid_scope", 400, "invalid_scope", .credentialRefused),
    oauth("oauth.invalid_request", 400, "invalid_request", .credentialRefused),
    oauth("oauth.unsupported_grant_type", 400, "unsupported_grant_type", .credentialRefused),
    oauth("oauth.internal_failure", 500, "internal_failure", .unavailable),
    oauth("oauth.internal_failure", 503, "temporarily_unavailable", .unavailable),
    oauth("oauth.internal_failure", 500, "server_error", .unavailable),
    oauth("oauth.rate_limit_exceeded", 429, "rate_limit_exceeded", .throttled),
    oauth("oauth.rate_limit_exceeded", 400, "slow_down", .throttled),
    oauth("unknown.brand_new", 400, "brand_new", .credentialRefused),
    oauth("unknown.brand_new", 503, "brand_new", .unavailable),
    ReasonCase("oauth.unreadable", .unavailable, .held, .html(200)),
    ReasonCase("oauth.unreadable", .unavailable, .held, ScenarioAnswer(status: 200, body: "{}")),
    ReasonCase("oauth.unreadable", .unavailable, .held, .html(404)),
    ReasonCase("transport.httpServerError", .unavailable, .held, .html(502)),
    ReasonCase("transport.httpTooManyRequests", .throttled, .held, ScenarioAnswer(status: 429)),
  ]

  private static func oauth(
    _ code: String, _ status: Int, _ word: String, _ kind: Verdict.Kind
  ) -> ReasonCase {
    ReasonCase(
      code, kind, .held,
      ScenarioAnswer(
        status: status, body: #"{"error": "\#(word)", "error_description": "In the service's own words."}"#))
  }
}
