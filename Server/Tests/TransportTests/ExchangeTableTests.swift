import Testing

@testable import Transport

@Suite struct ExchangeTableTests {
  private func filled(_ table: inout ExchangeTable) -> Int32 {
    let index = table.begin() ?? -1
    #expect(table.enqueue(index) == true)
    return index
  }

  @Test func firstInFirstOut() {
    var table = ExchangeTable(capacity: 3)
    let sent = [filled(&table), filled(&table), filled(&table)]
    #expect(table.begin() == nil)
    #expect([table.take(for: 0), table.take(for: 0), table.take(for: 1)] == sent)
    #expect(table.take(for: 1) == nil)
  }

  @Test func aResendGoesBeforeTheOthers() {
    var table = ExchangeTable(capacity: 4)
    let (first, second) = (filled(&table), filled(&table))
    #expect(table.take(for: 0) == first)
    let third = filled(&table)
    table.requeue(first)
    #expect(table.resends == 1)
    #expect([table.take(for: 1), table.take(for: 1), table.take(for: 1)] == [first, second, third])
  }

  /// One request that the peer never processes while it answers others is not resent for ever.
  @Test func refusedForEverWhileOthersAreAnswered() {
    var table = ExchangeTable(capacity: 2)
    let stubborn = filled(&table)
    var rounds = 0
    while table.finishedCount == 0, rounds < 1000 {
      rounds += 1
      #expect(table.take(for: 0) == stubborn)
      (table.entries + Int(stubborn)).pointee.isSent = true
      table.requeue(stubborn)
      guard table.finishedCount == 0 else { break }
      // Another one is answered in between, behind it in the queue.
      let other = filled(&table)
      _ = table.take(for: 0)
      #expect(table.take(for: 0) == other)
      table.finish(other, .answered)
      #expect(table.finishedCount == 1)
      table.releaseFinished(1)
      (table.entries + Int(stubborn)).pointee.isSent = true
      table.requeue(stubborn)
    }
    #expect(rounds < 1000 && table.finishedCount == 1 && table.queuedCount == 0)
    #expect(table.entries[Int(stubborn)].outcome == .refused)
    #expect(table.resends > ExchangeTable.maximumRefusals)
  }

  /// Where the peer answers nobody it is the peer, and no request is counted out.
  @Test func refusedWithAllOthersIsResentOnAndOn() {
    var table = ExchangeTable(capacity: 1)
    let index = filled(&table)
    for _ in 0..<1000 {
      #expect(table.take(for: 0) == index)
      (table.entries + Int(index)).pointee.isSent = true
      table.requeue(index)
    }
    #expect(table.finishedCount == 0 && table.resends == 1000)
  }

  @Test func aSecondEndIsNotHeard() {
    var table = ExchangeTable(capacity: 1)
    let index = filled(&table)
    table.finish(index, .answered)
    #expect(table.finishedCount == 0)
    _ = table.take(for: 0)
    table.finish(index, .answered)
    table.finish(index, .reset)
    table.requeue(index)
    #expect(table.finishedCount == 1)
    #expect(table.entries[Int(index)].outcome == .answered)
    table.releaseFinished(1)
    table.finish(index, .reset)
    table.discard(index)
    #expect(table.finishedCount == 0 && table.freeCount == 1)
  }

  @Test func numbersFromNowhereAreIgnored() {
    var table = ExchangeTable(capacity: 2)
    for index: Int32 in [-1, 2, .max, .min] {
      #expect(table.enqueue(index) == false)
      table.discard(index)
      table.requeue(index)
      table.finish(index, .answered)
    }
    #expect(table.freeCount == 2 && table.finishedCount == 0)
  }

  @Test func onlyThoseWhoseTimeHasComeExpire() {
    var table = ExchangeTable(capacity: 5)
    let all = (0..<5).map { _ in filled(&table) }
    for (at, index) in all.enumerated() { table.entries[Int(index)].deadline = at % 2 == 0 ? 100 : 200 }
    table.expireQueued(now: 100)
    #expect(table.queuedCount == 2)
    #expect((0..<table.finishedCount).map { table.finished[$0] } == [all[0], all[2], all[4]])
    #expect([table.take(for: 0), table.take(for: 0)] == [all[1], all[3]])
  }

  /// Random moves beside a model of lists: each queued one ends once, in order, and none is lost.
  @Test func aRandomWalkLosesNothing() {
    var random = Fuzz.random("ExchangeTable walk")
    for _ in 0..<40 {
      let capacity = 1 + random.below(40)
      var table = ExchangeTable(capacity: capacity)
      var (filling, queue, flying, finished): ([Int32], [Int32], [Int32], [Int32]) = ([], [], [], [])
      var deadlines: [Int32: UInt64] = [:]
      var (entered, ended) = (0, 0)
      var now: UInt64 = 0
      for _ in 0..<1500 {
        switch random.below(10) {
        case 0, 1:
          let index = table.begin()
          #expect((index == nil) == (filling.count + queue.count + flying.count + finished.count == capacity))
          if let index { filling.append(index) }
        case 2, 3:
          guard !filling.isEmpty else { continue }
          let index = filling.remove(at: random.below(filling.count))
          deadlines[index] = now + UInt64(random.below(100))
          table.entries[Int(index)].deadline = deadlines[index] ?? 0
          #expect(table.enqueue(index) == true)
          #expect(table.enqueue(index) == false)
          queue.append(index)
          entered += 1
        case 4:
          guard !filling.isEmpty else { continue }
          table.discard(filling.remove(at: random.below(filling.count)))
        case 5, 6:
          let index = table.take(for: Int32(random.below(3)))
          #expect(index == queue.first)
          if index != nil { flying.append(queue.removeFirst()) }
        case 7:
          guard !flying.isEmpty else { continue }
          let index = flying.remove(at: random.below(flying.count))
          if random.chance(3) {
            table.requeue(index)
            queue.insert(index, at: 0)
          } else {
            table.finish(index, .answered)
            table.finish(index, .reset)
            finished.append(index)
          }
        case 8:
          now += UInt64(random.below(20))
          let all = random.chance(10)
          table.expireQueued(now: now, all: all)
          let gone = queue.filter { all || (deadlines[$0] ?? 0) <= now }
          queue.removeAll { gone.contains($0) }
          finished += gone
        default:
          let count = random.below(finished.count + 1)
          ended += count
          finished.removeFirst(count)
          table.releaseFinished(count)
        }
        #expect(table.queuedCount == queue.count)
        #expect(table.inFlightCount == flying.count)
        #expect((0..<table.finishedCount).map { table.finished[$0] } == finished)
        #expect(table.freeCount == capacity - filling.count - queue.count - flying.count - finished.count)
      }
      #expect(entered == ended + queue.count + flying.count + finished.count)
    }
  }
}
