import TestSupport
import Testing

@testable import Emulators

@Suite struct ScenarioEngineTests {
  private static func fired(_ match: ScenarioMatch, of count: Int, token: String = "aa") -> [Int] {
    var engine = ScenarioEngine(Scenario(rules: [ScenarioRule("r", match: match, actions: [.refuse])]))
    return (1...count).filter { _ in
      !engine.requested(APNsBench.request(token: token), .apnsSandbox, connection: 1).actions.isEmpty
    }
  }

  @Test func counts() {
    var match = ScenarioMatch()
    #expect(Self.fired(match, of: 3) == [1, 2, 3])
    match.nth = [2, 5]
    #expect(Self.fired(match, of: 6) == [2, 5])
    match = .every(3)
    #expect(Self.fired(match, of: 9) == [3, 6, 9])
    match.after = 3
    match.times = 1
    #expect(Self.fired(match, of: 9) == [6])
    #expect(Self.fired(.nth(1, server: .fcm), of: 2) == [])
  }

  @Test func picksByPathTokenAndBody() {
    func matches(_ change: (inout ScenarioMatch) -> Void) -> Bool {
      var match = ScenarioMatch()
      change(&match)
      return !Self.fired(match, of: 1, token: "abcd").isEmpty
    }
    #expect(matches { $0.token = "abcd" })
    #expect(!matches { $0.token = "bcd" })
    #expect(matches { $0.path = "/3/device/abcd" })
    #expect(matches { $0.path = "/3/*" })
    #expect(!matches { $0.path = "/3/device" })
    #expect(matches { $0.bodyContains = "\"alert\"" })
    #expect(!matches { $0.bodyContains = "absent" })
    #expect(!matches { $0.connection = 2 })
    #expect(!matches { $0.event = .connect })
  }

  /// However requests fall, a rule of every n fires once in n of those that it counts.
  @Test func isDeterministic() {
    var random = Fuzz.random("scenario engine walk")
    var match = ScenarioMatch.every(7)
    match.bodyContains = "x"
    let scenario = Scenario(rules: [ScenarioRule("r", match: match, actions: [.refuse])])
    var first = ScenarioEngine(scenario)
    var second = ScenarioEngine(scenario)
    var counted = 0
    for _ in 0..<2000 {
      let isCounted = random.next() % 3 == 0
      let request = APNsBench.request(body: isCounted ? "x" : "y")
      if isCounted { counted += 1 }
      let plan = first.requested(request, .apnsSandbox, connection: 1)
      #expect(plan == second.requested(request, .apnsSandbox, connection: 1))
      #expect(plan.actions.isEmpty != (isCounted && counted % 7 == 0), "seed \(Fuzz.seed)")
    }
    #expect(first.firings == ["r": counted / 7])
  }
}
