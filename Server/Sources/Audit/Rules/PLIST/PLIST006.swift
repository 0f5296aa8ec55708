import AppFacts

enum PLIST006: AuditRule {
  static let page = RulePage(
    "PLIST006", .plist, .warning,
    summary: "An extension's bundle id or minimum system does not fit its app",
    why: """
      An extension's bundle id must continue its app's (`dev.pushwire.parcel.service`), or the app is not installed. \
      With a minimum system above the app's, devices in between install the app without the extension: there, \
      notifications come without their picture or decrypted text.
      """,
    check: "`plutil -p` of both Info.plist files: CFBundleIdentifier and MinimumOSVersion.",
    fix:
      "Start the extension's bundle id with the app's and a dot, and give both the same deployment target.",
    references: [.serviceExtension],
    silentOn: [
      "widgets and other extensions that have nothing to do with notifications, in their minimum system"
    ],
    bad: RuleExample(
      .init("Parcel.ipa", "extension Service.appex\n  info MinimumOSVersion = 17.0")),
    good: RuleExample(
      .init("Parcel.ipa", "extension Service.appex\n  info MinimumOSVersion = 15.0")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      if app.bundles.isEmpty { targets(app, scope.facts, &report) }
      for bundle in app.bundles {
        for child in bundle.children where child.role.isExtension {
          identifiers(child, bundle, app, &report)
          systems(child, bundle, app, &report)
        }
      }
    }
  }

  /// The same in a project, configuration by configuration.
  private static func targets(_ app: AppleApp, _ facts: AuditFacts, _ report: inout RuleReport) {
    for own in app.targets where !own.isExtension {
      for other in app.targets where other.isExtension && other.project == own.project {
        let parent = facts.projects[own.project].targets[own.target]
        let child = facts.projects[other.project].targets[other.target]
        for configuration in child.configurations {
          guard let point = configuration.infoPlist?.extensionPoint?.value,
            point.contains("usernotifications"),
            let base = parent.configurations.first(where: { $0.name == configuration.name })
          else { continue }
          compare(child.name, configuration, base, app, &report)
        }
      }
    }
  }

  private static func compare(
    _ name: String, _ child: XcodeProject.Configuration, _ parent: XcodeProject.Configuration,
    _ app: AppleApp, _ report: inout RuleReport
  ) {
    if let id = child.bundleID, let own = parent.bundleID, !id.value.hasPrefix(own.value + ".") {
      report.add(
        AuditFinding(
          Self.id, .warning, .likely,
          "the extension \(name) is \(id.value) in \(child.name), which does not continue the app's \(own.value)",
          evidence: [Exhibit(id.place, quote: id.value, "bundle id of the extension")],
          counterpart: [Exhibit(own.place, quote: own.value, "bundle id of the app")],
          fix: "Name the extension \(own.value).something", about: [app.about]))
    }
    let key = "IPHONEOS_DEPLOYMENT_TARGET"
    if let needs = child.resolved(key), let own = parent.resolved(key), let left = SystemVersion(needs.value),
      let right = SystemVersion(own.value), right < left
    {
      report.add(
        AuditFinding(
          Self.id, .warning, .likely,
          "the extension \(name) needs \(needs.value) in \(child.name), and the app runs from \(own.value) on",
          evidence: [Exhibit(needs.place, quote: needs.value, "deployment target of the extension")],
          counterpart: [Exhibit(own.place, quote: own.value, "deployment target of the app")],
          fix: "Give both the same deployment target", about: [app.about]))
    }
  }

  private static func identifiers(
    _ child: AppBundle, _ parent: AppBundle, _ app: AppleApp, _ report: inout RuleReport
  ) {
    guard let id = child.info?.bundleID, let own = parent.info?.bundleID, !id.value.hasPrefix(own.value + ".")
    else {
      return
    }
    report.add(
      AuditFinding(
        Self.id, .warning, .proved,
        "the extension \(child.place.lastName) is \(id.value), which does not continue the app's \(own.value)",
        evidence: [Exhibit(id.place, quote: id.value, "CFBundleIdentifier of the extension")],
        counterpart: [Exhibit(own.place, quote: own.value, "CFBundleIdentifier of the app")],
        fix: "Name the extension \(own.value).something", about: [app.about]))
  }

  private static func systems(
    _ child: AppBundle, _ parent: AppBundle, _ app: AppleApp, _ report: inout RuleReport
  ) {
    guard child.role != .otherExtension, let needs = child.info?.minimumOS, let own = parent.info?.minimumOS,
      let left = SystemVersion(needs.value), let right = SystemVersion(own.value), right < left
    else { return }
    report.add(
      AuditFinding(
        id, .warning, .proved,
        "the extension \(child.place.lastName) needs \(needs.value), and the app runs from \(own.value) on",
        evidence: [Exhibit(needs.place, quote: needs.value, "minimum system of the extension")],
        counterpart: [Exhibit(own.place, quote: own.value, "minimum system of the app")],
        fix: "Give both the same deployment target", about: [app.about]))
  }
}

/// `16`, `16.4`, `10.15.7`
struct SystemVersion: Comparable {
  private var parts: [Int]

  /// Nil where it is none.
  init?(_ text: String) {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard !numbers.isEmpty, numbers.count <= 4, numbers.allSatisfy({ $0 != nil }) else { return nil }
    parts = numbers.compactMap { $0 }
    while parts.count < 4 { parts.append(0) }
  }

  static func < (left: Self, right: Self) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }
}
