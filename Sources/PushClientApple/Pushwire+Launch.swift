#if !os(watchOS)
  internal import Foundation
  internal import PushClient
  internal import UserNotifications

  extension Pushwire {
    /// Called before `application(_:didFinishLaunchingWithOptions:)` returns, or in
    /// `applicationDidFinishLaunching(_:)`, after the handlers were set: the notification centre's delegate and
    /// the handlers of background tasks have to be there by then.
    /// - Returns: true, as an app's delegate does.
    @discardableResult public func launch() -> Bool {
      guard !isAsked else {
        log("launched_twice")
        return true
      }
      isAsked = true
      isLaunching = true
      if options.isCenterDelegate { surroundings.center.delegate = centerDelegate }
      surroundings.host.observe { [weak self] in self?.changed($0) }
      surroundings.network.start { [weak self] in self?.post(.networkChanged(isOnline: $0)) }
      begin()
      if engine?.state.session.isLaunched != true { registerTasksEarly() }
      isLaunching = false
      return true
    }

    /// Reads the state and begins. Where it cannot be read yet, because the device was not unlocked since it
    /// started, this waits: to begin anew would lose the installation.
    func begin() {
      guard engine == nil else { return }
      guard surroundings.file.presence != .locked else {
        log("state_locked")
        return answerWaiting()
      }
      let fresh = ClientEngine(policy: policy, store: surroundings.file)
      if fresh.loadFault != nil {
        log("state_set_aside")
        surroundings.file.setAside()
      }
      engine = fresh
      facts = launchFacts(fresh.state)
      queue.insert((.launched(facts), nil), at: 0)
      drain()
      mergeExtension()
      readPermission()
      if facts.isForeground { surroundings.host.setBadge(options.badgeInFront) }
    }

    /// A launch that could not read the state or the keychain, or could not be saved, is made up for.
    private func beginAgain() {
      guard let session = engine?.state.session else { return begin() }
      let wasUnknown = facts.deviceKey.isEmpty
      if wasUnknown {
        readVault()
        (facts.deviceKey, facts.marker) = (keys.deviceKey, keys.marker)
      }
      let isKnownNow = wasUnknown && !facts.deviceKey.isEmpty
      guard !session.isLaunched || isKnownNow else { return }
      facts.isForeground = surroundings.host.isForeground
      facts.isOnline = surroundings.network.isOnline
      guard session.isLaunched else {
        post(.launched(facts))
        return
      }
      // It begins the session anew: who waits in the one before is told, and what the app said is said again.
      for caller in callers.values { caller.resume(returning: .waiting) }
      callers = [:]
      explainer.hide()
      post(.launched(facts))
      post(.screenShown(session.screen))
      if session.isReady { post(.uiReady) }
    }

    private func launchFacts(_ state: ClientState) -> Launch {
      let surroundings = surroundings
      var launch = Launch()
      launch.platform = surroundings.host.platform
      launch.freshInstallation = surroundings.newInstallation()
      readVault()
      launch.deviceKey = keys.deviceKey
      launch.marker = keys.marker
      launch.isForeground = surroundings.host.isForeground
      launch.isOnline = surroundings.network.isOnline
      // What was read last; what holds now is read at once, but not before the launch ends.
      launch.permission = state.permission
      let version = ProcessInfo.processInfo.operatingSystemVersion
      launch.osVersion = "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
      launch.appVersion = surroundings.info["CFBundleShortVersionString"] as? String ?? ""
      launch.locale = Locale.preferredLanguages.first ?? Locale.current.identifier
      launch.timeZone = TimeZone.current.identifier
      if surroundings.tasks != nil {
        launch.permittedTasks = surroundings.info["BGTaskSchedulerPermittedIdentifiers"] as? [String] ?? []
        launch.taskHandlers = taskHandlers
      } else if !taskHandlers.isEmpty {
        log("no_background_tasks")
      }
      return launch
    }

    /// Without a keychain there is no telling which device this is: what is stored is kept, and nothing is
    /// adopted.
    private func readVault() {
      do {
        if let item = try surroundings.vault.read(), !item.deviceKey.isEmpty {
          keys = item
        } else {
          let item = VaultItem(deviceKey: surroundings.newSecret())
          try surroundings.vault.write(item)
          keys = item
        }
      } catch {
        log("keychain_unreadable", String(error.status))
      }
    }

    func adopt(_ id: String, predecessor: String?) {
      keys.adopt(id, predecessor: predecessor, secret: surroundings.newSecret())
      do {
        try surroundings.vault.write(keys)
      } catch {
        log("keychain_unwritten", String(error.status))
      }
    }

    private func changed(_ change: HostChange) {
      switch change {
      case .unlocked: beginAgain()
      case .backgrounded: post(.backgrounded)
      case .foregrounded:
        beginAgain()
        surroundings.host.setBadge(options.badgeInFront)
        mergeExtension()
        post(.foregrounded)
        readPermission()
      }
    }

    /// The system's word on the permission, alert, sound, badge and lock screen, and on background refresh.
    func readPermission() {
      surroundings.center.getNotificationSettings { @Sendable [weak self] settings in
        let read = Permission(settings)
        onMain { [weak self] in
          guard let self else { return }
          var permission = read
          permission.backgroundRefresh = self.surroundings.host.backgroundRefresh
          permission.lowPowerMode = self.surroundings.isLowPower()
          self.post(.permissionRead(permission))
        }
      }
    }

    func log(_ code: String, _ subject: String = "") { options.log(PushwireLog(code, subject)) }
  }
#endif
