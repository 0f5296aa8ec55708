/// An AndroidManifest.xml: of sources, or of a built package where merging has happened.
public struct AndroidManifest: Sendable, Equatable {
  /// Where it comes from decides what its silence means.
  public enum Origin: String, Sendable, Equatable {
    /// What merging adds is unknown.
    case source
    /// Of an `.apk`: complete.
    case apk
    /// Of an `.aab`: complete.
    case aab
    /// As a build left it behind, as text: complete.
    case merged
  }

  public var place: Place
  public var origin: Origin
  public var root: Element
  /// Class names of interest found in the package's dex files, with dots; nil: not looked at.
  public var dexClasses: Set<String>?

  public init(_ place: Place, _ origin: Origin, _ root: Element) {
    self.place = place
    self.origin = origin
    self.root = root
  }

  /// Built: nothing is added to it any more.
  public var isMerged: Bool { origin != .source }
  public var package: Sourced<String>? { root.attribute("package") }

  public struct Element: Sendable, Equatable {
    /// Without its namespace: `service`, `meta-data`.
    public var name: String
    public var place: Place
    public var attributes: [Attribute]
    public var children: [Element]

    public init(_ name: String, _ place: Place, attributes: [Attribute] = [], children: [Element] = []) {
      self.name = name
      self.place = place
      self.attributes = attributes
      self.children = children
    }

    /// The value of an attribute, by its name without namespace: `exported`, `name`.
    public func attribute(_ name: String) -> Sourced<String>? {
      attributes.first { $0.name == name }.map { Sourced($0.value, $0.place) }
    }
    /// Nil where absent or not decided (`@bool/x`, `${x}`).
    public func flag(_ name: String) -> Bool? {
      switch attribute(name)?.value {
      case "true": true
      case "false": false
      default: nil
      }
    }
    /// Only tells merging to take out what others declare.
    public var isRemoved: Bool {
      attributes.contains {
        $0.namespace == "tools" && $0.name == "node" && ($0.value == "remove" || $0.value == "removeAll")
      }
    }
    public func children(_ name: String) -> [Element] { children.filter { $0.name == name } }
    /// All elements of this name below.
    public func descendants(_ name: String) -> [Element] {
      children.flatMap { ($0.name == name ? [$0] : []) + $0.descendants(name) }
    }
  }

  /// `android:exported="false"`. Numbers and flags as text, references as `@…`.
  public struct Attribute: Sendable, Equatable {
    public var name: String
    public var value: String
    public var place: Place
    /// `android`, `tools`, or empty.
    public var namespace: String

    public init(_ name: String, _ value: String, _ place: Place, namespace: String = "android") {
      self.name = name
      self.value = value
      self.place = place
      self.namespace = namespace
    }
  }
}

extension AndroidManifest {
  public var application: Element? { root.children("application").first }
  public var permissions: [Sourced<String>] {
    root.children.filter { $0.name.hasPrefix("uses-permission") && !$0.isRemoved }
      .compactMap { $0.attribute("name") }
  }
  /// Permissions that merging is told to take out (`tools:node="remove"`).
  public var removedPermissions: [Sourced<String>] {
    root.children.filter { $0.name.hasPrefix("uses-permission") && $0.isRemoved }
      .compactMap { $0.attribute("name") }
  }
  public var services: [Element] { (application?.children("service") ?? []).filter { !$0.isRemoved } }
  public var metaData: [Element] { (application?.children("meta-data") ?? []).filter { !$0.isRemoved } }
  public var targetSDK: Sourced<Int>? { sdk("targetSdkVersion") }
  public var minSDK: Sourced<Int>? { sdk("minSdkVersion") }

  /// The class that a component's name means: `.Messaging` in its package.
  public static func className(_ name: String, in package: String) -> String {
    if name.hasPrefix(".") { return package + name }
    return name.contains(".") || package.isEmpty ? name : package + "." + name
  }

  private func sdk(_ name: String) -> Sourced<Int>? {
    root.children("uses-sdk").lazy.compactMap { $0.attribute(name) }.first
      .flatMap { found in Int(found.value).map { Sourced($0, found.place) } }
  }
}

/// What a Gradle build script (Groovy or Kotlin) says of a module, as far as it is written out.
public struct GradleModule: Sendable, Equatable {
  public var place: Place
  /// `com.android.application`; a library is false.
  public var isApplication: Bool
  public var applicationID: Sourced<String>?
  public var namespace: Sourced<String>?
  /// Suffixes and ids of build types and flavours: what the id may be too.
  public var otherApplicationIDs: [Sourced<String>] = []
  /// One of them is computed.
  public var hasOpenApplicationIDs = false
  public var targetSDK: Sourced<Int>?
  public var minSDK: Sourced<Int>?
  /// Coordinates without version where they are written out: `com.google.firebase:firebase-messaging`.
  public var dependencies: [Sourced<String>] = []
  /// Whether the google-services plugin is applied.
  public var appliesGoogleServices = false
  /// Applies plugins or scripts of the project's own, which may do more than is written here.
  public var appliesOthers = false
  /// What shows that the app's code is in another framework's language, and not read here: `flutter`.
  public var otherFramework: Sourced<String>?

  public init(_ place: Place, isApplication: Bool) {
    self.place = place
    self.isApplication = isApplication
  }
}
