import AppFacts

/// What an app's files declare, whatever they are: of a build, else of the project, else given alone.
extension AppleApp {
  /// The Info.plist files that are shipped: of the builds, else of the configurations that are not for debugging.
  func infoPlists(_ facts: AuditFacts) -> [InfoPlistFile] {
    let built = bundles.compactMap(\.info)
    if !built.isEmpty { return built }
    let ofTargets = shippedConfigurations(facts).compactMap(\.infoPlist)
    if !ofTargets.isEmpty { return ofTargets }
    return infoPlists.filter { $0.extensionPoint == nil && $0.tree["NSExtension"] == nil }
  }

  /// Configurations of the app's targets that are not for debugging; all where there are no other.
  func shippedConfigurations(_ facts: AuditFacts) -> [XcodeProject.Configuration] {
    appTargets(facts).flatMap { target in
      let shipped = target.configurations.filter { configuration in
        guard !configuration.isDebug, mayMake(configuration) else { return false }
        // Of a build with a known id, the configurations with that id.
        guard let id = configuration.bundleID?.value, let bundleID, !bundles.isEmpty else { return true }
        return id == bundleID
      }
      return shipped.isEmpty ? target.configurations.filter(mayMake) : shipped
    }
  }

  /// Whether the builds that were given may come from it: a Mac app does not come from an iOS target.
  private func mayMake(_ configuration: XcodeProject.Configuration) -> Bool {
    let platforms = configuration.resolved("SUPPORTED_PLATFORMS") ?? configuration.resolved("SDKROOT")
    guard !bundles.isEmpty, let platforms, platforms.value != "auto" else { return true }
    return bundles.contains { bundle in
      platforms.value.split(separator: " ").contains { ($0 == "macosx") == bundle.isMac }
    }
  }

  /// Entitlements as sources have them, before signing: of those configurations, else given alone.
  func declaredEntitlements(_ facts: AuditFacts) -> [EntitlementsFile] {
    let archived = bundles.compactMap(\.expandedEntitlements)
    let ofTargets = shippedConfigurations(facts).compactMap(\.entitlements)
    return archived + (ofTargets.isEmpty ? entitlements : ofTargets)
  }

  /// Whether the app has a CloudKit container, in its signature or its sources.
  func usesCloudKit(_ facts: AuditFacts) -> Bool {
    let key = "com.apple.developer.icloud-services"
    let trees =
      mainParts.compactMap(\.entitlements) + declaredEntitlements(facts).map(\.tree)
    return trees.contains { tree in
      (tree[key]?.strings.contains { $0.value.hasPrefix("CloudKit") || $0.value == "*" } ?? false)
        || tree["com.apple.developer.icloud-container-identifiers"] != nil
    }
  }
}

/// What shows that an app means to receive pushes.
struct PushUse {
  var exhibits: [Exhibit] = []
  /// Proved by a declaration; likely where a call in sources or a name in the executable says it.
  var confidence = Confidence.proved
  /// Only a name in the executable.
  var isWeak = false
}

extension AppleApp {
  /// The signed entitlement, which says it surest, else what speaks for pushes.
  func signedOrSaidPushUse(_ scope: AuditScope) -> PushUse? {
    let signed = mainParts.lazy.compactMap(\.environment).first
    return signed.map { PushUse(exhibits: [Exhibit($0.place, quote: $0.string, "signed aps-environment")]) }
      ?? pushUse(scope)
  }

  /// Nil where nothing that was given speaks for pushes.
  func pushUse(_ scope: AuditScope) -> PushUse? {
    for plist in infoPlists(scope.facts) {
      if let mode = plist.backgroundModes.first(where: { $0.value == "remote-notification" }) {
        return PushUse(exhibits: [Exhibit(mode.place, quote: mode.value, "background mode")])
      }
    }
    for file in declaredEntitlements(scope.facts) {
      if let environment = file.apsEnvironment {
        return PushUse(
          exhibits: [
            Exhibit(
              environment.place, quote: environment.string, "aps-environment, as the sources declare it")
          ])
      }
    }
    let call = scope.index.calls("registerForRemoteNotifications", in: Set(sources)).first
    if let call {
      return PushUse(
        exhibits: [
          Exhibit(call.call.place, quote: "registerForRemoteNotifications", "the call that asks for a token")
        ], confidence: .likely)
    }
    for part in mainParts where part.binary.symbols.contains("registerForRemoteNotifications") {
      return PushUse(
        exhibits: [
          Exhibit(part.binary.place, quote: "registerForRemoteNotifications", "a name in the executable")
        ], confidence: .likely, isWeak: true)
    }
    return nil
  }
}
