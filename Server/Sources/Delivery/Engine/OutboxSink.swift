internal import Providers
internal import Store

/// What becomes of a lane's messages, on its way to the store. On the loop's thread.
final class OutboxSink: VerdictSink {
  /// Set once, when the source is made. The lane has both, and calls this one only while it has them.
  unowned var source: OutboxSource?
  /// Asked for its brake: while too many tokens turn out bad, none is touched.
  weak var lane: PushLane?

  private let outbox: VerdictOutbox
  private let room: LaneRoom
  private let clock: TurnClock
  private var logID = ByteSlice.none

  init(outbox: VerdictOutbox, room: LaneRoom, clock: TurnClock) {
    self.outbox = outbox
    self.room = room
    self.clock = clock
  }

  // MARK: VerdictSink

  func record(_ record: VerdictRecord, providerID: UnsafeBufferPointer<UInt8>?) {
    guard let source, let index = source.arena.index(record.reference) else { return }
    var entry = made(source.arena.slots[Int(index)], record)
    entry.state = state(record.status)
    if let providerID { entry.providerID = outbox.batch.append(providerID) }
    entry.logID = logID
    logID = .none
    if record.verdict.kind != .accepted {
      explain(&entry, record.verdict)
      touchToken(&entry, record.verdict, source, index)
    }
    outbox.add(entry)
    if record.status == .queued {
      source.waits(index)
    } else {
      end(source, index)
    }
  }

  func found(logID bytes: UnsafeBufferPointer<UInt8>, reference: Int) { logID = outbox.batch.append(bytes) }

  func handBack(_ record: VerdictRecord, dueIn milliseconds: Int) {
    guard let source, let index = source.arena.index(record.reference) else { return }
    var entry = made(source.arena.slots[Int(index)], record)
    entry.isHandedBack = true
    entry.dueAt = entry.at + max(milliseconds, 0)
    explain(&entry, record.verdict)
    outbox.add(entry)
    end(source, index)
  }

  func refused(reference: Int, why: String) {
    guard let source, let index = source.arena.index(reference) else { return }
    let slot = source.arena.slots[Int(index)]
    var entry = made(
      slot,
      VerdictRecord(
        reference: reference, verdict: Verdict(kind: .messageInvalid), status: .failed,
        attempts: slot.entry.attempts, wasUnanswered: slot.entry.wasUnanswered))
    entry.state = .failed
    entry.verdict = outbox.append(Verdict.Kind.messageInvalid.code)
    entry.reason = outbox.append(String(why.prefix(300)))
    outbox.add(entry)
    end(source, index)
  }

  /// It was never given to the lane in this claim.
  func handBackUntried(_ index: Int32, _ verdict: Verdict, dueIn milliseconds: Int) {
    guard let source else { return }
    let entry = source.arena.slots[Int(index)].entry
    handBack(
      VerdictRecord(
        reference: source.arena.reference(index), verdict: verdict, status: .queued,
        attempts: entry.attempts, wasUnanswered: entry.wasUnanswered), dueIn: milliseconds)
  }

  // MARK: An entry

  private func made(_ slot: MessageArena.Slot, _ record: VerdictRecord) -> VerdictBatch.Entry {
    let now = clock.milliseconds
    return VerdictBatch.Entry(
      message: slot.entry.message, registration: slot.entry.registration, generation: slot.entry.generation,
      lane: slot.entry.lane, notificationClass: slot.entry.notificationClass, state: .queued,
      attempts: record.attempts, leaseEndsAt: slot.entry.leaseEndsAt, wasUnanswered: record.wasUnanswered,
      isHandedBack: false, tokenAction: .keep, status: record.verdict.status,
      createdAt: slot.entry.createdAt, sentAt: slot.sentAt > 0 ? slot.sentAt : now, at: now,
      asOf: Int(record.verdict.asOf), dueAt: 0)
  }

  private func explain(_ entry: inout VerdictBatch.Entry, _ verdict: Verdict) {
    entry.verdict = outbox.append(verdict.kind.code)
    if let reason = verdict.reason.text { entry.reason = outbox.append(reason) }
  }

  private func touchToken(
    _ entry: inout VerdictBatch.Entry, _ verdict: Verdict, _ source: OutboxSource, _ index: Int32
  ) {
    switch verdict.tokenAction {
    case .keep: return
    case .delete: entry.tokenAction = .delete
    case .quarantine: entry.tokenAction = .quarantine
    }
    if lane?.brake.isBraked ?? true {
      entry.tokenAction = .braked
      return
    }
    entry.token = outbox.batch.append(source.arena.text(index, source.arena.slots[Int(index)].entry.token))
  }

  private func end(_ source: OutboxSource, _ index: Int32) {
    let band = source.arena.slots[Int(index)].entry.band
    source.remove(index)
    room.release(source.code, band)
  }

  private func state(_ status: MessageStatus) -> MessageState {
    switch status {
    case .queued: .queued
    case .suppressed: .suppressed
    case .expired: .expired
    case .accepted: .accepted
    case .rejected: .rejected
    case .failed: .failed
    case .unconfirmed: .unconfirmed
    }
  }
}
