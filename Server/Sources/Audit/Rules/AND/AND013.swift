import AppFacts

/// GoogleService-Info.plist is another app's, or put together from two projects.
enum AND013: AuditRule {
  static let page = RulePage(
    "AND013", .android, .error, summary: "GoogleService-Info.plist is of another app or project",
    why: """
      Firebase on Apple platforms takes its app from GoogleService-Info.plist. With another app's BUNDLE_ID, or a \
      GOOGLE_APP_ID that is not of GCM_SENDER_ID's project, the app's FCM token belongs to another app or sender: \
      messages are refused (SENDER_ID_MISMATCH) or go to an app that APNs does not know by that key.
      """,
    check:
      "`plutil -p GoogleService-Info.plist`: compare BUNDLE_ID with the app's, GOOGLE_APP_ID with GCM_SENDER_ID.",
    fix: "Download GoogleService-Info.plist of this app from the Firebase console, and do not edit it.",
    references: [
      Reference(
        "Add Firebase to your Apple project", "https://firebase.google.com/docs/ios/setup",
        reviewed: "2026-11-30")
    ],
    silentOn: [
      "a bundle id that build settings compute", "a file for each configuration, of which one fits",
    ],
    bad: RuleExample(
      .init("GoogleService-Info.plist", plist(bundle: "dev.pushwire.parcel", app: "210987654321"))),
    good: RuleExample(
      .init("GoogleService-Info.plist", plist(bundle: "dev.pushwire.parcel", app: "123456789012"))))

  private static func plist(bundle: String, app: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
      <key>BUNDLE_ID</key><string>\(bundle)</string>
      <key>GCM_SENDER_ID</key><string>123456789012</string>
      <key>GOOGLE_APP_ID</key><string>1:\(app):ios:0a1b2c3d4e5f</string>
      <key>PROJECT_ID</key><string>parcel-push</string>
    </dict></plist>
    """
  }

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps { checkBundles(app, scope, &report) }
    let inApps = scope.appleApps.flatMap { app in
      (app.bundles.compactMap(\.googlePlist) + app.googlePlists).map { ($0, app.about) }
    }
    for plist in scope.facts.googlePlists where !inApps.contains(where: { $0.0.place == plist.place }) {
      checkIDs(plist, about: "file:" + plist.place.file, &report)
    }
    for (plist, about) in inApps { checkIDs(plist, about: about, &report) }
  }

  private static func checkBundles(_ app: AppleApp, _ scope: AuditScope, _ report: inout RuleReport) {
    for bundle in app.bundles {
      guard let plist = bundle.googlePlist, let named = plist.bundleID, let own = bundle.info?.bundleID,
        named.value != own.value
      else { continue }
      add(
        named, own.value, [Exhibit(own.place, quote: own.value, "CFBundleIdentifier")], .proved, app, &report)
    }
    let ids = app.bundleIDs(scope.facts)
    let named = app.googlePlists.compactMap(\.bundleID)
    guard let first = named.first, !ids.isEmpty, !app.hasOpenBundleID(scope.facts),
      !named.contains(where: { ids.contains($0.value) })
    else { return }
    let place = app.somePlace(scope.facts)
    add(
      first, ids.sorted().joined(separator: ", "),
      place.map { [Exhibit($0, quote: ids.sorted().first, "bundle id")] } ?? [], .likely, app, &report)
  }

  private static func add(
    _ named: Sourced<String>, _ own: String, _ counterpart: [Exhibit], _ confidence: Confidence,
    _ app: AppleApp, _ report: inout RuleReport
  ) {
    report.add(
      AuditFinding(
        page.id, .error, confidence, "GoogleService-Info.plist is for \(named.value), and the app is \(own)",
        evidence: [Exhibit(named.place, quote: named.value, "BUNDLE_ID")], counterpart: counterpart,
        fix: page.fix, about: [app.about]))
  }

  private static func checkIDs(_ plist: GooglePlist, about: String, _ report: inout RuleReport) {
    guard let sender = plist.senderID, let id = plist.appID else { return }
    let parts = id.value.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[1] != sender.value || parts[2] != "ios" else { return }
    report.add(
      AuditFinding(
        page.id, .error, .proved,
        parts[2] == "ios"
          ? "GOOGLE_APP_ID is of project \(parts[1]), and GCM_SENDER_ID is \(sender.value)"
          : "GOOGLE_APP_ID is of an app for \(parts[2]), not of one for Apple's platforms",
        evidence: [Exhibit(id.place, quote: id.value, "GOOGLE_APP_ID")],
        counterpart: [Exhibit(sender.place, quote: sender.value, "GCM_SENDER_ID")], fix: page.fix,
        about: [about]))
  }
}
