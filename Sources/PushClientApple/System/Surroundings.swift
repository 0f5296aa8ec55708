internal import Foundation
internal import PushClient
internal import UserNotifications

/// Everything around the client that tests put something else in place of.
@MainActor struct Surroundings {
  var host: any HostApp
  var timers: any Timers
  var network: any NetworkPath
  var file: StateFile
  var vault: any Vault
  var tasks: (any TaskScheduling)?
  var center = UNUserNotificationCenter.current()
  var environment: @MainActor () -> APNsEnvironment
  /// The Info.plist.
  var info: [String: Any] = [:]
  var isLowPower: @MainActor () -> Bool = { false }
  /// A number from 0 up to and without this.
  var random: @MainActor (Int) -> Int = { $0 > 0 ? Int.random(in: 0..<$0) : 0 }
  var newInstallation: @MainActor () -> String = RandomText.installation
  var newSecret: @MainActor () -> String = RandomText.secret
}

extension Surroundings {
  /// Where the state lies: in the group's container, else in Application Support.
  nonisolated static func folder(appGroup: String?) -> URL? {
    #if canImport(Darwin)
      if let appGroup {
        return FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: appGroup)?
          .appendingPathComponent("Library/Application Support/Pushwire", isDirectory: true)
      }
    #endif
    return FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first?
      .appendingPathComponent("Pushwire", isDirectory: true)
  }
}

#if !os(watchOS)
  extension Surroundings {
    #if os(Linux)
      /// Which app a test runs, of those that only stubs make possible here, and its Info.plist.
      static var standIn: (platform: Platform, info: [String: Any]) = (.ios, [:])
    #endif

    /// The real ones.
    @available(iOSApplicationExtension, unavailable)
    static func system(_ options: PushwireOptions) -> Surroundings {
      #if os(Linux)
        let host: any HostApp = standIn.platform == .macos ? AppKitApp() : UIKitApp()
      #elseif canImport(UIKit)
        let host = UIKitApp()
      #else
        let host = AppKitApp()
      #endif
      var folder = folder(appGroup: options.appGroup)
      if folder == nil {
        options.log(PushwireLog("no_container"))
        folder = self.folder(appGroup: nil)
      }
      let file = StateFile(folder: folder ?? FileManager.default.temporaryDirectory)
      if options.appGroup != nil, let own = self.folder(appGroup: nil), own != folder {
        file.takeOver(from: own)
      }
      var made = Surroundings(
        host: host, timers: SystemTimers(), network: AssumedNetworkPath(), file: file,
        vault: KeychainVault(
          service: (Bundle.main.bundleIdentifier ?? "app") + ".pushwire", group: options.keychainGroup),
        environment: { APNsEnvironment.read(host.platform) }, info: Bundle.main.infoDictionary ?? [:])
      #if canImport(Network)
        made.network = SystemNetworkPath()
      #endif
      #if canImport(BackgroundTasks) && !os(macOS) && !os(watchOS)
        made.tasks = host.platform == .ios ? SystemTasks() : nil
      #endif
      #if os(Linux)
        made.info = standIn.info
      #endif
      #if canImport(Darwin)
        made.isLowPower = { ProcessInfo.processInfo.isLowPowerModeEnabled }
      #endif
      return made
    }
  }
#endif
