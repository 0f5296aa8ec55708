import TestSupport
import Testing

@testable import Store

/// Few devices, few tokens, few accounts, so that everything meets everything, and after each step the store
/// is what the model says.
enum RegistrationWalk {
  static func run(_ stage: RegistrationStage, steps: Int, _ random: inout SeededRandom) throws {
    var model = RegistrationModel()
    var pushes: [RegistrationStage.Push] = []
    for step in 0..<steps {
      stage.now += random.chance(3) ? 0 : random.below(50)
      let name = random.pick(["a", "b", "c", "d"])
      var device = device(name, model, &random)
      let what: String
      switch random.below(12) {
      case 0:
        what = "logout of \(name)"
        _ = try stage.logout(device)
        model.logout(device)
      case 1, 2:
        what = "push to \(name)"
        if let push = try stage.push(name) { pushes.append(push) }
      case 3, 4:
        what = "verdict"
        guard !pushes.isEmpty else { break }
        try judge(pushes.remove(at: random.below(pushes.count)), stage, &model, &random)
      case 5 where random.chance(8):
        let since = stage.now - random.below(2_000)
        what = "prune before \(since)"
        _ = try stage.sweep(.prune(unseenSince: since))
        model.prune(unseenSince: since)
      case 6 where random.chance(8):
        let tenant = random.pick(["", "shop"])
        what = "erase alice of \(tenant)"
        let now = stage.now
        _ = try stage.store.transaction { session throws(StoreError) in
          try session.erase(tenant: tenant, account: "alice", now: now)
        }
        model.erase(tenant, "alice")
      default:
        device.challenge = RegistrationStage.hash("challenge \(step)")
        what = "\(device)"
        let answer: RegistrationModel.Answer =
          switch try stage.register(device) {
          case .stored: .stored
          case .refused(.wrongSecret): .wrongSecret
          case .refused(.staleGeneration): .stale
          case .refused(.generationConflict), .refused(.accountFull): .conflict
          }
        let expected = model.register(device, now: stage.now)
        #expect(answer == expected, "step \(step): \(what)")
      }
      let stored = try stage.everything()
      let read = RegistrationModel.read(stored)
      guard read == model.phones else {
        Issue.record("step \(step): \(what)\nstored \(read)\nexpected \(model.phones)")
        return
      }
      try check(stored, step)
    }
  }

  /// What holds whatever happened.
  private static func check(_ stored: [Registration], _ step: Int) throws {
    for registration in stored {
      #expect((registration.account == nil) == (registration.binding == .unbound), "step \(step)")
      #expect(registration.token != nil || registration.hold == nil, "step \(step)")
    }
    let owners = Dictionary(grouping: stored.filter { $0.token != nil }) {
      "\($0.token ?? "") \($0.environment)"
    }
    for (token, holders) in owners where holders.count > 1 {
      let isHeld = holders.allSatisfy { $0.hold?.kind == .tokenConflict }
      #expect(isHeld, "step \(step): two hold \(token), and one is sent to")
    }
  }

  private static func device(
    _ name: String, _ model: RegistrationModel, _ random: inout SeededRandom
  ) -> RegistrationStage.Device {
    var device = RegistrationStage.Device(name)
    let known = model.phones[name]
    device.token = random.chance(6) ? nil : random.pick(["token 1", "token 2", "token 3"])
    if let token = known?.token, random.chance(2) { device.token = token }
    device.generation = max((known?.generation ?? 1) + random.pick([0, 0, 0, 1, 1, -1]), 0)
    device.account = random.pick([nil, "alice", "alice", "bob"])
    device.tenant = device.account == nil ? "" : random.pick(["", "shop"])
    device.replaces = random.pick([nil, "alice", "bob"])
    if random.chance(9) { device.secret = RegistrationStage.hash("a guess") }
    if random.chance(5) { device.predecessor = model.phones[random.pick(["a", "b", "c", "d"])]?.secret }
    return device
  }

  private static func judge(
    _ push: RegistrationStage.Push, _ stage: RegistrationStage, _ model: inout RegistrationModel,
    _ random: inout SeededRandom
  ) throws {
    guard let row = try stage.everything().first(where: { $0.row == push.entry.registration }) else {
      _ = try stage.judge(push, .delete, sentAt: stage.now)
      return
    }
    let isSuspect = random.chance(3)
    let asOf = stage.now - random.below(60)
    try stage.judge(push, isSuspect ? .quarantine : .delete, asOf: asOf, sentAt: asOf)
    if isSuspect {
      model.suspect(row.installation, token: push.token, generation: push.entry.generation, sentAt: asOf)
    } else {
      model.die(row.installation, token: push.token, generation: push.entry.generation, asOf: asOf)
    }
  }
}
