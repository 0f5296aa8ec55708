import Diagnosis
import Foundation
import PushClient
import PushClientTesting

/// A virtual device that does what a check asks. It knows what was delivered to it and what the public API
/// answered; whether that is enough is judged elsewhere.
final class VirtualDriver: VerifyDriver {
  let device: VirtualDevice
  private let provider: WatchedSource
  private let account: String
  /// The app's backend vouches for the second account.
  private var vouchesForSecond = false
  /// How long a notification to tap is waited for, milliseconds.
  private let wait: Int
  /// Between two looks, when nothing is to be waited for at the provider; microseconds.
  private static let pause: UInt32 = 3_000

  /// - Parameters:
  ///   - account: who signs in first.
  ///   - prepare: what is spoiled, for tests.
  init(
    _ platform: Platform, _ app: VirtualApp, _ server: VerifyServer, _ provider: any DeliverySource,
    account: String,
    wait: Int, prepare: (VirtualDevice) -> Void = { _ in }
  ) {
    self.account = account
    self.wait = wait
    self.provider = WatchedSource(provider)
    device = VirtualDevice(
      platform, app: app, server: VirtualServer(server.address, transport: server.transport),
      provider: self.provider)
    device.person = .agreeable
    device.app.ticket = { [weak self] wanted in
      guard let self, wanted == self.account || self.vouchesForSecond else { return nil }
      return server.ticket(wanted)
    }
    prepare(device)
  }

  /// Also after the app was deleted: the server still knows it.
  private(set) var installation: String?
  /// Emulators that are away are no fault of the app's.
  var trouble: String? { provider.trouble }
  var second: String { account + "-2" }

  func act(_ act: Act) -> Answer {
    let known = device.navigations.count
    defer { installation = device.installation ?? installation }
    switch act {
    case .launch: launch()
    case .foreground: device.open()
    case .background: device.leave()
    case .terminate:
      device.leave()
      device.terminate()
    case .tap(let notification): return tap(notification)
    case .logOut: device.logout()
    case .logIn: device.login(account)
    case .switchAccount: device.login(second)
    case .vouchForSecond:
      vouchesForSecond = true
      device.leave()
      device.open()
    case .goOffline: device.set(isOnline: false)
    case .goOnline: device.set(isOnline: true)
    case .removeApp: device.removeApp()
    }
    return .done(detail: went(after: known))
  }

  /// The app's first start: what justifies asking happens, the person says yes to all, and signs in.
  private func launch() {
    device.open()
    if let moment = device.app.policy.moments.keys.sorted().first { device.reach(moment: moment) }
    device.login(account)
  }

  private func tap(_ notification: String) -> Answer {
    let known = device.navigations.count
    let state = device.system.appState.rawValue
    let isShown = device.run(within: wait) { _ in
      self.device.flush()
      return self.shown(notification) != nil || DemoInterruption.hasCome
    }
    if DemoInterruption.hasCome { return .interrupted }
    if let trouble { return .unreachable(trouble) }
    guard isShown, let item = shown(notification) else {
      let entry = device.journal.entries.last {
        $0.side == .system && $0.words.hasPrefix(notification + ": ")
      }
      let why = entry.map { String($0.words.dropFirst(notification.count + 2)) }
      return .impossible(why ?? "nothing arrived on the device")
    }
    device.tap(item)
    device.flush()
    return .done(detail: "shown while \(state), and tapped" + (went(after: known).map { "; \($0)" } ?? ""))
  }

  private func shown(_ notification: String) -> ShownNotification? {
    device.system.tray.first { $0.notification == notification }
  }

  private func went(after known: Int) -> String? {
    device.navigations.dropFirst(known).last.map { "went to \($0.destination.name)" }
  }

  func idle() {
    device.tick()
    device.flush()
    let came = (try? device.fetch(wait: 20)) ?? 0
    device.flush()
    // Nothing to wait for at the provider: offline, or without a token.
    if came == 0, device.system.token == nil || !device.system.isOnline { usleep(Self.pause) }
  }

  /// The time that silent work may take is skipped, not waited for.
  func lastChance() -> Bool {
    guard !device.openWorks.isEmpty else { return false }
    device.advance(by: 60_000)
    device.flush()
    return true
  }
}

/// Remembers that a provider could not be asked.
final class WatchedSource: DeliverySource {
  private let source: any DeliverySource
  /// Why, the first time.
  private(set) var trouble: String?

  init(_ source: any DeliverySource) { self.source = source }

  var arrivesByItself: Bool { source.arrivesByItself }

  func open(_ identity: ProviderIdentity) throws -> String { try watch { try source.open(identity) } }
  func deliveries(of token: String, after: Int, wait: Int) throws -> [Delivery] {
    try watch { try source.deliveries(of: token, after: after, wait: wait) }
  }
  func set(isOnline: Bool, of token: String) throws {
    try watch { try source.set(isOnline: isOnline, of: token) }
  }
  func remove(_ token: String) throws { try watch { try source.remove(token) } }

  private func watch<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch {
      trouble = trouble ?? "\(error)"
      throw error
    }
  }
}
