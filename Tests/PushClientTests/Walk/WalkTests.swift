import Foundation
import PushClient
import Testing

/// Random walks over everything that can happen to a device. The seed is printed: `PUSHWIRE_WALK_SEED` repeats
/// a run, `PUSHWIRE_WALK_EVENTS` says how many events it has (else as many as fit into 20 seconds).
@Suite struct WalkTests {
  @Test func noRuleIsBrokenOnARandomWalk() throws {
    let run = WalkRun(seed: WalkSettings.seed, events: WalkSettings.events)
    print("walk: seed \(run.seed) (PUSHWIRE_WALK_SEED, PUSHWIRE_WALK_EVENTS)")
    let outcome = run.run()
    if let fault = outcome.fault { Issue.record(Comment(rawValue: fault)) }
    print("walk: \(outcome.events) events, \(outcome.walks) walks")
    // A walk on which nothing happens proves nothing.
    guard outcome.events >= 20_000 else { return }
    for what in WalkRun.mustHappen { #expect(outcome.tally[what, default: 0] > 0, "no \(what)") }
  }
}

/// Walk after walk, each with a seed of its own: the first has the run's.
struct WalkRun {
  let seed: UInt64
  /// Nil: until the time is up.
  let events: Int?

  struct Outcome {
    var events = 0
    var walks = 0
    var tally: [String: Int] = [:]
    var fault: String?
  }

  static let mustHappen = [
    "killed", "store failed", "state lost", "device lost", "new installation", "dialog", "dialog answered",
    "show_explainer", "request_authorization", "put_registration", "post_logout", "settle", "present",
    "display",
    "complete", "run_work", "cancel_work", "store_inbox", "reconcile", "add_local", "cancel_locals",
    "authorize",
    "navigate", "run_action", "register_task", "submit_task", "run_task", "complete_task", "post_receipts",
    "account push shown", "account push navigated to", "account push worked on", "extension shows",
    "bound at rest",
    "metric duplicate", "metric suppressed",
  ]

  func run() -> Outcome {
    var outcome = Outcome()
    var random = WalkRandom(seed: seed)
    var walkSeed = seed
    let end = Date().addingTimeInterval(WalkSettings.seconds)
    while events.map({ outcome.events < $0 }) ?? (Date() < end) {
      let walk = Walk(seed: walkSeed)
      let length = length(of: walkSeed)
      do {
        try walk.walk(events: length)
      } catch {
        outcome.fault = Self.transcript(walkSeed, length, "\(error)")
      }
      outcome.events += walk.events
      outcome.walks += 1
      outcome.tally.merge(walk.tally, uniquingKeysWith: +)
      if outcome.fault != nil { break }
      walkSeed = random.next()
    }
    return outcome
  }

  /// Most are short, so that a fault has a short story; some fill every list.
  private func length(of seed: UInt64) -> Int { [100, 300, 300, 1000, 4000][Int(seed % 5)] }

  /// The same walk once more, with its story.
  private static func transcript(_ seed: UInt64, _ length: Int, _ fault: String) -> String {
    var lines: [String] = []
    let walk = Walk(seed: seed)
    walk.log = { lines.append($0) }
    try? walk.walk(events: length)
    let setup = "\(walk.setup.platform) \(walk.setup.apiLevel), policy \(walk.setup.policy.json.text)"
    let story = lines.suffix(walkLines).joined(separator: "\n")
    return "\(fault)\nPUSHWIRE_WALK_SEED=\(seed) PUSHWIRE_WALK_EVENTS=1 repeats it.\n\(setup)\n\(story)"
  }

  private static var walkLines: Int {
    ProcessInfo.processInfo.environment["PUSHWIRE_WALK_LINES"].flatMap(Int.init) ?? 60
  }
}
