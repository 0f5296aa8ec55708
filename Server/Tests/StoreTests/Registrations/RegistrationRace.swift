import TestSupport
import Testing

@testable import Store

/// The race between a device that says "this token is mine" and a provider that says it is dead: whatever
/// comes first, a registration that was confirmed after the time the provider speaks of is never deleted.
enum RegistrationRace {
  private struct Phone {
    var device: RegistrationStage.Device
    /// What the device itself knows: it last confirmed this token at this time.
    var confirmedAt = 0
    var tokens = 1
  }

  /// A verdict under way: about a token, dead as of a time.
  private struct Pending {
    var push: RegistrationStage.Push
    var asOf: Int
    var sentAt: Int
    var isSuspect: Bool
  }

  struct Counts: Equatable {
    var deleted = 0
    var kept = 0
    var quarantined = 0
    var verdicts: Int { deleted + kept + quarantined }
  }

  /// One phone, in `steps` random steps.
  static func run(
    _ stage: RegistrationStage, _ name: String, steps: Int, _ counts: inout Counts,
    _ random: inout SeededRandom
  ) throws {
    var phone = Phone(device: .init(name, token: "\(name) token 1", account: "alice"))
    var pending: [Pending] = []
    var hasToken = true
    var isHeld = false
    func confirm() throws {
      try stage.stored(phone.device)
      phone.confirmedAt = stage.now
      hasToken = true
      isHeld = false
    }
    try stage.together {
      try confirm()
      for _ in 0..<steps {
        stage.now += random.below(3)
        switch random.below(5) {
        case 0: try confirm()
        case 1 where random.chance(3):
          phone.tokens += 1
          phone.device.token = "\(name) token \(phone.tokens)"
          phone.device.generation += 1
          try confirm()
        case 1, 2:
          let push = try stage.push(name, tenant: "")
          #expect((push != nil) == (hasToken && !isHeld))
          guard let push else { break }
          #expect(push.token == phone.device.token, "never the token before")
          // APNs speaks of a time before or after the send; FCM and a bare 410 of none.
          let asOf = random.chance(2) ? 0 : stage.now + random.below(9) - 4
          pending.append(Pending(push: push, asOf: asOf, sentAt: stage.now, isSuspect: random.chance(4)))
        default:
          guard !pending.isEmpty else { break }
          let verdict = pending.remove(at: random.below(pending.count))
          let effects = try stage.judge(
            verdict.push, verdict.isSuspect ? .quarantine : .delete, asOf: verdict.asOf,
            sentAt: verdict.sentAt)
          let asOf = min(verdict.isSuspect || verdict.asOf == 0 ? verdict.sentAt : verdict.asOf, stage.now)
          let mayAct =
            phone.confirmedAt < asOf && verdict.push.token == phone.device.token && hasToken
            && !(verdict.isSuspect && isHeld)
          #expect(
            effects.tokenChanges.isEmpty != mayAct, "confirmed at \(phone.confirmedAt), spoken of \(asOf)")
          if !mayAct {
            counts.kept += 1
          } else if verdict.isSuspect {
            counts.quarantined += 1
            isHeld = true
          } else {
            counts.deleted += 1
            hasToken = false
            isHeld = false
          }
        }
      }
    }
    let after = try stage.get(name)
    #expect(after.token == (hasToken ? phone.device.token : nil))
    #expect((after.hold != nil) == isHeld)
    #expect(after.lastConfirmedAt == phone.confirmedAt)
  }
}
