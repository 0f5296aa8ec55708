public import Transport

/// Verdicts where no answer came, or one without a reason.
public enum TransportAnswer {
  /// The verdict of an exchange that was not answered.
  /// - Parameters:
  ///   - error: the lane's last error, which says why nothing could be sent.
  ///   - isConnected: a connection is open, so that it was not for the lack of one.
  public static func verdict(
    _ outcome: Outcome, error: TransportError? = nil, isConnected: Bool = false
  ) -> Verdict {
    switch outcome {
    // An answered exchange is judged by its provider; without a status nothing is known of it.
    case .answered: Verdict(kind: .unknown)
    case .deadline: made("deadline")
    case .connectionLost: made("connectionLost")
    case .reset: made("streamReset")
    case .refused: refusedStream
    case .unsent: isConnected ? waitedTooLong : unsent(error)
    }
  }

  private static func unsent(_ error: TransportError?) -> Verdict {
    switch error?.code {
    case .certificate?: made("tlsRefused")
    case .alpn?: made("noHTTP2")
    case .proxy?: made("proxyRefused")
    case .resolve?: made("nameNotFound")
    case .tls?: made("tlsFailed")
    case .configuration?: made("badConfiguration")
    default: made("noConnection")
    }
  }

  /// The provider refused the stream (REFUSED_STREAM) before it looked at the push.
  public static let refusedStream = made("refusedStream")
  /// The stream stood above GOAWAY's last one.
  public static let goAway = made("goAway")
  /// No stream became free in time, though the connections work.
  public static let waitedTooLong = made("waitedTooLong")
  /// The sender was stopping.
  public static let closed = made("closed")
  /// The final state of a push that was sent and never answered.
  public static let unconfirmed = made("unconfirmed")
  /// The time to live ended while the push waited.
  public static let expired = made("expired")

  private static func made(_ name: String) -> Verdict {
    let id = ReasonCatalogue.id("transport." + name)
    return Verdict(kind: id.entry?.kind ?? .unknown, reason: id)
  }

  /// The verdict of a status whose body gives no reason: the status is kept and nothing else is concluded.
  static func bare(status: Int16, retryAfter: Int32) -> Verdict {
    let name =
      switch status {
      case 500...599: "httpServerError"
      case 429: "httpTooManyRequests"
      case 413: "httpTooLarge"
      default: "httpUnexplained"
      }
    var verdict = made(name)
    verdict.status = status
    verdict.retryAfter = retryAfter
    return verdict
  }
}
