internal import Store

/// When the feeder looks at each lane and band, and how much it may give to the feed. Pure; times are
/// milliseconds since 1970.
///
/// The stream stays small: no more than so many wait in it for a lane and band, so that what is urgent there
/// is near its front, and what the feed loses is little. A lane that is held fills its own part and no other.
struct FeederPlan {
  private struct Place {
    var lookAt = 0
    /// How many wait in the stream, at most; nil: not known.
    var waiting: Int?
  }
  private var places = [Place](repeating: Place(), count: FeedNames.places)

  /// Given to the feed in one round, of a lane and band.
  static let step = 512
  /// Before a full lane and band is looked at again, milliseconds.
  static let pause = 200

  let most: Int
  let poll: Int

  init(most: Int, poll: Int) {
    self.most = most
    self.poll = poll
  }

  /// Something is due then.
  mutating func noticed(_ place: Int, dueAt: Int) {
    guard places.indices.contains(place) else { return }
    places[place].lookAt = min(places[place].lookAt, dueAt)
  }

  /// Nothing that was known is taken as true.
  mutating func forget() { places = [Place](repeating: Place(), count: FeedNames.places) }

  /// Places to look at, urgent first.
  func due(now: Int) -> [Int] {
    Band.allCases.flatMap { band in
      LaneCode.allCases.map { FeedNames.place($0, band) }.filter { places[$0].lookAt <= now }
    }
  }

  /// How many may be given; nil: it has to be asked for how many wait (``counted(_:waiting:)``).
  func allowance(_ place: Int) -> Int? {
    guard let waiting = places[place].waiting, most - waiting >= min(Self.step, most) else { return nil }
    return min(Self.step, most)
  }

  /// The servers say how many wait. Returns how many may be given.
  mutating func counted(_ place: Int, waiting: Int) -> Int {
    places[place].waiting = waiting
    return min(Self.step, max(most - waiting, 0))
  }

  /// There is no room.
  mutating func full(_ place: Int, now: Int) { places[place].lookAt = now + Self.pause }

  /// So many were given.
  mutating func fed(_ place: Int, _ count: Int, _ outcome: ClaimOutcome, now: Int) {
    places[place].waiting = places[place].waiting.map { $0 + count }
    places[place].lookAt = outcome.hasMore ? now : min(outcome.nextDueAt ?? .max, now + poll)
  }

  var nextAt: Int {
    LaneCode.allCases.flatMap { lane in Band.allCases.map { places[FeedNames.place(lane, $0)].lookAt } }
      .min() ?? .max
  }
}
