/// How long a delivery may keep a message, and what its silence means.
///
/// | leases lost | the message |
/// |---|---|
/// | 1, 2 | is claimed again; it may have been sent, so its end by time is `unconfirmed` |
/// | 3 | is set aside, `dead`, with its cause |
struct LeaseRule: Sendable, Equatable {
  /// Milliseconds.
  var length = 10 * 60_000
  var leasesBeforeDead = 3

  init(length: Int = 10 * 60_000, leasesBeforeDead: Int = 3) {
    self.length = length
    self.leasesBeforeDead = leasesBeforeDead
  }

  init(_ policy: StorePolicy) {
    self.init(length: policy.leaseLength, leasesBeforeDead: policy.leasesBeforeDead)
  }

  /// What a dead letter says of itself.
  static let cause = "lease_lost"
}

/// Until when a message may be tried.
enum Lifetime {
  /// A message that gets one attempt only still has to wait for its turn: so long, in milliseconds.
  static let oneAttemptGrace = 60_000

  /// - Parameters:
  ///   - expiresAt: equal to `createdAt` where it gets one attempt only.
  static func deadline(createdAt: Int, expiresAt: Int) -> Int {
    expiresAt > createdAt ? expiresAt : createdAt + oneAttemptGrace
  }
}

extension Band {
  /// The band of a class whose profile names none.
  ///
  /// - Parameters:
  ///   - isTimeSensitive: the interruption is `time-sensitive` or `critical`.
  ///   - timeToLive: seconds.
  public static func standard(isTimeSensitive: Bool, timeToLive: Int) -> Band {
    isTimeSensitive || timeToLive <= 600 ? .urgent : .normal
  }
}
