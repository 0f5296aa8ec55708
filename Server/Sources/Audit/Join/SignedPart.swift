import AppFacts

/// An executable of an app that is signed on its own, with what stands beside it.
struct SignedPart {
  /// Nil: the executable was given alone.
  var bundle: AppBundle?
  var binary: SignedBinary
  /// The embedded profile, else the one given alone for the same id.
  var profile: ProvisioningProfile?
  /// The app itself, not one of its extensions.
  var isMain: Bool
  var isMac: Bool

  /// Signed slices that run on a device; a simulator asks for no signature.
  var slices: [SignedBinary.Slice] { binary.slices.filter { !$0.isForSimulator } }
  var signatures: [CodeSignature] { slices.compactMap(\.signature) }
  /// What the system goes by.
  var entitlements: Located? {
    signatures.lazy.compactMap { $0.derEntitlements ?? $0.xmlEntitlements }.first
  }
  var environment: Located? { entitlements.flatMap(Entitlements.apsEnvironment) }
  /// Where the signature stands, for what it lacks.
  var signaturePlace: Place { signatures.first?.place ?? binary.place }
  var isEncrypted: Bool { binary.slices.contains { $0.isEncrypted } }
  var isForSimulator: Bool {
    (!binary.slices.isEmpty && slices.isEmpty)
      || (bundle?.info?.tree["CFBundleSupportedPlatforms"]?.strings.contains {
        $0.value.hasSuffix("Simulator")
      }
        ?? false)
  }
  /// For messages: `Service.appex`, or the app's file.
  var name: String { (bundle?.place ?? binary.place).lastName }
  var bundleID: Sourced<String>? { bundle?.info?.bundleID }
}

extension AppleApp {
  /// The app's executables and those of its extensions, as far as they were given.
  var parts: [SignedPart] {
    let ofBundles = bundles.flatMap { [($0, true)] + $0.descendants.map { ($0, false) } }
    let loose = looseExtensions.flatMap { [$0] + $0.descendants }.map { ($0, false) }
    let built = (ofBundles + loose).compactMap { bundle, isMain in
      bundle.binary.map {
        SignedPart(
          bundle: bundle, binary: $0, profile: bundle.profile ?? looseProfile(for: bundle.bundleID),
          isMain: isMain, isMac: bundle.isMac)
      }
    }
    let alone = binaries.map { binary in
      SignedPart(
        bundle: nil, binary: binary,
        profile: looseProfile(for: binary.signature?.directories.first?.identifier), isMain: true,
        isMac: binary.slices.contains { $0.platform == 1 || $0.platform == 6 })
    }
    return (built + alone).filter { !$0.isForSimulator }
  }

  /// The app's own executables.
  var mainParts: [SignedPart] { parts.filter(\.isMain) }

  /// Profiles of the app itself, embedded or given alone.
  var mainProfiles: [ProvisioningProfile] {
    bundles.compactMap(\.profile)
      + profiles.filter { profile in
        guard let id = profile.bundleIDPattern, !id.hasSuffix("*") else { return true }
        return bundleID == nil || id == bundleID || bundles.contains { $0.bundleID == id }
      }
  }

  /// All profiles, those of extensions too.
  var allProfiles: [ProvisioningProfile] {
    (bundles + looseExtensions).flatMap { [$0] + $0.descendants }.compactMap(\.profile) + profiles
  }

  private func looseProfile(for id: String?) -> ProvisioningProfile? {
    let matching = profiles.filter { profile in
      guard let pattern = profile.bundleIDPattern, let id else { return false }
      return pattern == id || (pattern.hasSuffix("*") && id.hasPrefix(pattern.dropLast()))
    }
    return matching.count == 1 ? matching[0] : nil
  }
}

extension SignedBinary.Slice {
  /// LC_BUILD_VERSION: 7 iOS, 8 tvOS, 9 watchOS, 12 visionOS simulator.
  var isForSimulator: Bool { [7, 8, 9, 12].contains(platform) }
  var entitlements: Located? { signature.flatMap { $0.derEntitlements ?? $0.xmlEntitlements } }
}

extension ProvisioningProfile {
  /// What it allows: DER where present (the source of truth since iOS 15), else the property list's.
  var rights: Located? { derEntitlements ?? entitlements }
  var environment: Located? { rights.flatMap(Entitlements.apsEnvironment) }
}
