import TestSupport
import Testing

@testable import Delivery

@Suite struct RetryQueueTests {
  @Test func givesTheSoonestFirstAndEqualOnesInOrder() {
    var queue = RetryQueue()
    for (reference, due) in [(1, 30), (2, 10), (3, 20), (4, 10)] {
      queue.add(Flight(reference: reference, createdAt: 0, expiresAt: 0), due: UInt64(due))
    }
    #expect(queue.soonest == 10)
    #expect(queue.take(now: 9) == nil)
    #expect((0..<4).compactMap { _ in queue.take(now: 30)?.reference } == [2, 4, 3, 1])
    #expect(queue.count == 0 && queue.take(now: .max) == nil)
  }

  @Test func aRandomWalkAgreesWithASortedList() {
    var random = Fuzz.random("retry queue walk")
    var queue = RetryQueue()
    var model: [(due: UInt64, order: Int, reference: Int)] = []
    for step in 0..<20_000 {
      if random.next() % 2 == 0 {
        let due = random.next() % 1000
        queue.add(Flight(reference: step, createdAt: 0, expiresAt: 0), due: due)
        model.append((due, step, step))
      } else {
        let now = random.next() % 1000
        let expected = model.filter { $0.due <= now }.min { ($0.due, $0.order) < ($1.due, $1.order) }
        #expect(queue.take(now: now)?.reference == expected?.reference)
        model.removeAll { $0.order == expected?.order }
      }
      #expect(queue.count == model.count)
    }
  }
}
