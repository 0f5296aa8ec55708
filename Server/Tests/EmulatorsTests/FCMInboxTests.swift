import Testing

@testable import Emulators

@Suite struct FCMInboxTests {
  private func away() -> FCMBench {
    var rules = FCMRules()
    rules.deviceLimit = nil
    var bench = FCMBench(rules: rules)
    bench.fcm.set(isOnline: false, token: FCMBench.token, now: day)
    return bench
  }

  @Test func keepsFourCollapseKeysAndTheNewestOfEach() {
    var bench = away()
    for key in ["a", "b", "a", "c", "d", "e"] {
      _ = bench.message("\"android\":{\"collapse_key\":\"\(key)\"}")
    }
    let inbox = bench.fcm.inbox(of: FCMBench.token)
    #expect(inbox.pending.map(\.collapseKey) == ["a", "c", "d", "e"])
    #expect(inbox.discarded == 2)
  }

  @Test func dropsAllOfAHundred() {
    var bench = away()
    for _ in 0..<100 { _ = bench.message() }
    #expect(bench.fcm.inbox(of: FCMBench.token).pending.count == 100)
    _ = bench.message()
    let inbox = bench.fcm.inbox(of: FCMBench.token)
    #expect(inbox.pending.isEmpty)
    #expect(inbox.discarded == 101)
    #expect(inbox.deletions == 1)
  }

  @Test func forgetsWhatExpired() {
    var bench = away()
    _ = bench.message("\"android\":{\"ttl\":\"0s\"}")
    _ = bench.message("\"android\":{\"ttl\":\"1.5s\"}")
    _ = bench.message("\"android\":{\"ttl\":\"60s\"}")
    bench.fcm.set(isOnline: true, token: FCMBench.token, now: day + 1500)
    #expect(bench.fcm.inbox(of: FCMBench.token).arrived.map(\.ttl) == [60])
    #expect(bench.fcm.inbox(of: FCMBench.token).discarded == 2)
  }
}
