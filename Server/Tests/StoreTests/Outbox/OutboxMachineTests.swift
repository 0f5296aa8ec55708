import TestSupport
import Testing

@testable import Store

@Suite struct OutboxMachineTests {
  private static let rule = LeaseRule()
  private static let now = 1_800_000_000_000

  private func message(_ state: MessageState, unanswered: Bool = false, lost: Int = 0) -> OutboxMachine {
    OutboxMachine(state: state, due: Self.now, attempts: 1, lostLeases: lost, isUnanswered: unanswered)
  }

  /// The table of the doc comment, cell by cell: nil is refused.
  @Test func theTable() {
    let now = Self.now
    let rule = Self.rule
    let table: [(OutboxMachine.Event, queued: MessageState?, leased: MessageState?, dead: MessageState?)] = [
      (.claim(now: now, rule), .leased, nil, nil),
      (.leaseLost(now: now, rule), nil, .queued, nil),
      (.attempt(lease: now, attempts: 2, isUnanswered: false), nil, .leased, nil),
      (.verdict(lease: now, .accepted, attempts: 2), nil, .accepted, nil),
      (.verdict(lease: now, .rejected, attempts: 2), nil, .rejected, nil),
      (.verdict(lease: now, .queued, attempts: 2), nil, nil, nil),
      (.verdict(lease: now - 1, .accepted, attempts: 2), nil, nil, nil),
      (.handBack(lease: now, due: now + 5, attempts: 2, isUnanswered: false), nil, .queued, nil),
      (.handBack(lease: now + 1, due: now + 5, attempts: 2, isUnanswered: false), nil, nil, nil),
      (.postpone(until: now + 5), .queued, nil, nil),
      (.suppress, .suppressed, nil, nil),
      (.timeOut, .expired, .expired, nil),
      (.cancel, .suppressed, nil, nil),
      (.replay(now: now), nil, nil, .queued),
    ]
    for (event, queued, leased, dead) in table {
      for state in MessageState.allCases {
        let expected: MessageState? =
          switch state {
          case .queued: queued
          case .leased: leased
          case .dead: dead
          default: nil
          }
        var message = message(state)
        let before = message
        let isDone = message.apply(event)
        #expect(isDone == (expected != nil), "\(event) in \(state)")
        #expect(message.state == expected ?? state, "\(event) in \(state)")
        if expected == nil { #expect(message == before) }
      }
    }
  }

  @Test func aMessageIsSentAndAccepted() {
    var message = OutboxMachine(due: Self.now)
    let done1 = message.apply(.claim(now: Self.now, Self.rule))
    #expect(done1)
    let lease = message.due
    #expect(lease == Self.now + 600_000)
    let done2 = message.apply(.attempt(lease: lease, attempts: 1, isUnanswered: true))
    #expect(done2)
    let done3 = message.apply(.verdict(lease: lease, .accepted, attempts: 2))
    #expect(done3)
    #expect(
      message == OutboxMachine(state: .accepted, due: 0, attempts: 2, lostLeases: 0, isUnanswered: true))
    let done4 = message.apply(.verdict(lease: lease, .rejected, attempts: 3))
    #expect(!done4)
  }

  @Test func theThirdLostLeaseSetsItAside() {
    var message = OutboxMachine(due: 0)
    var now = Self.now
    for round in 1...3 {
      let done5 = message.apply(.claim(now: now, Self.rule))
      #expect(done5)
      now += Self.rule.length
      let done6 = message.apply(.leaseLost(now: now, Self.rule))
      #expect(done6)
      #expect(message.state == (round == 3 ? .dead : .queued))
      #expect(message.isUnanswered)
    }
    let done7 = message.apply(.replay(now: now))
    #expect(done7)
    #expect(message.state == .queued && message.lostLeases == 0)
  }

  @Test func aVerdictOfAnEarlierLeaseIsRefused() {
    var message = OutboxMachine(due: 0)
    let done8 = message.apply(.claim(now: 10, Self.rule))
    #expect(done8)
    let first = message.due
    let done9 = message.apply(.leaseLost(now: first, Self.rule))
    #expect(done9)
    let done10 = message.apply(.verdict(lease: first, .accepted, attempts: 1))
    #expect(!done10)
    let done11 = message.apply(.claim(now: first, Self.rule))
    #expect(done11)
    let done12 = message.apply(.verdict(lease: first, .accepted, attempts: 1))
    #expect(!done12)
    let done13 = message.apply(.verdict(lease: message.due, .accepted, attempts: 1))
    #expect(done13)
  }

  @Test func whatMayHaveBeenSentEndsUnconfirmed() {
    for event in [OutboxMachine.Event.suppress, .timeOut, .cancel] {
      var message = message(.queued, unanswered: true)
      let isDone = message.apply(event)
      #expect(isDone && message.state == .unconfirmed)
    }
    #expect(message(.queued).mayHaveBeenSent == false)
    #expect(message(.queued, unanswered: true).mayHaveBeenSent)
    #expect(message(.rejected).mayHaveBeenSent == false)
    #expect(message(.leased).mayHaveBeenSent && message(.accepted).mayHaveBeenSent)
    #expect(!message(.suppressed).mayHaveBeenSent)
  }

  @Test func aWalkKeepsTheRules() {
    var random = Fuzz.random("outbox machine")
    for _ in 0..<500 {
      var message = OutboxMachine(due: random.below(1000))
      var leases: Set<Int> = []
      var now = 0
      for _ in 0..<60 {
        now += random.below(Self.rule.length) + 1
        let before = message
        let lease = random.chance(3) ? message.due : leases.randomElement(using: &random) ?? 0
        let event: OutboxMachine.Event
        switch random.below(9) {
        case 0, 1: event = .claim(now: now, Self.rule)
        case 2: event = .leaseLost(now: now, Self.rule)
        case 3: event = .attempt(lease: lease, attempts: before.attempts + 1, isUnanswered: random.chance(2))
        case 4:
          event = .verdict(lease: lease, random.pick(MessageState.allCases), attempts: before.attempts + 1)
        case 5:
          event = .handBack(
            lease: lease, due: now + random.below(5000), attempts: before.attempts, isUnanswered: false)
        case 6: event = .postpone(until: now + random.below(5000))
        case 7: event = random.pick([.suppress, .timeOut, .cancel])
        default: event = .replay(now: now)
        }
        let changed = message.apply(event)
        if !changed { #expect(message == before) }
        if before.state.hasEnded && before.state != .dead { #expect(!changed) }
        if message.state == .leased, before.state != .leased {
          #expect(!leases.contains(message.due), "every lease has a name of its own")
          leases.insert(message.due)
        }
        if before.isUnanswered {
          #expect(message.isUnanswered && message.state != .suppressed && message.state != .expired)
        }
        #expect(message.lostLeases <= Self.rule.leasesBeforeDead)
        #expect(
          (message.state == .dead) == (message.lostLeases == Self.rule.leasesBeforeDead)
            || message.state.hasEnded)
      }
    }
  }
}
