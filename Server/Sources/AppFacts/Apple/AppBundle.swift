/// An `.app` or `.appex`, with what stands in it.
public struct AppBundle: Sendable, Equatable {
  /// How the app came. The kind of distribution stands in its profile.
  public enum Container: String, Sendable, Equatable {
    case ipa, xcarchive, folder
  }
  /// What the bundle is.
  public enum Role: String, Sendable, Equatable {
    case app
    /// `com.apple.usernotifications.service`
    case notificationService
    /// `com.apple.usernotifications.content-extension`
    case notificationContent
    case watchApp
    case otherExtension
    case appClip
  }

  /// Of the bundle's folder.
  public var place: Place
  public var container: Container
  public var role: Role = .app
  /// Its Info.plist.
  public var info: InfoPlistFile?
  /// The main executable.
  public var binary: SignedBinary?
  /// `embedded.mobileprovision`, on macOS `embedded.provisionprofile`.
  public var profile: ProvisioningProfile?
  /// Whether `_CodeSignature/CodeResources` is there, with its digests by name of algorithm.
  public var codeResources: SealedFile?
  /// The bytes of Info.plist as the signature covers them.
  public var infoSeal: SealedFile?
  public var googlePlist: GooglePlist?
  /// `archived-expanded-entitlements.xcent`, or the archive's own record.
  public var expandedEntitlements: EntitlementsFile?
  /// Extensions, watch apps and clips.
  public var children: [AppBundle] = []
  /// Names of the frameworks and dynamic libraries that it carries.
  public var frameworks: [String] = []

  public init(_ place: Place, _ container: Container) {
    self.place = place
    self.container = container
  }

  public var bundleID: String? { info?.bundleID?.value }
  public var isMac: Bool { info?.isMac ?? false }
}

/// A file that a code signature covers: its digests, to compare with the CodeDirectory's special slots.
public struct SealedFile: Sendable, Equatable {
  public var place: Place
  /// 20 bytes.
  public var sha1: [UInt8]
  /// 32 bytes.
  public var sha256: [UInt8]
  public init(_ place: Place, sha1: [UInt8], sha256: [UInt8]) {
    self.place = place
    self.sha1 = sha1
    self.sha256 = sha256
  }
}

/// An Info.plist.
public struct InfoPlistFile: Sendable, Equatable {
  public var place: Place
  public var tree: Located
  /// Values may hold build settings still: `$(PRODUCT_BUNDLE_IDENTIFIER)`.
  public var isSource: Bool

  public init(_ place: Place, _ tree: Located, isSource: Bool) {
    self.place = place
    self.tree = tree
    self.isSource = isSource
  }

  public var bundleID: Sourced<String>? { tree["CFBundleIdentifier"]?.sourcedString }
  /// Each with its place.
  public var backgroundModes: [Sourced<String>] { tree["UIBackgroundModes"]?.strings ?? [] }
  public var permittedTasks: [Sourced<String>] { tree["BGTaskSchedulerPermittedIdentifiers"]?.strings ?? [] }
  /// `MinimumOSVersion`, on macOS `LSMinimumSystemVersion`.
  public var minimumOS: Sourced<String>? {
    (tree["MinimumOSVersion"] ?? tree["LSMinimumSystemVersion"])?.sourcedString
  }
  /// `NSExtension.NSExtensionPointIdentifier`.
  public var extensionPoint: Sourced<String>? {
    tree[path: ["NSExtension", "NSExtensionPointIdentifier"]]?.sourcedString
  }
  public var isMac: Bool {
    tree["LSMinimumSystemVersion"] != nil
      || (tree["CFBundleSupportedPlatforms"]?.strings.contains { $0.value == "MacOSX" } ?? false)
  }
}

/// Entitlements as sources or an archive's record have them; signing may replace values.
public struct EntitlementsFile: Sendable, Equatable {
  public var place: Place
  public var tree: Located
  public init(_ place: Place, _ tree: Located) {
    self.place = place
    self.tree = tree
  }
  public var apsEnvironment: Located? { Entitlements.apsEnvironment(tree) }
}

/// Names of entitlements, in one place.
public enum Entitlements {
  public static let apsEnvironment = "aps-environment"
  public static let macAPSEnvironment = "com.apple.developer.aps-environment"
  public static let applicationIdentifier = "application-identifier"
  public static let macApplicationIdentifier = "com.apple.application-identifier"
  public static let teamIdentifier = "com.apple.developer.team-identifier"

  /// The environment, under the platform's key.
  public static func apsEnvironment(_ tree: Located) -> Located? {
    tree[apsEnvironment] ?? tree[macAPSEnvironment]
  }
  public static func applicationIdentifier(_ tree: Located) -> Located? {
    tree[applicationIdentifier] ?? tree[macApplicationIdentifier]
  }
}
