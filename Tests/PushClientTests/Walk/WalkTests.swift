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
    "metric duplicate", "metric suppressed", "receipts dropped",
  ]

  /// On all processors.
  func run() -> Outcome {
    let end = Date().addingTimeInterval(WalkSettings.seconds)
    let tally = WalkTally()
    DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) { _ in
      while let index = tally.next(while: { outcome in
        outcome.fault == nil && (events.map { outcome.events < $0 } ?? (Date() < end))
      }) {
        let walkSeed = self.seed(of: index)
        let walk = Walk(seed: walkSeed)
        let length = length(of: walkSeed)
        var fault: String?
        do {
          try walk.walk(events: length)
        } catch {
          fault = Self.transcript(walkSeed, length, "\(error)")
        }
        tally.add(walk, fault)
      }
    }
    return tally.outcome
  }

  /// The first walk has the run's own.
  private func seed(of index: Int) -> UInt64 {
    guard index > 0 else { return seed }
    var random = WalkRandom(seed: seed &+ UInt64(index))
    return random.next()
  }

  /// Most are short, so that a fault has a short story; some fill every list.
  private func length(of seed: UInt64) -> Int {
    switch seed % 32 {
    case 0: 6_000
    case 1...3: 1_500
    default: 100 + Int(seed % 401)
    }
  }

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

/// What all processors count together.
private final class WalkTally: @unchecked Sendable {
  private let lock = NSLock()
  private var shared = WalkRun.Outcome()
  private var begun = 0

  var outcome: WalkRun.Outcome { lock.withLock { shared } }

  /// The number of the next walk; nil: there is none.
  func next(while goesOn: (WalkRun.Outcome) -> Bool) -> Int? {
    lock.withLock {
      guard goesOn(shared) else { return nil }
      begun += 1
      return begun - 1
    }
  }

  func add(_ walk: Walk, _ fault: String?) {
    lock.withLock {
      shared.events += walk.events
      shared.walks += 1
      shared.tally.merge(walk.tally, uniquingKeysWith: +)
      if shared.fault == nil { shared.fault = fault }
    }
  }
}
