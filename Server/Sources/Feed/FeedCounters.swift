internal import Synchronization

/// Counters of a feed; any thread.
final class FeedCounters: Sendable {
  let fed = Atomic<Int>(0)
  let duplicates = Atomic<Int>(0)
  let unpublished = Atomic<Int>(0)
  let pulled = Atomic<Int>(0)
  let redelivered = Atomic<Int>(0)
  let acknowledged = Atomic<Int>(0)
  let unclaimable = Atomic<Int>(0)
  let givenBack = Atomic<Int>(0)
  let progressed = Atomic<Int>(0)
  let directClaims = Atomic<Int>(0)

  func write(to snapshot: inout FeedSnapshot) {
    snapshot.fed = fed.load(ordering: .relaxed)
    snapshot.duplicates = duplicates.load(ordering: .relaxed)
    snapshot.unpublished = unpublished.load(ordering: .relaxed)
    snapshot.pulled = pulled.load(ordering: .relaxed)
    snapshot.redelivered = redelivered.load(ordering: .relaxed)
    snapshot.acknowledged = acknowledged.load(ordering: .relaxed)
    snapshot.unclaimable = unclaimable.load(ordering: .relaxed)
    snapshot.givenBack = givenBack.load(ordering: .relaxed)
    snapshot.progressed = progressed.load(ordering: .relaxed)
    snapshot.directClaims = directClaims.load(ordering: .relaxed)
  }
}
