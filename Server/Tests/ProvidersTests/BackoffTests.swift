import Providers
import TestSupport
import Testing

@Suite struct BackoffTests {
  private let backoff = Backoff(base: 1000, cap: 60_000)

  @Test func growsAndIsCapped() {
    let most = (1...100).map { backoff.pause(attempt: $0, remaining: .max, random: .max) }
    #expect(most[0] == 1000)
    #expect(most[1] == 2000)
    #expect(most[5] == 32_000)
    #expect(most[6...].allSatisfy { $0 == 60_000 })
    #expect(backoff.pause(attempt: 9, remaining: .max, random: 0) == 0)
    #expect(backoff.pause(attempt: Int.min, remaining: .max, random: .max) == 1000)
  }

  @Test func drawsTheWholePause() {
    var random = Fuzz.random("Back-off")
    let pauses = (0..<4000).compactMap { _ in
      backoff.pause(attempt: 4, remaining: .max, random: random.next())
    }
    #expect(pauses.allSatisfy { (0...8000).contains($0) })
    for quarter in 0..<4 {
      let share = pauses.filter { $0 / 2001 == quarter }.count
      #expect((800...1200).contains(share))
    }
  }

  @Test func theProvidersPauseIsNeverCutShort() {
    for random in [0, 1 << 40, UInt64.max] {
      let pause = backoff.pause(attempt: 1, retryAfter: 30, remaining: .max, random: random)
      #expect(pause.map { (30_000...31_000).contains($0) } == true)
    }
    #expect(backoff.pause(attempt: 1, retryAfter: Int.max, remaining: .max, random: 0) == 86_400_000)
    #expect(backoff.pause(attempt: 1, retryAfter: -1, remaining: .max, random: 0) == 0)
  }

  @Test func nothingGoesOutAfterItsTimeToLive() {
    #expect(backoff.pause(attempt: 1, remaining: 0, random: 0) == nil)
    #expect(backoff.pause(attempt: 1, remaining: 999, random: .max) == nil)
    #expect(backoff.pause(attempt: 1, retryAfter: 60, remaining: 59_000, random: 0) == nil)
    #expect(backoff.pause(attempt: 1, remaining: -5, random: 0) == nil)
  }

  @Test func sillySettingsDoNotTrap() {
    #expect(Backoff(base: 0, cap: -1).pause(attempt: 1, remaining: .max, random: .max) == 1)
    let huge = Backoff(base: Int.max / 2, cap: Int.max / 2)
    #expect(huge.pause(attempt: 50, remaining: .max, random: .max) == Int.max / 2)
  }
}
