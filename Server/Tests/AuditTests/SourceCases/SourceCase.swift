import Testing

@testable import Audit

/// A small app in one style with what must be found marked in it: `// <- BG001`. Nothing else of the source rules may be.
struct SourceCase: CustomTestStringConvertible, Sendable {
  var name: String
  var files: [RuleExample.File]
  var testDescription: String { name }

  init(_ name: String, _ files: RuleExample.File...) {
    self.name = name
    self.files = files
  }

  func check() throws {
    for reader in ExampleRun.readers(files.map(\.name)) { try check(reader) }
  }

  private func check(_ reader: String?) throws {
    // What stands in a file without comments is named in marks.txt: rule and file.
    let notes = files.filter { $0.name == "marks.txt" }.map {
      $0.text.split(separator: " ").map(String.init)
    }
    let files = files.filter { $0.name != "marks.txt" }.map { ExampleRun.File(name: $0.name, text: $0.text) }
    let run = try ExampleRun(files, swiftReader: reader)
    let name = name + (reader == nil ? "" : " (read by SwiftSyntax)")
    func isOurs(_ rule: RuleID) -> Bool { ["BG", "SRC", "FLOW"].contains { rule.hasPrefix($0) } }
    let found = run.result.all.filter { isOurs($0.rule) }
    let marked = Markers(files).spots.filter { isOurs($0.key) }
    for note in notes where !found.contains(where: { [$0.rule, run.name($0.place)] == note }) {
      Issue.record("\(name): \(note) is not found")
    }
    for finding in found where marked[finding.rule]?.contains(run.spot(finding.place)) != true {
      if notes.contains([finding.rule, run.name(finding.place)]) { continue }
      Issue.record("\(name): not marked: \(run.line(finding))")
    }
    for (rule, spots) in marked {
      let places = Set(found.filter { $0.rule == rule }.map { run.spot($0.place) })
      for spot in spots where !places.contains(spot) {
        Issue.record("\(name): \(rule) is not found at \(spot)")
      }
    }
  }
}

extension RuleExample.File {
  static func swift(_ name: String, _ text: String) -> Self { .init("Parcel/\(name).swift", text) }
  static func objectiveC(_ name: String, _ text: String) -> Self { .init("Parcel/\(name).m", text) }
}

/// The app of the tasks' examples in Objective-C.
enum ObjectiveCTasks {
  static let register = """
      [[BGTaskScheduler sharedScheduler] registerForTaskWithIdentifier:ParcelRefreshTask usingQueue:nil launchHandler:^(BGTask *task) {
        [self refresh:task];
      }];
    """
  static let schedule = """
      BGAppRefreshTaskRequest *request = [[BGAppRefreshTaskRequest alloc] initWithIdentifier:ParcelRefreshTask];
      NSError *error = nil;
      if (![BGTaskScheduler.sharedScheduler submitTaskRequest:request error:&error]) {
        NSLog(@"%@", error);
      }
    """
  static let refresh = """
      [self schedule];
      task.expirationHandler = ^{ [self.parcels cancel]; };
      [self.parcels refreshWithCompletion:^{
        [task setTaskCompletedWithSuccess:YES];
      }];
    """

  static func app(
    register: String = register, schedule: String = schedule, refresh: String = refresh,
    background: String = "  [self schedule];", constant: String = "dev.pushwire.parcel.refresh",
    more: String = ""
  ) -> RuleExample.File {
    .objectiveC(
      "AppDelegate",
      """
      #import <UIKit/UIKit.h>
      #import <BackgroundTasks/BackgroundTasks.h>

      static NSString *const ParcelRefreshTask = @"\(constant)";

      @interface AppDelegate : UIResponder <UIApplicationDelegate>
      @property (nonatomic) Parcels *parcels;
      @end

      @implementation AppDelegate

      - (BOOL)application:(UIApplication *)application
          didFinishLaunchingWithOptions:(NSDictionary *)launchOptions {
      \(register)
        return YES;
      }

      - (void)applicationDidEnterBackground:(UIApplication *)application {
      \(background)
      }

      - (void)schedule {
      \(schedule)
      }

      - (void)refresh:(BGTask *)task {
      \(refresh)
      }
      \(more)
      @end
      """)
  }
}

/// The same with identifiers, registration and work in files of their own.
enum HelperTasks {
  static let ids = """
    enum TaskID: String {
      case refresh = "dev.pushwire.parcel.refresh"
      case badge = "dev.pushwire.parcel.badge"

      static let prefix = "dev.pushwire.parcel"
      var identifier: String { rawValue }
    }
    """
  static let register = """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: TaskID.refresh.rawValue, using: nil) { task in
          RefreshWork().run(task)
        }
    """
  static let schedule = """
        let request = BGAppRefreshTaskRequest(identifier: TaskID.refresh.rawValue)
        do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
    """
  static let work = """
        BackgroundWork.schedule()
        task.expirationHandler = { self.parcels.cancel() }
        parcels.refresh { self.finish(task, success: true) }
    """

  static func files(
    ids: String = ids, register: String = register, schedule: String = schedule, work: String = work,
    launch: String = "    BackgroundWork.registerAll()", background: String = "    BackgroundWork.schedule()",
    finish: String = "    task.setTaskCompleted(success: success)"
  ) -> [RuleExample.File] {
    [
      .swift("TaskID", ids),
      .swift(
        "BackgroundWork",
        """
        import BackgroundTasks

        enum BackgroundWork {
          static func registerAll() {
        \(register)
          }

          static func schedule() {
        \(schedule)
          }
        }
        """),
      .swift(
        "RefreshWork",
        """
        import BackgroundTasks

        final class RefreshWork {
          let parcels = Parcels()

          func run(_ task: BGTask) {
        \(work)
          }

          func finish(_ task: BGTask, success: Bool) {
        \(finish)
          }
        }
        """),
      .swift(
        "AppDelegate",
        """
        import UIKit

        @main
        final class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
        \(launch)
            return true
          }

          func applicationDidEnterBackground(_ application: UIApplication) {
        \(background)
          }
        }
        """),
    ]
  }
}

extension SourceCase {
  init(_ name: String, _ first: RuleExample.File, _ files: [RuleExample.File]) {
    self.name = name
    self.files = [first] + files
  }
}

/// A SwiftUI app whose tasks are scenes' modifiers.
enum SwiftUITasks {
  static func app(
    modifier: String =
      #".backgroundTask(.appRefresh("dev.pushwire.parcel.refresh")) { await Parcels.refreshAndSchedule() }"#,
    initializer: String = "", appear: String = "    ContentView()", more: String = "",
    schedule: String = """
        let request = BGAppRefreshTaskRequest(identifier: "dev.pushwire.parcel.refresh")
        do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
    """
  ) -> RuleExample.File {
    .swift(
      "ParcelApp",
      """
      import BackgroundTasks
      import SwiftUI

      @main
      struct ParcelApp: App {
        @Environment(\\.scenePhase) private var phase
      \(initializer)
        var body: some Scene {
          WindowGroup {
        \(appear)
          }
          .onChange(of: phase) { phase in
            if phase == .background { Parcels.schedule() }
          }
          \(modifier)
        }
      }

      enum Parcels {
        static func refreshAndSchedule() async {
          schedule()
        }
        static func schedule() {
      \(schedule)
        }
      }
      \(more)
      """)
  }
}
