public import AppFacts

/// The facts of one audit, what belongs together in them, and an index over the sources.
public struct AuditScope: Sendable {
  public var facts: AuditFacts
  /// Milliseconds since 1970.
  public var now: Int
  public var appleApps: [AppleApp]
  public var androidApps: [AndroidApp]
  /// What was put together, and by which value.
  public var joins: [Join]
  /// What was given and put to no app, as it fits none, or several.
  public var unjoined: [Unjoined]
  public var index: SourceIndex

  public init(_ facts: AuditFacts, now: Int) {
    self.facts = facts
    self.now = now
    index = SourceIndex(facts.sources)
    let joined = Joiner.join(facts)
    appleApps = joined.apple
    androidApps = joined.android
    joins = joined.joins
    unjoined = joined.unjoined
  }
}

/// Two things that belong together, and how that is known.
public struct Join: Sendable, Hashable {
  public var left: Place
  public var right: Place
  /// "bundle id dev.pushwire.parcel", "target Parcel compiles it", "the only app given".
  public var by: String
  public init(_ left: Place, _ right: Place, by: String) {
    self.left = left
    self.right = right
    self.by = by
  }
}

/// Something that belongs to none of the apps, or to more than one, as far as the files tell.
public struct Unjoined: Sendable, Hashable {
  public var place: Place
  /// One clause: "its bundle id dev.pushwire.other is no given app's".
  public var why: String
  public init(_ place: Place, why: String) {
    self.place = place
    self.why = why
  }
}

/// One app for Apple's platforms with all that was given of it.
public struct AppleApp: Sendable {
  /// Nil where no file tells it.
  public var bundleID: String?
  /// For people: the bundle id, else the target's or file's name.
  public var name: String
  /// `app:dev.pushwire.parcel`, for ``AuditFinding/about``.
  public var about: String
  /// The same app may have been given twice, as archive and as .ipa.
  public var bundles: [AppBundle] = []
  /// Extensions given alone that are its own.
  public var looseExtensions: [AppBundle] = []
  /// Executables given alone.
  public var binaries: [SignedBinary] = []
  /// Profiles given alone that are for it, or for one of its extensions.
  public var profiles: [ProvisioningProfile] = []
  public var targets: [AppleTarget] = []
  /// Info.plist and entitlements given alone, without a project that names them; an extension's has an
  /// ``InfoPlistFile/extensionPoint``.
  public var infoPlists: [InfoPlistFile] = []
  public var entitlements: [EntitlementsFile] = []
  public var googlePlists: [GooglePlist] = []
  /// Indices into ``AuditFacts/sources``: the app's own, those of its extensions not among them.
  public var sources: [Int] = []
  /// Sources of its notification service extension.
  public var serviceExtensionSources: [Int] = []
  /// Indices into ``AuditFacts``: messages whose topic is this app's, or any where one app was given.
  public var payloads: [Int] = []
  public var captures: [Int] = []
  public var pushwireProfiles: [Int] = []
  public var isMac = false

  public init(bundleID: String?, name: String) {
    self.bundleID = bundleID
    self.name = name
    about = "app:" + (bundleID ?? name)
  }
}

/// A target of a project that makes an app or one of its extensions.
public struct AppleTarget: Sendable, Hashable {
  /// Indices into ``AuditFacts/projects`` and its targets.
  public var project: Int
  public var target: Int
  public var isExtension: Bool
  public init(project: Int, target: Int, isExtension: Bool) {
    self.project = project
    self.target = target
    self.isExtension = isExtension
  }
}

/// One Android app with all that was given of it.
public struct AndroidApp: Sendable {
  public var applicationID: String?
  public var name: String
  public var about: String
  /// Indices into ``AuditFacts``: of its packages and of its own source sets.
  public var manifests: [Int] = []
  /// Of libraries in the same tree: merging adds what they declare, if the app takes them.
  public var libraryManifests: [Int] = []
  public var gradleModules: [Int] = []
  public var libraryModules: [Int] = []
  public var googleServices: [Int] = []
  /// Kotlin and Java, of its own module and of libraries.
  public var sources: [Int] = []
  public var fcmBodies: [Int] = []
  public var pushwireProfiles: [Int] = []

  public init(applicationID: String?, name: String) {
    self.applicationID = applicationID
    self.name = name
    about = "app:" + (applicationID ?? name)
  }
}
