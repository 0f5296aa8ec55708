import TestSupport
import Testing

@testable import Store

/// Every call of a session in random order, and what must hold whatever the order: each accepted message
/// is there, in one state; an end is an end; nobody has a message while another's lease runs.
struct OutboxWalk {
  let stage: OutboxStage
  var random: SeededRandom

  private struct Seen: Equatable {
    var state: MessageState
    var reason: String
    var verdict: String
    var attempts: Int
  }

  /// A lease as the deliveries of the walk know it.
  private struct Held {
    var endsAt: Int
    var isOver = false
  }

  private var ids: [String] = []
  private var counts: [String: Int] = [:]
  private var seen: [Int: Seen] = [:]
  private var held: [Int: Held] = [:]
  private var batches: [ClaimBatch] = []
  private var replayed: Set<Int> = []
  private var number = 0

  init(_ stage: OutboxStage, _ random: SeededRandom) {
    self.stage = stage
    self.random = random
  }

  private let phones = ["p0", "p1", "p2", "p3", "p4", "p5"]
  private let lanes: [LaneCode] = [.iosProduction, .android]

  mutating func run(steps: Int) throws {
    try stage.setPolicy { $0.admission.age = .max }
    for phone in phones { try launch(phone) }
    for step in 0..<steps {
      stage.now += random.chance(12) ? random.below(OutboxStage.hour) : random.below(2000)
      try self.step()
      if step % 10 == 9 { try check() }
    }
    try drain()
  }

  private mutating func step() throws {
    switch random.below(16) {
    case 0: try launch(random.pick(phones))
    case 1, 2, 3, 4: try accept()
    case 5, 6, 7: try claim()
    case 8, 9, 10, 11: try judge()
    case 12:
      guard let id = ids.randomElement(using: &random) else { return }
      _ = try stage.store.transaction { session throws(StoreError) in
        try session.cancel(tenant: "", notification: id, now: stage.now)
      }
    case 13:
      if random.chance(4) {
        for message in held.keys { held[message]?.isOver = true }
        _ = try stage.store.transaction { session throws(StoreError) in
          try session.expireLeases(now: stage.now)
        }
      } else if random.chance(4) {
        for (message, state) in seen where state.state == .dead { replayed.insert(message) }
        for message in try dead() { replayed.insert(message) }
        _ = try stage.store.transaction { session throws(StoreError) in
          try session.replayDead(limit: 100, now: stage.now)
        }
      }
    case 14: _ = try stage.sweep(random.pick([.parameters, .overdue]), limit: 5)
    default:
      let phone = random.pick(phones)
      guard let id = ids.randomElement(using: &random) else { return }
      _ = try stage.receive(
        phone, [Receipt(kind: random.pick(Receipt.Kind.allCases), notification: id, at: 1)])
    }
  }

  private mutating func launch(_ phone: String) throws {
    let generation = stage.now
    let account = random.pick([nil, "anna", "bert"])
    let token = random.chance(8) ? nil : "token \(phone) \(random.below(3))"
    let isDenied = random.chance(5)
    let isAndroid = phone.hasSuffix("5")
    try stage.register(phone, account: account, generation: generation, token: .some(token)) {
      if isDenied { $0.permission = .denied }
      if isAndroid { $0.platform = .android }
    }
  }

  private mutating func accept() throws {
    number += 1
    let again = random.chance(10) ? ids.randomElement(using: &random) : nil
    let id = again ?? "n\(number)"
    let target: NotificationRequest.Target =
      random.chance(2)
      ? .account(random.pick(["anna", "bert", "nobody"]))
      : .installations((0..<random.below(4) + 1).map { _ in random.pick(phones + ["gone"]) })
    var request = OutboxStage.request(id, to: target)
    if random.chance(3) { OutboxStage.makeSilent(&request) }
    if random.chance(3) { OutboxStage.makePersonal(&request) }
    request.band = random.pick(Band.allCases)
    request.timeToLive = random.pick([0, 60, 3600, 86_400])
    if random.chance(5) { request.notBefore = stage.now + random.below(OutboxStage.hour) }
    stage.lanes.room = random.pick([0, 1, 100])
    if random.chance(8) {
      // Undone: nothing of it may remain.
      var batch = ClaimBatch()
      let error = StoreError(.library, "on purpose")
      #expect(throws: error) {
        try stage.store.transaction { session throws(StoreError) in
          _ = try session.accept(request, capacity: stage.lanes, claimed: &batch, now: stage.now)
          throw error
        }
      }
      return
    }
    let (outcome, batch) = try stage.accept(request)
    if again == nil {
      guard case .accepted(let answer) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      ids.append(id)
      counts[id] = answer.messages
    } else {
      #expect(batch.entries.isEmpty)
      guard case .repeated(let answer) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(answer.messages == counts[id])
    }
    take(batch)
  }

  private mutating func claim() throws {
    let claim = try stage.claim(
      random.pick(lanes), random.pick(Band.allCases), limit: random.below(5) + 1,
      after: Int32(random.below(3)))
    #expect(claim.outcome.claimed == claim.batch.entries.count)
    take(claim.batch)
  }

  /// A lease begins: no other may run.
  private mutating func take(_ batch: ClaimBatch) {
    for entry in batch.entries {
      if let other = held[entry.message] {
        #expect(other.isOver || other.endsAt <= stage.now, "message \(entry.message) is leased twice")
        #expect(other.endsAt != entry.leaseEndsAt || other.isOver)
      }
      held[entry.message] = Held(endsAt: entry.leaseEndsAt)
    }
    if !batch.entries.isEmpty { batches.append(batch) }
  }

  private mutating func judge() throws {
    guard !batches.isEmpty else { return }
    let place = random.below(batches.count)
    let batch = batches[place]
    // Some are told twice, some never: their leases are lost.
    if !random.chance(6) { batches.remove(at: place) }
    if random.chance(10) { return }
    let answers: [OutboxStage.Answer] = [
      .accepted, .accepted, .rejected("BadTopic"), .again("Shutdown"), .dead(asOf: stage.now), .suspect,
      .init(state: .expired, status: 0), .init(state: .unconfirmed, status: 0, isUnanswered: true),
      .init(
        state: .queued, status: 503, handBackUntil: stage.now + random.below(60_000),
        isUnanswered: random.chance(2)),
    ]
    let answer = random.pick(answers)
    try stage.apply(batch, answer)
    guard answer.handBackUntil != nil || answer.state != .queued else { return }
    for entry in batch.entries where held[entry.message]?.endsAt == entry.leaseEndsAt {
      held[entry.message]?.isOver = true
    }
  }

  private func dead() throws -> [Int] {
    try stage.store.read { reader throws(StoreError) in
      try reader.deadLetters(after: 0, limit: 1000).map(\.row)
    }
  }

  // MARK: What must hold

  private mutating func check() throws {
    var rows: Set<Int> = []
    for id in ids {
      let view = try #require(try stage.view(id), "\(id) is lost")
      #expect(view.messages.count == counts[id], "\(id) has lost a message")
      for message in view.messages {
        #expect(rows.insert(message.row).inserted, "one row, two messages")
        let now = Seen(
          state: message.state, reason: message.reason, verdict: message.verdict, attempts: message.attempts)
        if let before = seen[message.row], before.state.hasEnded {
          let isReplay = before.state == .dead && replayed.contains(message.row)
          #expect(
            isReplay || before == now, "message \(message.row) of \(id) had ended: \(before), now \(now)")
        }
        seen[message.row] = now
      }
    }
    replayed = []
  }

  /// Time passes and everything is claimed: every message comes to an end, and the counters to the same.
  private mutating func drain() throws {
    for _ in 0..<6 {
      stage.now += OutboxStage.day
      for lane in LaneCode.allCases {
        for band in Band.allCases {
          while true {
            let claim = try stage.claim(lane, band, limit: 50)
            take(claim.batch)
            try stage.apply(claim.batch, .accepted)
            for entry in claim.batch.entries { held[entry.message]?.isOver = true }
            if !claim.outcome.hasMore { break }
          }
        }
      }
    }
    try check()
    var ends: [MessageState: Int] = [:]
    for state in seen.values {
      #expect(state.state.hasEnded, "it never ends: \(state)")
      ends[state.state, default: 0] += 1
    }
    #expect(ends.values.reduce(0, +) == counts.values.reduce(0, +))
    #expect(try stage.count(RollupMetric.messages) == counts.values.reduce(0, +))
    #expect(try stage.count(RollupMetric.accepted) == ends[.accepted, default: 0])
    #expect(try stage.count(RollupMetric.unconfirmed) == ends[.unconfirmed, default: 0])
    #expect(try stage.count(RollupMetric.expired) == ends[.expired, default: 0])
    let suppressed = try stage.store.read { reader throws(StoreError) in
      try reader.rollups(fromDay: 0, toDay: .max).filter {
        $0.key.metric.hasPrefix(RollupMetric.suppressedPrefix)
      }
    }
    #expect(suppressed.reduce(0) { $0 + $1.count } == ends[.suppressed, default: 0])
    try stage.sweepAll(.parameters)
    let left = try stage.store.read { reader throws(StoreError) in try reader.depths(now: stage.now) }
    #expect(left.isEmpty)
  }
}
