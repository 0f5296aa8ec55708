internal import Store

/// When a lane's band asks the store for more. Pure; times are milliseconds since 1970.
///
/// It asks when there is room and the store may have something: because it said so, because a message is due
/// by now, or because it has not been asked for a while. One request at a time.
struct ClaimPlan: Equatable {
  /// The store has, or may have, more that is due.
  private(set) var mayHaveMore = true
  /// When the next message is due, as far as is known.
  private(set) var nextDueAt: Int?
  private(set) var isAsking = false
  private(set) var askedAt = Int.min / 2
  /// The tenant that was served last.
  private(set) var after: Int32 = 0

  /// Asked this long ago, the store is asked anyway: nothing depends on being told.
  static let patience = 1000

  /// How many to ask for; 0: none now. `used`: places that the band has taken.
  func wants(free: Int, used: Int, limit: Int, now: Int) -> Int {
    guard !isAsking, free > 0 else { return 0 }
    let isOverdue = now - askedAt >= Self.patience
    let isDue = mayHaveMore || (nextDueAt.map { $0 <= now } ?? false)
    guard isDue || isOverdue else { return 0 }
    let wanted = min(free, limit)
    // A few at a time would be a transaction each.
    return wanted * 4 >= limit || used * 4 <= wanted || isOverdue ? wanted : 0
  }

  mutating func asked(now: Int) {
    isAsking = true
    askedAt = now
    mayHaveMore = false
  }

  mutating func answered(_ outcome: ClaimOutcome) {
    isAsking = false
    mayHaveMore = mayHaveMore || outcome.hasMore
    nextDueAt = outcome.nextDueAt
    after = outcome.last
  }

  /// The store could not answer. It is asked again after the usual while.
  mutating func failed() {
    isAsking = false
    nextDueAt = nil
  }

  /// Somebody stored a message that is due then.
  mutating func noticed(dueAt: Int, now: Int) {
    if dueAt <= now { mayHaveMore = true } else { nextDueAt = min(nextDueAt ?? dueAt, dueAt) }
  }

  /// When to look again, where that is sooner than the usual while.
  var wakesAt: Int? { isAsking ? nil : nextDueAt }
}
