/// Which Android devices get so much that a limit of FCM for one device may bind (Firebase, Throttling and
/// quotas): 240 messages a minute and 5,000 an hour; of collapsible ones 20 at once, then one in 3 minutes.
///
/// | of a window, as this node hands them over | all messages: a minute | collapsible ones: an hour |
/// |---|---|---|
/// | so many first: nothing is asked | 20 | 4 |
/// | beyond: a token each of the device's bucket, which all nodes share | 120 at once, 80 a minute | 12 at once, one in 3 minutes |
///
/// So a device gets at most 200 a minute and 4,920 an hour from one node, and each further node adds up to 20 a
/// minute; of collapsible ones at most 16 at once, and each further node adds up to 4. What finds no token is
/// due later, each at a time of its own.
///
/// Devices are counted in 4,096 places. Two that share one and get messages in turn take it from each other,
/// uncounted: what is kept is the burst to one device, and beyond that FCM's own 429.
struct DeviceMeter {
  struct Limit {
    /// Of a window, before the bucket is asked.
    var free: Int
    /// Milliseconds.
    var window: Int
    var rate: BucketRate

    static let messages = Limit(free: 20, window: 60_000, rate: BucketRate(perMinute: 80, burst: 120))
    static let collapsible = Limit(
      free: 4, window: 3_600_000, rate: BucketRate(onePerMinutes: 3, burst: 12))
  }

  /// After so many milliseconds every bucket is full again.
  static let longest = 3_600_000

  let limit: Limit

  private struct Slot {
    var registration = 0
    var window = 0
    var count = 0
    /// When the next one that waits may go.
    var next = 0
  }

  private static let size = 4096
  private var slots: [Slot] = []

  init(_ limit: Limit) { self.limit = limit }

  /// Counts one message; gives how many tokens are wanted for it, 0: none. The first beyond the free ones
  /// wants those of before as well.
  mutating func add(_ registration: Int, now: Int) -> Int {
    // Nothing is kept for a server without Android.
    if slots.isEmpty { slots = [Slot](repeating: Slot(), count: Self.size) }
    let place = registration & (Self.size - 1)
    let window = now / limit.window
    if slots[place].registration != registration || slots[place].window != window {
      // Two busy devices in one place: the later one is asked for at once, which is no harm.
      let isTaken = slots[place].registration != registration && slots[place].window == window
      if isTaken, slots[place].count > limit.free { return 1 }
      let next = slots[place].registration == registration ? slots[place].next : 0
      slots[place] = Slot(registration: registration, window: window, next: next)
    }
    slots[place].count += 1
    let count = slots[place].count
    return count <= limit.free ? 0 : count == limit.free + 1 ? count : 1
  }

  /// When a message may go that found no token, where the bucket says `retryAt`.
  mutating func postpone(_ registration: Int, retryAt: Int) -> Int {
    let place = registration & (Self.size - 1)
    guard !slots.isEmpty, slots[place].registration == registration else { return retryAt }
    let until = max(slots[place].next, retryAt)
    slots[place].next = until + limit.rate.interval
    return until
  }

  mutating func clear() { slots = [] }
}
