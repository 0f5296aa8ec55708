import Emulators
import Foundation
import Providers
import Testing

@testable import Delivery

/// A long run through a provider's worst day: nothing is lost, nothing counted that should not be.
@Suite struct JudgedRunTests {
  /// `PUSHWIRE_PUSHES` says how many; 200,000 where it is not set.
  static let pushes =
    ProcessInfo.processInfo.environment["PUSHWIRE_PUSHES"].flatMap(Int.init) ?? 200_000

  /// A GOAWAY every 5,000 requests (half of them with the last stream below), one stream in 1,000 refused,
  /// one in 10,000 reset, SETTINGS lowered twice. The three never fall on the same request.
  static func rules(_ pushes: Int) -> [ScenarioRule] {
    // Some requests come twice, so that there are a few more than pushes.
    let most = pushes + pushes / 100
    func rule(_ name: String, _ numbers: [Int], _ actions: ScenarioAction...) -> ScenarioRule {
      var match = ScenarioMatch()
      match.server = .apnsSandbox
      match.nth = Set(numbers)
      return ScenarioRule(name, match: match, actions: actions)
    }
    return [
      rule(
        "goaway", Array(stride(from: 5000, through: most, by: 10_000)),
        .goaway(includesThis: false, debugData: "")),
      rule(
        "goaway after", Array(stride(from: 10_000, through: most, by: 10_000)),
        .goaway(includesThis: true, debugData: "")),
      rule("refuse", Array(stride(from: 1003, through: most, by: 1000)), .refuse),
      rule("reset", Array(stride(from: 7, through: most, by: 10_000)), .reset(code: 2, processed: false)),
      rule("lower", [pushes * 3 / 10], .maxConcurrentStreams(500)),
      rule("lower again", [pushes * 6 / 10], .maxConcurrentStreams(100)),
    ]
  }

  @Test func eachPushIsAnsweredExactlyOnce() throws {
    let pushes = Self.pushes
    var options = EmulatorOptions()
    options.apnsRules.acceptsAnyToken = true
    options.logCapacity = 0
    let parties = try Parties(options)
    parties.suite.script(Scenario(rules: Self.rules(pushes)))
    let source = CountingSource(pushes)
    let run = try LaneRun(parties.suite)
    run.ledger.keepsAll = false
    var retried: [Int: Int] = [:]
    run.ledger.onRecord = { record in
      if record.status == .queued {
        retried[record.reference, default: 0] += 1
        #expect(record.verdict.reasonCode == "transport.streamReset")
      }
    }
    let began = Date()
    try run.apns(parties.token, source: source)
    run.run(limit: 600_000)
    print(
      "\(pushes) pushes in \(Int(Date().timeIntervalSince(began) * 1000)) ms, "
        + "\(run.lane?.resends ?? 0) sent again at no cost, \(retried.count) tried again")

    let lane = try #require(run.lane)
    let firings = parties.suite.firings
    let log = parties.suite.snapshot()
    #expect(!run.timedOut)
    // Each has ended, once, and well.
    #expect(run.ledger.ends.count == pushes)
    #expect(run.ledger.endedTwice.isEmpty)
    #expect(run.ledger.ended(.accepted) == pushes)
    #expect(lane.counters.accepted == pushes && lane.counters.ended == pushes)
    #expect(lane.waiting == 0 && lane.underWay == 0)
    // Everything that was scripted has happened.
    for rule in Self.rules(pushes) {
      #expect(firings[rule.name] ?? 0 >= rule.match.nth.count * 95 / 100, "\(rule.name)")
    }
    // Only resets cost an attempt, each exactly one, and each was sent again and accepted.
    let resets = firings["reset"] ?? 0
    #expect(retried.values.reduce(0, +) == resets)
    #expect(lane.counters.attempts == pushes + resets)
    #expect(run.ledger.finals.values.reduce(0) { $0 + Int($1.attempts) } == pushes + resets)
    for (reference, times) in retried {
      #expect(run.ledger.finals[reference].map { Int($0.attempts) } == times + 1)
    }
    // What was refused, or stood above GOAWAY's last stream, went out again.
    #expect(lane.resends >= (firings["refuse"] ?? 0) + (firings["goaway"] ?? 0))
    #expect(log.count("accepted", on: .apnsSandbox) == pushes)
    #expect(!run.events.contains { if case .held = $0 { true } else { false } })
  }
}

/// Tokens made from their number: a long list that takes no memory.
final class CountingSource: PushSource {
  let count: Int
  private(set) var taken = 0
  init(_ count: Int) { self.count = count }
  var isExhausted: Bool { taken == count }

  func next(_ draft: inout PushDraft) -> Bool {
    guard taken < count else { return false }
    taken += 1
    return again(taken - 1, &draft)
  }

  func again(_ reference: Int, _ draft: inout PushDraft) -> Bool {
    draft.reference = reference
    draft.target.append(Parties.hex(reference))
    draft.notification.append("campaign-1")
    do { try draft.row.set("order", "o1") } catch { return false }
    return true
  }
}
