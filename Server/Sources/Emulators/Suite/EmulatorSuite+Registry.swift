extension EmulatorSuite {
  /// Makes a signing key known in both environments; the key says where it may be used.
  public func register(_ key: APNsKey) {
    core.state.withLock {
      $0.sandbox.register(key)
      $0.production.register(key)
    }
  }

  /// Ends a signing key, on open connections too.
  public func revoke(keyID: String) {
    core.state.withLock {
      $0.sandbox.revoke(keyID: keyID)
      $0.production.revoke(keyID: keyID)
    }
  }

  /// Makes a device token known in its environment.
  public func register(_ device: APNsDevice) {
    core.state.withLock {
      $0.sandbox.register(device)
      $0.production.register(device)
    }
  }

  /// Changes what APNs answers to a token.
  public func set(_ state: APNsDevice.State, token: String) {
    core.state.withLock {
      $0.sandbox.set(state, token: token)
      $0.production.set(state, token: token)
    }
  }

  /// Makes a Firebase project known.
  public func register(_ project: FCMProject) { core.state.withLock { $0.fcm.register(project) } }

  /// Makes a service account known to the OAuth endpoint.
  public func register(_ account: OAuthAccount) { core.state.withLock { $0.fcm.register(account) } }

  /// Makes a registration token or installation id known.
  public func register(_ device: FCMDevice) { core.state.withLock { $0.fcm.register(device) } }

  /// Changes what FCM answers to a registration.
  public func set(_ state: FCMDevice.State, token: String) {
    core.state.withLock { $0.fcm.set(state, token: token) }
  }

  /// A device of either provider goes away or comes back.
  public func set(isOnline: Bool, token: String) {
    let now = core.clock()
    core.state.withLock { $0.set(isOnline: isOnline, token: token, now: now) }
    core.ring()
  }

  /// Ends every OAuth access token at once.
  public func expireAccessTokens() {
    let now = core.clock()
    core.state.withLock { $0.fcm.oauth.expireAll(now: now) }
  }

  /// Changes the rules of both APNs servers and of FCM while they run.
  public func setRules(apns: APNsRules? = nil, fcm: FCMRules? = nil) {
    core.state.withLock { state in
      if let apns {
        state.sandbox.rules = apns
        state.production.rules = apns
      }
      if let fcm {
        let audiences = state.fcm.rules.audiences
        state.fcm.rules = fcm
        state.fcm.rules.audiences.formUnion(audiences)
      }
    }
  }

  /// Replaces the scenario; its counts start anew.
  public func script(_ scenario: Scenario) {
    core.state.withLock { $0.scenario = ScenarioEngine(scenario) }
  }

  /// How often each rule of the scenario fired, by name.
  public var firings: [String: Int] { core.state.withLock { $0.scenario.firings } }

  /// The log as it is now.
  public func snapshot() -> ArrivalLog { core.state.withLock { $0.log } }

  /// What reached a device through APNs.
  public func inbox(of token: String, in environment: APNsEnvironment) -> DeviceInbox {
    core.state.withLock {
      environment == .sandbox ? $0.sandbox.inbox(of: token) : $0.production.inbox(of: token)
    }
  }

  /// What reached a device through FCM.
  public func fcmInbox(of token: String) -> FCMInbox { core.state.withLock { $0.fcm.inbox(of: token) } }

  /// The FCM topics of a registration.
  public func topics(of token: String) -> Set<String> { core.state.withLock { $0.fcm.topics(of: token) } }

  /// How many access tokens OAuth gave out.
  public var issuedAccessTokens: Int { core.state.withLock { $0.fcm.oauth.issued } }
}
