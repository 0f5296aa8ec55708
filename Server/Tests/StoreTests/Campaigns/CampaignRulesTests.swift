import TestSupport
import Testing

@testable import Store

@Suite struct CampaignRulesTests {
  /// The table of ``CampaignMachine``, line by line.
  @Test func theTable() {
    func after(_ event: CampaignMachine.Event, _ state: CampaignState, _ hasStarted: Bool) -> CampaignState? {
      var machine = CampaignMachine(state: state, hasStarted: hasStarted)
      let before = machine
      guard machine.apply(event) else {
        #expect(machine == before)
        return nil
      }
      return machine.state
    }
    let states = CampaignState.allCases
    func line(_ event: CampaignMachine.Event, hasStarted: Bool = true) -> [CampaignState?] {
      states.map { after(event, $0, hasStarted) }
    }
    #expect(states == [.scheduled, .running, .paused, .finishing, .done, .cancelled, .failed])
    #expect(line(.start) == [.running, nil, nil, nil, nil, nil, nil])
    #expect(line(.pause) == [.paused, .paused, nil, .paused, nil, nil, nil])
    #expect(line(.resume) == [nil, nil, .running, nil, nil, nil, nil])
    #expect(line(.resume, hasStarted: false) == [nil, nil, .scheduled, nil, nil, nil, nil])
    #expect(line(.through) == [nil, .finishing, nil, nil, nil, nil, nil])
    #expect(line(.settle) == [nil, nil, nil, .done, nil, nil, nil])
    #expect(line(.cancel) == [.cancelled, .cancelled, .cancelled, .cancelled, nil, nil, nil])
    #expect(line(.fail) == [.failed, .failed, .failed, .failed, nil, nil, nil])
  }

  @Test func endedIsForGood() {
    Fuzz.run("campaign machine") { _, random in
      var machine = CampaignMachine()
      for _ in 0..<40 {
        let before = machine
        let event = CampaignMachine.Event.allCases[Int(random.next() % 7)]
        let isTaken = machine.apply(event)
        #expect(isTaken == (machine != before))
        if before.state.hasEnded { #expect(!isTaken) }
        if machine.state == .running || machine.state == .finishing { #expect(machine.hasStarted) }
      }
    }
  }

  @Test(arguments: [
    ("2.9", "2.10", -1), ("2", "2.0", 0), ("2.0.1", "2", 1), ("10", "9.9.9", 1), ("3-beta", "3", 0),
    ("", "0", 0), ("1.2.3", "1.2.3", 0), ("99999999999999999999999", "1", 1), ("1..2", "1.0.2", 0),
    ("x", "0.0", 0),
  ])
  func versions(_ left: String, _ right: String, _ order: Int) {
    #expect(AppVersionOrder.compare(left, right) == order)
    #expect(AppVersionOrder.compare(right, left) == -order)
  }

  @Test func versionsAreOrdered() {
    Fuzz.run("app versions") { _, random in
      func version() -> (text: String, parts: [Int]) {
        let parts = (0..<Int(1 + random.next() % 4)).map { _ in Int(random.next() % 30) }
        return (
          parts.map(String.init).joined(separator: "."), parts + Array(repeating: 0, count: 4 - parts.count)
        )
      }
      let (left, right) = (version(), version())
      let expected =
        left.parts == right.parts ? 0 : left.parts.lexicographicallyPrecedes(right.parts) ? -1 : 1
      #expect(AppVersionOrder.compare(left.text, right.text) == expected, "\(left.text) \(right.text)")
    }
  }

  @Test func theSampleIsOneInSoMany() {
    let all = (0..<10_000).map { "installation-\($0)" }
    func picked(_ one: Int, _ campaign: String = "spring") -> Int {
      all.count { CampaignSample.contains(installation: $0, campaign: campaign, one: one) }
    }
    #expect(picked(1) == 10_000)
    #expect(picked(0) == 0)
    #expect((80...120).contains(picked(100)))
    let both = all.count {
      CampaignSample.contains(installation: $0, campaign: "spring", one: 10)
        && CampaignSample.contains(installation: $0, campaign: "autumn", one: 10)
    }
    #expect((60...140).contains(both))
  }
}
