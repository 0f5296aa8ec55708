/// What a verdict asks of us. Each answer is one exhaustive switch.
extension Verdict.Kind {
  /// Names the kind for machines, in JSON and logs. Never changes.
  public var code: String {
    switch self {
    case .accepted: "accepted"
    case .tokenDead: "tokenDead"
    case .tokenSuspect: "tokenSuspect"
    case .messageInvalid: "messageInvalid"
    case .laneFault: "laneFault"
    case .credentialExpired: "credentialExpired"
    case .credentialRefused: "credentialRefused"
    case .throttled: "throttled"
    case .unavailable: "unavailable"
    case .unknown: "unknown"
    case .unconfirmed: "unconfirmed"
    }
  }

  /// The value of a metric's label.
  public var metricLabel: String {
    switch self {
    case .accepted: "accepted"
    case .tokenDead: "token_dead"
    case .tokenSuspect: "token_suspect"
    case .messageInvalid: "message_invalid"
    case .laneFault: "lane_fault"
    case .credentialExpired: "credential_expired"
    case .credentialRefused: "credential_refused"
    case .throttled: "throttled"
    case .unavailable: "unavailable"
    case .unknown: "unknown"
    case .unconfirmed: "unconfirmed"
    }
  }

  /// The exit code of a command whose push ended so: 0 the provider took it, 1 it did not.
  public var exitCode: Int32 {
    switch self {
    case .accepted: 0
    case .tokenDead, .tokenSuspect, .messageInvalid, .laneFault, .credentialExpired, .credentialRefused,
      .throttled, .unavailable, .unknown, .unconfirmed:
      1
    }
  }

  /// One line for people: what the kind means for the push.
  public var summary: String {
    switch self {
    case .accepted: "accepted by the provider (not a proof of delivery)"
    case .tokenDead: "the token is dead; delete it unless it was confirmed since"
    case .tokenSuspect: "the token does not fit; let it rest until the device confirms it"
    case .messageInvalid: "the message cannot be sent as it is"
    case .laneFault: "our set-up is wrong; the queue is kept"
    case .credentialExpired: "the credential is too old; it is renewed once and the push sent again"
    case .credentialRefused: "the credential is refused; the queue is kept"
    case .throttled: "too many for now; tried again later"
    case .unavailable: "not reachable for now; tried again later"
    case .unknown: "an answer we do not know; tried again a few times"
    case .unconfirmed: "sent, but never answered"
    }
  }

  /// Whether and how a push goes out again.
  public enum Retry: String, Sendable {
    /// Never.
    case no
    /// Once, with a fresh credential.
    case afterRenewal
    /// When the lane is released; the queue is kept until its ttl.
    case whenReleased
    /// After the pause that was asked for, else with growing pauses, within its ttl.
    case later
    /// At once; the provider never looked at it.
    case atOnce
    /// A few times only.
    case fewTimes
  }

  /// Whether and how a push goes out again; ``Verdict/retry`` knows more.
  public var retry: Retry {
    switch self {
    case .accepted, .tokenDead, .tokenSuspect, .messageInvalid, .unconfirmed: .no
    case .laneFault, .credentialRefused: .whenReleased
    case .credentialExpired: .afterRenewal
    case .throttled, .unavailable: .later
    case .unknown: .fewTimes
    }
  }

  /// Whether the lane's other pushes wait, and someone is told.
  var holds: Bool {
    switch self {
    case .laneFault, .credentialRefused: true
    case .accepted, .tokenDead, .tokenSuspect, .messageInvalid, .credentialExpired, .throttled, .unavailable,
      .unknown, .unconfirmed:
      false
    }
  }

  /// What becomes of the token.
  public enum TokenAction: String, Sendable {
    case keep
    /// Delete it if it was last confirmed before ``Verdict/asOf`` (APNs) or before the push was sent (FCM).
    case delete
    /// Send nothing to it until the device confirms it again.
    case quarantine
  }

  /// What becomes of the token, unless the brake is on.
  public var tokenAction: TokenAction {
    switch self {
    case .tokenDead: .delete
    case .tokenSuspect: .quarantine
    case .accepted, .messageInvalid, .laneFault, .credentialExpired, .credentialRefused, .throttled,
      .unavailable, .unknown, .unconfirmed:
      .keep
    }
  }
}

extension Verdict {
  /// What must wait because of this answer.
  public enum Hold: String, Sendable {
    case nothing
    /// Everything with this credential to this platform and environment.
    case lane
    /// Only what goes to Apple devices through this FCM project.
    case appleTraffic
  }

  /// Whether and how this push goes out again.
  public var retry: Kind.Retry {
    if kind == .unavailable, !isUnanswered, reason.entry?.scope == .connection,
      reason.entry?.unprocessed == true
    {
      return .atOnce
    }
    return kind.retry
  }

  /// Whether this answer counts against the push's attempts. What the provider never looked at does
  /// not, nor what waits for a released lane or a renewed credential.
  public var countsAsAttempt: Bool {
    switch kind {
    case .laneFault, .credentialExpired, .credentialRefused: false
    case .accepted, .tokenDead, .tokenSuspect, .messageInvalid, .throttled, .unknown, .unconfirmed: true
    case .unavailable: !(reason.entry?.unprocessed ?? false)
    }
  }

  /// What must wait, with an alarm, until someone repairs it.
  public var hold: Hold {
    guard kind.holds else { return .nothing }
    return scope == .appleTraffic ? .appleTraffic : .lane
  }

  /// What the answer says something about.
  public var scope: Reason.Scope { reason.entry?.scope ?? .message }

  /// What the answer proves about the provider, apart from the message that it was given for.
  public enum LaneEvidence: Sendable {
    /// Nothing.
    case none
    /// One alone may be due to its message; several in a row are not.
    case likely
    /// Whatever had been sent, it would have come.
    case sure
  }

  /// Whether it says that the provider, or the way to it, fails or slows us down.
  public var laneEvidence: LaneEvidence {
    switch kind {
    case .throttled:
      scope == .lane ? .sure : scope == .token ? .none : .likely
    case .unavailable:
      scope == .lane ? .sure : status >= 500 ? .likely : .none
    case .accepted, .tokenDead, .tokenSuspect, .messageInvalid, .laneFault, .credentialExpired,
      .credentialRefused, .unknown, .unconfirmed:
      .none
    }
  }

  /// Too much for this device or topic alone.
  public var isAboutTarget: Bool { kind == .throttled && scope == .token }

  /// The quota of an FCM project is used up.
  public var isProjectQuota: Bool {
    kind == .throttled && scope == .lane && reason.entry?.provider == .fcm
  }

  /// What becomes of the token, unless the brake is on.
  public var tokenAction: Kind.TokenAction { kind.tokenAction }

  /// Whether the brake counts it as a bad token.
  public var isTokenLoss: Bool { tokenAction != .keep }

  /// Sent and never answered: at the end of its ttl such a push is `unconfirmed`, not failed or expired.
  public var isUnanswered: Bool { status == 0 && (reason.entry?.unanswered ?? false) }

  /// The final state of a push that ran out of time or tries after this verdict.
  public func whenGivenUp() -> Verdict {
    isUnanswered ? TransportAnswer.unconfirmed : self
  }
}
