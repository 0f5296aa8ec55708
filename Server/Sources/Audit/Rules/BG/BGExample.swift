/// The app that examples of background tasks are written with: each shows the part that it is about.
enum BGExample {
  static func plist(_ ids: String..., modes: [String] = ["fetch"]) -> RuleExample.File {
    func list(_ values: [String]) -> String {
      "<array>" + values.map { "<string>\($0)</string>" }.joined() + "</array>"
    }
    return RuleExample.File(
      "Parcel/Info.plist",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
        <key>CFBundleIdentifier</key><string>dev.pushwire.parcel</string>
        <key>UIBackgroundModes</key>\(list(modes))
        <key>BGTaskSchedulerPermittedIdentifiers</key>
        \(list(ids))
      </dict>
      </plist>
      """)
  }

  static let register = """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "dev.pushwire.parcel.refresh", using: nil) { task in
          self.refresh(task)
        }
    """
  static let schedule = """
        let request = BGAppRefreshTaskRequest(identifier: "dev.pushwire.parcel.refresh")
        do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
    """
  static let refresh = """
        schedule()
        let work = Task {
          await parcels.refresh()
          task.setTaskCompleted(success: true)
        }
        task.expirationHandler = { work.cancel() }
    """

  static func app(
    register: String = register, schedule: String = schedule, refresh: String = refresh, more: String = "",
    background: String = "    schedule()"
  ) -> RuleExample.File {
    RuleExample.File(
      "Parcel/AppDelegate.swift",
      """
      import BackgroundTasks
      import UIKit

      @main
      final class AppDelegate: UIResponder, UIApplicationDelegate {
        let parcels = Parcels()

        func application(
          _ application: UIApplication,
          didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
      \(register)
          return true
        }

        func applicationDidEnterBackground(_ application: UIApplication) {
      \(background)
        }

        func schedule() {
      \(schedule)
        }

        func refresh(_ task: BGTask) {
      \(refresh)
        }
      \(more)}
      """)
  }

  static let good = RuleExample(plist("dev.pushwire.parcel.refresh"), app())
}
