import AppFacts

enum FLOW006: AuditRule {
  static let page = RulePage(
    "FLOW006", .flow, .warning,
    summary: "A tapped notification is routed beside the app's own links",
    why: """
      The app opens links by one way and notifications by another. Two routers drift apart: a place that one of them \
      knows is missing in the other, and only one of them checks who may see it.
      """,
    check:
      "Compare where onOpenURL, or application(_:continue:restorationHandler:), and the tap handler lead.",
    fix: "Turn the notification into the same destination that a link becomes, and hand both to one router.",
    references: [.universalLinks, .handlingResponses],
    silentOn: [
      "apps without links of their own", "tap handlers that reach a function which links reach too",
    ],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(
        response: SRCExample.responding(
          """
              let orders = OrdersViewController()
              navigation.pushViewController(orders, animated: true) // <- FLOW006
              completionHandler()
          """),
        more: """

            func application(
              _ application: UIApplication, continue userActivity: NSUserActivity,
              restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
            ) -> Bool {
              LinkRouter.shared.route(userActivity)
            }

          """),
      RuleExample.File(
        "Parcel/LinkRouter.swift",
        """
        import UIKit

        final class LinkRouter {
          static let shared = LinkRouter()

          func route(_ activity: NSUserActivity) -> Bool {
            guard let url = activity.webpageURL else { return false }
            return show(url.path)
          }

          func show(_ path: String) -> Bool {
            path == "/orders"
          }
        }
        """)),
    good: SRCExample.good)

  private static let navigation: Set<String> = [
    "pushViewController", "pushViewController:animated:", "present",
    "presentViewController:animated:completion:",
    "setViewControllers", "performSegue", "performSegueWithIdentifier:sender:", "popToRootViewController",
    "show",
  ]

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.hasApp && !code.hasGaps {
      let index = code.index
      let links = linkHandlers(code)
      guard !links.isEmpty else { continue }
      let linked = index.reach(from: links, files: code.files, loose: true)
      // A function that onOpenURL calls is a router itself.
      let routers = linked.steps.keys.filter {
        (!links.contains($0) || !isCallback($0, code)) && !index.functions[$0].isAccessor
      }
      guard !routers.isEmpty else { continue }
      for handler in code.responseHandlers {
        let reach = index.reach(from: [handler], files: code.files, loose: true)
        let opened = index.reach(from: [handler], files: code.files, loose: false).steps.keys.sorted()
        let direct = ([handler] + opened.filter { $0 != handler }).lazy
          .flatMap { index.functions[$0].calls }.map { index.calls[$0].call }
          .first { navigation.contains($0.name) && $0.base != nil }
        guard let direct, !routers.contains(where: reach.contains) else { continue }
        report.addOnce(
          AuditFinding(
            "FLOW006", .warning, .likely,
            "The tap opens a screen itself, beside the router that links go through",
            evidence: [Exhibit(direct.place, quote: direct.name, "opened here")],
            counterpart: links.prefix(1).map { code.exhibit($0, "links go another way") },
            fix: "Hand the tap to the router of the app's links", about: [code.about, "tap"]))
      }
    }
  }

  private static let callbacks = [
    "application(_:continue:restorationHandler:)", "application:continueUserActivity:restorationHandler:",
    "application(_:open:options:)", "application:openURL:options:", "scene(_:openURLContexts:)",
    "scene(_:continue:)", "scene:openURLContexts:", "scene:continueUserActivity:",
  ]

  private static func isCallback(_ number: Int, _ code: AppleCode) -> Bool {
    callbacks.contains(code.index.functions[number].declaration.signature)
  }

  private static func linkHandlers(_ code: AppleCode) -> [Int] {
    var found: [Int] = []
    for signature in callbacks {
      found += code.index.functionNumbers(signature: signature, in: code.files)
        .filter { code.index.functions[$0].declaration.body?.isEmpty == false }
    }
    for site in code.index.calls("onOpenURL", in: code.files) {
      guard case .closure(let closure)? = site.call.arguments.last?.value else { continue }
      for statement in closure.body {
        statement.walk { part in
          if case .call(let call) = part {
            found += code.index.callees(of: call, in: site.function, files: code.files)
          }
        }
      }
    }
    return found
  }
}
