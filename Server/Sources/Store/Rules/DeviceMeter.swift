/// Which Android devices get so much that FCM's limit may bind: 240 messages a minute and 5,000 an hour to one
/// device (Firebase, Throttling and quotas).
///
/// | messages of a minute, as this node hands them over | |
/// |---|---|
/// | up to 20 | nothing is asked |
/// | beyond | one token each from the device's bucket, which all nodes share: 120 at once, 80 a minute |
///
/// So a device gets at most 200 a minute and 4,920 an hour from one node, and each further node adds up to 20 a
/// minute. What finds no token is due later, each at a time of its own.
struct DeviceMeter {
  static let free = 20
  static let rate = BucketRate(perMinute: 80, burst: 120)
  /// Between two tokens, milliseconds.
  static let interval = 60_000 / rate.perMinute

  private struct Slot {
    var registration = 0
    var minute = 0
    var count = 0
    /// When the next one that waits may go.
    var next = 0
  }

  private static let size = 4096
  private var slots: [Slot] = []

  /// Counts one message; gives how many tokens are wanted for it, 0: none. The first beyond the free ones
  /// wants those of before as well.
  mutating func add(_ registration: Int, now: Int) -> Int {
    // Nothing is kept for a server without Android.
    if slots.isEmpty { slots = [Slot](repeating: Slot(), count: Self.size) }
    let place = registration & (Self.size - 1)
    let minute = now / 60_000
    if slots[place].registration != registration || slots[place].minute != minute {
      // Two busy devices in one place: the later one is asked for at once, which is no harm.
      let isTaken = slots[place].registration != registration && slots[place].minute == minute
      if isTaken, slots[place].count > Self.free { return 1 }
      let next = slots[place].registration == registration ? slots[place].next : 0
      slots[place] = Slot(registration: registration, minute: minute, next: next)
    }
    slots[place].count += 1
    let count = slots[place].count
    return count <= Self.free ? 0 : count == Self.free + 1 ? count : 1
  }

  /// When a message may go that found no token, where the bucket says `retryAt`.
  mutating func postpone(_ registration: Int, retryAt: Int) -> Int {
    let place = registration & (Self.size - 1)
    guard !slots.isEmpty, slots[place].registration == registration else { return retryAt }
    let until = max(slots[place].next, retryAt)
    slots[place].next = until + Self.interval
    return until
  }

  mutating func clear() { slots = [] }
}
