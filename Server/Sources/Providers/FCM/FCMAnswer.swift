/// The verdict of an answer by FCM. Firebase, FCM error codes.
public enum FCMAnswer {
  /// The verdict.
  /// - Parameters:
  ///   - status: the HTTP status.
  ///   - body: the answer's body, which may be empty or not JSON at all.
  ///   - retryAfter: seconds from the Retry-After header, nil where there was none.
  @inlinable
  public static func verdict(
    status: Int, body: UnsafeBufferPointer<UInt8>, retryAfter: Int? = nil
  ) -> Verdict {
    if status == 200 { return .accepted() }
    return rejected(status: status, body: body, retryAfter: retryAfter)
  }

  @usableFromInline
  static func rejected(status: Int, body: UnsafeBufferPointer<UInt8>, retryAfter: Int?) -> Verdict {
    let status = Int16(clamping: status)
    let pause = retryAfter.map { Int32(clamping: max($0, 0)) } ?? -1
    guard let fields = FCMBody(body) else { return TransportAnswer.bare(status: status, retryAfter: pause) }
    var verdict = verdict(of: fields, status: status)
    verdict.status = status
    verdict.retryAfter = pause
    if let word = fields.apnsReason { verdict.carried = apnsReason(word) }
    return verdict
  }

  private static func verdict(of body: FCMBody, status: Int16) -> Verdict {
    // FcmError's code is the most exact word, then ErrorInfo's reason, then the status of the API.
    let isInvalid =
      body.errorCode == nil
      ? body.status == "INVALID_ARGUMENT" || (status == 400 && !body.fields.isEmpty)
      : body.errorCode == "INVALID_ARGUMENT"
    if isInvalid { return invalidArgument(body) }
    if isOfOneTarget(body) { return made("QUOTA_EXCEEDED.target") }
    if let code = body.errorCode { return verdict(code, status) ?? unknown(code, status) }
    if let reason = body.infoReason, let known = verdict(reason, status) { return known }
    guard let word = body.status ?? body.infoReason else {
      return TransportAnswer.bare(status: status, retryAfter: -1)
    }
    // UNREGISTERED must come as errorCode; the API's own NOT_FOUND says nothing about the token.
    if word == "UNREGISTERED" { return unknown(word, status) }
    return verdict(word, status) ?? unknown(word, status)
  }

  private static func verdict(_ word: String, _ status: Int16) -> Verdict? {
    guard let row = ReasonCatalogue.row(.fcm, word) else { return nil }
    let reason = ReasonCatalogue.all[row]
    // Deleting needs the whole evidence.
    if reason.kind == .tokenDead, !reason.statuses.contains(status) { return unknown(word, status) }
    return Verdict(kind: reason.kind, reason: ReasonID(row: row))
  }

  /// Decides by the violated field. Where the token and another field are violated, the message is at
  /// fault: the token will be judged with a message that is right.
  private static func invalidArgument(_ body: FCMBody) -> Verdict {
    if let field = body.fields.first(where: { !isToken($0) }) {
      return made("INVALID_ARGUMENT.message", field: Word(field))
    }
    if let field = body.fields.first { return made("INVALID_ARGUMENT.token", field: Word(field)) }
    // APNs' own reason says more than a bare refusal. Not a death: that needs APNs' own answer.
    if let word = body.apnsReason, let entry = apnsReason(word).entry {
      switch entry.kind {
      case .tokenDead, .tokenSuspect: return made("INVALID_ARGUMENT.token")
      case .messageInvalid: return made("INVALID_ARGUMENT.message", field: Word(entry.field ?? "apns"))
      case .laneFault, .credentialRefused, .credentialExpired: return made("THIRD_PARTY_AUTH_ERROR")
      case .accepted, .throttled, .unavailable, .unknown, .unconfirmed: break
      }
    }
    return made("INVALID_ARGUMENT.bare")
  }

  /// Whether the quota is that of one device or topic: only QuotaFailure's words say which it is. Were
  /// they misread, the next answers would say so again; a whole lane waits only for a whole project.
  private static func isOfOneTarget(_ body: FCMBody) -> Bool {
    guard body.errorCode == "QUOTA_EXCEEDED" || (body.errorCode == nil && body.status == "RESOURCE_EXHAUSTED")
    else { return false }
    return body.quotas.contains { text in
      let lower = text.lowercased()
      return lower.contains("device") || lower.contains("topic")
    }
  }

  /// The fields that hold the token. Firebase, REST resource projects.messages.
  private static func isToken(_ field: String) -> Bool {
    switch field {
    case "message.token", "message.fid", "token", "fid": true
    default: false
    }
  }

  private static func apnsReason(_ word: String) -> ReasonID {
    ReasonCatalogue.row(.apns, word).map(ReasonID.init(row:)) ?? ReasonID(unknown: word)
  }

  private static func made(_ code: String, field: Word = .none) -> Verdict {
    let id = ReasonCatalogue.id("fcm." + code)
    return Verdict(kind: id.entry?.kind ?? .unknown, reason: id, field: field)
  }

  /// A new word: wait where the status says so, but conclude nothing else.
  private static func unknown(_ word: String, _ status: Int16) -> Verdict {
    let reason = ReasonID(unknown: word)
    switch status {
    case 429: return Verdict(kind: .throttled, reason: reason)
    case 500...599: return Verdict(kind: .unavailable, reason: reason)
    default: return Verdict(kind: .unknown, reason: reason)
    }
  }
}
