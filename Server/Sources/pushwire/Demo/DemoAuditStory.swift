import Audit
import Diagnosis
import Foundation
import Inspect

/// What `pushwire audit` and `pushwire diagnose` say of a small app: two planted faults, and the app without them.
struct DemoAuditStory {
  private let folder: URL

  /// - Parameter path: a folder of its own below it is written.
  init(_ path: String) { folder = URL(fileURLWithPath: path).appendingPathComponent("app") }

  func tell(_ hand: (DemoStep, DemoSection) throws -> Void) throws {
    try hand(faulty(), .audit)
    try hand(diagnosed(), .audit)
    try hand(mended(), .audit)
  }

  /// Two faults, one of which needs the code and one the request.
  func faulty() throws -> DemoStep {
    try write(isFaulty: true)
    let found = audit().findings.filter { $0.severity != .info }
    var step = DemoStep(
      name: "audit_faulty", title: "An app's code and a request of its backend: \(found.count) faults found")
    step.lines = found.map { finding in
      "\(finding.rule)  \(name(finding)): \(finding.message)"
    }
    step.check.equal("rules", found.map(\.rule).sorted().joined(separator: " "), "PAY009 SRC006")
    return step
  }

  /// The same, with an answer of APNs among the files.
  func diagnosed() throws -> DemoStep {
    let answer = folder.deletingLastPathComponent().appendingPathComponent("answer.txt")
    try Data("HTTP/2 400\n\n{\"reason\":\"BadDeviceToken\"}\n".utf8).write(to: answer)
    var facts = ArrivalFacts(.files, now: Instant.now())
    facts.audit = audit(answer.path)
    facts.kind = .silent
    facts.platform = .ios
    let report = Arrival.diagnose(facts)
    let causes = report.causes.filter { $0.strength > .possible }
    var step = DemoStep(
      name: "diagnose",
      title: "It never arrives: APNs answered BadDeviceToken, and two causes are in the files")
    step.lines = causes.prefix(2).map { "\($0.strength.word): \($0.cause.title)" }
    if let first = report.first {
      step.lines.insert("first \(first.status.rawValue) hop: \(first.hop.rawValue)", at: 0)
    }
    step.check.equal(
      "causes", causes.prefix(2).map(\.cause.id).sorted().joined(separator: " "),
      "client.token payload.silent")
    step.check.equal("configured", report.hops.first?.status.rawValue, "proven")
    return step
  }

  func mended() throws -> DemoStep {
    try write(isFaulty: false)
    let result = audit()
    let found = result.findings.filter { $0.severity != .info }
    var step = DemoStep(name: "audit_mended", title: "Both mended: nothing found")
    step.lines = found.map { "\($0.rule) \($0.message)" }
    let open = result.undecided.count + Undecided.always(result.scope.facts).count
    step.story = ["\(open) questions stay, which no file can decide; `pushwire audit` lists them."]
    step.check.equal("findings", found.count, 0)
    step.check.equal("unreadable", result.scope.facts.unreadable.count, 0)
    return step
  }

  private func audit(_ more: String...) -> AuditResult {
    Audit.run(Inspector().read([folder.path] + more), now: Instant.now())
  }

  /// `AppDelegate.swift:24`
  private func name(_ finding: AuditFinding) -> String {
    guard let place = finding.place else { return "" }
    let file = place.file.split(separator: "/").last.map(String.init) ?? place.file
    return place.line.map { "\(file):\($0)" } ?? file
  }

  private func write(isFaulty: Bool) throws {
    try write("Info.plist", Self.info)
    let hex = #"deviceToken.map { String(format: "%02x", $0) }.joined()"#
    try write(
      "AppDelegate.swift", Self.delegate.replacing("TOKEN", with: isFaulty ? "deviceToken.description" : hex))
    try write("silent.sh", Self.request.replacing("PRIORITY", with: isFaulty ? "10" : "5"))
  }

  private func write(_ name: String, _ text: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }
}

extension DemoAuditStory {
  private static let info = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
      <key>CFBundleIdentifier</key><string>\(DemoApp.id)</string>
      <key>UIBackgroundModes</key><array><string>remote-notification</string></array>
    </dict>
    </plist>
    """

  private static let delegate = """
    import UIKit
    import UserNotifications

    @main
    final class AppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
      let server = ParcelServer()
      let router = ParcelRouter()

      func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool {
        UNUserNotificationCenter.current().delegate = self
        application.registerForRemoteNotifications()
        return true
      }

      func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
      ) {
        let token = TOKEN
        server.register(token)
      }

      func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
      ) {
        print("registration failed: \\(error)")
      }

      func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
      ) {
        server.sync { completionHandler(.newData) }
      }

      func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
      ) {
        completionHandler([.banner, .list, .sound])
      }

      func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
      ) {
        router.open(response.notification)
        completionHandler()
      }
    }
    """

  private static let request = """
    #!/bin/sh
    curl --http2 \\
      -H "apns-topic: \(DemoApp.id)" \\
      -H "apns-push-type: background" \\
      -H "apns-priority: PRIORITY" \\
      -H "apns-expiration: 0" \\
      -H "authorization: bearer $JWT" \\
      -d '{"aps":{"content-available":1}}' \\
      https://api.push.apple.com/3/device/$TOKEN_OF_DEVICE
    """
}
