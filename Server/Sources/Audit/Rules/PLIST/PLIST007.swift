import AppFacts

enum PLIST007: AuditRule {
  static let page = RulePage(
    "PLIST007", .plist, .warning,
    summary: "Info.plist has the voip mode, and the app uses no PushKit or CallKit",
    why: """
      VoIP pushes come through PushKit, and since iOS 13 each has to be reported to CallKit, or the system stops \
      delivering them and ends the app. The mode alone does nothing, and App Review refuses it without calls.
      """,
    check: "Search the code for `PKPushRegistry` and `reportNewIncomingCall`.",
    fix: "Take voip out of UIBackgroundModes, or register a PKPushRegistry and report calls to CallKit.",
    references: [.voip, .backgroundModes],
    silentOn: [
      "apps with a calling SDK, whose code is not here", "apps whose sources were given only in part",
    ],
    bad: RuleExample(
      PLISTExample.plist(
        "  <key>UIBackgroundModes</key><array><string>voip</string></array> <!-- <- PLIST007 -->"),
      PLISTExample.delegate()),
    good: RuleExample(
      PLISTExample.plist("  <key>UIBackgroundModes</key><array><string>audio</string></array>"),
      PLISTExample.delegate()))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    let codes = AppleCode.all(scope)
    for app in scope.appleApps where !app.isMac {
      guard let code = codes.first(where: { $0.about == app.about }), !code.hasGaps, code.hasApp,
        code.ownsItsDelegate, !code.usesCalls
      else { continue }
      for plist in app.infoPlists(scope.facts) {
        guard let mode = plist.backgroundModes.first(where: { $0.value == "voip" }) else { continue }
        report.add(
          AuditFinding(
            id, .warning, .likely,
            "\(app.name) has the voip mode, and its code uses neither PushKit nor CallKit",
            evidence: [Exhibit(mode.place, quote: mode.value, "background mode")],
            counterpart: code.appPlace.map { [Exhibit($0, "the app, without PushKit")] } ?? [],
            fix: "Take voip out of UIBackgroundModes, or use PushKit and CallKit", about: [app.about]))
      }
    }
  }
}

extension AppleCode {
  /// PushKit, CallKit, or an SDK for calls.
  var usesCalls: Bool {
    let sdks = [
      "PushKit", "CallKit", "LiveCommunicationKit", "WebRTC", "LiveKit", "TwilioVoice", "Agora", "Jitsi",
    ]
    return files.contains { file in
      index.units[file].imports.contains { module in sdks.contains { module.value.hasPrefix($0) } }
    } || !index.calls(named: ["PKPushRegistry", "CXProvider"], in: files).isEmpty
  }
}
