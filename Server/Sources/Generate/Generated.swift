public import PushContract

/// What can be made from a profile. The same profile always gives the same text: no time, no path, and
/// everything in the order of its name.
public enum Generated: String, Sendable, CaseIterable {
  /// Typed destinations, names and the client's policy.
  case swift, kotlin, java
  /// Lines for an Apple app's Info.plist.
  case plist
  /// Lines for an Apple app's entitlements.
  case entitlements
  /// Lines for AndroidManifest.xml.
  case manifest
  /// The client's policy as JSON.
  case policy

  /// The text for a profile that was read without errors.
  public func text(_ profile: Profile, _ options: GenerateOptions = GenerateOptions()) -> String {
    switch self {
    case .swift: SwiftGenerator(profile, options).text
    case .kotlin: KotlinGenerator(profile, options).text
    case .java: JavaGenerator(profile, options).text
    case .plist: AppleLines(profile, options).plist
    case .entitlements: AppleLines(profile, options).entitlements
    case .manifest: AndroidLines(profile, options).manifest
    case .policy: PolicyText.text(profile)
    }
  }

  /// The file's name that a project would give it.
  public func fileName(_ profile: Profile, _ options: GenerateOptions = GenerateOptions()) -> String {
    let base = Identifiers.typeBase(options.name ?? profile.app.name)
    return switch self {
    case .swift: base + "Push.swift"
    case .kotlin: base + "Push.kt"
    case .java: base + "Push.java"
    case .plist: "Info.plist.xml"
    case .entitlements: base + ".entitlements"
    case .manifest: "AndroidManifest.lines.xml"
    case .policy: "policy.json"
    }
  }
}
