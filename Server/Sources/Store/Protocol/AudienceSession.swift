/// Handing an audience over to another sender, and taking back what it found dead.
public protocol AudienceSession: AnyObject {
  /// By the rule of ``Lifecycle/tokenDied(_:token:generation:asOf:reason:now:)``. The outcomes stand by
  /// position; saying the same again changes nothing more.
  func retire(_ reports: [DeadReport], now: Int) throws(StoreError) -> [RetireOutcome]
  /// Dead letters with these rows go back to the queue. Returns how many there were.
  func replayDead(rows: [Int], now: Int) throws(StoreError) -> Int
}

public protocol AudienceReader: AnyObject {
  /// One short read: up to `limit` registrations behind `row`, in the order of their rows.
  func audience(_ query: AudienceQuery, after row: Int, limit: Int, now: Int) throws(StoreError)
    -> AudiencePage
  /// What ``AudienceSession/retire(_:now:)`` would do.
  func foresee(retiring reports: [DeadReport], now: Int) throws(StoreError) -> [RetireOutcome]
}
