import Diagnosis
import Foundation
import PushClient
import PushClientTesting
import PushContract

/// The whole checklist on virtual devices: each check on a device of its own, so that one fault spoils one check.
struct VirtualRun {
  let player: VerifyPlayer
  let profile: Profile
  let policy: ClientPolicy
  let provider: any DeliverySource
  let account: String
  /// Different for each run.
  let name: String
  var checks = Check.allCases
  /// Spoils a device, for tests.
  var spoil: (Platform, Check, VirtualDevice) -> Void = { _, _, _ in }
  /// Stands between the device and its provider, for tests.
  var source: (Platform, Check, any DeliverySource) -> any DeliverySource = { $2 }

  /// The platforms of the profile.
  static func platforms(_ profile: Profile) -> [Platform] {
    [
      profile.app.ios == nil ? nil : Platform.ios, profile.app.macos == nil ? nil : .macos,
      profile.app.android == nil ? nil : .android,
    ].compactMap { $0 }
  }

  /// - Parameter tell: called with each finding.
  func run(_ platform: Platform, tell: (Finding) -> Void = { _ in }) -> DeviceReport {
    var report = DeviceReport(
      name: "\(platform.title) virtual device", means: .virtual, id: "", scope: checks)
    for check in checks {
      if player.isStopped() { break }
      let driver = VirtualDriver(
        platform, app(platform), player.server, source(platform, check, provider), account: account,
        wait: player.wait
      ) { spoil(platform, check, $0) }
      if check != .tokenReachesServer { _ = driver.act(.launch) }
      let setting = CheckRun.Setting(
        means: .virtual, prefix: "verify-\(name)-\(platform.rawValue)-\(check.rawValue)", account: account)
      var run = CheckRun(check, setting)
      let finding = player.play(&run, with: driver)
      report.add(finding)
      if let facts = run.observed.installation, check == .tokenReachesServer || report.installation == nil {
        report.installation = facts
      }
      tell(finding)
      leave(driver)
    }
    return report
  }

  /// No device of a check stays with an account. What cannot be undone any more was undone by the check.
  private func leave(_ driver: VirtualDriver) {
    driver.device.faults = []
    driver.device.set(isOnline: true)
    guard driver.device.system.appState != .notInstalled else { return }
    driver.device.open()
    driver.device.logout()
  }

  private func app(_ platform: Platform) -> VirtualApp {
    let id: String?
    switch platform {
    case .ios: id = profile.app.ios?.bundleID
    case .macos: id = profile.app.macos?.bundleID
    case .android: id = profile.app.android?.package
    }
    var app = VirtualApp(policy: policy, id: id ?? "", project: profile.credentials.fcm?.projectID)
    let environments = profile.credentials.apns.flatMap(\.environments)
    app.environment = environments.isEmpty || environments.contains(.sandbox) ? "sandbox" : "production"
    app.environmentSource = platform == .macos ? "entitlement" : "embedded_profile"
    return app
  }
}
