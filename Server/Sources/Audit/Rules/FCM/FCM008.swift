import AppFacts

/// Projects that differ.
enum FCM008: AuditRule {
  static let page = RulePage(
    "FCM008", .fcm, .error, summary: "Sender and app belong to different Firebase projects",
    why: """
      A registration belongs to the project of the app's google-services.json or GoogleService-Info.plist. Sent to with \
      another project's account it is answered SENDER_ID_MISMATCH, or UNREGISTERED.
      """,
    check: "Compare project_id of the service account with the app's files and the request's path.",
    fix: "Send with an account of the project that the app was built for.",
    references: [.fcmErrors, .fcmAuthorize],
    silentOn: ["several files of an app, for flavours or configurations, of which one fits"],
    bad: RuleExample(FCMExample.request(project: "parcel-test"), FCMExample.services),
    good: RuleExample(FCMExample.request(project: "parcel-push"), FCMExample.services))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    let facts = scope.facts
    let plists =
      facts.googlePlists + scope.appleApps.flatMap { $0.bundles.compactMap(\.googlePlist) }
    let apps = facts.googleServices.compactMap(\.projectID) + plists.compactMap(\.projectID)
    guard let first = apps.first else { return }
    let known = Set(apps.map(\.value))
    func judge(_ sender: Sourced<String>, _ what: String, _ about: Set<String>) {
      guard !known.contains(sender.value) else { return }
      report.add(
        page, .likely, "\(what) is of project \(sender.value.shown), and the app of \(first.value.shown)",
        at: Exhibit(sender.place, quote: sender.value.shown, what),
        counterpart: [Exhibit(first.place, quote: first.value.shown, "the app's project")], about: about)
    }
    for account in facts.serviceAccounts {
      if let project = account.projectID {
        judge(project, "the service account", ["account:" + account.place.file])
      }
    }
    for capture in facts.captures where capture.service == .fcm {
      guard let path = capture.path, path.isKnown, path.value.hasPrefix("/v1/projects/") else { continue }
      let project = path.value.dropFirst(13).prefix { $0 != "/" }
      judge(
        Sourced(String(project), path.place), "the request",
        capture.about(explaining: "SENDER_ID_MISMATCH", "UNREGISTERED"))
    }
    compareApps(facts, plists, &report)
  }

  /// One app for both platforms, with one file each.
  private static func compareApps(_ facts: AuditFacts, _ plists: [GooglePlist], _ report: inout RuleReport) {
    let projects = Set(plists.compactMap { $0.projectID?.value })
    guard facts.googleServices.count == 1, projects.count == 1, let plist = plists.first?.projectID,
      let json = facts.googleServices.first?.projectID, plist.value != json.value
    else { return }
    report.add(
      page, .warning, .likely,
      "the iOS app is of project \(plist.value.shown), the Android app of \(json.value.shown)",
      at: Exhibit(plist.place, quote: plist.value.shown, "PROJECT_ID"),
      counterpart: [Exhibit(json.place, quote: json.value.shown, "project_id")],
      fix: "Use one project for both, or send to each with an account of its own.",
      about: ["file:" + plist.place.file])
  }
}
