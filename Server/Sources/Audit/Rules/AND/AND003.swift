import AppFacts

/// Nothing of the app's own takes FCM's messages.
enum AND003: AuditRule {
  static let page = RulePage(
    "AND003", .android, .warning, summary: "No service of the app takes FCM's messages",
    why: """
      firebase-messaging declares a service of its own at priority -500. It shows notification messages while the app \
      is in the background and hands nothing to the app: data messages, messages in the foreground and new tokens are \
      lost. A class that extends FirebaseMessagingService works only once a manifest declares it for \
      com.google.firebase.MESSAGING_EVENT.
      """,
    check:
      "`aapt dump xmltree Parcel.apk AndroidManifest.xml`: which services have the action MESSAGING_EVENT?",
    fix: "Extend FirebaseMessagingService, and declare the class for com.google.firebase.MESSAGING_EVENT.",
    references: [.fcmReceive], rootCauses: ["AND008", "AND014"],
    silentOn: [
      "a source tree where a library or plugin may declare the service",
      "a base class that others of the app extend", "services of other SDKs",
    ],
    bad: RuleExample(
      .init("Parcel.apk", ANDExample.package(services: ANDExample.sdkService))),
    good: RuleExample(
      .init("Parcel.apk", ANDExample.package(services: ANDExample.sdkService + "\n" + ANDExample.service))))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.androidApps {
      let packages = app.packages(scope)
      for package in packages {
        let services = package.messagingServices
        let hasCode = package.dexClasses?.contains(AndroidNames.messaging) == true
        guard !services.contains(where: { !$0.isSDKs }), !services.isEmpty || hasCode else { continue }
        let sdk = services.first.map {
          Exhibit($0.element.place, quote: $0.className, "the SDK's own service, at priority -500")
        }
        report.add(
          AuditFinding(
            page.id, .warning, services.isEmpty ? .likely : .proved,
            services.isEmpty
              ? "the code uses FCM, and no service takes its messages"
              : "only the SDK's own service takes FCM's messages",
            evidence: [sdk ?? Exhibit(package.start, "no service for MESSAGING_EVENT")], fix: page.fix,
            about: [app.about]))
      }
      if packages.isEmpty { checkSources(app, scope, &report) }
    }
  }

  /// A class that no manifest of the tree declares.
  private static func checkSources(_ app: AndroidApp, _ scope: AuditScope, _ report: inout RuleReport) {
    let manifests = app.sourceManifests(scope) + app.libraryManifests(scope)
    guard !manifests.isEmpty else { return }
    let declared = Set(manifests.flatMap(\.services).compactMap { $0.attribute("name")?.value.lastName })
    // Whatever a placeholder names may be it.
    guard !declared.contains(where: { $0.contains("}") }) else { return }
    let classes = MessagingClass.all(app, scope)
    let bases = Set(classes.flatMap(\.ancestors))
    for type in classes where !declared.contains(type.name) && !bases.contains(type.name) {
      guard !type.isAbstract else { continue }
      report.add(
        AuditFinding(
          page.id, .warning, .likely, "no manifest declares \(type.name), so it never gets a message",
          evidence: [Exhibit(type.place, quote: type.name, "extends FirebaseMessagingService")],
          counterpart: manifests.prefix(3).map { Exhibit($0.start, "has no service of this name") },
          fix: "Declare \(type.name) as a service for com.google.firebase.MESSAGING_EVENT.",
          about: [app.about, "class:" + type.name]))
    }
  }
}

extension String {
  /// Behind the last dot or dollar sign: of a class, its name alone.
  var lastName: String {
    lastIndex { $0 == "." || $0 == "$" }.map { String(self[index(after: $0)...]) } ?? self
  }
}
