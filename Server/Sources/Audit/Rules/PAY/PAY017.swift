import AppFacts

/// VoIP.
enum PAY017: AuditRule {
  static let page = RulePage(
    "PAY017", .payload, .error, summary: "A VoIP push that no VoIP app takes, or of another type",
    why: """
      The topic `.voip` goes with push type voip alone, to a token of PushKit, and to an app with the background mode \
      voip. Otherwise APNs answers DeviceTokenNotForTopic or InvalidPushType, or the app is never woken.
      """,
    check: "Compare apns-topic with apns-push-type; look for voip in the app's UIBackgroundModes.",
    fix: "Send push type voip to a token of PushKit, and give the app the mode voip; or send an alert.",
    references: [.voip, .apnsRequest], silentOn: ["an app whose bundle id itself ends in .voip"],
    bad: RuleExample(
      PAYExample.request(
        type: "alert", topic: "dev.pushwire.parcel.voip", body: #"{"aps": {"alert": "Call"}}"#)),
    good: RuleExample(
      PAYExample.request(
        type: "voip", topic: "dev.pushwire.parcel.voip", body: #"{"aps": {"alert": "Call"}}"#)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages {
      guard let topic = message.topic, topic.value.hasSuffix(".voip") else { continue }
      if let ids = message.app?.bundleIDs(scope.facts), ids.contains(topic.value) { continue }
      if let type = message.pushType, type.value != "voip" {
        report.add(
          page, .likely, "a topic for VoIP with push type \(type.value.shown)",
          at: message.exhibit(topic, "apns-topic"), counterpart: [message.exhibit(type, "apns-push-type")],
          about: message.about(explaining: "InvalidPushType", "DeviceTokenNotForTopic"))
      } else if let bundle = message.app?.bundles.first, let info = bundle.info,
        !info.backgroundModes.contains(where: { $0.value == "voip" })
      {
        report.add(
          page, .likely, "a VoIP push, and \(message.app?.name ?? "the app") has no background mode voip",
          at: message.exhibit(topic, "apns-topic"),
          counterpart: [Exhibit(info.place, "UIBackgroundModes without voip")], about: message.aboutBoth)
      }
    }
  }
}
