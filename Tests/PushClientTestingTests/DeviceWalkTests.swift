import Foundation
import PushClient
import Testing

@testable import PushClientTesting

/// Random stories of a person, a backend and a system. `PUSHWIRE_SEED` repeats one.
@Suite struct DeviceWalkTests {
  private static let seed =
    ProcessInfo.processInfo.environment["PUSHWIRE_SEED"].flatMap { UInt64($0) }
    ?? UInt64.random(in: 1...UInt64.max)

  /// What a walk knows beside the device.
  private struct World {
    let backend = MemoryBackend()
    let device: VirtualDevice
    var numbers: SeededNumbers
    var sent = 0
    var taps = 0
    /// What the backend has, and what the app has fetched of it.
    var data = 0
    /// Whom each notification was for.
    var meant: [String: String] = [:]

    init(_ platform: Platform, seed: UInt64) {
      numbers = SeededNumbers(seed: seed)
      var app = VirtualApp(policy: TestApp.policy, id: "com.example.shop")
      app.ticket = backend.ticket
      app.permittedTasks = ["com.example.refresh"]
      app.taskHandlers = ["com.example.refresh"]
      device = VirtualDevice(
        platform, app: app, server: backend.server, provider: backend,
        clock: VirtualClock(at: 1_800_000_000_000), seed: seed)
    }

    mutating func chance(_ percent: Int) -> Bool { numbers.below(100) < percent }
  }

  private final class Fetched { var data = 0 }

  @Test(arguments: [Platform.ios, .macos, .android]) func walks(_ platform: Platform) {
    for walk in 0..<15 { self.walk(platform, seed: Self.seed &+ UInt64(walk)) }
  }

  private func walk(_ platform: Platform, seed: UInt64) {
    let note = Comment(rawValue: "PUSHWIRE_SEED=\(Self.seed) on \(platform.rawValue), walk seed \(seed)")
    var world = World(platform, seed: seed)
    let device = world.device
    let fetched = Fetched()
    let box = Fetched()
    device.app.work = { _ in
      fetched.data = box.data
      return .finished(.newData)
    }
    device.app.reconcile = { _ in fetched.data = box.data }
    for _ in 0..<150 {
      step(&world)
      box.data = world.data
      if let broken = Self.broken(world) {
        Issue.record("\(broken): \(note)\n\(device.journal.text(from: device.journal.entries.count - 20))")
        return
      }
    }
    // However much was lost on the way: in front and online, the data is that of the backend.
    world.backend.isReachable = true
    device.faults = []
    device.set(isOnline: true)
    device.open()
    device.login("ada")
    device.advance(by: 60_000)
    device.leave()
    device.open()
    let story = Comment(rawValue: "\(note)\n\(device.journal.text(from: device.journal.entries.count - 30))")
    #expect(device.clientState?.account.binding == .bound, story)
    #expect(fetched.data == world.data, note)
    #expect(device.openHandles == 0, note)
  }

  /// What must never be, in words; nil: nothing of it is.
  private static func broken(_ world: World) -> String? {
    let device = world.device
    if let misuse = device.misuses.first { return misuse }
    if device.platform != .android, device.system.promptsShown > 1 { return "two prompts" }
    if device.navigations.count > world.taps { return "a tap led somewhere twice" }
    let account = device.clientState?.account.account
    let isStrange = device.inbox.contains { world.meant[$0.notification].map { $0 != account } ?? false }
    return isStrange ? "another account's notification is in the inbox" : nil
  }

  private func step(_ world: inout World) {
    let device = world.device
    switch world.numbers.below(22) {
    case 0, 1: device.open()
    case 2: device.leave()
    case 3: device.terminate()
    case 4: if world.chance(40) { device.forceQuit() }
    case 5: device.set(isOnline: world.chance(60))
    case 6: world.backend.isReachable = world.chance(70)
    case 7: device.login(world.chance(50) ? "ada" : "bob")
    case 8: device.logout()
    case 9:
      // A dialog that nobody answered may come again.
      let last: Person.Reaction = device.platform == .android ? .dismiss : .deny
      let reactions: [Person.Reaction] = [.allow, .allow, .deny, last]
      device.person.promptReactions = [reactions[world.numbers.below(reactions.count)]]
      device.person.explainerAnswers = [world.chance(70)]
      device.reach(moment: "order_placed")
    case 10, 11, 12:
      world.sent += 1
      let id = "n\(world.sent - world.numbers.below(3))"
      guard let installation = device.installation else { return }
      let account = world.backend.registrations[installation]?.account
      // The same notification again is for the same account.
      guard world.meant[id].map({ $0 == account }) ?? true else { return }
      world.meant[id] = account
      world.backend.send(
        "order_shipped", id: id, to: device, TestApp.order, revision: 1 + world.numbers.below(2))
    case 13, 14:
      world.sent += 1
      world.data += 1
      if world.chance(60) { world.backend.send("orders_changed", id: "s\(world.sent)", to: device) }
    case 15, 16:
      guard !device.system.tray.isEmpty else { return }
      let item = device.system.tray[world.numbers.below(device.system.tray.count)]
      world.taps += 1
      device.tap(item)
      if world.chance(30) { device.respondAgain(item) }
    case 17: if let item = device.system.tray.first { device.dismiss(item) }
    case 18: device.advance(by: world.numbers.below(90_000))
    case 19: if world.chance(30) { device.rotateToken() }
    case 20: if world.chance(15) { device.changeSettings { $0.status = .denied } }
    default: if world.chance(10) { device.reinstall(keepsToken: world.chance(50)) }
    }
  }
}
