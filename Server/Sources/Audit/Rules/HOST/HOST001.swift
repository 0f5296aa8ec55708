import AppFacts

/// The request goes to the other environment than the app is signed for.
enum HOST001: AuditRule {
  static let page = RulePage(
    "HOST001", .host, .error, summary: "The push is sent to another environment than the app is signed for",
    why: """
      APNs has two separate worlds. A build signed with aps-environment development registers in the sandbox, one \
      signed with production (TestFlight, ad hoc, App Store) in production. Each knows only its own tokens: the other \
      answers BadDeviceToken.
      """,
    check: "`codesign -d --entitlements - Parcel.app` shows aps-environment; compare it with the host.",
    fix: "Send to api.sandbox.push.apple.com for development, to api.push.apple.com for production.",
    references: [.apnsRequest, .apnsAnswers], rootCauses: ["SIG001", "SIG002", "SIG012"],
    silentOn: [
      "source entitlements, whose value signing replaces", "hosts that a variable fills in",
      "an app that was given in both environments",
    ],
    bad: RuleExample(
      PAYExample.request(host: "api.push.apple.com"), .init("Parcel.ipa", "build development\n")),
    good: RuleExample(
      PAYExample.request(host: "api.sandbox.push.apple.com"), .init("Parcel.ipa", "build development\n")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages {
      guard let host = message.capture?.host, let sent = message.capture?.apsEnvironment,
        let app = message.app
      else { continue }
      let signed = app.bundles.compactMap { $0.binary?.entitlements.flatMap(Entitlements.apsEnvironment) }
      let values = signed.compactMap(\.string)
      guard let first = signed.first, let value = values.first, !values.contains(sent),
        ["development", "production"].contains(value)
      else { continue }
      let right = value == "development" ? PushHosts.sandbox : PushHosts.production
      let isNamed = message.topic.map { app.bundleIDs(scope.facts).contains($0.value) } ?? false
      report.add(
        page, isNamed ? .proved : .likely, "sent to \(host.value), and the app is signed for \(value)",
        at: Exhibit(host.place, quote: host.value, "the host"),
        counterpart: [Exhibit(first.place, quote: "aps-environment: \(value)", "the app's signature")],
        fix: "Send to \(right), or install a build of the other environment.",
        about: message.about(explaining: "BadDeviceToken").union([app.about]))
    }
  }
}
