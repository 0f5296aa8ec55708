import AppFacts

/// The manifest names a class that the app does not have.
enum AND014: AuditRule {
  static let page = RulePage(
    "AND014", .android, .error, summary: "The service for FCM's messages names a class that is not there",
    why: """
      Android makes the service by the name in the manifest. Where the app has no such class (renamed, moved to \
      another package, removed by the shrinker), the app ends with ClassNotFoundException as soon as a message comes, \
      and the message is lost.
      """,
    check: "`dexdump Parcel.apk | grep 'Class descriptor'`, or apkanalyzer dex packages: is the class there?",
    fix: "Give the service the class's whole name, and keep the class where code is shrunk.",
    references: [.manifestService],
    silentOn: [
      "a package without code, or whose code is packed", "classes of libraries in a source tree",
    ],
    bad: RuleExample(
      .init(
        "Parcel.apk",
        ANDExample.package(
          dex: """
            --- dex
            dev.pushwire.parcel.push.ParcelMessaging
            com.google.firebase.messaging.FirebaseMessagingService
            """))),
    good: RuleExample(.init("Parcel.apk", ANDExample.package())))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.androidApps {
      let packages = app.packages(scope)
      for package in packages {
        // Where not even the SDK is found, the code is packed: nothing can be said.
        guard let classes = package.dexClasses, classes.contains(AndroidNames.messagingService) else {
          continue
        }
        for service in package.messagingServices where !classes.contains(service.className) {
          add(service, app, [Exhibit(package.place, "no dex file names the class")], .likely, &report)
        }
      }
      if packages.isEmpty { checkSources(app, scope, &report) }
    }
  }

  /// A name of the app's own that no class of its sources has, while another class takes messages.
  private static func checkSources(_ app: AndroidApp, _ scope: AuditScope, _ report: inout RuleReport) {
    // A class that only others extend is no sign: theirs may not have been read, as nothing of push stands in it.
    let classes = MessagingClass.all(app, scope).filter { !$0.isAbstract }
    guard !classes.isEmpty else { return }
    let names = Set(app.units(scope).flatMap(\.types).map(\.name.lastName))
    for manifest in app.sourceManifests(scope) {
      for service in manifest.messagingServices {
        guard let written = service.element.attribute("name")?.value, written.hasPrefix("."),
          !written.contains("}"), !names.contains(written.lastName)
        else { continue }
        let others = classes.prefix(3).map {
          Exhibit($0.place, quote: $0.name, "extends FirebaseMessagingService")
        }
        add(service, app, others, .likely, &report)
      }
    }
  }

  private static func add(
    _ service: AndroidManifest.MessagingService, _ app: AndroidApp, _ counterpart: [Exhibit],
    _ confidence: Confidence, _ report: inout RuleReport
  ) {
    report.add(
      AuditFinding(
        page.id, .error, confidence, "the service \(service.className) names a class that is not there",
        evidence: [Exhibit(service.element.place, quote: service.className, "for MESSAGING_EVENT")],
        counterpart: counterpart, fix: page.fix, about: [app.about, "class:" + service.className.lastName]))
  }
}
