/// Messages that wait for their time, the soonest first: a binary heap of small values.
struct RetryQueue {
  struct Entry {
    var due: UInt64
    var order: UInt64
    var flight: Flight
  }
  private var heap: [Entry] = []
  private var next: UInt64 = 0

  var count: Int { heap.count }
  /// Loop time in milliseconds of the soonest.
  var soonest: UInt64? { heap.first?.due }

  mutating func add(_ flight: Flight, due: UInt64) {
    heap.append(Entry(due: due, order: next, flight: flight))
    next += 1
    var at = heap.count - 1
    while at > 0, precedes(heap[at], heap[(at - 1) / 2]) {
      heap.swapAt(at, (at - 1) / 2)
      at = (at - 1) / 2
    }
  }

  /// Takes the soonest if its time has come.
  mutating func take(now: UInt64) -> Flight? {
    guard let first = heap.first, first.due <= now else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    return first.flight
  }

  /// Takes any one, whether its time has come or not.
  mutating func takeAny() -> (flight: Flight, due: UInt64)? {
    heap.popLast().map { ($0.flight, $0.due) }
  }

  private mutating func sink() {
    var at = 0
    while true {
      var least = at
      for child in [2 * at + 1, 2 * at + 2] where child < heap.count && precedes(heap[child], heap[least]) {
        least = child
      }
      if least == at { return }
      heap.swapAt(at, least)
      at = least
    }
  }

  private func precedes(_ left: Entry, _ right: Entry) -> Bool {
    left.due != right.due ? left.due < right.due : left.order < right.order
  }
}
