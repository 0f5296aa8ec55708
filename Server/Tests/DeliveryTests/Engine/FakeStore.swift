import Foundation
import Providers
import Store

@testable import Delivery

/// A store in memory, as strict as a real one must be: a message ends once, and only under the lease that it
/// was given out with.
final class FakeStore: DueFeed, VerdictOutlet {
  struct Message {
    var lane: LaneCode
    var band: Band
    var tenant: Int32
    var token: String
    var notificationClass: Int32 = 1
    var parameters = #"{"order":"o1"}"#
    var createdAt: Int
    var expiresAt: Int
    var state = MessageState.queued
    var dueAt = 0
    var leaseEndsAt = 0
    var attempts: UInt8 = 0
    var wasUnanswered = false
    var handBacks = 0
    var ends = 0
    var reason = ""
    var verdict = ""
    var providerID = ""
    var action = VerdictBatch.TokenAction.keep
    var actedOn = ""
    var endedAt = 0
    /// Bulk messages that had ended when it was stored, and when it ended.
    var bulkBefore = 0
    var bulkAtEnd = 0
  }

  struct State {
    var messages: [Message] = []
    /// Due, by lane, band and tenant: rows in order.
    var queues: [Int: [Int32: [Int]]] = [:]
    var heads: [Int: [Int32: Int]] = [:]
    var later: [Int] = []
    var problems: [String] = []
    var leases = 0
    var ended = 0
    var endedByBand = [0, 0, 0]
    var handBacks = 0
    var attempts = 0
    var batches = 0
    var claims = 0
    /// While true every claim fails.
    var isBroken = false
  }

  let state = Guarded(State())
  private let holder = Guarded<DeliveryEngine?>(nil)
  let clock: @Sendable () -> Int

  init(clock: @escaping @Sendable () -> Int = FakeStore.now) { self.clock = clock }

  static let now: @Sendable () -> Int = { Int(Date().timeIntervalSince1970 * 1000) }

  var engine: DeliveryEngine? {
    get { holder.withLock { $0 } }
    set { holder.withLock { $0 = newValue } }
  }

  private static func key(_ lane: LaneCode, _ band: Band) -> Int {
    Int(lane.rawValue) * 4 + Int(band.rawValue)
  }

  /// Stored, due at once or later; not handed over.
  @discardableResult
  func add(
    _ tokens: [String], lane: LaneCode, band: Band = .normal, tenant: Int32 = 1, ttl: Int = 3_600_000,
    dueIn: Int = 0, born: Int = 0, change: (inout Message) -> Void = { _ in }
  ) -> Range<Int> {
    let now = clock()
    var batch = ClaimBatch()
    let rows = state.withLock { state in
      let first = state.messages.count
      for token in tokens {
        var message = Message(
          lane: lane, band: band, tenant: tenant, token: token, createdAt: now, expiresAt: now + ttl)
        message.dueAt = now + dueIn
        message.bulkBefore = state.endedByBand[2]
        change(&message)
        state.messages.append(message)
        let row = state.messages.count - 1
        if row - first < born {
          lease(row, &state, &batch)
        } else if dueIn > 0 {
          state.later.append(row)
        } else {
          state.queues[Self.key(lane, band), default: [:]][tenant, default: []].append(row)
        }
      }
      return first..<state.messages.count
    }
    engine?.offer(batch)
    return rows
  }

  /// As an accepted notification does: leased at birth where there is room, else queued.
  @discardableResult
  func accept(
    _ tokens: [String], lane: LaneCode, band: Band = .normal, tenant: Int32 = 1, ttl: Int = 3_600_000,
    change: (inout Message) -> Void = { _ in }
  ) -> Range<Int> {
    guard let engine else { return 0..<0 }
    var born = 0
    while born < tokens.count, engine.room.reserve(lane, band) { born += 1 }
    let rows = add(
      tokens, lane: lane, band: band, tenant: tenant, ttl: ttl, born: born, change: change)
    if born < tokens.count { engine.noticed(lane, band, dueAt: clock()) }
    return rows
  }

  private func lease(_ row: Int, _ state: inout State, _ batch: inout ClaimBatch) {
    state.leases += 1
    state.messages[row].state = .leased
    state.messages[row].leaseEndsAt = clock() + 600_000 + state.leases
    let message = state.messages[row]
    var entry = ClaimBatch.Entry(
      message: row, registration: row + 1, generation: 1, lane: message.lane, band: message.band,
      tenant: message.tenant, notificationClass: message.notificationClass, tokenKind: .token,
      createdAt: message.createdAt, expiresAt: message.expiresAt, attempts: message.attempts,
      leaseEndsAt: message.leaseEndsAt, wasUnanswered: message.wasUnanswered)
    entry.token = batch.append(message.token)
    entry.notification = batch.append("n-\(row)")
    entry.installation = batch.append("i-\(row)")
    entry.tenantName = batch.append("tenant\(message.tenant)")
    entry.parameters = batch.append(message.parameters)
    batch.entries.append(entry)
  }

  // MARK: DueFeed

  func claim(_ request: ClaimRequest) {
    let now = clock()
    let (batch, outcome) = state.withLock { state -> (ClaimBatch, ClaimOutcome?) in
      state.claims += 1
      guard !state.isBroken else { return (ClaimBatch(), nil) }
      state.later.removeAll { row in
        let message = state.messages[row]
        guard message.dueAt <= now else { return false }
        state.queues[Self.key(message.lane, message.band), default: [:]][message.tenant, default: []].append(
          row)
        return true
      }
      var batch = ClaimBatch()
      var outcome = ClaimOutcome()
      outcome.last = request.after
      let key = Self.key(request.lane, request.band)
      // One of each tenant in turn, after the one served last.
      var tenants = (state.queues[key] ?? [:]).keys.sorted()
      tenants = tenants.filter { $0 > request.after } + tenants.filter { $0 <= request.after }
      var isEmpty = false
      while batch.entries.count < request.limit, !isEmpty {
        isEmpty = true
        for tenant in tenants where batch.entries.count < request.limit {
          let head = state.heads[key]?[tenant] ?? 0
          guard let queue = state.queues[key]?[tenant], head < queue.count else { continue }
          isEmpty = false
          state.heads[key, default: [:]][tenant] = head + 1
          lease(queue[head], &state, &batch)
          outcome.last = tenant
        }
      }
      for tenant in tenants {
        let head = state.heads[key]?[tenant] ?? 0
        guard let queue = state.queues[key]?[tenant] else { continue }
        if head < queue.count { outcome.hasMore = true }
        if head > 4096 || head == queue.count {
          state.queues[key]?[tenant]?.removeFirst(head)
          state.heads[key]?[tenant] = 0
        }
      }
      outcome.claimed = batch.entries.count
      for row in state.later
      where state.messages[row].lane == request.lane && state.messages[row].band == request.band {
        outcome.nextDueAt = min(outcome.nextDueAt ?? .max, state.messages[row].dueAt)
      }
      return (batch, outcome)
    }
    engine?.answered(request, batch, outcome)
  }

  // MARK: VerdictOutlet

  func take(_ batch: VerdictBatch) {
    func text(_ slice: ByteSlice) -> String {
      String(decoding: batch.bytes[Int(slice.start)..<Int(slice.start + slice.count)], as: UTF8.self)
    }
    let now = clock()
    state.withLock { state in
      state.batches += 1
      for entry in batch.entries {
        let row = entry.message
        guard state.messages.indices.contains(row) else {
          state.problems.append("a verdict for row \(row)")
          continue
        }
        let message = state.messages[row]
        if message.state != .leased { state.problems.append("row \(row) is \(message.state), not leased") }
        if message.leaseEndsAt != entry.leaseEndsAt { state.problems.append("row \(row): another lease") }
        if entry.attempts < message.attempts { state.problems.append("row \(row): attempts fall") }
        if message.wasUnanswered && !entry.wasUnanswered {
          state.problems.append("row \(row): forgotten that it was unanswered")
        }
        state.messages[row].attempts = entry.attempts
        state.messages[row].wasUnanswered = entry.wasUnanswered
        state.messages[row].verdict = text(entry.verdict)
        state.messages[row].reason = text(entry.reason)
        if entry.isHandedBack {
          state.handBacks += 1
          state.messages[row].handBacks += 1
          state.messages[row].state = .queued
          state.messages[row].dueAt = entry.dueAt
          if entry.dueAt > now {
            state.later.append(row)
          } else {
            state.queues[Self.key(message.lane, message.band), default: [:]][message.tenant, default: []]
              .append(row)
          }
        } else if entry.state.hasEnded {
          state.messages[row].state = entry.state
          state.messages[row].ends += 1
          state.messages[row].endedAt = now
          state.messages[row].bulkAtEnd = state.endedByBand[2]
          state.messages[row].providerID = text(entry.providerID)
          state.messages[row].action = entry.tokenAction
          state.messages[row].actedOn = text(entry.token)
          state.ended += 1
          state.endedByBand[Int(message.band.rawValue)] += 1
          if state.messages[row].ends > 1 { state.problems.append("row \(row) ended twice") }
        } else {
          state.attempts += 1
        }
      }
    }
  }

  // MARK: For tests

  var problems: [String] { state.withLock { $0.problems } }
  var ended: Int { state.withLock { $0.ended } }
  var leased: Int { state.withLock { $0.messages.count { $0.state == .leased } } }
  func count(_ wanted: MessageState) -> Int { state.withLock { $0.messages.count { $0.state == wanted } } }
  func message(_ row: Int) -> Message { state.withLock { $0.messages[row] } }

  /// Everything is due now.
  func hurry() {
    state.withLock { state in
      for row in state.later { state.messages[row].dueAt = 0 }
    }
  }
}
