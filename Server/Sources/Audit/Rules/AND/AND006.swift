import AppFacts

/// FCM shows notifications in a channel that nobody chose.
enum AND006: AuditRule {
  static let page = RulePage(
    "AND006", .android, .info, summary: "No default notification channel is named for FCM",
    why: """
      A notification message without a channel is shown by the SDK in a channel of its own, called Miscellaneous, at \
      default importance: no heads-up, and a name that means nothing to the person. The channel named in the manifest \
      is used instead, if the app has created it.
      """,
    check: """
      `aapt dump xmltree Parcel.apk AndroidManifest.xml`: is there a meta-data \
      com.google.firebase.messaging.default_notification_channel_id?
      """,
    fix: "Name the channel in a meta-data default_notification_channel_id, and create it at launch.",
    references: [.fcmReceive, .androidChannels],
    silentOn: ["source sets where a library names the channel", "an app without FCM"],
    bad: RuleExample(.init("Parcel.apk", ANDExample.package(channel: ""))),
    good: RuleExample(.init("Parcel.apk", ANDExample.package())))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.androidApps {
      guard let fcm = app.usesFCM(scope) else { continue }
      let packages = app.packages(scope)
      let isSource = packages.isEmpty
      let manifests = isSource ? app.sourceManifests(scope) : packages
      let named = app.everyManifest(scope).contains { $0.metaData(AndroidNames.defaultChannel) != nil }
      // The main source set is where it belongs; flavours only add to it.
      guard let manifest = manifests.first(where: \.hasLauncher) ?? manifests.first, !named else { continue }
      guard !isSource || !app.isOtherFramework(scope) else { continue }
      report.add(
        AuditFinding(
          page.id, .info, isSource ? .likely : .proved,
          "no default channel is named, so notification messages come as Miscellaneous",
          evidence: [
            Exhibit(
              manifest.application?.place ?? manifest.start, "no meta-data default_notification_channel_id")
          ], counterpart: [fcm], fix: page.fix, about: [app.about]))
    }
  }
}
