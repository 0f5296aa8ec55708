import Providers
import Testing

@testable import Delivery

@Suite struct LaneHealthTests {
  /// What a lane's health says to the same answer, given so many times.
  private func blames(
    _ health: inout LaneHealth, _ evidence: Verdict.LaneEvidence, times: Int = 1, now: UInt64 = 10
  ) -> [Bool] {
    (0..<times).map { _ in health.blames(evidence, now: now) }
  }

  @Test func whatIsSurelyTheProvidersIsSoAtOnce() {
    var health = LaneHealth()
    #expect(blames(&health, .sure) == [true])
    #expect(health.failingSince == 10)
    #expect(blames(&health, .none) == [false])
  }

  /// One message that the provider always fails on does not stop a lane that is otherwise well.
  @Test func oneServerErrorAloneIsItsMessages() {
    var health = LaneHealth()
    for _ in 0..<100 {
      #expect(blames(&health, .likely, times: 2) == [false, false])
      let wasSick = health.recovered()
      #expect(!wasSick)
    }
    #expect(blames(&health, .likely, times: 4, now: 12) == [false, false, true, true])
    #expect(health.failingSince == 12)
  }

  /// A thousand answers to requests that were under way are one round, not a thousand.
  @Test func answersFromBeforeTheRoundBeginNoOther() {
    var health = LaneHealth()
    let serial = health.serial
    let begun = (0..<1000).map { _ in health.beginsRound(after: serial) }
    #expect(begun.first == true && begun.dropFirst().allSatisfy { !$0 })
    #expect(health.rounds == 1 && health.isSick)
    let second = health.beginsRound(after: health.serial)
    #expect(second && health.rounds == 2)
    let wasSick = health.recovered()
    #expect(wasSick && !health.isSick)
    // Nor does an old one after the recovery.
    let old = health.beginsRound(after: serial)
    #expect(!old && health.rounds == 0)
  }

  @Test func howLongItHasBeenFailing() {
    var health = LaneHealth()
    #expect(!health.hasFailed(longerThan: 0, now: 100))
    health.failed(now: 100)
    health.failed(now: 200)
    #expect(!health.hasFailed(longerThan: 100, now: 200) && health.hasFailed(longerThan: 100, now: 201))
    #expect(health.isMarked)
    _ = health.recovered()
    #expect(!health.isMarked && !health.hasFailed(longerThan: 0, now: 300))
  }
}
