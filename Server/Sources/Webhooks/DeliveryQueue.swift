/// What waits to be sent, and which may go next: in the order of arrival, but so many at one time to one
/// origin only, so that a customer who does not answer holds up no other.
struct DeliveryQueue<Item> {
  let limit: Int
  let inFlight: Int
  let perOrigin: Int
  private var waiting: [(origin: String, item: Item)] = []
  private var running: [String: Int] = [:]
  private(set) var runningCount = 0

  init(limit: Int, inFlight: Int, perOrigin: Int) {
    self.limit = limit
    self.inFlight = inFlight
    self.perOrigin = perOrigin
  }

  var waitingCount: Int { waiting.count }

  /// False: it is full.
  mutating func add(_ item: Item, origin: String) -> Bool {
    guard waiting.count < limit else { return false }
    waiting.append((origin, item))
    return true
  }

  /// The next that may go; it runs until ``ended(origin:)``.
  mutating func next() -> Item? {
    guard runningCount < inFlight,
      let index = waiting.firstIndex(where: { running[$0.origin, default: 0] < perOrigin })
    else { return nil }
    let next = waiting.remove(at: index)
    running[next.origin, default: 0] += 1
    runningCount += 1
    return next.item
  }

  mutating func ended(origin: String) {
    guard let count = running[origin] else { return }
    running[origin] = count > 1 ? count - 1 : nil
    runningCount -= 1
  }

  /// All that waits, which then waits no more.
  mutating func takeAll() -> [Item] {
    defer { waiting.removeAll() }
    return waiting.map(\.item)
  }
}
