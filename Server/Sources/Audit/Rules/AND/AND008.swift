import AppFacts

/// The app waits for messages of services that Google has switched off.
enum AND008: AuditRule {
  static let page = RulePage(
    "AND008", .android, .error, summary: "Only components of GCM or Instance ID take messages",
    why: """
      GCM was switched off in 2019, and FirebaseInstanceIdService is gone since firebase-messaging 18. What their \
      components wait for is not sent any more: messages come to a service for com.google.firebase.MESSAGING_EVENT \
      only, and so do new tokens (onNewToken).
      """,
    check: "`aapt dump xmltree Parcel.apk AndroidManifest.xml`: look for GcmReceiver and INSTANCE_ID_EVENT.",
    fix: "Extend FirebaseMessagingService (onMessageReceived, onNewToken) and remove the old components.",
    references: [.fcmReceive],
    silentOn: [
      "the SDK's own FirebaseInstanceIdReceiver", "an app that has a service for MESSAGING_EVENT too",
      "other push services",
    ],
    bad: RuleExample(
      .init(
        "Parcel.apk",
        ANDExample.package(
          permissions: "", services: "",
          channel: """
            <receiver android:name="com.google.android.gms.gcm.GcmReceiver" android:exported="true"
                android:permission="com.google.android.c2dm.permission.SEND">
              <intent-filter><action android:name="com.google.android.c2dm.intent.RECEIVE"/></intent-filter>
            </receiver>
            """, dex: ""))),
    good: RuleExample(.init("Parcel.apk", ANDExample.package())))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.androidApps {
      let packages = app.packages(scope)
      let manifests = packages.isEmpty ? app.sourceManifests(scope) : packages
      for manifest in manifests {
        guard let old = oldComponent(manifest) else { continue }
        let related = manifest.isMerged ? [manifest] : app.everyManifest(scope)
        let services = related.flatMap(\.messagingServices)
        // The SDK's own service hands tokens and data to nobody, so beside it the old ones are still alone.
        guard services.allSatisfy(\.isSDKs) else { continue }
        report.add(
          AuditFinding(
            page.id, .error, manifest.isMerged ? .proved : .likely,
            "\(old.name) waits for what is not sent any more, and nothing else takes messages",
            evidence: [Exhibit(old.place, quote: old.name, old.note)],
            counterpart: [Exhibit(manifest.start, "no service of the app for MESSAGING_EVENT")],
            fix: page.fix,
            about: [app.about]))
      }
    }
  }

  private static func oldComponent(
    _ manifest: AndroidManifest
  ) -> (name: String, note: String, place: Place)? {
    for receiver in manifest.application?.children("receiver") ?? [] where !receiver.isRemoved {
      if let name = receiver.attribute("name"), name.value == "com.google.android.gms.gcm.GcmReceiver" {
        return (name.value.lastName, "a component of GCM", name.place)
      }
    }
    for (action, note) in [
      (AndroidNames.instanceIDEvent, "a service of Instance ID"),
      ("com.google.android.gms.iid.InstanceID", "a service of GCM's Instance ID"),
      ("com.google.android.c2dm.intent.RECEIVE", "a service of GCM"),
    ] {
      if let service = manifest.services(for: action).first {
        return (service.className.lastName, note, service.element.place)
      }
    }
    return nil
  }
}
