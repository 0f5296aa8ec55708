/// The verdict of an answer by APNs. Apple, Handling notification responses from APNs.
public enum APNsAnswer {
  /// Younger than this, a provider token that APNs calls expired means a wrong clock, in seconds.
  /// A token lives for 60 minutes and is replaced after 50. Apple, Establishing a token-based
  /// connection to APNs.
  public static let wrongClockAge = 50 * 60

  /// The verdict.
  /// - Parameters:
  ///   - status: the HTTP status.
  ///   - body: the answer's body, which may be empty or not JSON at all.
  ///   - retryAfter: seconds from the Retry-After header, nil where there was none.
  ///   - tokenAge: how old the provider token was by our clock, in seconds.
  @inlinable
  public static func verdict(
    status: Int, body: UnsafeBufferPointer<UInt8>, retryAfter: Int? = nil, tokenAge: Int
  ) -> Verdict {
    if status == 200 { return .accepted() }
    return rejected(status: status, body: body, retryAfter: retryAfter, tokenAge: tokenAge)
  }

  @usableFromInline
  static func rejected(
    status: Int, body: UnsafeBufferPointer<UInt8>, retryAfter: Int?, tokenAge: Int
  ) -> Verdict {
    let status = Int16(clamping: status)
    let pause = retryAfter.map { Int32(clamping: max($0, 0)) } ?? -1
    guard let fields = APNsBody(body) else { return TransportAnswer.bare(status: status, retryAfter: pause) }
    var verdict = verdict(of: fields, status: status, tokenAge: tokenAge)
    verdict.status = status
    verdict.retryAfter = pause
    return verdict
  }

  private static func verdict(of fields: borrowing APNsBody, status: Int16, tokenAge: Int) -> Verdict {
    guard let row = fields.withReason({ ReasonCatalogue.row(.apns, $0) }) else {
      let word = ReasonID(unknown: fields.reasonText)
      // A new reason with a status that says enough: wait, but conclude nothing else.
      switch status {
      case 429: return Verdict(kind: .throttled, reason: word)
      case 500...599: return Verdict(kind: .unavailable, reason: word)
      default: return Verdict(kind: .unknown, reason: word)
      }
    }
    let reason = ReasonCatalogue.all[row]
    switch reason.kind {
    case .tokenDead where !reason.statuses.contains(status):
      // Deleting needs the whole evidence.
      return Verdict(kind: .unknown, reason: ReasonID(unknown: reason.name))
    case .tokenDead:
      return Verdict(kind: .tokenDead, reason: ReasonID(row: row), asOf: fields.timestamp)
    case .credentialExpired where tokenAge < wrongClockAge:
      let id = ReasonCatalogue.id("apns.ExpiredProviderToken.wrongClock")
      return Verdict(kind: id.entry?.kind ?? .credentialRefused, reason: id)
    default:
      return Verdict(kind: reason.kind, reason: ReasonID(row: row))
    }
  }

  /// The verdict of a reason that APNs gives in GOAWAY's debug data; nil where it is not one.
  public static func goAway(debugData: UnsafeBufferPointer<UInt8>) -> Verdict? {
    guard let fields = APNsBody(debugData), let row = fields.withReason({ ReasonCatalogue.row(.apns, $0) })
    else { return nil }
    return Verdict(kind: ReasonCatalogue.all[row].kind, reason: ReasonID(row: row))
  }
}
