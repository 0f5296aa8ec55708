import AppFacts

/// Two services want the same messages.
enum AND004: AuditRule {
  static let page = RulePage(
    "AND004", .android, .warning, summary: "Several services take FCM's messages with the same priority",
    why: """
      A message goes to one service only: that of the highest priority, and of equal ones it is not defined which. An \
      SDK that brings its own service along with the app's takes all messages or none.
      """,
    check:
      "`aapt dump xmltree Parcel.apk AndroidManifest.xml`: which services have the action MESSAGING_EVENT?",
    fix: "Keep one service, and pass messages on from it to the others by hand.",
    references: [.fcmReceive],
    silentOn: [
      "the SDK's own service at priority -500", "services with different priorities",
      "services that are switched off or removed by tools:node", "source sets of different flavours",
    ],
    bad: RuleExample(
      .init(
        "Parcel.apk",
        ANDExample.package(
          services: ANDExample.service + "\n"
            + ANDExample.service.replacing("ParcelMessaging", with: "ChatMessaging"),
          dex: ANDExample.dex + "\ndev.pushwire.parcel.ChatMessaging"))),
    good: RuleExample(
      .init("Parcel.apk", ANDExample.package(services: ANDExample.service + "\n" + ANDExample.sdkService))))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.androidApps {
      for manifest in app.everyManifest(scope) {
        let services = manifest.messagingServices.filter { !$0.isSDKs }
        let known = services.filter { $0.priority != nil }
        guard let highest = known.compactMap(\.priority).max(), highest >= 0, known.count == services.count
        else { continue }
        let rivals = known.filter { $0.priority == highest }
        guard rivals.count > 1 else { continue }
        report.add(
          AuditFinding(
            page.id, .warning, manifest.isMerged && rivals.allSatisfy(isOn) ? .proved : .likely,
            "\(rivals.count) services take FCM's messages at priority \(highest); one of them gets all",
            evidence: rivals.map { Exhibit($0.element.place, quote: $0.className, "for MESSAGING_EVENT") },
            fix: page.fix, about: [app.about]))
      }
    }
  }

  /// A switch that a resource decides may be off.
  private static func isOn(_ service: AndroidManifest.MessagingService) -> Bool {
    service.element.attribute("enabled").map { $0.value == "true" } ?? true
  }
}

extension String {
  /// With another text in place of each occurrence of one.
  func replacing(_ text: String, with other: String) -> String {
    var rest = self[...]
    var out = ""
    while let range = rest.firstRange(of: text) {
      out += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return out + rest
  }
}
