import AppFacts

enum FLOW001: AuditRule {
  static let page = RulePage(
    "FLOW001", .flow, .error,
    summary: "The system's permission dialog appears at launch, before the person did anything",
    why: """
      The dialog is shown once. A person who does not know yet what the notifications are for says no, and the only way \
      back leads through Settings.
      """,
    check: "Delete the app, install it and open it: the dialog comes without a tap.",
    fix: "Explain at a moment of value, with a real yes and no, and ask only after the yes.",
    references: [.askingPermission, .androidPermission],
    silentOn: [
      "provisional requests, which show no dialog", "requests behind a condition of the app's own",
      "requests that a button starts", "code of debug builds",
    ],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(
        launch: """
              UNUserNotificationCenter.current().delegate = self
              application.registerForRemoteNotifications()
              UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound]) { granted, error in // <- FLOW001
                print(granted)
              }
          """)),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.hasApp {
      let sites = code.authorizationSites.filter { !isQuiet($0, code) && isOpen($0, code) }
      guard !sites.isEmpty else { continue }
      let reach = code.index.reach(from: roots(code), files: code.files, loose: false) { isOpen($0, code) }
      for site in sites {
        guard let function = site.function, reach.contains(function) else { continue }
        report.addOnce(
          AuditFinding(
            "FLOW001", .error, .likely,
            "The permission dialog is shown at launch, without an action of the person",
            evidence: [Exhibit(site.place, "asked here")] + reach.path(to: function, code.index),
            fix: "Ask after the person said yes to an explanation", about: [code.about, "permission"]))
      }
    }
    for code in AppCode.android(scope) { checkAndroid(code, &report) }
  }

  // MARK: Apple

  /// Launching, and the screens that the App itself opens with.
  private static func roots(_ code: AppleCode) -> [Int] {
    var found = code.launchFunctions
    let index = code.index
    found += index.functionNumbers(signature: "scene(_:willConnectTo:options:)", in: code.files)
    found += index.functionNumbers(signature: "scene:willConnectToSession:options:", in: code.files)
    for type in code.appTypes {
      for body in index.functionNumbers(owner: type, in: code.files)
      where index.functions[body].declaration.name == "body" {
        for call in index.functions[body].calls {
          let view = index.calls[call].call.name
          found += index.functionNumbers(owner: view, in: code.files)
            .filter { index.functions[$0].declaration.name == "body" }
        }
      }
    }
    return found
  }

  private static func isQuiet(_ site: SourceIndex.CallSite, _ code: AppleCode) -> Bool {
    guard let options = site.call.arguments.first?.value else { return true }
    var words = options.words
    if let name = options.plainName {
      let body = site.function.flatMap { code.index.functions[$0].declaration.body } ?? []
      if let local = SourceIndex.local(name, in: body)?.value {
        words.formUnion(local.words)
        // What it is set to later: `options.insert(.provisional)`.
        for statement in body { statement.walk { words.formUnion($0.ownWords) } }
      } else {
        for variable in code.index.variables(named: name, in: code.files) {
          words.formUnion(variable.declaration.value?.words ?? [])
        }
        // A parameter: what callers give is not followed.
        let isConstant = name.hasPrefix("UNAuthorizationOption")
        if !isConstant, code.index.variables(named: name, in: code.files).isEmpty { return true }
      }
    }
    return words.contains("provisional") || words.contains("UNAuthorizationOptionProvisional")
  }

  /// Nothing stands before the call but what is so on a first launch.
  private static func isOpen(_ site: SourceIndex.CallSite, _ code: AppleCode) -> Bool {
    if code.isUserAction(site) { return false }
    return site.frames.allSatisfy { frame in
      switch frame {
      case .closure(let call, _, _):
        // Callbacks of the app's own come at a time that is not known.
        return KnownAPI.runsOnce(call) || KnownAPI.runsInPlace(call) || KnownAPI.builders.contains(call.name)
          || [
            "onAppear", "task", "getNotificationSettings",
            "getNotificationSettingsWithCompletionHandler:",
          ].contains(call.name)
      case .looseClosure, .localFunction, .rescue: return false
      case .loop: return true
      case .choice(let subject, let patterns):
        let words = patterns.reduce(into: Set<String>()) { $0.formUnion($1.words) }
        return subject?.words.contains("authorizationStatus") == true
          && (words.contains("notDetermined") || words.contains("UNAuthorizationStatusNotDetermined"))
      case .condition(let branch, let holds):
        return branch.conditions.allSatisfy { isFirstLaunch($0, holds: holds, isGuard: branch.isGuard) }
      }
    }
  }

  private static func isFirstLaunch(_ condition: Expression, holds: Bool, isGuard: Bool) -> Bool {
    let words = condition.words
    if words.contains("#available") || words.contains("#unavailable") || words.contains("@available") {
      return true
    }
    if let name = condition.plainName, name == "self" || KnownAPI.weakSelves.contains(name) { return holds }
    if words.contains("authorizationStatus") {
      let undetermined =
        words.contains("notDetermined") || words.contains("UNAuthorizationStatusNotDetermined")
      if undetermined { return holds == !isNegative(condition) }
      let authorized = words.contains("authorized") || words.contains("UNAuthorizationStatusAuthorized")
      if authorized || words.contains("denied") { return holds == isNegative(condition) }
    }
    return false
  }

  private static func isNegative(_ condition: Expression) -> Bool {
    if case .composed(let symbol, _, _) = condition { return symbol == "!=" || symbol == "!" }
    return false
  }

  // MARK: Android

  private static func checkAndroid(_ code: AppCode, _ report: inout RuleReport) {
    let sites = code.index.calls.filter { site in
      guard code.files.contains(site.unit),
        ["launch", "requestPermissions", "requestPermission"].contains(site.call.name)
      else { return false }
      return site.call.arguments.contains { asks($0.value, code) } && isOpenOnAndroid(site)
    }
    guard !sites.isEmpty else { return }
    let reach = code.index.reach(from: launches(code), files: code.files, loose: false) {
      isOpenOnAndroid($0)
    }
    for site in sites {
      guard let function = site.function, reach.contains(function) else { continue }
      report.addOnce(
        AuditFinding(
          "FLOW001", .error, .likely,
          "The permission dialog is shown at launch, without an action of the person",
          evidence: [Exhibit(site.place, quote: "POST_NOTIFICATIONS", "asked here")]
            + reach.path(to: function, code.index),
          fix: "Ask after the person said yes to an explanation", about: [code.about, "permission"]))
    }
  }

  private static func asks(_ value: Expression, _ code: AppCode) -> Bool {
    var found = false
    value.walk { part in
      switch part {
      case .member(_, "POST_NOTIFICATIONS", _), .name("POST_NOTIFICATIONS", _): found = true
      case .string("android.permission.POST_NOTIFICATIONS", _): found = true
      default: break
      }
    }
    return found
  }

  /// onCreate, onStart and onResume of the application and of the activity that is called main or launcher.
  private static func launches(_ code: AppCode) -> [Int] {
    let names = ["onCreate", "onStart", "onResume", "onPostCreate"]
    return names.flatMap { code.index.functionNumbers(named: $0, in: code.files) }.filter { number in
      let owner = code.index.functions[number].owner ?? ""
      let family = code.index.ancestors(of: owner, in: code.files)
      return family.contains("Application") || owner.contains("Main") && owner.hasSuffix("Activity")
        || owner.contains("Launch") || owner.contains("Splash")
    }
  }

  private static func isOpenOnAndroid(_ site: SourceIndex.CallSite) -> Bool {
    site.frames.allSatisfy { frame in
      switch frame {
      case .closure(let call, _, _):
        return ["LaunchedEffect", "setContent", "apply", "also", "run", "let", "with", "SideEffect"].contains(
          call.name)
          || KnownAPI.runsInPlace(call)
      case .looseClosure, .localFunction, .rescue: return false
      case .loop: return true
      case .choice: return false
      case .condition(let branch, _):
        // Only what the platform asks: the version, and whether the permission is there.
        return branch.conditions.allSatisfy { condition in
          let words = condition.words
          return words.contains("SDK_INT") || words.contains("checkSelfPermission")
            || words.contains("PERMISSION_GRANTED") || words.contains("areNotificationsEnabled")
        }
      }
    }
  }
}
