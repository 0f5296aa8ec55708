import TestSupport
import Testing

@testable import Store

@Suite struct SilentBudgetTests {
  private let hour = SilentBudget.window

  @Test func twoAnHour() {
    var budget = SilentBudget()
    let d1 = budget.decide(message: 1, limit: 2, now: 1000, deadline: .max)
    #expect(d1 == .send)
    let d2 = budget.decide(message: 2, limit: 2, now: 2000, deadline: .max)
    #expect(d2 == .send)
    let d3 = budget.decide(message: 3, limit: 2, now: 3000, deadline: .max)
    #expect(d3 == .wait(until: 1000 + hour))
    let d4 = budget.decide(message: 1, limit: 2, now: 4000, deadline: .max)
    #expect(d4 == .send, "a retry counts once")
    let d5 = budget.decide(message: 4, limit: 2, now: 5000, deadline: 1000 + hour)
    #expect(d5 == .suppress)
    let d6 = budget.decide(message: 3, limit: 2, now: 1000 + hour, deadline: .max)
    #expect(d6 == .send)
    #expect(budget.sends.map(\.message) == [2, 3])
  }

  @Test func noBudgetIsNoPush() {
    var budget = SilentBudget()
    let d7 = budget.decide(message: 1, limit: 0, now: 5, deadline: .max)
    #expect(d7 == .suppress)
  }

  @Test func aSmallerBudgetCountsWhatWasSentUnderALargerOne() {
    var budget = SilentBudget((0..<5).map { .init(at: $0 * 100, message: $0) })
    let d8 = budget.decide(message: 9, limit: 2, now: 1000, deadline: .max)
    #expect(d8 == .wait(until: 300 + hour))
  }

  @Test func itsBytesAreReadBack() {
    let budget = SilentBudget([.init(at: 1, message: .max), .init(at: -5, message: 7)])
    #expect(budget.bytes.withUnsafeBytes { SilentBudget(bytes: $0) } == budget)
    #expect(
      [1, 2, 3].withUnsafeBytes { SilentBudget(bytes: UnsafeRawBufferPointer(rebasing: $0[0..<3])) }
        == SilentBudget())
  }

  /// In no hour, wherever it begins, more than the budget; and what waits is sent when it was told to.
  @Test func noHourHasMore() {
    var random = Fuzz.random("silent budget")
    for _ in 0..<50 {
      let limit = random.below(4) + 1
      var budget = SilentBudget()
      var sent: [Int] = []
      var now = 0
      for message in 0..<300 {
        now += random.below(hour / 2)
        switch budget.decide(message: message, limit: limit, now: now, deadline: .max) {
        case .send: sent.append(now)
        case .wait(let until):
          #expect(until > now)
          now = until
          let d9 = budget.decide(message: message, limit: limit, now: now, deadline: .max)
          #expect(d9 == .send)
          sent.append(now)
        case .suppress: Issue.record("it lives for ever")
        }
      }
      for (place, time) in sent.enumerated() where place >= limit {
        #expect(time - sent[place - limit] >= hour)
      }
    }
  }
}
