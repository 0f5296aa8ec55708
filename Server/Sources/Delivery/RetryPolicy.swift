public import Providers

/// One message's history within this process: small, so that a great many can wait.
public struct Flight: Sendable, Equatable {
  /// The source's own name for the message.
  public var reference: Int
  /// Attempts that count against ``RetryPolicy/maximumAttempts``.
  public var attempts = 0
  /// UNIX seconds.
  public var createdAt: Int
  /// UNIX seconds after which nobody wants it any more.
  public var expiresAt: Int
  /// Which credential it went out with.
  public var generation = 0
  /// An attempt was sent and not answered: it may have arrived.
  public var wasUnanswered = false
  /// It has had its second chance after a renewed credential.
  public var wasRenewed = false
  /// How often the lane had backed off as a whole when it went out.
  var round: Int32 = 0

  public init(reference: Int, createdAt: Int, expiresAt: Int) {
    self.reference = reference
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}

/// What follows from a verdict. Pure: time and chance are passed in.
public struct RetryPolicy: Sendable {
  /// Attempts in all for what is worth trying again.
  public var maximumAttempts = 5
  /// Attempts in all for an answer that we do not know; never more than `maximumAttempts`.
  public var unknownAttempts = 3
  /// The pauses between attempts.
  public var backoff = Backoff(base: 1000, cap: 900_000)
  /// The pauses between attempts to one device, or topic, that gets too much.
  public var targetBackoff = Backoff(base: 10_000, cap: 900_000)
  /// Seconds for which a project whose quota is used up is left alone at least, where FCM does not say for
  /// how long. Firebase, FCM error codes.
  public var quotaPause = 60
  /// The pauses of a whole lane whose provider fails or slows it down.
  public var laneBackoff = Backoff(base: 1000, cap: 60_000)

  public init() {}

  public enum Decision: Sendable, Equatable {
    /// The end.
    case finish(MessageStatus)
    /// Again, this many milliseconds from now.
    case retry(after: Int)
    /// Again once the credential is renewed.
    case renew
    /// It keeps its place until somebody has repaired what the verdict names.
    case hold
  }

  /// What follows. `flight` counts this attempt already; `now` in UNIX seconds, `random` any 64 bits.
  public func decide(_ verdict: Verdict, _ flight: Flight, now: Int, random: UInt64) -> Decision {
    switch verdict.retry {
    case .no: return .finish(final(verdict, flight))
    case .whenReleased: return .hold
    case .afterRenewal: return flight.wasRenewed ? .hold : .renew
    case .atOnce:
      guard flight.attempts < maximumAttempts else { return .finish(final(verdict, flight)) }
      return now <= flight.expiresAt ? .retry(after: 0) : .finish(late(verdict, flight))
    case .later: return again(verdict, flight, limit: maximumAttempts, now, random)
    case .fewTimes:
      return again(verdict, flight, limit: min(unknownAttempts, maximumAttempts), now, random)
    }
  }

  /// What follows where the whole lane waits for so many milliseconds: the message keeps its attempts and
  /// ends by its time to live.
  func decide(_ verdict: Verdict, _ flight: Flight, now: Int, lanePause: Int) -> Decision {
    lanePause < (flight.expiresAt - now) * 1000
      ? .retry(after: lanePause) : .finish(late(verdict, flight))
  }

  /// Seconds; 0: none is asked for.
  func pauseAsked(_ verdict: Verdict) -> Int {
    if verdict.retryAfter > 0 { return Int(verdict.retryAfter) }
    return verdict.isProjectQuota ? quotaPause : 0
  }

  private func again(
    _ verdict: Verdict, _ flight: Flight, limit: Int, _ now: Int, _ random: UInt64
  ) -> Decision {
    guard flight.attempts < limit else { return .finish(final(verdict, flight)) }
    let pause = (verdict.isAboutTarget ? targetBackoff : backoff).pause(
      attempt: max(flight.attempts, 1), retryAfter: pauseAsked(verdict),
      remaining: (flight.expiresAt - now) * 1000, random: random)
    return pause.map { .retry(after: $0) } ?? .finish(late(verdict, flight))
  }

  /// The time to live ends before the next attempt could be made.
  private func late(_ verdict: Verdict, _ flight: Flight) -> MessageStatus {
    // A class that lives for one attempt had it: that it failed says more than that it expired.
    let status = final(verdict, flight)
    return status == .failed && flight.expiresAt > flight.createdAt ? .expired : status
  }

  /// How a message ends that does not go out again.
  private func final(_ verdict: Verdict, _ flight: Flight) -> MessageStatus {
    switch verdict.kind {
    case .accepted: return .accepted
    case .tokenDead, .tokenSuspect, .messageInvalid: return .rejected
    case .laneFault, .credentialExpired, .credentialRefused: return .queued
    case .unconfirmed: return .unconfirmed
    case .throttled, .unavailable, .unknown:
      // An unanswered attempt may have arrived, and no later answer can take that back.
      return flight.wasUnanswered || verdict.isUnanswered ? .unconfirmed : .failed
    }
  }
}
