import AppFacts

enum SRC012: AuditRule {
  static let page = RulePage(
    "SRC012", .source, .warning,
    summary: "The notification centre's delegate is not set before launching ends",
    why: """
      The tap that launches the app is reported while launching. A delegate that is set later, by a screen for instance, \
      misses it; without one, taps and foreground alerts are never reported.
      """,
    check: "Look for UNUserNotificationCenter.current().delegate = … in the application's delegate.",
    fix: "Set the delegate in application(_:didFinishLaunchingWithOptions:), or in the App's initializer.",
    references: [.centerDelegate, .handlingResponses], rootCauses: ["SRC015"],
    silentOn: ["SDKs that set it", "helpers of other files that launching calls"],
    bad: RuleExample(
      SRCExample.plist,
      RuleExample.File(
        "Parcel/HomeViewController.swift",
        """
        import UIKit
        import UserNotifications

        final class HomeViewController: UIViewController {
          override func viewDidLoad() {
            super.viewDidLoad()
            UNUserNotificationCenter.current().delegate = UIApplication.shared.delegate as? AppDelegate // <- SRC012
          }
        }
        """),
      SRCExample.app(launch: "    application.registerForRemoteNotifications()")),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.hasApp && !code.hasGaps {
      guard let delegate = code.centerDelegates.first,
        !code.responseHandlers.isEmpty || !code.presentHandlers.isEmpty
      else { continue }
      let assignments = code.centerDelegateAssignments
      if assignments.isEmpty {
        // `delegate = self` in a type that keeps the centre otherwise.
        let elsewhere = code.index.assignments.contains {
          code.files.contains($0.unit) && ($0.target.path ?? "").hasSuffix("delegate")
            && code.centerDelegates.map(\.unit).contains($0.unit)
        }
        guard code.wrappers.isEmpty, !elsewhere else { continue }
        report.addOnce(
          AuditFinding(
            "SRC012", .warning, .likely, "\(delegate.name) is never made the notification centre's delegate",
            evidence: [Exhibit(delegate.place, quote: delegate.name, "never set as delegate")],
            fix: "Set UNUserNotificationCenter.current().delegate before launching ends",
            about: [code.about, "center-delegate"]))
        continue
      }
      guard assignments.allSatisfy({ isLate($0.function, $0.frames, code) }), let first = assignments.first
      else {
        continue
      }
      report.addOnce(
        AuditFinding(
          "SRC012", .warning, .likely, "The notification centre's delegate is set after launching",
          evidence: [Exhibit(first.place, "set here, when a screen appears")],
          counterpart: code.launchFunctions.prefix(1).map { code.exhibit($0, "where it belongs") },
          fix: "Set it before application(_:didFinishLaunchingWithOptions:) returns",
          about: [code.about, "center-delegate"]))
    }
  }

  /// Only a screen or a person's action gets there.
  private static func isLate(_ function: Int?, _ frames: [SiteFrame], _ code: AppleCode) -> Bool {
    let inView = frames.contains {
      if case .closure(let call, _, _) = $0 {
        return ["onAppear", "task", "onChange", "onReceive"].contains(call.name)
          || KnownAPI.userActions.contains(call.name)
      }
      return false
    }
    if inView { return true }
    guard let function else { return false }
    let declaration = code.index.functions[function].declaration
    return ["viewDidLoad", "viewWillAppear", "viewDidAppear", "awakeFromNib"].contains(declaration.name)
      || code.isActionMethod(function)
  }
}
