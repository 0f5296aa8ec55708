import AppFacts
import Testing

@testable import Audit

/// The styles in which a source rule has no case of its own elsewhere: SwiftUI with the delegate behind an adaptor, and
/// helpers in other files.
@Suite struct StyleCases {
  private static let plist = SRCExample.plist
  private typealias H = HelperPush
  private typealias T = HelperTasks

  // MARK: SwiftUI

  /// Rules whose bad example is a UIKit app: the same delegate in a SwiftUI app has the same fault.
  static let rules = AuditRules.all.filter { rule in
    ["BG", "SRC", "FLOW"].contains { rule.id.hasPrefix($0) }
      && rule.page.bad.files.contains(where: isDelegate)
  }.map { $0.id }

  private static let main = "@main\nfinal class AppDelegate"

  private static func isDelegate(_ file: RuleExample.File) -> Bool { file.text.contains(main) }

  @Test(arguments: rules) func theFaultIsFoundBehindAnAdaptor(_ id: RuleID) throws {
    let example = try #require(AuditRules.rule(id)).page.bad
    var files = example.files.map {
      ExampleRun.File(name: $0.name, text: $0.text.replacing(Self.main, with: "final class AppDelegate"))
    }
    let app = SwiftUIPush.app()
    files.append(.init(name: app.name, text: app.text))
    for reader in ExampleRun.readers(files.map(\.name)) {
      let run = try ExampleRun(files, swiftReader: reader)
      let how = reader == nil ? "" : " (read by SwiftSyntax)"
      #expect(run.result.all.contains { $0.rule == id }, "\(id) is not found\(how)")
      for finding in run.result.all where finding.rule != id && !example.alsoFinds.contains(finding.rule) {
        Issue.record("\(id): another finding\(how): \(run.line(finding))")
      }
      #expect(Markers(files).disagreements(run) == [], "\(id)\(how)")
    }
  }

  /// All rules of tasks and of Apple's push code but those that are about SwiftUI itself.
  @Test func hardlyARuleIsLeftOut() {
    let all = AuditRules.all.map { $0.id }.filter { $0.hasPrefix("BG") || $0.hasPrefix("SRC") }
    #expect(Set(all).subtracting(Self.rules) == ["SRC013", "SRC015"])
  }

  // MARK: Objective-C

  private static let objectiveC: [SourceCase] = [
    SourceCase(
      "BG002, Objective-C", BGExample.plist("dev.pushwire.parcel.refresh", "dev.pushwire.parcel.badge"),
      ObjectiveCTasks.app(), .init("marks.txt", "BG002 Parcel/Info.plist")),
    SourceCase(
      "SRC015, Objective-C: the delegate of a SwiftUI app", plist,
      SwiftUIPush.app(adaptor: "", marker: " // <- SRC015"), ObjectiveCPush.app()),
    SourceCase("its adaptor is there", plist, SwiftUIPush.app(), ObjectiveCPush.app()),
  ]

  // MARK: Helpers

  private static let helpers: [SourceCase] = [
    SourceCase(
      "BG010, helpers", BGExample.plist("dev.pushwire.parcel.refresh", "dev.pushwire.parcel.badge"),
      T.files(
        register: """
          \(T.register)
              BGTaskScheduler.shared.register(forTaskWithIdentifier: TaskID.badge.rawValue, using: nil) { task in
                RefreshWork().run(task)
              }
          """, background: "    BackgroundWork.schedule()\n    BadgeWork.schedule()")
        + [
          .swift(
            "BadgeWork",
            """
            import BackgroundTasks

            enum BadgeWork {
              static func schedule() {
                let request = BGAppRefreshTaskRequest(identifier: TaskID.badge.rawValue) // <- BG010
                do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
              }
            }
            """)
        ]),
    SourceCase(
      "SRC004, helpers", plist,
      edited(H.delegate(), dropping: SRCExample.registering("    PushService.shared.send(deviceToken)")),
      H.service(
        start: """
              UNUserNotificationCenter.current().delegate = self
              UIApplication.shared.registerForRemoteNotifications() // <- SRC004
          """)),
    SourceCase(
      "SRC005, helpers", plist, edited(H.delegate(), dropping: SRCExample.fail), H.service(),
      .init("marks.txt", "SRC005 Parcel/AppDelegate.swift")),
    SourceCase(
      "SRC007, helpers", plist, H.delegate(),
      H.service(
        send: """
              guard token.count == 32 else { return } // <- SRC007
              server.register(token)
          """)),
    SourceCase(
      "SRC011, helpers", plist,
      edited(
        H.delegate(
          more: """

              func application( // <- SRC011
                _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
              ) {
                PushService.shared.sync(userInfo) { _ in }
              }

            """),
        dropping: SRCExample.fetching("    PushService.shared.sync(userInfo, done: completionHandler)")),
      H.service()),
    SourceCase(
      "SRC013, helpers", plist,
      .init(
        "ParcelService/NotificationService.swift",
        """
        import UserNotifications

        final class NotificationService: UNNotificationServiceExtension {
          override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
          ) {
            Pictures().add(to: request.content, then: contentHandler)
          }
        }
        """),
      .init(
        "ParcelService/Pictures.swift",
        """
        import UserNotifications

        struct Pictures {
          func add(to content: UNNotificationContent, then done: @escaping (UNNotificationContent) -> Void) {
            guard let copy = content.mutableCopy() as? UNMutableNotificationContent else {
              return // <- SRC013
            }
            done(copy)
          }
        }
        """)),
    SourceCase(
      "SRC014, helpers", plist, SRCExample.app(imports: "import FirebaseMessaging\n"),
      .swift(
        "Engagement",
        """
        import OneSignalFramework // <- SRC014

        enum Engagement {
          static func start() { OneSignal.initialize("parcel", withLaunchOptions: nil) }
        }
        """)),
    SourceCase(
      "SRC015, helpers", plist, SwiftUIPush.app(adaptor: "", marker: " // <- SRC015"),
      edited(H.delegate(), dropping: "@main\n"), H.service()),
    SourceCase(
      "SRC017, helpers", plist, H.delegate(), H.service(),
      .swift(
        "Permission",
        """
        import UserNotifications

        enum Permission {
          static let options: UNAuthorizationOptions = [.alert, .provisional]

          static func ask() {
            UNUserNotificationCenter.current().requestAuthorization(options: options) { _, _ in } // <- SRC017
          }
        }
        """),
      .swift(
        "SettingsController",
        """
        import UIKit

        final class SettingsController: UIViewController {
          @IBAction func turnOn() { Permission.ask() }
        }
        """)),
    SourceCase(
      "SRC018, helpers", plist,
      H.delegate(
        launch: """
              PushService.shared.start()
              PushService.shared.opened(launchOptions?[.remoteNotification]) // <- SRC018
          """),
      H.service(
        more: """

            func opened(_ push: Any?) {
              if let push { router.open(push) }
            }

          """, center: SRCExample.present),
      .swift(
        "SceneDelegate",
        """
        import UIKit

        final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          var window: UIWindow?
        }
        """)),
    SourceCase(
      "FLOW003, FLOW004, helpers", plist, H.delegate(), H.service(),
      .swift(
        "Session",
        """
        import Foundation

        final class Session {
          let accounts = AccountFile()
          func login(account: String) { // <- FLOW003
            accounts.keep(account)
          }
          func logout() { // <- FLOW004
            accounts.forget()
          }
        }
        """),
      .swift(
        "AccountFile",
        """
        import Foundation

        struct AccountFile {
          func keep(_ account: String) { UserDefaults.standard.set(account, forKey: "account") }
          func forget() { UserDefaults.standard.removeObject(forKey: "account") }
        }
        """)),
    SourceCase(
      "told to the server by a helper", plist, H.delegate(), H.service(),
      .swift(
        "Session",
        """
        import Foundation

        final class Session {
          let accounts = AccountLink()
          func login(account: String) { accounts.keep(account) }
          func logout() { accounts.forget() }
        }
        """),
      .swift(
        "AccountLink",
        """
        import Foundation

        struct AccountLink {
          let server = ParcelServer()
          func keep(_ account: String) { server.registerDevice(account: account) }
          func forget() { server.unregisterDevice() }
        }
        """)),
    SourceCase(
      "FLOW006, helpers", plist,
      H.delegate(
        more: """

            func application(
              _ application: UIApplication, continue userActivity: NSUserActivity,
              restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
            ) -> Bool {
              LinkRouter.shared.route(userActivity.webpageURL)
            }

          """),
      H.service(
        center: SRCExample.present
          + SRCExample.responding("    Screens.shared.showOrders()\n    completionHandler()")),
      .swift(
        "LinkRouter",
        """
        import Foundation

        final class LinkRouter {
          static let shared = LinkRouter()
          func route(_ url: URL?) -> Bool { url?.path == "/orders" }
        }
        """),
      .swift(
        "Screens",
        """
        import UIKit

        final class Screens {
          static let shared = Screens()
          let navigation = UINavigationController()
          func showOrders() {
            navigation.pushViewController(OrdersViewController(), animated: true) // <- FLOW006
          }
        }
        """)),
  ]

  private static func edited(_ file: RuleExample.File, dropping text: String) -> RuleExample.File {
    .init(file.name, file.text.replacing(text, with: ""))
  }

  static let cases = objectiveC + helpers

  @Test(arguments: cases) func thisIsFoundAndNothingElse(_ source: SourceCase) throws { try source.check() }
}
