/// One thing that was given or found, and what became of it.
public struct InputFact: Sendable, Equatable {
  /// What kind of artifact it is. An open set.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let ipa = Kind(rawValue: "ipa")
    public static let app = Kind(rawValue: "app")
    public static let xcarchive = Kind(rawValue: "xcarchive")
    public static let machO = Kind(rawValue: "mach-o")
    public static let provisioningProfile = Kind(rawValue: "provisioning-profile")
    public static let entitlements = Kind(rawValue: "entitlements")
    public static let infoPlist = Kind(rawValue: "info-plist")
    public static let xcodeProject = Kind(rawValue: "xcode-project")
    public static let buildSettings = Kind(rawValue: "xcconfig")
    public static let source = Kind(rawValue: "source")
    /// A folder that was searched.
    public static let tree = Kind(rawValue: "tree")
    public static let apk = Kind(rawValue: "apk")
    public static let aab = Kind(rawValue: "aab")
    public static let androidManifest = Kind(rawValue: "android-manifest")
    public static let gradle = Kind(rawValue: "gradle")
    public static let googleServices = Kind(rawValue: "google-services")
    public static let googlePlist = Kind(rawValue: "google-service-info")
    public static let serviceAccount = Kind(rawValue: "service-account")
    public static let providerKey = Kind(rawValue: "p8")
    public static let payload = Kind(rawValue: "payload")
    public static let capture = Kind(rawValue: "capture")
    public static let fcmBody = Kind(rawValue: "fcm-body")
    public static let pushwireProfile = Kind(rawValue: "pushwire-profile")
    /// Given, and nothing that this program reads.
    public static let unknown = Kind(rawValue: "unknown")
  }

  /// What became of it.
  public enum State: Sendable, Equatable {
    case read
    /// Read in part: what is missing, as a sentence.
    case partly(String)
    /// Not read, and why, as a sentence: the audit is not clean then.
    case unreadable(String)
    /// Left out by a rule of the search, and which: generated, a dependency, no name of interest.
    case leftOut(String)
  }

  public var kind: Kind
  public var place: Place
  public var state: State
  /// One line of what it is: "Parcel 1.4 (dev.pushwire.parcel), App Store".
  public var summary: String
  /// Named by the person, not found in a folder or archive.
  public var isGiven: Bool

  public init(
    _ kind: Kind, _ place: Place, _ state: State = .read, summary: String = "", isGiven: Bool = false
  ) {
    self.kind = kind
    self.place = place
    self.state = state
    self.summary = summary
    self.isGiven = isGiven
  }
}
