import AppFacts

/// Any app on the device can start the service that takes the messages.
enum AND005: AuditRule {
  static let page = RulePage(
    "AND005", .android, .warning, summary: "The service for FCM's messages is open to other apps",
    why: """
      Google Play services starts the service through the SDK, inside the app; nobody else has to. An exported service \
      takes an intent from any app on the device, so another app can make up messages. Without the attribute a service \
      with a filter is exported up to API 30, and an app for API 31 or later cannot be installed.
      """,
    check: "`aapt dump xmltree Parcel.apk AndroidManifest.xml`: android:exported of the service must be 0x0.",
    fix: "Set android:exported=\"false\" at the service.",
    references: [.manifestService, .fcmReceive],
    silentOn: ["the SDK's own service", "a service with a permission", "a value that is a reference"],
    bad: RuleExample(
      .init(
        "Parcel.apk",
        ANDExample.package(
          services: ANDExample.service.replacing("exported=\"false\"", with: "exported=\"true\"")))),
    good: RuleExample(.init("Parcel.apk", ANDExample.package())))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.androidApps {
      for manifest in app.everyManifest(scope) {
        for service in manifest.messagingServices where !service.isSDKs {
          let exported = service.element.attribute("exported")
          guard exported == nil || exported?.value == "true", service.element.attribute("permission") == nil
          else { continue }
          // Merging may add what a source set leaves out: then another one of the app says it.
          if exported == nil, !manifest.isMerged, isSaidElsewhere(service, app, scope) { continue }
          report.add(
            AuditFinding(
              page.id, .warning, manifest.isMerged ? .proved : .likely,
              exported == nil
                ? "\(service.className.lastName) does not say that it is not exported"
                : "\(service.className.lastName) is exported: any app can start it",
              evidence: [
                Exhibit(
                  exported?.place ?? service.element.place, quote: exported?.value ?? service.className,
                  exported == nil ? "no android:exported" : "android:exported")
              ], fix: page.fix, about: [app.about, "class:" + service.className.lastName]))
        }
      }
    }
  }

  private static func isSaidElsewhere(
    _ service: AndroidManifest.MessagingService, _ app: AndroidApp, _ scope: AuditScope
  ) -> Bool {
    app.sourceManifests(scope).contains { other in
      other.services.contains {
        $0.attribute("name")?.value.lastName == service.className.lastName && $0.attribute("exported") != nil
      }
    }
  }
}
