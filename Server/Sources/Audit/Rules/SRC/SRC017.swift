import AppFacts

enum SRC017: AuditRule {
  static let page = RulePage(
    "SRC017", .source, .warning,
    summary: "A button asks for permission with the provisional option, so no dialog appears",
    why: """
      With .provisional the system grants quiet delivery at once and asks nobody. A person who tapped "turn on \
      notifications" sees no dialog, and gets no alerts.
      """,
    check: "Tap the button on a device where the app was never asked: no dialog comes.",
    fix: "Ask without .provisional where the person has just said yes; keep it for the quiet first launch.",
    references: [.askingPermission],
    silentOn: ["provisional requests at launch, which are meant to be quiet"],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(
        more: """

            @IBAction func enableTapped(_ sender: UIButton) {
              UNUserNotificationCenter.current().requestAuthorization( // <- SRC017
                options: [.alert, .sound, .provisional]) { granted, error in print(granted) }
            }

          """)),
    good: SRCExample.good)

  /// Of the options, where a constant has them, too.
  private static func words(_ options: Expression?, _ code: AppleCode) -> Set<String> {
    guard let options else { return [] }
    guard let name = options.path?.split(separator: ".").last else { return options.words }
    let constants = code.index.variables(named: String(name), in: code.files).compactMap(\.declaration.value)
    // Of several with one name it is not known which is meant.
    return constants.count == 1 ? options.words.union(constants[0].words) : options.words
  }

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) {
      for site in code.authorizationSites where code.isReachedByUserAction(site) {
        let options = words(site.call.arguments.first?.value, code)
        guard options.contains("provisional") || options.contains("UNAuthorizationOptionProvisional") else {
          continue
        }
        report.addOnce(
          AuditFinding(
            "SRC017", .warning, .likely, "The person's action asks with .provisional, which shows no dialog",
            evidence: [Exhibit(site.place, quote: ".provisional", "asked quietly here")],
            fix: "Leave .provisional out of the options here", about: [code.about, "permission"]))
      }
    }
  }
}
