import Diagnosis
import Foundation
import Generate
import PushClient
import PushClientTesting
import PushContract

@testable import pushwire

/// Emulators and a server, and what `pushwire verify` needs to play against them in this process.
final class VerifyCase {
  let scratch: ScratchFolder
  let stage: VerifyStage
  let profile: Profile
  let server: VerifyServer
  let player: VerifyPlayer
  let account = "verify-tests"
  let transport: any HTTPTransport

  init() throws {
    scratch = try ScratchFolder()
    let path = scratch.url.appendingPathComponent("pushwire.yaml").path
    try Data(DemoApp.profile.utf8).write(to: URL(fileURLWithPath: path))
    stage = try VerifyStage(profile: path)
    profile = try ProfileInput.usable(path: path).profile
    transport = try CurlTransport()
    server = VerifyServer(stage.address, key: stage.key, transport: transport)
    let content = try VerifyContent(profile, alert: nil, silent: nil, values: [], place: path)
    player = VerifyPlayer(server: server, content: content, wait: 20_000, isStopped: { false })
  }

  /// With its server asked in another way.
  func player(_ transport: any HTTPTransport) -> VerifyPlayer {
    VerifyPlayer(
      server: VerifyServer(stage.address, key: stage.key, transport: transport), content: player.content,
      wait: player.wait, isStopped: { false })
  }

  deinit { stage.stop() }

  /// How long is waited for what never comes, milliseconds; longer where the machine is slow.
  static let shortWait = 1_000

  /// - Parameter isSpoiled: something is waited for that never comes.
  func run(_ checks: [Check] = Check.allCases, isSpoiled: Bool = false) -> VirtualRun {
    var player = player
    if isSpoiled {
      player.wait = Self.shortWait
      player.leastLooks = 30
    }
    return VirtualRun(
      player: player, profile: profile, policy: ClientPolicy(profile),
      provider: HTTPDeliverySource(stage.devices, transport: transport), account: account,
      name: "t\(Int.random(in: 0..<1_000_000))",
      checks: checks)
  }

  /// All checks, of which one is spoiled: that alone waits in vain.
  func run(
    _ platform: Platform, spoiled: Check, _ spoil: @escaping (Platform, Check, VirtualDevice) -> Void
  ) -> DeviceReport {
    run(platform, spoiled) { $0.spoil = spoil }
  }

  func run(
    _ platform: Platform, spoiled: Check,
    source: @escaping (Platform, Check, any DeliverySource) -> any DeliverySource
  ) -> DeviceReport {
    run(platform, spoiled) { $0.source = source }
  }

  func run(
    _ platform: Platform, only check: Check, isSpoiled: Bool,
    _ spoil: @escaping (Platform, Check, VirtualDevice) -> Void
  ) -> DeviceReport {
    var run = run([check], isSpoiled: isSpoiled)
    run.spoil = spoil
    return run.run(platform)
  }

  private func run(_ platform: Platform, _ spoiled: Check, _ change: (inout VirtualRun) -> Void)
    -> DeviceReport
  {
    var rest = run(Check.allCases.filter { $0 != spoiled })
    var alone = run([spoiled], isSpoiled: true)
    change(&rest)
    change(&alone)
    let first = alone.run(platform)
    var whole = DeviceReport(name: first.name, means: .virtual, id: "")
    for finding in first.findings + rest.run(platform).findings { whole.add(finding) }
    return whole
  }

  /// A device as an app's user has it, registered and signed in.
  func device(_ platform: Platform, _ transport: any HTTPTransport) -> VirtualDevice {
    var app = VirtualApp(policy: ClientPolicy(profile), id: DemoApp.id)
    let server = server
    app.ticket = { server.ticket($0) }
    let device = VirtualDevice(
      platform, app: app, server: VirtualServer(server.address, transport: transport),
      provider: HTTPDeliverySource(stage.devices, transport: transport))
    device.person = .agreeable
    device.open()
    if let moment = app.policy.moments.keys.first { device.reach(moment: moment) }
    device.login(account)
    return device
  }
}

/// A provider's emulator that is never told that an app was removed.
final class ForgetfulSource: DeliverySource {
  private let source: any DeliverySource
  init(_ source: any DeliverySource) { self.source = source }
  func open(_ identity: ProviderIdentity) throws -> String { try source.open(identity) }
  func deliveries(of token: String, after: Int, wait: Int) throws -> [Delivery] {
    try source.deliveries(of: token, after: after, wait: wait)
  }
  func set(isOnline: Bool, of token: String) throws { try source.set(isOnline: isOnline, of: token) }
  func remove(_ token: String) throws {}
}
