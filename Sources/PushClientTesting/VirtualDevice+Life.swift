internal import Foundation
internal import PushClient

extension VirtualDevice {
  // MARK: The app's life

  /// The person opens the app: a cold start, or back to the front.
  public func open() {
    if system.appState == .notInstalled {
      note(.person, "looks for the app: it is not installed")
      return
    }
    if let process {
      guard system.appState != .foreground else { return }
      note(.person, "opens the app: it comes to the front")
      system.appState = .foreground
      // On each return to the front the permission is read anew.
      process.steps.append(.event(.permissionRead(system.permission)))
      process.steps.append(.event(.foregrounded))
      getReady()
    } else {
      note(.person, "opens the app: a cold start")
      start(inFront: true)
    }
    settle()
  }

  /// The person goes home, or to another app.
  public func leave() {
    guard system.appState == .foreground else { return }
    note(.person, "leaves the app: it is in the background")
    system.appState = .background
    process?.steps.append(.event(.backgrounded))
    settle()
  }

  /// The system takes the app's memory. It may start it again.
  public func terminate() {
    guard system.isRunning else { return }
    note(.system, "ends the app's process")
    end(.terminated)
  }

  /// The person swipes the app away (iOS), quits it (macOS), or stops it in Settings (Android): nothing wakes
  /// an iPhone's or Android's app after this until the person opens it.
  public func forceQuit() {
    guard system.appState != .notInstalled else { return }
    switch platform {
    case .ios: note(.person, "swipes the app away")
    case .macos: note(.person, "quits the app")
    case .android:
      note(.person, "stops the app in Settings")
      system.tray.removeAll()
    }
    end(platform == .macos ? .terminated : .stopped)
  }

  /// Wi-Fi and cellular: off is airplane mode. The provider keeps what it would keep for a real device.
  public func set(isOnline: Bool) {
    guard system.isOnline != isOnline else { return }
    system.isOnline = isOnline
    note(.person, isOnline ? "turns airplane mode off" : "turns airplane mode on")
    if let token = system.token { attempt { try provider.set(isOnline: isOnline, of: token) } }
    process?.steps.append(.event(.networkChanged(isOnline: isOnline)))
    if isOnline { giveAwaitedToken() }
    settle()
  }

  /// The app is deleted. Its files go; on Apple's systems the keychain stays.
  /// - Parameter keepsToken: the provider knows its token on, and a new installation gets the same.
  public func removeApp(keepsToken: Bool = false) {
    guard system.appState != .notInstalled else { return }
    note(.person, "deletes the app")
    end(.notInstalled)
    files = AppFiles()
    if platform == .android {
      system.marker = nil
      secrets.removeAll()
    }
    system.tray.removeAll()
    system.pendingLocals.removeAll()
    system.badge = nil
    inbox.removeAll()
    if !keepsToken {
      Self.letAMillisecondPass()
      forgetToken()
    }
    let before = system
    system = VirtualSystem(platform: platform, apiLevel: system.apiLevel)
    system.appState = .notInstalled
    system.isOnline = before.isOnline
    system.marker = before.marker
    system.token = before.token
  }

  /// APNs says in whole milliseconds since when a token is dead, and a server keeps one that was confirmed in that
  /// very millisecond. A person never deletes an app so fast.
  private static func letAMillisecondPass() {
    let now = milliseconds()
    while milliseconds() == now { usleep(100) }
  }

  private static func milliseconds() -> Int { Int(Date().timeIntervalSince1970 * 1000) }

  /// Puts the app on again after ``removeApp()``.
  public func install() {
    guard system.appState == .notInstalled else { return }
    system.appState = .terminated
    note(.person, "installs the app")
  }

  /// Deletes the app and installs it again.
  public func reinstall(keepsToken: Bool = false) {
    removeApp(keepsToken: keepsToken)
    install()
  }

  /// Another device that a backup of this one was put on: the app's files came along, what the keychain keeps
  /// for one device did not.
  public func restored(name: String? = nil, seed: UInt64? = nil) -> VirtualDevice {
    let other = VirtualDevice(
      platform, name: name ?? "\(self.name), restored", app: app, server: server, provider: provider,
      clock: clock, apiLevel: system.apiLevel, seed: seed)
    other.files.state.text = files.state.text
    other.person = person
    other.note(.person, "puts the backup of \(self.name) on it")
    return other
  }

  /// The provider gives the app another token. The old one is dead.
  public func rotateToken() {
    forgetToken()
    note(.system, "the token is another now")
    guard process != nil, let fresh = freshToken() else { return }
    process?.steps.append(.event(.tokenReceived(fresh)))
    settle()
  }

  func forgetToken() {
    guard let token = system.token else { return }
    attempt { try provider.remove(token) }
    system.token = nil
    lastDelivery = 0
  }

  // MARK: Processes

  /// Brings the app into memory.
  func start(inFront: Bool) {
    system.appState = inFront ? .foreground : .background
    system.registeredTasks.removeAll()
    var launch = Launch()
    launch.platform = platform
    launch.freshInstallation = random.uuid()
    launch.deviceKey = deviceKey
    launch.marker = system.marker
    launch.isForeground = inFront
    launch.isOnline = system.isOnline
    launch.permission = system.permission
    launch.osVersion = platform == .android ? "15" : platform == .macos ? "15.1" : "18.1"
    launch.appVersion = app.version
    launch.locale = "en"
    launch.timeZone = "UTC"
    launch.apiLevel = system.apiLevel
    launch.permittedTasks = app.permittedTasks
    launch.taskHandlers = app.taskHandlers
    let engine = ClientEngine(policy: app.policy, store: files.state)
    if let fault = engine.loadFault { note(.app, "its saved state cannot be used: \(fault)") }
    let started = AppProcess(engine: engine, launch: launch)
    process = started
    started.steps.append(.event(.launched(launch)))
    if inFront { getReady() }
  }

  /// The first screen is there.
  func getReady() {
    guard app.becomesReady, !faults.contains(.neverReady), let process, !process.isUIReady else { return }
    process.isUIReady = true
    process.steps.append(.event(.uiReady))
  }

  private func end(_ state: VirtualSystem.AppState) {
    system.appState = state
    process = nil
    explainer = nil
    openPrompt = false
    openWorks.removeAll()
    openRuns.removeAll()
  }

  /// Does something with the provider that a test should hear of, and not fail by.
  func attempt(_ body: () throws -> Void) {
    do { try body() } catch { note(.provider, "\(error)") }
  }
}
