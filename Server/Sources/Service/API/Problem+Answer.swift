public import HTTPFront

extension Problem {
  public static let contentType = "application/problem+json"

  /// Where the codes are explained; a problem's `type` is this and the code.
  static let typeBase = "urn:pushwire:problem:"

  public var seconds: Int? { retryAfter ?? code.retryAfter }

  /// Writes the members of the problem document.
  func write(_ out: inout JSONWriter) {
    out.object { out in
      out.member("type", Self.typeBase + code.rawValue)
      out.member("title", code.title)
      out.member("status", code.status)
      out.member("code", code.rawValue)
      out.member("detail", detail)
      out.member("field", present: field)
      out.member("hint", hint ?? code.advice)
      if let generation { out.member("current_generation", generation) }
      if let seconds { out.member("retry_after", seconds) }
    }
  }

  public var answer: HTTPAnswer {
    var writer = JSONWriter()
    write(&writer)
    var headers: [(String, String)] = []
    if let seconds { headers.append(("Retry-After", String(seconds))) }
    if let allow { headers.append(("Allow", allow)) }
    if code == .unauthenticated { headers.append(("WWW-Authenticate", "Bearer")) }
    return HTTPAnswer(
      status: code.status, contentType: Self.contentType, headers: headers, body: writer.bytes)
  }

  /// What the HTTP front answers by itself, before the API sees a request.
  public static func ofFront(_ status: Int) -> Problem {
    switch status {
    case 400: Problem(.malformedRequest, "The request could not be read.")
    case 413: Problem(.bodyTooLarge, "The body is larger than this operation takes.")
    case 431: Problem(.headersTooLarge, "Request line and headers are too large together.")
    case 501: Problem(.notImplemented, "The transfer coding or method is not known.")
    case 503: Problem(.stopping, "No new requests are taken.")
    default: Problem(.internalError, "The request could not be answered.")
    }
  }
}
