import Store
import Testing

@testable import Feed

struct PullMachineTests {
  private static let request = ClaimRequest(lane: .iosSandbox, band: .normal, limit: 3, after: 7)
  private func message(_ row: Int) -> PulledMessage { PulledMessage(row: row, reply: Int32(row)) }

  @Test func whatIsThereIsFetchedAndThenOneIsWaitedFor() {
    var machine = PullMachine(answerWithin: 1_000)
    #expect(machine.asked(Self.request, now: 0) == [.fetch(count: 3, name: "f1")])
    #expect(machine.arrived(message(1), now: 1) == [])
    #expect(
      machine.ended("f1", now: 2) == [
        .claim(Self.request, [message(1)], mayHaveMore: false), .wait(name: "w2"),
      ])
    // It comes: the engine is told, asks, and gets it first.
    #expect(machine.arrived(message(2), now: 9) == [.notice])
    #expect(machine.arrived(message(3), now: 9) == [])
    #expect(machine.asked(Self.request, now: 10) == [.fetch(count: 1, name: "f3")])
    #expect(
      machine.arrived(message(4), now: 10) == [
        .claim(Self.request, [message(2), message(3), message(4)], mayHaveMore: true)
      ])
    // The servers' word on it comes late.
    #expect(machine.ended("f3", now: 11) == [])
  }

  @Test func nothingThereIsNoFault() {
    var machine = PullMachine(answerWithin: 1_000)
    _ = machine.asked(Self.request, now: 0)
    #expect(machine.ended("f1", now: 1) == [.nothing(Self.request, isWell: true), .wait(name: "w2")])
    // One is waited for already.
    #expect(machine.asked(Self.request, now: 2) == [.fetch(count: 3, name: "f3")])
    #expect(machine.ended("f3", now: 3) == [.nothing(Self.request, isWell: true)])
    // That wait has ended at the servers: the next request begins another.
    #expect(machine.ended("w2", now: 4) == [])
    _ = machine.asked(Self.request, now: 5)
    #expect(machine.ended("f4", now: 6) == [.nothing(Self.request, isWell: true), .wait(name: "w5")])
  }

  @Test func noAnswerEndsTheRequestWithWhatCame() {
    var machine = PullMachine(answerWithin: 1_000)
    _ = machine.asked(Self.request, now: 0)
    #expect(machine.tick(now: 999) == [])
    #expect(machine.tick(now: 1_000) == [.nothing(Self.request, isWell: false)])
    _ = machine.asked(Self.request, now: 1_100)
    _ = machine.arrived(message(1), now: 1_200)
    #expect(machine.failed(now: 1_300) == [.claim(Self.request, [message(1)], mayHaveMore: false)])
    #expect(machine.failed(now: 1_301) == [])
  }

  @Test func whatNobodyAsksForIsGivenBack() {
    var machine = PullMachine(answerWithin: 1_000)
    _ = machine.arrived(message(1), now: 0)
    #expect(machine.tick(now: PullMachine.keepFor - 1) == [])
    #expect(machine.tick(now: PullMachine.keepFor) == [.giveBack([message(1)])])
    #expect(machine.tick(now: PullMachine.keepFor * 2) == [])
  }

  @Test func whatTheStoreDidNotTakeWaitsForTheNextRequest() {
    var machine = PullMachine(answerWithin: 1_000)
    machine.putBack([message(1), message(2)], now: 0)
    #expect(machine.asked(Self.request, now: 10) == [.fetch(count: 1, name: "f1")])
    #expect(
      machine.ended("f1", now: 11).first
        == .claim(Self.request, [message(1), message(2)], mayHaveMore: false))
  }

  @Test func aWaitThatIsNeverAnsweredIsAskedForAnew() {
    var machine = PullMachine(answerWithin: 1_000)
    _ = machine.asked(Self.request, now: 0)
    _ = machine.ended("f1", now: 0)
    _ = machine.tick(now: PullMachine.standingFor + 1_000)
    _ = machine.asked(Self.request, now: 40_000)
    #expect(machine.ended("f3", now: 40_001).contains(.wait(name: "w4")))
  }

  /// Whatever comes in any order: each request is answered once, and no message is in two places or lost.
  @Test func anyOrder() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var machine = PullMachine(answerWithin: 50)
      var (row, asked, answered, now) = (0, 0, 0, 0)
      var inside: Set<Int> = []
      var isAsking = false
      var names: [String] = []
      func take(_ actions: [PullMachine.Action]) {
        for action in actions {
          switch action {
          case .fetch(_, let name), .wait(let name): names.append(name)
          case .claim(let request, let messages, _):
            #expect(!messages.isEmpty && messages.count <= request.limit)
            for message in messages { #expect(inside.remove(message.row) != nil) }
            answered += 1
            isAsking = false
          case .nothing:
            answered += 1
            isAsking = false
          case .notice: break
          case .giveBack(let messages): for message in messages { #expect(inside.remove(message.row) != nil) }
          }
        }
      }
      for _ in 0..<60 {
        now += Int.random(in: 0...40, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
          guard !isAsking else { continue }
          isAsking = true
          asked += 1
          take(machine.asked(ClaimRequest(lane: .android, band: .bulk, limit: .random(in: 1...4)), now: now))
        case 2, 3:
          row += 1
          inside.insert(row)
          take(machine.arrived(message(row), now: now))
        case 4: if let name = names.randomElement() { take(machine.ended(name, now: now)) }
        default: take(Bool.random() ? machine.tick(now: now) : machine.failed(now: now))
        }
      }
      take(machine.tick(now: now + 10_000))
      #expect(asked == answered && inside.isEmpty)
    }
  }
}

struct FeederPlanTests {
  @Test func urgentComesFirstAndAFullPlaceWaits() throws {
    var plan = FeederPlan(most: 600, poll: 500)
    let urgent = FeedNames.place(.android, .urgent)
    let bulk = FeedNames.place(.iosSandbox, .bulk)
    let first = plan.due(now: 0)
    #expect(first.count == 15)
    #expect(try #require(first.firstIndex(of: urgent)) < #require(first.firstIndex(of: bulk)))
    #expect(plan.allowance(bulk) == nil, "it is not known how many wait")
    #expect(plan.counted(bulk, waiting: 0) == 512)
    var outcome = ClaimOutcome()
    outcome.hasMore = true
    plan.fed(bulk, 512, outcome, now: 0)
    #expect(plan.allowance(bulk) == nil, "it may be full")
    #expect(plan.counted(bulk, waiting: 600) == 0)
    plan.full(bulk, now: 0)
    #expect(!plan.due(now: FeederPlan.pause - 1).contains(bulk))
    #expect(plan.due(now: FeederPlan.pause).contains(bulk))
    #expect(plan.counted(bulk, waiting: 550) == 50)
  }

  @Test func itLooksWhenSomethingIsDue() {
    var plan = FeederPlan(most: 600, poll: 500)
    let place = FeedNames.place(.android, .normal)
    for each in plan.due(now: 0) { plan.fed(each, 0, ClaimOutcome(), now: 0) }
    #expect(plan.nextAt == 500)
    var outcome = ClaimOutcome()
    outcome.nextDueAt = 300
    plan.fed(place, 0, outcome, now: 0)
    #expect(plan.nextAt == 300)
    plan.noticed(place, dueAt: 20)
    #expect(plan.due(now: 20) == [place])
    plan.noticed(-1, dueAt: 0)
    plan.noticed(10_000, dueAt: 0)
    #expect(plan.nextAt == 20)
  }
}

struct HeldMessagesTests {
  @Test func oneRowHasOneMessage() {
    var held = HeldMessages()
    #expect(held.hold(1, reply: 10, lease: 100, now: 0) == nil)
    #expect(held.hold(1, reply: 11, lease: 200, now: 0) == 10)
    #expect(held.settle(1) == 11)
    #expect(held.settle(1) == nil)
    #expect(held.count == 0)
  }

  @Test func whatIsLongUnderWayIsTold() {
    var held = HeldMessages()
    _ = held.hold(1, reply: 10, lease: 100, now: 0)
    #expect(held.overdue(every: 10, now: 9) == [])
    #expect(held.overdue(every: 10, now: 10) == [10])
    #expect(held.overdue(every: 10, now: 19) == [])
    #expect(held.lost(now: 99) == [])
    #expect(held.lost(now: 100) == [10])
    #expect(held.count == 0)
    _ = held.hold(2, reply: 20, lease: 100, now: 0)
    #expect(held.removeAll() == [20])
    #expect(held.count == 0)
  }

  @Test func placesOnTheShelfAreUsedAgain() {
    let shelf = ReplyShelf()
    func put(_ text: String) -> Int32? { Array(text.utf8).withUnsafeBufferPointer { shelf.put($0) } }
    let places = (0..<100).compactMap { put("$JS.ACK.\($0)") }
    #expect(Set(places).count == 100 && shelf.count == 100)
    var read: [String] = []
    var subjects: [UInt8] = []
    shelf.take(Array(places.prefix(2)), keeps: true, into: &subjects)
    for start in stride(from: 0, to: subjects.count, by: ReplyShelf.width) {
      read.append(String(decoding: subjects[start...].prefix { $0 != 0 }, as: UTF8.self))
    }
    #expect(read == ["$JS.ACK.0", "$JS.ACK.1"] && shelf.count == 100)
    shelf.free(places)
    #expect(shelf.count == 0)
    #expect(put("again").map { places.contains($0) } == true)
    #expect(put(String(repeating: "x", count: 256)) == nil)
    #expect(put(String(repeating: "x", count: 255)) != nil)
  }
}

struct FeedHealthTests {
  @Test func troubleLastsUntilAllIsWell() {
    var health = FeedHealth()
    let error = FeedError(.timeout, "no answer")
    health.failed(error, now: 100)
    health.failed(FeedError(.unreachable, "gone"), now: 200)
    #expect(health.troubleSince == 100 && health.error?.code == .unreachable)
    #expect(!health.isDirect(after: 50, now: 149))
    #expect(health.isDirect(after: 50, now: 150))
    #expect(health.well(now: 300) == 200)
    #expect(health == FeedHealth())
    #expect(health.well(now: 400) == nil)
  }
}
