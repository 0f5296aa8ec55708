internal import Synchronization

/// Buckets by caller. Bounded: what is full again is forgotten first; then nothing new is counted, so
/// that a flood of names costs no memory.
final class RateTable: Sendable {
  private struct State {
    var buckets: [RateKey: TokenBucket] = [:]
    var sweptAt = 0
  }
  private final class Shard: Sendable {
    let state = Guarded(State())
  }

  private static let count = 8
  private let capacity: Int
  /// Nobody was counted yet.
  private let isUnused = Atomic<Bool>(true)
  private let shards: [Shard]

  /// `capacity`: callers in all.
  init(capacity: Int = 80_000) {
    self.capacity = max(capacity / Self.count, 1)
    shards = (0..<Self.count).map { _ in Shard() }
  }

  /// Nil: taken. Else the milliseconds until there is room. `now`: milliseconds since 1970.
  func take(_ caller: RateKey, _ rate: Rate, amount: Double = 1, now: Int) -> Double? {
    isUnused.store(false, ordering: .relaxed)
    return shard(caller).state.withLock { state in
      if var bucket = state.buckets[caller] {
        let wait = bucket.take(amount, rate, now: Double(now))
        state.buckets[caller] = bucket
        return wait
      }
      if state.buckets.count >= capacity {
        // Not more than once a second: it looks at all of them.
        guard abs(now - state.sweptAt) >= 1000 else { return nil }
        state.sweptAt = now
        state.buckets = state.buckets.filter { $0.value.fullAt > Double(now) }
        guard state.buckets.count < capacity else { return nil }
      }
      var bucket = TokenBucket()
      let wait = bucket.take(amount, rate, now: Double(now))
      state.buckets[caller] = bucket
      return wait
    }
  }

  /// The milliseconds until there is room for one; nil: there is. Takes nothing.
  func wait(_ caller: RateKey, _ rate: Rate, now: Int) -> Double? {
    if isUnused.load(ordering: .relaxed) { return nil }
    return shard(caller).state.withLock { state in
      guard var bucket = state.buckets[caller] else { return nil }
      return bucket.take(1, rate, now: Double(now))
    }
  }

  /// How many callers are known.
  var size: Int { shards.reduce(0) { $0 + $1.state.withLock { $0.buckets.count } } }

  private func shard(_ caller: RateKey) -> Shard { shards[caller.hash & (Self.count - 1)] }
}

/// A caller, as the hash of its names: keyed anew in each process, so that nobody can look for two callers
/// of one hash.
struct RateKey: Hashable, Sendable {
  let hash: Int

  init(_ name: String) { hash = name.hashValue }

  /// Both together.
  init(_ first: String, _ second: String) {
    var hasher = Hasher()
    hasher.combine(first)
    hasher.combine(second)
    hash = hasher.finalize()
  }
}
