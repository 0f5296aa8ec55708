/// A `project.pbxproj` with its targets and resolved build settings.
public struct XcodeProject: Sendable, Equatable {
  public var place: Place
  public var targets: [Target]

  public init(_ place: Place, _ targets: [Target]) {
    self.place = place
    self.targets = targets
  }

  public struct Target: Sendable, Equatable {
    public var name: String
    public var place: Place
    /// `com.apple.product-type.application`, `….app-extension`, `….watchapp2`; as written.
    public var productType: String
    public var configurations: [Configuration]
    /// Source files that it compiles, as paths like those of ``SourceUnit``; nil where membership cannot be
    /// read (all files of the tree then may belong to it).
    public var sources: [String]?
    /// Names of the targets it embeds or depends on.
    public var dependencies: [String]

    public init(
      name: String, place: Place, productType: String, configurations: [Configuration], sources: [String]?,
      dependencies: [String]
    ) {
      self.name = name
      self.place = place
      self.productType = productType
      self.configurations = configurations
      self.sources = sources
      self.dependencies = dependencies
    }

    public var isApp: Bool { productType == "com.apple.product-type.application" }
    public var isExtension: Bool {
      productType.contains("app-extension") || productType.contains("extensionkit")
    }
  }

  /// A configuration of a target: Debug, Release.
  public struct Configuration: Sendable, Equatable {
    public var name: String
    /// After xcconfig files, the project's and the target's settings, with `$(…)` and `$(inherited)`
    /// resolved as far as the files tell. What is left of `$(…)` is unknown.
    public var settings: [String: Sourced<String>]
    /// The Info.plist named by INFOPLIST_FILE, merged with `INFOPLIST_KEY_…`; places lead to either.
    public var infoPlist: InfoPlistFile?
    /// The file named by CODE_SIGN_ENTITLEMENTS.
    public var entitlements: EntitlementsFile?

    public init(name: String, settings: [String: Sourced<String>]) {
      self.name = name
      self.settings = settings
    }

    /// Nil too where it still holds `$(…)`.
    public var bundleID: Sourced<String>? { resolved("PRODUCT_BUNDLE_IDENTIFIER") }
    /// A setting without anything unresolved in it.
    public func resolved(_ key: String) -> Sourced<String>? {
      settings[key].flatMap { $0.value.contains("$(") || $0.value.contains("${") ? nil : $0 }
    }
  }
}
