extension ScenarioAnswer {
  /// An FCM error with the details that are given, and no others.
  ///
  /// - Parameters:
  ///   - code: the HTTP status.
  ///   - status: the canonical status, such as `UNAVAILABLE`.
  ///   - errorCode: for an FcmError detail.
  ///   - field: for a BadRequest detail.
  ///   - info: the reason of an ErrorInfo detail.
  ///   - apnsStatus: with `apnsReason`, for an ApnsError detail.
  ///   - retryAfter: seconds, or an HTTP date.
  public static func fcm(
    _ code: Int, _ status: String, message: String = "Scripted error.", errorCode: String? = nil,
    field: String? = nil, info: String? = nil, apnsStatus: Int? = nil, apnsReason: String? = nil,
    retryAfter: String? = nil
  ) -> ScenarioAnswer {
    var error = FCMError(code: code, message: message, status: status, errorCode: errorCode, info: info)
    if let field { error.violations = [.init(field: field, description: message)] }
    if let apnsReason { error.apns = .init(statusCode: apnsStatus ?? 400, reason: apnsReason) }
    let answer = error.answer
    var scripted = ScenarioAnswer(status: code, body: answer.text, outcome: answer.outcome)
    for header in answer.headers { scripted.headers[header.name] = header.value }
    scripted.headers["retry-after"] = retryAfter
    return scripted
  }

  /// A page of HTML, as proxies and front ends send it.
  public static func html(_ status: Int) -> ScenarioAnswer {
    ScenarioAnswer(
      status: status, headers: ["content-type": "text/html; charset=UTF-8"],
      body: "<html><head><title>\(status)</title></head><body>\(status) Server Error</body></html>")
  }
}
