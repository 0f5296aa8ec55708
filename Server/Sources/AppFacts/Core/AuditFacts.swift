/// All that the readers found in what was given. Nothing here is a judgement.
public struct AuditFacts: Sendable, Equatable {
  public var inputs: [InputFact] = []

  /// Apps of archives and folders, their extensions inside them.
  public var apps: [AppBundle] = []
  /// Binaries given alone.
  public var binaries: [SignedBinary] = []
  /// Profiles given alone; those of an app stand in it.
  public var profiles: [ProvisioningProfile] = []
  /// Entitlements as sources have them, before any signing.
  public var entitlements: [EntitlementsFile] = []
  /// Info.plist files given alone or in sources.
  public var infoPlists: [InfoPlistFile] = []
  public var projects: [XcodeProject] = []

  public var manifests: [AndroidManifest] = []
  public var gradleModules: [GradleModule] = []

  public var sources: [SourceUnit] = []
  /// Source files that were seen and left unread, as no name of interest stands in them.
  public var sourcesLeftOut = 0

  public var googleServices: [GoogleServicesFile] = []
  public var googlePlists: [GooglePlist] = []
  public var serviceAccounts: [ServiceAccountFile] = []
  public var providerKeys: [ProviderKeyFile] = []

  /// Payloads for APNs: `.apns`, JSON, and the bodies of captures.
  public var payloads: [PayloadFile] = []
  public var captures: [CapturedRequest] = []
  public var fcmBodies: [FCMBody] = []
  public var pushwireProfiles: [PushwireProfileFile] = []
  /// Comments of files that are no sources (XML, YAML, build settings) which silence a rule.
  public var ignores: [IgnoreSpan] = []
  /// Secrets that stand where they must not.
  public var secrets: [SecretSighting] = []

  public init() {}

  /// What was given, and could not be read, or only in part.
  public var unreadable: [InputFact] {
    inputs.filter {
      switch $0.state {
      case .unreadable, .partly: true
      case .read, .leftOut: false
      }
    }
  }
}
