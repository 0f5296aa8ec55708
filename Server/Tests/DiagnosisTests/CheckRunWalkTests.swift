import Diagnosis
import Foundation
import PushContract
import TestSupport
import Testing

/// Whatever is answered, a check ends, and claims nothing without evidence. `PUSHWIRE_SEED` repeats a run.
@Suite struct CheckRunWalkTests {
  private static let seed =
    ProcessInfo.processInfo.environment["PUSHWIRE_SEED"].flatMap { UInt64($0) }
    ?? UInt64.random(in: 1...UInt64.max)

  @Test func anyAnswersLeadToAnEndAndNothingIsClaimedWithoutEvidence() {
    print("PUSHWIRE_SEED=\(Self.seed)")
    let note = Comment(rawValue: "PUSHWIRE_SEED=\(Self.seed)")
    var random = SeededRandom(seed: Self.seed)
    var ends: [HopStatus: Int] = [:]
    for _ in 0..<100_000 {
      let check = random.pick(Check.allCases)
      let means = random.pick([Means.virtual, .person])
      var setting = CheckRun.Setting(means: means, prefix: "w", account: "ada")
      if random.chance(2) { setting.known = installation(&random) }
      var run = CheckRun(check, setting)
      var steps = 0
      while steps < 40 {
        if case .finish = run.step { break }
        // Mostly what fits the step, at times anything.
        run.take(random.chance(20) ? anything(&random) : fitting(run.step, &random))
        steps += 1
      }
      guard case .finish(let finding) = run.step else {
        Issue.record("it goes on: \(check), \(note)")
        return
      }
      ends[finding.status, default: 0] += 1
      #expect(finding.check == check, note)
      let sources = Set(finding.evidence.map(\.source))
      switch finding.status {
      case .proven:
        #expect(supports(check, run.observed), "\(finding) \(note)")
        #expect(!sources.isEmpty && !sources.contains("person"), "\(finding) \(note)")
      case .broken:
        #expect(!sources.isEmpty, "\(finding) \(note)")
        #expect(finding.next != nil, "\(finding) \(note)")
      case .unknown, .notApplicable: #expect(!finding.why.isEmpty, note)
      }
    }
    for status in [HopStatus.proven, .broken, .unknown] { #expect(ends[status, default: 0] > 500, note) }
  }

  /// What must have been seen for a check to be proven, said once more and differently.
  private func supports(_ check: Check, _ observed: Observations) -> Bool {
    let messages = observed.messages.values
    func receipt(_ kinds: String...) -> Bool {
      messages.contains { $0.sending == "accepted" && $0.receipts.contains { kinds.contains($0.kind) } }
    }
    switch check {
    case .tokenReachesServer:
      return observed.installation?.token != nil && observed.installation?.state == "active"
    case .sendAccepted: return messages.contains { $0.sending == "accepted" && $0.providerID != nil }
    case .alertForeground: return receipt("displayed", "opened", "routed", "fell_back")
    case .alertBackground, .alertTerminated: return receipt("opened", "routed", "fell_back")
    case .tapColdStart: return receipt("routed")
    case .silentCompletes: return receipt("completed")
    case .logoutDeletesToken:
      return observed.installation?.binding == "unbound" && messages.contains { $0.sending == "suppressed" }
    case .removedAppPruned:
      return observed.installation?.token == nil && messages.contains { $0.sending == "rejected" }
    case .accountSwitchSuppresses:
      return observed.installation?.binding == "bound" && observed.installation?.account != "ada"
        && receipt("displayed", "opened", "routed", "fell_back")
    }
  }

  // MARK: Answers

  private func fitting(_ step: Step, _ random: inout SeededRandom) -> Answer {
    switch step {
    case .act: random.chance(12) ? anything(&random) : .done(detail: random.chance(2) ? "seen" : nil)
    case .send: .sent(send(&random))
    case .readInstallation: .installation(random.chance(12) ? nil : installation(&random))
    case .watch(_, let until):
      .message(random.chance(12) ? nil : message(&random, isReceipt: until != .settled))
    case .finish: .interrupted
    }
  }

  private func anything(_ random: inout SeededRandom) -> Answer {
    switch random.below(8) {
    case 0: .done(detail: nil)
    case 1: .impossible("nothing there")
    case 2: .skipped
    case 3: .interrupted
    case 4: .sent(send(&random))
    case 5: .installation(installation(&random))
    case 6: .message(message(&random, isReceipt: true))
    default: .unreachable("no answer")
    }
  }

  private func send(_ random: inout SeededRandom) -> SendFacts {
    var facts = SendFacts()
    facts.status = random.chance(10) ? random.pick([0, 400, 409, 503]) : 202
    return facts
  }

  private func installation(_ random: inout SeededRandom) -> InstallationFacts {
    var facts = InstallationFacts()
    facts.state = random.chance(8) ? random.pick(["held", "quarantined", "gone"]) : "active"
    facts.platform = random.pick(["ios", "android"])
    facts.environment = random.chance(8) ? "unknown" : "sandbox"
    facts.token = random.chance(4) ? nil : "8f3a…2b1c"
    facts.binding = random.chance(3) ? random.pick(["unbound", "ambiguous"]) : "bound"
    facts.account = random.pick(["ada", "bo"])
    facts.lastConfirmedAt = random.below(4)
    for _ in 0..<random.below(3) {
      var entry = RetiredFacts()
      entry.kind = random.pick(["logout", "token_dead", "rotated"])
      entry.at = random.below(4)
      facts.retired.append(entry)
    }
    return facts
  }

  private func message(_ random: inout SeededRandom, isReceipt: Bool) -> MessageFacts {
    var facts = MessageFacts()
    facts.sending =
      random.chance(3)
      ? random.pick(["queued", "suppressed", "rejected", "failed", "unconfirmed"]) : "accepted"
    facts.reason =
      facts.sending == "rejected" ? random.pick(["Unregistered", "BadDeviceToken", "UNREGISTERED"]) : nil
    facts.providerID = random.chance(5) ? nil : "id"
    guard isReceipt else { return facts }
    let kinds = [
      "received", "displayed", "suppressed", "opened", "routed", "fell_back", "completed", "duplicate",
    ]
    for kind in kinds where random.chance(3) {
      var receipt = ReceiptFacts()
      receipt.kind = kind
      receipt.result = kind == "completed" ? random.pick(["new_data", "no_data", "failed", "expired"]) : nil
      facts.receipts.append(receipt)
    }
    return facts
  }
}
