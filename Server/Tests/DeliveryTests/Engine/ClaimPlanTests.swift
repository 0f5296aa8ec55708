import Store
import Testing

@testable import Delivery

/// Read as a transcript: what happened, and what the plan then wants.
@Suite struct ClaimPlanTests {
  private func outcome(hasMore: Bool = false, next: Int? = nil, last: Int32 = 0) -> ClaimOutcome {
    var outcome = ClaimOutcome()
    outcome.hasMore = hasMore
    outcome.nextDueAt = next
    outcome.last = last
    return outcome
  }

  @Test func asksAtTheStartAndOneRequestAtATime() {
    var plan = ClaimPlan()
    #expect(plan.wants(free: 100, used: 0, limit: 50, now: 1000) == 50)
    plan.asked(now: 1000)
    #expect(plan.wants(free: 100, used: 0, limit: 50, now: 9000) == 0)
    plan.answered(outcome(hasMore: true, last: 7))
    #expect(plan.after == 7 && plan.wants(free: 100, used: 50, limit: 50, now: 1001) == 50)
  }

  @Test func whereNothingIsDueItAsksAfterAWhile() {
    var plan = ClaimPlan()
    plan.asked(now: 1000)
    plan.answered(outcome())
    #expect(plan.wants(free: 100, used: 0, limit: 50, now: 1500) == 0)
    #expect(plan.wants(free: 100, used: 0, limit: 50, now: 2000) == 50)
  }

  @Test func asksWhenTheNextIsDue() {
    var plan = ClaimPlan()
    plan.asked(now: 1000)
    plan.answered(outcome(next: 1300))
    #expect(plan.wakesAt == 1300)
    #expect(plan.wants(free: 100, used: 0, limit: 50, now: 1299) == 0)
    #expect(plan.wants(free: 100, used: 0, limit: 50, now: 1300) == 50)
    plan.noticed(dueAt: 1200, now: 1100)
    #expect(plan.wakesAt == 1200)
    plan.noticed(dueAt: 1250, now: 1100)
    #expect(plan.wakesAt == 1200)
  }

  /// Something was stored while a request was on its way: the answer does not wipe that out.
  @Test func whatIsNoticedWhileAskingIsNotForgotten() {
    var plan = ClaimPlan()
    plan.asked(now: 1000)
    plan.noticed(dueAt: 1000, now: 1000)
    plan.answered(outcome())
    #expect(plan.wants(free: 100, used: 0, limit: 50, now: 1001) == 50)
  }

  @Test func aFewPlacesAreNotAskedForOneByOne() {
    var plan = ClaimPlan()
    #expect(plan.wants(free: 3, used: 90, limit: 50, now: 1000) == 3)
    plan.asked(now: 1000)
    plan.answered(outcome(hasMore: true))
    #expect(plan.wants(free: 3, used: 90, limit: 50, now: 1001) == 0)
    #expect(plan.wants(free: 13, used: 90, limit: 50, now: 1001) == 13)
    // Where nothing is inside, a few are better than none.
    #expect(plan.wants(free: 3, used: 0, limit: 50, now: 1001) == 3)
    #expect(plan.wants(free: 0, used: 0, limit: 50, now: 9001) == 0)
  }

  @Test func aStoreThatFailedIsNotAskedAtOnce() {
    var plan = ClaimPlan()
    plan.asked(now: 1000)
    plan.failed()
    #expect(plan.wants(free: 100, used: 0, limit: 50, now: 1001) == 0)
    #expect(plan.wants(free: 100, used: 0, limit: 50, now: 2000) == 50)
  }
}
