import AppFacts
import PushContract

enum PLIST001: AuditRule {
  static let page = RulePage(
    "PLIST001", .plist, .error,
    summary: "Silent pushes are handled or sent, and Info.plist lacks the remote-notification mode",
    why: """
      The system wakes an app for a push with content-available only where UIBackgroundModes in Info.plist has \
      remote-notification. Without it the push reaches the app only while it is in the foreground; in the \
      background it is dropped without an error.
      """,
    check: "`plutil -extract UIBackgroundModes xml1 -o - Parcel.app/Info.plist`.",
    fix: """
      Add remote-notification to UIBackgroundModes: target > Signing & Capabilities > Background Modes > Remote \
      notifications.
      """,
    references: [.backgroundUpdates, .backgroundModes],
    silentOn: [
      "alerts that a service extension handles: they need no background mode", "macOS apps",
      "modes from INFOPLIST_KEY_UIBackgroundModes, an xcconfig or another build setting",
    ],
    bad: RuleExample(
      PLISTExample.plist(
        "  <key>UIBackgroundModes</key><array><string>fetch</string></array> <!-- <- PLIST001 -->"),
      PLISTExample.silentPush),
    good: RuleExample(
      PLISTExample.plist("  <key>UIBackgroundModes</key><array><string>remote-notification</string></array>"),
      PLISTExample.silentPush))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    let codes = AppleCode.all(scope)
    for app in scope.appleApps where !app.isMac {
      let sent = sentSilently(to: app, scope)
      let handler = codes.first { $0.about == app.about }.flatMap(handler)
      guard let need = sent ?? handler else { continue }
      let plists = app.infoPlists(scope.facts)
      guard !plists.isEmpty else {
        report.undecided(
          id, "Does \(app.name) have the remote-notification mode that silent pushes need?",
          decidedBy: "its Info.plist, or the built app")
        continue
      }
      for plist in plists {
        let modes = plist.backgroundModes
        if modes.contains(where: { $0.value == "remote-notification" || $0.value.contains("$") }) { continue }
        let place = plist.tree.member("UIBackgroundModes")?.place ?? plist.place
        report.add(
          AuditFinding(
            id, .error, sent != nil && !plist.isSource ? .proved : .likely,
            "\(app.name) \(sent != nil ? "is sent" : "handles") silent pushes, and its Info.plist lacks the "
              + "remote-notification mode",
            evidence: [
              Exhibit(
                place, quote: modes.isEmpty ? nil : modes.prefix(8).map(\.value).joined(separator: ", "),
                modes.isEmpty ? "Info.plist without UIBackgroundModes" : "UIBackgroundModes")
            ],
            counterpart: [need], fix: "Add remote-notification to UIBackgroundModes", about: [app.about]))
      }
    }
  }

  /// A payload with content-available, or a silent class of the profile.
  private static func sentSilently(to app: AppleApp, _ scope: AuditScope) -> Exhibit? {
    for index in app.payloads where scope.facts.payloads.indices.contains(index) {
      if let flag = scope.facts.payloads[index].aps?["content-available"], flag.integer == 1 {
        return Exhibit(flag.place, quote: "content-available: 1", "a payload for it")
      }
    }
    for index in app.pushwireProfiles where scope.facts.pushwireProfiles.indices.contains(index) {
      let file = scope.facts.pushwireProfiles[index]
      if let silent = file.profile?.classes.first(where: { $0.kind == .silent }) {
        return Exhibit(
          file.places["classes.\(silent.name)"] ?? file.place, quote: silent.name, "a silent class")
      }
    }
    return nil
  }

  private static func handler(_ code: AppleCode) -> Exhibit? {
    code.fetchHandlers.first.map { code.exhibit($0, "the handler of silent pushes") }
  }
}
