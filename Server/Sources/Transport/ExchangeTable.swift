/// All exchanges of a lane, and the one place that moves them: each is finished exactly once for each
/// time it was queued. Pure: knows no socket and no clock.
struct ExchangeTable: ~Copyable {
  let capacity: Int
  let entries: UnsafeMutablePointer<Exchange>
  private let freeList: UnsafeMutablePointer<Int32>
  private(set) var freeCount: Int
  /// Ring of the queued ones; a resend goes in at the front, since it is the older one.
  private let queue: UnsafeMutablePointer<Int32>
  private var queueHead = 0
  private(set) var queuedCount = 0
  /// What is finished and not yet handed up.
  let finished: UnsafeMutablePointer<Int32>
  private(set) var finishedCount = 0
  /// In flight on any connection.
  private(set) var inFlightCount = 0
  /// How often a request went out again at no cost.
  private(set) var resends = 0
  /// Requests that were answered.
  private(set) var answers = 0
  /// So often one request goes out again at no cost while others are answered.
  static let maximumRefusals = 100

  init(capacity: Int) {
    self.capacity = Swift.max(capacity, 1)
    entries = .allocate(capacity: self.capacity)
    freeList = .allocate(capacity: self.capacity)
    queue = .allocate(capacity: self.capacity)
    finished = .allocate(capacity: self.capacity)
    for index in 0..<self.capacity {
      (entries + index).initialize(to: Exchange())
      freeList[index] = Int32(self.capacity - 1 - index)
    }
    freeCount = self.capacity
  }

  deinit {
    entries.deinitialize(count: capacity)
    entries.deallocate()
    freeList.deallocate()
    queue.deallocate()
    finished.deallocate()
  }

  /// Takes a free one to be filled.
  mutating func begin() -> Int32? {
    guard freeCount > 0 else { return nil }
    freeCount -= 1
    let index = freeList[freeCount]
    // By `pointee`: the thread sanitizer of Swift 6.3 breaks the compiler on a mutating call by subscript.
    (entries + Int(index)).pointee.reset()
    entries[Int(index)].place = .filling
    return index
  }

  /// A filled one is given back unused.
  mutating func discard(_ index: Int32) {
    guard isValid(index), entries[Int(index)].place == .filling else { return }
    release(index)
  }

  /// A filled one waits for a connection. False if it was not being filled.
  mutating func enqueue(_ index: Int32) -> Bool {
    guard isValid(index), entries[Int(index)].place == .filling else { return false }
    entries[Int(index)].place = .queued
    queue[(queueHead + queuedCount) % capacity] = index
    queuedCount += 1
    return true
  }

  /// The longest waiting one goes onto a connection.
  mutating func take(for connection: Int32) -> Int32? {
    guard queuedCount > 0 else { return nil }
    let index = queue[queueHead]
    queueHead = queueHead + 1 == capacity ? 0 : queueHead + 1
    queuedCount -= 1
    entries[Int(index)].place = .inFlight
    entries[Int(index)].connection = connection
    inFlightCount += 1
    return index
  }

  /// The peer did not process it: it goes out again, unchanged, before the others. One that it never
  /// processes, while it answers others, ends as refused.
  mutating func requeue(_ index: Int32) {
    guard isValid(index), entries[Int(index)].place == .inFlight else { return }
    // By `pointee`, as in `begin`.
    let entry = entries + Int(index)
    if answers > entry.pointee.answersSeen {
      if entry.pointee.isSent { entry.pointee.refusals += 1 }
      entry.pointee.answersSeen = answers
      if entry.pointee.refusals > Self.maximumRefusals {
        finish(index, .refused)
        return
      }
    }
    inFlightCount -= 1
    resends += 1
    (entries + Int(index)).pointee.forgetAnswer()
    entries[Int(index)].place = .queued
    queueHead = queueHead == 0 ? capacity - 1 : queueHead - 1
    queue[queueHead] = index
    queuedCount += 1
  }

  /// It has ended. Whoever says so twice is not heard the second time.
  mutating func finish(_ index: Int32, _ outcome: Outcome) {
    guard isValid(index), entries[Int(index)].place == .inFlight else { return }
    inFlightCount -= 1
    entries[Int(index)].place = .finished
    entries[Int(index)].outcome = outcome
    if outcome == .answered { answers += 1 }
    finished[finishedCount] = index
    finishedCount += 1
  }

  /// Ends every queued one whose deadline has passed, or all of them.
  mutating func expireQueued(now: UInt64, all: Bool = false) {
    var kept = 0
    for step in 0..<queuedCount {
      let index = queue[(queueHead + step) % capacity]
      if all || entries[Int(index)].deadline <= now {
        entries[Int(index)].place = .finished
        entries[Int(index)].outcome = .unsent
        finished[finishedCount] = index
        finishedCount += 1
      } else {
        queue[(queueHead + kept) % capacity] = index
        kept += 1
      }
    }
    queuedCount = kept
  }

  /// The first `count` finished ones have been handed up, and are free.
  mutating func releaseFinished(_ count: Int) {
    for step in 0..<count { release(finished[step]) }
    if count < finishedCount {
      finished.update(from: finished + count, count: finishedCount - count)
    }
    finishedCount -= count
  }

  private mutating func release(_ index: Int32) {
    entries[Int(index)].place = .free
    freeList[freeCount] = index
    freeCount += 1
  }

  func isValid(_ index: Int32) -> Bool { index >= 0 && index < capacity }
}
