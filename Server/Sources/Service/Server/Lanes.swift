internal import Compose
internal import Delivery
internal import Providers
internal import PushContract
internal import PushCrypto
internal import Store
internal import Transport

/// The lanes of a profile: one for each platform and environment with a credential, each able to render
/// every class.
struct LanePlan {
  let profile: Profile
  let credentials: ServerCredentials
  let configuration: ServerConfiguration
  /// The store's numbers for the classes, the hidden one included.
  let numbers: [String: Int32]
  /// Tokens are shared by all lanes of a key, and by the lanes that come after a reload.
  let tokens: ProviderTokens

  /// - Throws: where a class cannot be rendered for a provider.
  func setups() throws(ServerError) -> [LaneSetup] {
    var setups: [LaneSetup] = []
    for (platform, environment, key) in credentials.apns {
      setups.append(try apns(platform, environment, key))
    }
    if let account = credentials.fcm { setups.append(try fcm(account)) }
    return setups
  }

  private var classes: [NotificationClass] { profile.classes + [.challenge] }

  private func contents() throws(ServerError) -> [LaneSetup.Content] {
    var contents: [LaneSetup.Content] = []
    for source in classes {
      guard let number = numbers[source.name] else {
        throw ServerError(.store, "the class \(source.name) has no number in the store")
      }
      contents.append(LaneSetup.Content(number: number, parameters: source.parameters))
    }
    return contents
  }

  private var lane: PushLane.Configuration {
    var lane = PushLane.Configuration.server
    lane.client.deadline = UInt64(configuration.deadline)
    lane.client.pool.connections = configuration.connections
    return lane
  }

  private func apns(
    _ platform: ServerCredentials.ApplePlatform, _ environment: APNsEnvironment, _ key: APNsKeyFile
  ) throws(ServerError) -> LaneSetup {
    let bundleID = (platform == .ios ? profile.app.ios : profile.app.macos)?.bundleID ?? ""
    var templates: [APNsContent] = []
    for source in classes {
      do throws(ComposeError) {
        templates.append(.template(try APNsTemplate(source, bundleID: bundleID)))
      } catch { throw ServerError(.profile, error.message) }
    }
    let contents = templates
    let token = tokens.token(key: key, environment: environment)
    let ids = Self.ids(profile.app.name)
    let endpoint =
      environment == .sandbox ? configuration.emulator?.apnsSandbox : configuration.emulator?.apnsProduction
    let trust = trust
    let code: LaneCode =
      switch (platform, environment) {
      case (.ios, .sandbox): .iosSandbox
      case (.ios, .production): .iosProduction
      case (.macos, .sandbox): .macosSandbox
      case (.macos, .production): .macosProduction
      }
    return LaneSetup(
      code: code, contents: try self.contents(), configuration: lane, token: token
    ) { _, _ in
      (
        APNsProvider(
          environment: environment, token: token, ids: ids, contents: contents,
          endpoint: endpoint ?? APNsProvider.endpoint(environment)), try TLSContext(trust: trust)
      )
    }
  }

  private func fcm(_ account: ServiceAccount) throws(ServerError) -> LaneSetup {
    var templates: [FCMContent] = []
    for source in classes {
      do throws(ComposeError) {
        templates.append(
          .template(
            try FCMTemplate(
              source, platforms: .android, restrictedPackage: profile.app.android?.package,
              analyticsLabel: profile.analytics.label)))
      } catch { throw ServerError(.profile, error.message) }
    }
    let contents = templates
    let endpoint = configuration.emulator?.fcm
    let trust = trust
    let quota = LaneQuota(bucket: "fcm.\(account.projectID)", perMinute: profile.server.limits.fcmPerMinute)
    return LaneSetup(code: .android, contents: try self.contents(), configuration: lane, quota: quota) {
      loop, clock in
      let tls = try TLSContext(trust: trust)
      return (
        try FCMProvider(
          loop: loop, tls: tls, account: account, contents: contents,
          endpoint: endpoint ?? FCMProvider.endpoint, clock: clock), tls
      )
    }
  }

  private var trust: TLSContext.Trust {
    configuration.emulator.map { .file($0.certificateAuthority) } ?? .system
  }

  /// As `pushwire send` derives them, for the tenant without a name.
  static func ids(_ app: String) -> MessageIDs {
    MessageIDs(key: (try? Digest.sha256(Array("pushwire apns-id\n\n\(app)".utf8))) ?? [])
  }
}
