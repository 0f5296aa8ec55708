/// How long a delivery may keep a message, and what its silence means.
///
/// | leases lost | the message |
/// |---|---|
/// | 1, 2 | is claimed again; it may have been sent, so its end by time is `unconfirmed` |
/// | 3 | is set aside, `dead`, with its cause |
///
/// A process that dies takes the leases of all that it had in memory with it, and mostly one message at
/// the most is to blame. So what is one loss away from being set aside is claimed a few at a time, on
/// probation: a process that dies again costs these few and not thousands.
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

  /// Messages that may be leased at once where one more loss would set them aside; more with each that
  /// ended since the start, since a message that ends a process does so at once.
  static let probation = 4
  static let largestProbation = 64
  static func probation(passed: Int) -> Int { min(probation + passed / 50, largestProbation) }
  /// Milliseconds between groups of so many that wait for it.
  static let probationStep = 20

  /// Whether its next lease is its last.
  func isLastChance(_ machine: OutboxMachine) -> Bool { machine.lostLeases >= leasesBeforeDead - 1 }

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
