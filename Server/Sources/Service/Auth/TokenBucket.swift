/// So many a second, and so many at once.
public struct Rate: Sendable, Equatable {
  /// A second; more than 0.
  public var perSecond: Double
  /// At once; at least 1.
  public var burst: Double

  public init(perSecond: Double, burst: Double) {
    self.perSecond = max(perSecond, 0.001)
    self.burst = max(burst, 1)
  }
}

/// A token bucket, kept as one number: when it will be full again, in milliseconds. A bucket that is full
/// by now is the same as none, so it can be forgotten.
struct TokenBucket: Sendable, Equatable {
  var fullAt: Double = 0

  /// Takes `amount` out. Nil: they were there. Else the milliseconds until they are. What is more than
  /// the bucket ever holds is let through when it is full.
  mutating func take(_ amount: Double = 1, _ rate: Rate, now: Double) -> Double? {
    let cost = 1000 / rate.perSecond
    // A clock that went back must not lock a caller out for longer than a whole bucket takes.
    let begin = min(max(fullAt, now), now + rate.burst * cost)
    let next = begin + amount * cost
    let room = now + rate.burst * cost
    guard next <= room || begin <= now else {
      fullAt = begin
      return min(next - room, rate.burst * cost)
    }
    fullAt = next
    return nil
  }
}

/// How much a caller may ask for. Nil: as much as it likes.
public struct RateLimits: Sendable, Equatable {
  /// Requests of one server key; each notification of a batch counts.
  public var key: Rate? = Rate(perSecond: 50_000, burst: 200_000)
  /// Notifications and topic changes of one tenant, whatever key they come with. Each node counts for itself;
  /// what bounds a tenant over all nodes is the store's admission.
  public var tenant: Rate?
  /// Requests of one installation. A device registers at its launches and reports in batches.
  public var installation: Rate? = Rate(perSecond: 2, burst: 60)
  /// Requests with the tickets of one account, from whatever installation.
  public var account: Rate? = Rate(perSecond: 20, burst: 400)
  /// Registrations without a ticket from one address, which may be that of many devices.
  public var anonymous: Rate? = Rate(perSecond: 50, burst: 1_000)
  /// Failed authentications from one address; beyond them it is not even tried.
  public var failures: Rate? = Rate(perSecond: 5, burst: 200)

  public init() {}
}
