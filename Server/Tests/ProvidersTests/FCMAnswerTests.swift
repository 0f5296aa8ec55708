import Providers
import Testing

@Suite struct FCMAnswerTests {
  private static let fcmError = "type.googleapis.com/google.firebase.fcm.v1.FcmError"
  private static let apnsError = "type.googleapis.com/google.firebase.fcm.v1.ApnsError"
  private static let badRequest = "type.googleapis.com/google.rpc.BadRequest"
  private static let errorInfo = "type.googleapis.com/google.rpc.ErrorInfo"

  private func body(_ code: Int, _ status: String, _ details: [String]) -> String {
    "{\"error\":{\"code\":\(code),\"message\":\"m\",\"status\":\"\(status)\",\"details\":[\(details.joined(separator: ","))]}}"
  }
  private func error(_ code: String) -> String {
    "{\"@type\":\"\(Self.fcmError)\",\"errorCode\":\"\(code)\"}"
  }
  private func apnsDetail(_ reason: String, _ status: Int) -> String {
    "{\"@type\":\"\(Self.apnsError)\",\"statusCode\":\(status),\"reason\":\"\(reason)\"}"
  }
  private func violations(_ fields: String...) -> String {
    let list = fields.map { "{\"field\":\"\($0)\",\"description\":\"d\"}" }.joined(separator: ",")
    return "{\"@type\":\"\(Self.badRequest)\",\"fieldViolations\":[\(list)]}"
  }

  @Test(arguments: [
    (401, "UNAUTHENTICATED", "THIRD_PARTY_AUTH_ERROR", Verdict.Kind.credentialRefused),
    (403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH", .tokenSuspect),
    (404, "NOT_FOUND", "UNREGISTERED", .tokenDead),
    (429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED", .throttled),
    (500, "INTERNAL", "INTERNAL", .unavailable),
    (503, "UNAVAILABLE", "UNAVAILABLE", .unavailable),
    (500, "UNKNOWN", "UNSPECIFIED_ERROR", .unknown),
  ]) func everyErrorCode(status: Int, api: String, code: String, kind: Verdict.Kind) {
    let verdict = fcm(status, body(status, api, [error(code)]), retryAfter: 9)
    #expect(verdict.kind == kind)
    #expect(verdict.reason.entry?.name == code)
    #expect(Int(verdict.status) == status)
    #expect(verdict.retryAfter == 9)
    #expect(verdict.sentence.hasPrefix("\(status) \(code):"))
  }

  /// A sender reported 200 as "delivered to recipient".
  @Test func acceptedIsAcceptedAndNeverDelivered() {
    let verdict = fcm(200, "{\"name\":\"projects/p/messages/1\"}")
    #expect(verdict.kind == .accepted)
    #expect(verdict.sentence.contains("not a proof of delivery"))
  }

  @Test func aBare404IsNotDead() {
    for text in [body(404, "NOT_FOUND", []), "", "<html>Not found</html>", "{\"error\":{\"code\":404}}"] {
      #expect(fcm(404, text).tokenAction == .keep)
    }
    #expect(fcm(404, body(404, "NOT_FOUND", [])).kind == .laneFault)
    #expect(fcm(404, "").kind == .unknown)
    // The word as the API's own status is not FCM's errorCode, nor is the errorCode at another status.
    #expect(fcm(404, body(404, "UNREGISTERED", [])).tokenAction == .keep)
    #expect(fcm(500, body(500, "INTERNAL", [error("UNREGISTERED")])).tokenAction == .keep)
  }

  @Test func aBare400NeverTouchesTheToken() {
    for text in [
      body(400, "INVALID_ARGUMENT", []), body(400, "INVALID_ARGUMENT", [error("INVALID_ARGUMENT")]),
      "{\"error\":{\"code\":400,\"message\":\"The registration token is not valid\",\"status\":\"INVALID_ARGUMENT\"}}",
      "", "<html>",
    ] {
      #expect(fcm(400, text).kind == .unknown)
      #expect(fcm(400, text).tokenAction == .keep)
    }
  }

  @Test(arguments: ["message.token", "message.fid"]) func theViolatedFieldDecides(field: String) {
    for details in [
      [violations(field)], [error("INVALID_ARGUMENT"), violations(field)],
      [violations(field), error("INVALID_ARGUMENT")],
    ] {
      let verdict = fcm(400, body(400, "INVALID_ARGUMENT", details))
      #expect(verdict.kind == .tokenSuspect)
      #expect(verdict.fieldName == field)
    }
  }

  @Test func anotherFieldIsTheMessages() {
    for field in ["message.data[0].value", "message.android.ttl", "message.topic", "message.tokens", "x"] {
      let verdict = fcm(400, body(400, "INVALID_ARGUMENT", [error("INVALID_ARGUMENT"), violations(field)]))
      #expect(verdict.kind == .messageInvalid)
      #expect(verdict.fieldName == field)
      #expect(verdict.sentence.contains(field))
    }
    let both = fcm(400, body(400, "INVALID_ARGUMENT", [violations("message.token", "message.android.ttl")]))
    #expect(both.kind == .messageInvalid)
    #expect(both.fieldName == "message.android.ttl")
  }

  @Test func anExpiredAccessTokenIsRenewedOnce() {
    let info =
      "{\"@type\":\"\(Self.errorInfo)\",\"reason\":\"ACCESS_TOKEN_EXPIRED\",\"domain\":\"googleapis.com\"}"
    let verdict = fcm(401, body(401, "UNAUTHENTICATED", [info]))
    #expect(verdict.kind == .credentialExpired)
    #expect(verdict.retry == .afterRenewal)
    #expect(fcm(401, body(401, "UNAUTHENTICATED", [])).kind == .credentialRefused)
    let other = "{\"@type\":\"\(Self.errorInfo)\",\"reason\":\"SERVICE_DISABLED\"}"
    #expect(fcm(403, body(403, "PERMISSION_DENIED", [other])).reasonCode == "fcm.PERMISSION_DENIED")
  }

  @Test func aFullDeviceDoesNotStopTheLane() {
    func failure(_ subject: String, _ description: String) -> String {
      "{\"@type\":\"type.googleapis.com/google.rpc.QuotaFailure\",\"violations\":[{\"subject\":\"\(subject)\",\"description\":\"\(description)\"}]}"
    }
    for detail in [
      failure("device:x", ""), failure("", "Device message rate exceeded"),
      failure("", "Topic quota exceeded."),
    ] {
      let verdict = fcm(429, body(429, "RESOURCE_EXHAUSTED", [error("QUOTA_EXCEEDED"), detail]))
      #expect(verdict.kind == .throttled)
      #expect(verdict.scope == .token)
      #expect(verdict.reasonCode == "fcm.QUOTA_EXCEEDED.target")
    }
    for detail in [failure("project:x", "Message rate exceeded"), "{}"] {
      #expect(fcm(429, body(429, "RESOURCE_EXHAUSTED", [error("QUOTA_EXCEEDED"), detail])).scope == .lane)
    }
    #expect(fcm(503, body(503, "UNAVAILABLE", [failure("device", "")])).kind == .unavailable)
  }

  @Test func badAPNsCredentialsHoldOnlyAppleTraffic() {
    let verdict = fcm(
      401,
      body(
        401, "UNAUTHENTICATED", [error("THIRD_PARTY_AUTH_ERROR"), apnsDetail("InvalidProviderToken", 403)]))
    #expect(verdict.kind == .credentialRefused)
    #expect(verdict.hold == .appleTraffic)
    #expect(verdict.carried.text == "InvalidProviderToken")
    #expect(verdict.sentence.contains("APNs itself says InvalidProviderToken"))
  }

  @Test func apnsOwnReasonSpeaksWhereFCMSaysNothing() {
    let suspect = fcm(
      400, body(400, "INVALID_ARGUMENT", [apnsDetail("BadDeviceToken", 400), error("INVALID_ARGUMENT")]))
    #expect(suspect.kind == .tokenSuspect)
    #expect(suspect.carried.text == "BadDeviceToken")
    let gone = fcm(400, body(400, "INVALID_ARGUMENT", [apnsDetail("Unregistered", 410)]))
    #expect(gone.kind == .tokenSuspect)
    let invalid = fcm(400, body(400, "INVALID_ARGUMENT", [apnsDetail("BadPriority", 400)]))
    #expect(invalid.kind == .messageInvalid)
    #expect(invalid.fieldName == "apns-priority")
    let topic = fcm(400, body(400, "INVALID_ARGUMENT", [apnsDetail("TopicDisallowed", 400)]))
    #expect(topic.hold == .appleTraffic)
    let new = fcm(400, body(400, "INVALID_ARGUMENT", [apnsDetail("NewReason", 400)]))
    #expect(new.kind == .unknown)
    #expect(new.carried.text == "NewReason")
  }

  @Test func unknownCodesAreKeptWordForWord() {
    #expect(fcm(400, body(400, "INVALID_ARGUMENT", [error("NEW_CODE")])).reason.text == "NEW_CODE")
    #expect(fcm(418, body(418, "TEAPOT", [])).headline == "418 TEAPOT")
    #expect(fcm(503, body(503, "NEW", [])).kind == .unavailable)
    #expect(fcm(429, body(429, "NEW", [])).kind == .throttled)
    #expect(fcm(429, body(429, "RESOURCE_EXHAUSTED", [])).reason.entry?.name == "QUOTA_EXCEEDED")
    #expect(fcm(504, body(504, "DEADLINE_EXCEEDED", [])).kind == .unavailable)
  }

  @Test func oddDetailsHideNothing() {
    let odd = ["null", "5", "\"x\"", "[]", "{}", "{\"@type\":7,\"errorCode\":{}}", error("UNREGISTERED")]
    #expect(fcm(404, body(404, "NOT_FOUND", odd)).kind == .tokenDead)
    for text in ["{\"error\":5}", "{\"error\":{\"status\":[],\"details\":{}}}", "{", "[{}]"] {
      #expect(fcm(400, text).tokenAction == .keep)
    }
  }
}
