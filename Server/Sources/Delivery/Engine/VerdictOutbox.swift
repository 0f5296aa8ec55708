internal import Store
internal import Transport

/// The verdicts of one turn of the loop, for all lanes.
final class VerdictOutbox {
  // Appended to for every push, on the loop's thread alone.
  @exclusivity(unchecked) var batch = VerdictBatch()
  private let outlet: any VerdictOutlet
  /// Something is there that was not there before.
  private let filled: () -> Void
  private var entriesBefore = 0
  private var bytesBefore = 0

  init(outlet: any VerdictOutlet, filled: @escaping () -> Void) {
    self.outlet = outlet
    self.filled = filled
  }

  var isEmpty: Bool { batch.entries.isEmpty }

  func add(_ entry: VerdictBatch.Entry) {
    if batch.entries.isEmpty { filled() }
    batch.entries.append(entry)
  }

  func append(_ text: String) -> ByteSlice {
    var text = text
    return text.withUTF8 { batch.append($0) }
  }

  /// Hands over what is there, as one batch.
  func flush() {
    guard !batch.entries.isEmpty else { return }
    let full = batch
    // As large as the last one was, so that it does not grow step by step.
    entriesBefore = min(full.entries.count, 4096)
    bytesBefore = min(full.bytes.count, 1 << 20)
    batch = VerdictBatch()
    batch.entries.reserveCapacity(entriesBefore)
    batch.bytes.reserveCapacity(bytesBefore)
    outlet.take(full)
  }
}

extension VerdictBatch {
  /// Claimed messages go back as they came, due at once.
  static func handingBack(
    _ claimed: ClaimBatch, _ entries: some Sequence<ClaimBatch.Entry>, now: Int
  ) -> VerdictBatch {
    var batch = VerdictBatch()
    for entry in entries {
      batch.entries.append(
        VerdictBatch.Entry(
          message: entry.message, registration: entry.registration, generation: entry.generation,
          lane: entry.lane, notificationClass: entry.notificationClass, state: .queued,
          attempts: entry.attempts, leaseEndsAt: entry.leaseEndsAt, wasUnanswered: entry.wasUnanswered,
          isHandedBack: true, tokenAction: .keep, status: 0, createdAt: entry.createdAt, sentAt: now, at: now,
          asOf: 0, dueAt: now))
    }
    return batch
  }
}

/// Milliseconds since 1970, read once a turn of the loop.
final class TurnClock {
  private let loop: EventLoop
  private let clock: () -> Int
  private var turn: UInt64 = .max
  private var held = 0

  init(_ loop: EventLoop, _ clock: @escaping () -> Int) {
    self.loop = loop
    self.clock = clock
  }

  var milliseconds: Int {
    if turn != loop.now {
      turn = loop.now
      held = clock()
    }
    return held
  }
}
