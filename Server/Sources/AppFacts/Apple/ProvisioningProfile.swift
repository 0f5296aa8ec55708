/// A provisioning profile (TN3125: Inside Code Signing: Provisioning Profiles).
public struct ProvisioningProfile: Sendable, Equatable {
  /// TN3125: what a profile is for, by its devices and `get-task-allow`.
  public enum Distribution: String, Sendable, Equatable {
    case development
    case adHoc = "ad hoc"
    case enterprise
    case store = "App Store"
  }

  public var place: Place
  /// The property list inside.
  public var tree: Located
  /// Entitlements of `DER-Encoded-Profile`, the source of truth since iOS 15; nil where absent.
  public var derEntitlements: Located?
  /// How it had to be read: nil for a whole CMS, else what was wrong with it.
  public var irregularity: String?

  public init(_ place: Place, _ tree: Located) {
    self.place = place
    self.tree = tree
  }

  public var name: String? { tree["Name"]?.string }
  public var uuid: String? { tree["UUID"]?.string }
  public var team: Sourced<String>? { tree["TeamIdentifier"]?.strings.first }
  public var expiration: Sourced<Int>? {
    tree["ExpirationDate"].flatMap { node in node.date.map { Sourced($0, node.place) } }
  }
  public var entitlements: Located? { tree["Entitlements"] }
  public var apsEnvironment: Located? { entitlements.flatMap(Entitlements.apsEnvironment) }
  /// `TEAM.dev.pushwire.parcel`, or with `*`.
  public var applicationIdentifier: Located? { entitlements.flatMap(Entitlements.applicationIdentifier) }

  public var distribution: Distribution {
    if tree["ProvisionsAllDevices"]?.bool == true { return .enterprise }
    guard tree["ProvisionedDevices"] != nil else { return .store }
    let debuggable = entitlements?["get-task-allow"] ?? entitlements?["com.apple.security.get-task-allow"]
    return debuggable?.bool == true ? .development : .adHoc
  }
}
