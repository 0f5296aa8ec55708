import AppFacts

enum SRC014: AuditRule {
  static let page = RulePage(
    "SRC014", .source, .warning,
    summary: "Two SDKs put their methods in place of the app delegate's",
    why: """
      SDKs that swizzle wrap the delegate's callbacks. Two of them wrap each other, in an order that depends on when \
      each is started; tokens and taps then reach one of them, both, or none.
      """,
    check: "List the push SDKs that the app imports, and whether their automatic set-up is on.",
    fix:
      "Keep one, or switch the automatic set-up off (FirebaseAppDelegateProxyEnabled = NO) and forward the callbacks yourself.",
    references: [.fcmApple],
    silentOn: [
      "Firebase with FirebaseAppDelegateProxyEnabled = NO", "Airship with automatic set-up switched off",
    ],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(imports: "import FirebaseMessaging\nimport OneSignalFramework // <- SRC014\n")),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) {
      var found: [(family: String, place: Place, module: String)] = []
      for file in code.files.sorted() {
        for module in code.index.units[file].imports {
          let name = String(module.value.prefix { $0 != "/" && $0 != "." })
          guard KnownAPI.swizzlers.contains(name) else { continue }
          let family =
            ["Firebase", "OneSignal", "Airship", "MoEngage", "Pushwoosh"].first(where: name.hasPrefix) ?? name
          // The umbrella of Firebase may be there for something else.
          if name == "Firebase", code.index.calls("messaging", in: code.files).isEmpty { continue }
          if !found.contains(where: { $0.family == family }) { found.append((family, module.place, name)) }
        }
      }
      if found.contains(where: { $0.family == "Firebase" }) {
        let proxies = code.infoPlists.map { $0.tree["FirebaseAppDelegateProxyEnabled"]?.bool }
        if proxies.contains(false) { found.removeAll { $0.family == "Firebase" } }
        if code.infoPlists.isEmpty, found.count == 2 {
          report.undecided(
            "SRC014",
            "Does Firebase swizzle beside \(found.first { $0.family != "Firebase" }?.module ?? "another SDK")?",
            decidedBy: "the app's Info.plist (FirebaseAppDelegateProxyEnabled)")
          continue
        }
      }
      let manual = code.index.assignments.contains {
        code.files.contains($0.unit)
          && ($0.target.path ?? "").lowercased().hasSuffix("automaticsetupenabled")
      }
      if manual { found.removeAll { $0.family == "Airship" } }
      guard found.count > 1, let first = found.first, let second = found.dropFirst().first else { continue }
      report.addOnce(
        AuditFinding(
          "SRC014", .warning, .likely,
          "\(first.module) and \(second.module) both swizzle the application's delegate",
          evidence: [Exhibit(second.place, quote: second.module, "the second one")],
          counterpart: [Exhibit(first.place, quote: first.module, "the first one")],
          fix: "Switch the automatic set-up of one of them off", about: [code.about, "swizzling"]))
    }
  }
}
