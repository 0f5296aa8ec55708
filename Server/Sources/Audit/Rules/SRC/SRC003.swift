import AppFacts

enum SRC003: AuditRule {
  static let page = RulePage(
    "SRC003", .source, .warning,
    summary: "The app registers only once, or only at a tap",
    why: """
      Tokens change: after a restore, on a new device, at an update of the system. The app learns the new one only by \
      registering again, so it has to do so at every launch.
      """,
    check: "Follow the calls from launching to registerForRemoteNotifications; no flag may stand between.",
    fix:
      "Call registerForRemoteNotifications() at every launch; ask for permission when it makes sense to the person.",
    references: [.registering], rootCauses: ["SRC002"],
    silentOn: ["apps that also register at launch", "screens that are shown at each launch"],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(
        launch: """
              UNUserNotificationCenter.current().delegate = self
              if !UserDefaults.standard.bool(forKey: "hasLaunchedBefore") {
                application.registerForRemoteNotifications() // <- SRC003
              }
          """)),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.hasApp && !code.hasGaps {
      let sites = code.registerSites
      guard let first = sites.first else { continue }
      let onlyOnce = sites.allSatisfy { code.everyWay(to: $0) { isFirstRun($0.frames) } }
      guard onlyOnce || onlyAtATap(sites, code) else { continue }
      let message =
        onlyOnce
        ? "The app registers only while a flag says that it has not done so yet"
        : "The app registers only when a person taps something"
      report.addOnce(
        AuditFinding(
          "SRC003", .warning, .likely, message,
          evidence: sites.map { Exhibit($0.place, $0.place == first.place ? "called here" : "and here") },
          counterpart: code.launchFunctions.prefix(1).map {
            code.exhibit($0, "launching does not lead there")
          },
          fix: "Call registerForRemoteNotifications() at every launch", about: [code.about, "registration"]))
    }
  }

  private static func isFirstRun(_ frames: [SiteFrame]) -> Bool {
    frames.contains { frame in
      guard case .condition(let branch, _) = frame else { return false }
      return branch.conditions.contains { condition in
        var found = condition.words.contains(where: KnownAPI.isFirstRunWord)
        condition.walk { if let text = $0.text, KnownAPI.isFirstRunWord(text) { found = true } }
        return found
      }
    }
  }

  private static func onlyAtATap(_ sites: [SourceIndex.CallSite], _ code: AppleCode) -> Bool {
    let index = code.index
    let launch = code.launchFunctions
    guard !launch.isEmpty else { return false }
    let atLaunch = index.reach(from: launch, files: code.files, loose: true) { !code.isUserAction($0) }
    let actions = index.functions.indices.filter {
      code.files.contains(index.functions[$0].unit) && code.isActionMethod($0)
    }
    let called = index.calls.filter { code.files.contains($0.unit) && code.isUserAction($0) }
      .flatMap { index.callees(of: $0.call, in: $0.function, files: code.files) }
    let atTap = index.reach(from: actions + called, files: code.files, loose: false)
    return sites.allSatisfy { site in
      if code.isUserAction(site) { return true }
      guard let function = site.function else { return false }
      return atTap.contains(function) && !atLaunch.contains(function)
    }
  }
}
