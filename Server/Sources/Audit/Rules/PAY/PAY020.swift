import AppFacts
import PushContract

/// A feature that depends on silent pushes.
enum PAY020: AuditRule {
  static let page = RulePage(
    "PAY020", .payload, .warning, summary: "A silent push carries what must arrive",
    why: """
      Background pushes have low priority and no promise: two or three an hour, the newest only, none after a \
      force-quit, fewer in Low Power Mode. Content that exists only in one is lost whenever the system decides so.
      """,
    check: "Force-quit the app, send the push, and see what the person misses.",
    fix: "Send an alert for what people must see, and let the app fetch the rest at its next launch.",
    references: [.backgroundUpdates],
    silentOn: ["ids and counters that tell the app what to fetch", "classes without timely_for"],
    bad: RuleExample(
      PAYExample.payload(#"{"aps": {"content-available": 1}, "message": "The courier is at the door"}"#)),
    good: RuleExample(PAYExample.payload(#"{"aps": {"content-available": 1}, "order": "8123"}"#)))

  /// Names of what people read.
  private static let content: Set = [
    "message", "alerttext", "text", "title", "body", "subtitle", "alertmessage", "messagetext",
    "notificationtitle", "notificationbody", "onetimecode", "verificationcode", "otp", "otpcode",
    "callername",
  ]

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages where message.isSilent && !message.isThroughFCM {
      guard
        let member = message.tree?.members.first(where: { member in
          content.contains(ApsKeys.plain(member.key)) && (member.value.string?.isEmpty == false)
        })
      else { continue }
      report.add(
        page, .likely, "\(member.key) reaches the person only by a background push, which may never come",
        at: Exhibit(member.place, quote: member.key.shown, "beside content-available"), about: message.about)
    }
    for file in scope.facts.pushwireProfiles {
      for entry in file.profile?.classes ?? [] where entry.kind == .silent && !entry.timelyFor.isEmpty {
        let path = "classes.\(entry.name)"
        let place = file.places[path + ".timely_for"] ?? file.places[path] ?? file.place
        report.add(
          page, .likely,
          "class \(entry.name) is silent, and \(entry.timelyFor[0].shown) relies on its arrival",
          at: Exhibit(place, quote: "timely_for", "in the profile"), about: ["class:" + entry.name])
      }
    }
  }
}
