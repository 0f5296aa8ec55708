/// An error as FCM words it. Firebase, FCM error codes; Google, API errors.
///
/// Details come in any combination; what is nil or empty is left out of the body.
struct FCMError: Error, Equatable {
  /// The HTTP status.
  var code: Int
  var message: String
  /// The canonical status, such as `INVALID_ARGUMENT`.
  var status: String
  /// The `errorCode` of the FcmError detail.
  var errorCode: String?
  /// The BadRequest detail. An empty field is left out.
  var violations: [Violation] = []
  /// The ErrorInfo detail's reason.
  var info: String?
  /// The ApnsError detail: APNs' own status and reason.
  var apns: APNsDetail?
  /// The QuotaFailure detail's subject.
  var quota: String?
  /// Seconds for a Retry-After header.
  var retryAfter: Int64?

  struct Violation: Equatable {
    let field: String
    let description: String
  }

  struct APNsDetail: Equatable {
    let statusCode: Int
    let reason: String
  }

  /// What the log counts: the FCM error code, else the ErrorInfo reason, else the status.
  var outcome: String { errorCode ?? info ?? status }

  static func invalid(
    _ message: String, field: String? = nil, errorCode: String? = "INVALID_ARGUMENT"
  ) -> FCMError {
    FCMError(
      code: 400, message: message, status: "INVALID_ARGUMENT", errorCode: errorCode,
      violations: field.map { [Violation(field: $0, description: message)] } ?? [])
  }
}

extension FCMError {
  private var details: [JSONValue] {
    var details: [JSONValue] = []
    if let errorCode {
      details.append([
        "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": .string(errorCode),
      ])
    }
    if let apns {
      details.append([
        "@type": "type.googleapis.com/google.firebase.fcm.v1.ApnsError",
        "statusCode": .number(String(apns.statusCode)), "reason": .string(apns.reason),
      ])
    }
    if !violations.isEmpty {
      let list = violations.map { violation -> JSONValue in
        violation.field.isEmpty
          ? ["description": .string(violation.description)]
          : ["field": .string(violation.field), "description": .string(violation.description)]
      }
      details.append(["@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": .array(list)])
    }
    if let quota {
      details.append([
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        "violations": [["subject": .string(quota), "description": .string(message)]],
      ])
    }
    if let info {
      details.append([
        "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": .string(info),
        "domain": "googleapis.com",
        "metadata": [
          "method": "google.firebase.fcm.v1.FcmService.SendMessage", "service": "fcm.googleapis.com",
        ],
      ])
    }
    return details
  }

  /// The answer that carries the error.
  var answer: EmulatedAnswer {
    var members: [JSONValue.Member] = [
      .init(name: "code", value: .number(String(code))), .init(name: "message", value: .string(message)),
      .init(name: "status", value: .string(status)),
    ]
    if !details.isEmpty { members.append(.init(name: "details", value: .array(details))) }
    var answer = EmulatedAnswer.json(
      code, .object([.init(name: "error", value: .object(members))]), outcome: outcome)
    if let retryAfter { answer.headers.append(("retry-after", String(retryAfter))) }
    if code == 401, errorCode == nil {
      answer.headers.append(
        ("www-authenticate", "Bearer realm=\"https://accounts.google.com/\", error=\"invalid_token\""))
    }
    return answer
  }
}

extension EmulatedAnswer {
  /// A JSON answer as Google's servers send it.
  static func json(_ status: Int, _ value: JSONValue, outcome: String) -> EmulatedAnswer {
    EmulatedAnswer(
      status: status, headers: [("content-type", "application/json; charset=UTF-8")],
      body: Array((value.text + "\n").utf8), outcome: outcome)
  }

  /// The page that Google's front end sends for a path it does not know: HTML, no error code.
  static let notFoundPage = EmulatedAnswer(
    status: 404, headers: [("content-type", "text/html; charset=UTF-8")],
    body: Array(
      "<!DOCTYPE html>\n<html lang=en>\n<title>Error 404 (Not Found)!!1</title>\n<p><b>404.</b> That’s an error.\n"
        .utf8), outcome: "not found")
}
