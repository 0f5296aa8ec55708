import AppFacts

enum PLIST008: AuditRule {
  static let page = RulePage(
    "PLIST008", .plist, .error,
    summary: "A notification extension's point or principal class is wrong",
    why: """
      The system finds a service extension by NSExtensionPointIdentifier and starts the class named by \
      NSExtensionPrincipalClass. With either wrong, the extension never runs and notifications are shown as they \
      were sent, without any error.
      """,
    check: "`plutil -extract NSExtension xml1 -o - Parcel.app/PlugIns/Service.appex/Info.plist`.",
    fix: """
      NSExtensionPointIdentifier is com.apple.usernotifications.service, NSExtensionPrincipalClass is \
      `$(PRODUCT_MODULE_NAME).NotificationService` (in Objective-C the class's name alone).
      """,
    references: [.serviceExtension],
    silentOn: [
      "an Objective-C class without its module, and a Swift class with @objc(Name)",
      "a content extension with a storyboard",
    ],
    bad: RuleExample(
      .init("Parcel.ipa", "extension Service.appex\n  info NSExtension/NSExtensionPrincipalClass = none")),
    good: RuleExample(.init("Parcel.ipa", "extension Service.appex")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      for plist in app.extensionPlists(scope.facts) {
        guard let point = plist.extensionPoint else { continue }
        if point.value == AppBundle.servicePoint {
          principalClass(plist, app, scope, &report)
        } else if point.value.lowercased().contains("usernotification"), !known.contains(point.value) {
          report.add(
            AuditFinding(
              id, .error, .proved, "an extension is for \(point.value), and there is no such extension point",
              evidence: [Exhibit(point.place, quote: point.value, "NSExtensionPointIdentifier")],
              fix: "Write com.apple.usernotifications.service", about: [app.about]))
        }
      }
    }
  }

  private static let known = [AppBundle.servicePoint, "com.apple.usernotifications.content-extension"]

  private static func principalClass(
    _ plist: InfoPlistFile, _ app: AppleApp, _ scope: AuditScope, _ report: inout RuleReport
  ) {
    let node = plist.tree[path: ["NSExtension", "NSExtensionPrincipalClass"]]
    guard let name = node?.sourcedString, !name.value.isEmpty else {
      let place = plist.tree.member("NSExtension")?.place ?? plist.place
      report.add(
        AuditFinding(
          id, .error, plist.isSource ? .likely : .proved,
          "a notification service extension of \(app.name) names no principal class",
          evidence: [Exhibit(place, "NSExtension without NSExtensionPrincipalClass")],
          fix: "Set NSExtensionPrincipalClass to $(PRODUCT_MODULE_NAME) and the class", about: [app.about]))
      return
    }
    let services = app.serviceExtensionSources.flatMap { file in
      scope.facts.sources[file].types.filter {
        $0.inherits.contains { $0.hasSuffix("UNNotificationServiceExtension") }
      }
    }
    let wanted =
      name.value.lastIndex(of: ".").map { String(name.value[name.value.index(after: $0)...]) } ?? name.value
    // A class may inherit by way of another one, and a name of its own stands in @objc(Name).
    guard let first = services.first, !wanted.contains("$"),
      !services.contains(where: { type in
        type.name == wanted || type.name.hasSuffix("." + wanted)
          || type.attributes.contains { $0.hasPrefix("objc(") }
      }),
      !scope.facts.sources.contains(where: { $0.types.contains { $0.name == wanted } })
    else { return }
    report.add(
      AuditFinding(
        id, .error, .likely,
        "the service extension's principal class is \(name.value), and its sources have no such class",
        evidence: [Exhibit(name.place, quote: name.value, "NSExtensionPrincipalClass")],
        counterpart: [Exhibit(first.place, quote: first.name, "the class that is there")],
        fix: "Name the class \(first.name)", about: [app.about]))
  }
}

extension AppleApp {
  /// Info.plist files of its extensions: of builds, of targets, and given alone.
  func extensionPlists(_ facts: AuditFacts) -> [InfoPlistFile] {
    let built = bundles.flatMap(\.descendants) + looseExtensions
    let ofTargets = targets.filter(\.isExtension).flatMap { reference in
      facts.projects[reference.project].targets[reference.target].configurations.compactMap(\.infoPlist)
    }
    var found: [InfoPlistFile] = []
    for plist in built.compactMap(\.info) + ofTargets + infoPlists where plist.extensionPoint != nil {
      if !found.contains(where: { $0.place == plist.place }) { found.append(plist) }
    }
    return found
  }
}
