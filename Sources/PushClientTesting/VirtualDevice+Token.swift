internal import PushClient
internal import PushContract

extension VirtualDevice {
  /// The app asks the system for a token.
  func tokenAsked(attempt number: Int) {
    if faults.contains(.tokenRefused) {
      note(.system, "refuses a token: code 3000")
      process?.steps.append(.event(.tokenFailed(code: "3000")))
      return
    }
    if let token = freshToken() {
      process?.steps.append(.event(.tokenReceived(token)))
    } else {
      note(.system, "gives no token so far")
      process?.awaitsToken = true
      setAlarm(.token(attempt: number), after: ClientConstant.tokenWait)
    }
  }

  /// Back online: the system answers late, as it does.
  func giveAwaitedToken() {
    guard let process, process.awaitsToken, let token = freshToken() else { return }
    process.awaitsToken = false
    process.steps.append(.event(.tokenReceived(token)))
  }

  /// The token that the provider gave, or gives now; nil: it cannot be reached.
  func freshToken() -> DeviceToken? {
    guard !faults.contains(.noToken) else { return nil }
    if system.token == nil {
      guard system.isOnline else { return nil }
      var identity = ProviderIdentity(
        platform: platform, app: app.id, environment: platform == .android ? "" : app.environment,
        project: app.project, isInstallationID: platform == .android && app.usesInstallationID)
      if faults.contains(.wrongTopic) {
        identity.app += platform == .android ? "" : ".other"
        if platform == .android { identity.project = "another-project" }
      }
      attempt {
        let token = try provider.open(identity)
        system.token = token
        lastDelivery = 0
        note(.provider, "gives token \(TokenEnds.of(token))")
      }
    }
    guard let value = system.token else { return nil }
    var token = DeviceToken()
    token.value = value
    token.kind = platform == .android && app.usesInstallationID ? "fid" : "token"
    if platform != .android {
      token.environment = app.environment
      token.environmentSource = app.environmentSource
      if faults.contains(.wrongEnvironment) {
        token.environment = app.environment == "sandbox" ? "production" : "sandbox"
      }
    }
    return token
  }
}
