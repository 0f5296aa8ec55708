import AppKit
import BackgroundTasks
import Foundation
import PushClient
import Security
import UIKit
import UserNotifications

@testable import PushClientApple

/// A device with the app on it: the app can be ended and launched again, and what lasts over that lasts.
@MainActor final class Device {
  let timers = ManualTimers()
  let server = FakeServer()
  let network = FakeNetwork()
  let folder: URL
  let logs = Record<PushwireLog>()
  let metrics = Record<ClientMetric>()
  let tickets = Record<String>()
  var policy = Device.policy
  var options = PushwireOptions()
  var info: [String: Any] = [
    "CFBundleShortVersionString": "4.1",
    "BGTaskSchedulerPermittedIdentifiers": ["com.example.refresh", "com.example.upload"],
  ]
  var platform = Platform.ios
  var environment = APNsEnvironment(name: "sandbox", source: "embedded_profile")
  var access: @MainActor @Sendable (Destination) async -> Access = { _ in .allowed }
  var ticket: @Sendable (String) async throws -> String = { "ticket-of-\($0)" }
  var excluded: [String] = []
  private(set) var push: Pushwire
  private var made = 0

  init() {
    UNUserNotificationCenter.fakeReset()
    UIApplication.fakeReset()
    NSApplication.fakeReset()
    NSWorkspace.fakeReset()
    BGTaskScheduler.fakeReset()
    FakeKeychain.current = FakeKeychain()
    SecTask.fakeEntitlements = [:]
    Surroundings.standIn = (.ios, [:])
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("pushwire-\(UUID().uuidString)")
    push = Pushwire(
      policy: policy, server: Device.address, options: options, surroundings: .system(options),
      ticket: { _ in "" }, authorize: { _ in .allowed })
    install()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  static let address = URL(string: "https://push.example.com") ?? URL(fileURLWithPath: "/")
  var center: UNUserNotificationCenter { .current() }
  var application: UIApplication { .shared }
  var state: ClientState { push.engine?.state ?? ClientState() }

  /// A process of the app, before its launch.
  func install() {
    options.transport = server
    options.log = { [logs] in logs.add($0) }
    options.metric = { [metrics] in metrics.add($0) }
    let host: any HostApp = platform == .macos ? AppKitApp() : UIKitApp()
    let environment = environment
    var around = Surroundings(
      host: host, timers: timers, network: network,
      file: StateFile(folder: folder) { [weak self] in self?.excluded.append($0.lastPathComponent) },
      vault: KeychainVault(service: "com.example.pushwire", group: nil), environment: { environment })
    around.info = info
    around.tasks = platform == .macos ? nil : SystemTasks()
    around.random = { $0 / 2 }
    around.newInstallation = { [unowned self] in self.name("installation") }
    around.newSecret = { [unowned self] in self.name("secret") }
    let access = access
    let (ticket, tickets) = (ticket, tickets)
    push = Pushwire(
      policy: policy, server: Device.address, options: options, surroundings: around,
      ticket: {
        tickets.add($0)
        return try await ticket($0)
      }, authorize: { await access($0) })
  }

  private func name(_ kind: String) -> String {
    made += 1
    return "\(kind)-\(made)"
  }

  /// The process ends: nothing but files, the keychain and the system's own is left.
  func kill() {
    BGTaskScheduler.fakeReset()
    UIApplication.fakeReset()
    install()
  }

  func launch() { push.launch() }

  /// Launched, with a token, registered.
  func launchRegistered(account: String? = nil) async {
    center.fakeSettings = .fake(.authorized)
    if let account { push.logIn(account) }
    launch()
    token()
    await until { self.state.registration.acknowledged > 0 && !self.state.registration.isDue }
  }

  func token(_ bytes: [UInt8] = [0x0a, 0xff, 0x00, 0x7e]) { push.didRegister(deviceToken: Data(bytes)) }

  func log(_ code: String) -> [String] { logs.all.filter { $0.code == code }.map(\.subject) }
}
