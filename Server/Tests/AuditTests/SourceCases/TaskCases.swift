import Testing

@testable import Audit

/// Rules of background tasks in Objective-C, in SwiftUI, and with helpers in other files. The rules' own examples are
/// UIKit.
@Suite struct TaskCases {
  private static let plist = BGExample.plist("dev.pushwire.parcel.refresh")
  private static let other = BGExample.plist("dev.pushwire.parcel.sync")
  private static let both = BGExample.plist("dev.pushwire.parcel.refresh", "dev.pushwire.parcel.badge")
  private typealias C = ObjectiveCTasks
  private typealias H = HelperTasks
  private typealias S = SwiftUITasks

  static let cases: [SourceCase] = objectiveC + helpers + swiftUI + mixed

  private static let objectiveC: [SourceCase] = [
    SourceCase("healthy, Objective-C", plist, C.app()),
    SourceCase(
      "BG001, Objective-C", BGExample.plist("dev.pushwire.parcel.sync"),
      C.app(
        register: """
            [[BGTaskScheduler sharedScheduler] registerForTaskWithIdentifier:ParcelRefreshTask usingQueue:nil launchHandler:^(BGTask *task) { // <- BG001
              [self refresh:task];
            }];
          """), marks("Parcel/Info.plist", "BG002")),
    SourceCase(
      "BG003, Objective-C", plist,
      C.app(
        schedule: """
            BGProcessingTaskRequest *request = [[BGProcessingTaskRequest alloc] initWithIdentifier:@"dev.pushwire.parcel.cleanup"]; // <- BG003
            NSError *error = nil;
            [BGTaskScheduler.sharedScheduler submitTaskRequest:request error:&error];
          """)),
    SourceCase(
      "BG004, Objective-C", plist,
      C.app(
        register: """
          \(C.register)
            [BGTaskScheduler.sharedScheduler registerForTaskWithIdentifier:@"dev.pushwire.parcel.refresh" usingQueue:nil launchHandler:^(BGTask *task) { // <- BG004
              [self refresh:task];
            }];
          """)),
    SourceCase(
      "BG005, Objective-C", plist,
      C.app(
        register: """
            dispatch_async(dispatch_get_main_queue(), ^{
              [[BGTaskScheduler sharedScheduler] registerForTaskWithIdentifier:ParcelRefreshTask usingQueue:nil launchHandler:^(BGTask *task) { // <- BG005
                [self refresh:task];
              }];
            });
          """)),
    SourceCase(
      "BG006, Objective-C", plist,
      C.app(
        register: """
            [[BGTaskScheduler sharedScheduler] registerForTaskWithIdentifier:ParcelRefreshTask usingQueue:nil launchHandler:^(BGTask *task) { // <- BG006
              [self refresh:task];
            }];
          """,
        refresh: """
            task.expirationHandler = ^{ [self.parcels cancel]; };
            [self.parcels refreshWithCompletion:^{
              [task setTaskCompletedWithSuccess:YES];
            }];
          """)),
    SourceCase(
      "BG007, Objective-C", plist,
      C.app(
        refresh: """
            [self schedule];
            task.expirationHandler = ^{ [self.parcels cancel]; };
            if (!self.parcels.isSignedIn) {
              return; // <- BG007
            }
            [self.parcels refreshWithCompletion:^{
              [task setTaskCompletedWithSuccess:YES];
            }];
          """)),
    SourceCase(
      "BG008, Objective-C", plist,
      C.app(
        refresh: """
            [self schedule];
            task.expirationHandler = ^{ [self.parcels cancel]; };
            if (self.parcels.isFresh) {
              [task setTaskCompletedWithSuccess:YES];
            }
            [task setTaskCompletedWithSuccess:NO]; // <- BG008
          """)),
    SourceCase(
      "BG009, Objective-C", plist,
      C.app(
        register: """
            [[BGTaskScheduler sharedScheduler] registerForTaskWithIdentifier:ParcelRefreshTask usingQueue:nil launchHandler:^(BGTask *task) { // <- BG009
              [self refresh:task];
            }];
          """,
        refresh: """
            [self schedule];
            [self.parcels refreshWithCompletion:^{
              [task setTaskCompletedWithSuccess:YES];
            }];
          """)),
    SourceCase(
      "BG010, Objective-C", both,
      C.app(
        register: """
          \(C.register)
            [BGTaskScheduler.sharedScheduler registerForTaskWithIdentifier:@"dev.pushwire.parcel.badge" usingQueue:nil launchHandler:^(BGTask *task) {
              [self refresh:task];
            }];
          """,
        schedule: """
          \(C.schedule)
            BGAppRefreshTaskRequest *badge = [[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"dev.pushwire.parcel.badge"]; // <- BG010
            [BGTaskScheduler.sharedScheduler submitTaskRequest:badge error:&error];
          """)),
    SourceCase(
      "BG011, Objective-C", BGExample.plist("dev.pushwire.parcel.*"), C.app(),
      marks("Parcel/Info.plist", "BG011")),
    SourceCase(
      "BG012, Objective-C", plist,
      C.app(
        schedule: """
            BGAppRefreshTaskRequest *request = [[BGAppRefreshTaskRequest alloc] initWithIdentifier:ParcelRefreshTask]; // <- BG012
            NSError *error = nil;
            [BGTaskScheduler.sharedScheduler submitTaskRequest:request error:&error];
          """, background: "  [self.parcels save];")),
    SourceCase(
      "BG013, Objective-C", plist,
      C.app(
        schedule: """
            BGAppRefreshTaskRequest *request = [[BGAppRefreshTaskRequest alloc] initWithIdentifier:ParcelRefreshTask];
            [BGTaskScheduler.sharedScheduler submitTaskRequest:request error:nil]; // <- BG013
          """)),
    SourceCase(
      "a method of the task sets its expiration handler", plist,
      C.app(
        refresh: """
            [self schedule];
            [task setExpirationHandler:^{ [self.parcels cancel]; }];
            [self.parcels refresh];
            [task setTaskCompletedWithSuccess:YES];
          """)),
  ]

  /// Swift and Objective-C in one app.
  private static let mixed: [SourceCase] = [
    SourceCase(
      "Objective-C starts what Swift registers", plist,
      C.app(register: "  [BackgroundWork registerAll];"),
      .swift(
        "BackgroundWork",
        """
        import BackgroundTasks

        @objc final class BackgroundWork: NSObject {
          @objc static func registerAll() {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "dev.pushwire.parcel.refresh", using: nil) { task in
              BackgroundWork.schedule()
              task.expirationHandler = {}
              task.setTaskCompleted(success: true)
            }
          }
          @objc static func schedule() {
            let request = BGAppRefreshTaskRequest(identifier: "dev.pushwire.parcel.refresh")
            do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
          }
        }
        """
      )),
    SourceCase(
      "Swift hands a task to Objective-C, which loses it", plist,
      .swift(
        "AppDelegate",
        BGExample.app(
          refresh: """
                schedule()
                task.expirationHandler = {}
                TaskRunner.shared().run(task, quickly: parcels.isFresh)
            """
        ).text),
      .objectiveC(
        "TaskRunner",
        """
        #import <BackgroundTasks/BackgroundTasks.h>

        @implementation TaskRunner

        + (instancetype)shared {
          return [self new];
        }

        - (void)run:(BGTask *)task quickly:(BOOL)quickly {
          if (quickly) {
            return; // <- BG007
          }
          [task setTaskCompletedWithSuccess:YES];
        }
        @end
        """)),
  ]

  private static let helpers: [SourceCase] = [
    SourceCase("healthy, helpers", plist, H.files()),
    SourceCase(
      "BG001, helpers", other,
      H.files(
        register: """
              BGTaskScheduler.shared.register(forTaskWithIdentifier: TaskID.refresh.rawValue, using: nil) { task in // <- BG001
                RefreshWork().run(task)
              }
          """) + [marks("Parcel/Info.plist", "BG002")]),
    SourceCase(
      "BG002, helpers", both, H.files() + [marks("Parcel/Info.plist", "BG002")]),
    SourceCase(
      "BG003, helpers", plist,
      H.files(
        schedule: """
              let request = BGAppRefreshTaskRequest(identifier: TaskID.badge.identifier)
              let other = BGAppRefreshTaskRequest(identifier: "\\(TaskID.prefix).cleanup") // <- BG003, BG010
              do { try BGTaskScheduler.shared.submit(other) } catch { print(error) }
          """.replacing(
            "let request = BGAppRefreshTaskRequest(identifier: TaskID.badge.identifier)",
            with: "let request = BGAppRefreshTaskRequest(identifier: TaskID.refresh.rawValue)"))),
    SourceCase(
      "BG004, helpers", plist,
      H.files(
        register: """
          \(H.register)
              BGTaskScheduler.shared.register(forTaskWithIdentifier: TaskID.prefix + ".refresh", using: nil) { task in // <- BG004
                RefreshWork().run(task)
              }
          """)),
    SourceCase(
      "BG005, helpers: called later", plist,
      H.files(
        register: """
              BGTaskScheduler.shared.register(forTaskWithIdentifier: TaskID.refresh.rawValue, using: nil) { task in // <- BG005
                RefreshWork().run(task)
              }
          """, launch: "    Task { BackgroundWork.registerAll() }")),
    SourceCase(
      "BG005, helpers: not called", plist,
      H.files(
        register: """
              BGTaskScheduler.shared.register(forTaskWithIdentifier: TaskID.refresh.rawValue, using: nil) { task in // <- BG005
                RefreshWork().run(task)
              }
          """, launch: "    print(1)")),
    SourceCase(
      "BG006, helpers", plist,
      H.files(
        register: """
              BGTaskScheduler.shared.register(forTaskWithIdentifier: TaskID.refresh.rawValue, using: nil) { task in // <- BG006
                RefreshWork().run(task)
              }
          """,
        work: """
              task.expirationHandler = { self.parcels.cancel() }
              parcels.refresh { self.finish(task, success: true) }
          """)),
    SourceCase(
      "BG007, helpers", plist,
      H.files(
        finish: """
              guard parcels.isSaved else { return } // <- BG007
              task.setTaskCompleted(success: success)
          """)),
    SourceCase(
      "BG008, helpers", plist,
      H.files(
        work: """
              BackgroundWork.schedule()
              task.expirationHandler = { self.parcels.cancel() }
              finish(task, success: true)
              task.setTaskCompleted(success: true) // <- BG008
          """)),
    SourceCase(
      "BG009, helpers", plist,
      H.files(
        register: """
              BGTaskScheduler.shared.register(forTaskWithIdentifier: TaskID.refresh.rawValue, using: nil) { task in // <- BG009
                RefreshWork().run(task)
              }
          """,
        work: """
              BackgroundWork.schedule()
              parcels.refresh { self.finish(task, success: true) }
          """)),
    SourceCase(
      "BG011, helpers", BGExample.plist("dev.pushwire.parcel.*"),
      H.files() + [marks("Parcel/Info.plist", "BG011")]),
    SourceCase(
      "BG012, helpers", plist,
      H.files(
        schedule: """
              let request = BGAppRefreshTaskRequest(identifier: TaskID.refresh.rawValue) // <- BG012
              do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
          """, background: "    print(1)")),
    SourceCase(
      "BG013, helpers", plist,
      H.files(
        schedule: """
              let request = BGAppRefreshTaskRequest(identifier: TaskID.refresh.rawValue)
              do { try BGTaskScheduler.shared.submit(request) } catch {} // <- BG013
          """)),
    SourceCase(
      "a function that registers what it is given", plist,
      H.files(
        register: """
              add(TaskID.refresh.rawValue)
            }

            static func add(_ id: String) {
              BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: nil) { task in
                RefreshWork().run(task)
              }
          """)),
    SourceCase(
      "identifiers of which one is computed", both,
      H.files(
        register: """
          \(H.register)
              for id in Settings.shared.extraTasks() {
                BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: nil) { task in
                  RefreshWork().run(task)
                }
              }
          """)),
    SourceCase(
      "an identifier with the bundle's", plist,
      H.files(
        register: """
              BGTaskScheduler.shared.register(forTaskWithIdentifier: Bundle.main.bundleIdentifier! + ".refresh", using: nil) { task in
                RefreshWork().run(task)
              }
          """)),
    SourceCase(
      "one of two registrations runs", plist,
      H.files(
        register: """
              if Settings.shared.isNew {
                BGTaskScheduler.shared.register(forTaskWithIdentifier: TaskID.refresh.rawValue, using: nil) { task in
                  RefreshWork().run(task)
                }
              } else {
                BGTaskScheduler.shared.register(forTaskWithIdentifier: TaskID.refresh.rawValue, using: .main) { task in
                  RefreshWork().run(task)
                }
              }
          """)),
  ]

  private static let swiftUI: [SourceCase] = [
    SourceCase("healthy, SwiftUI", plist, S.app()),
    SourceCase(
      "BG001, SwiftUI", other,
      S.app(
        modifier:
          #".backgroundTask(.appRefresh("dev.pushwire.parcel.refresh")) { await Parcels.refreshAndSchedule() } // <- BG001"#
      ),
      marks("Parcel/Info.plist", "BG002")),
    SourceCase("BG002, SwiftUI", both, S.app(), marks("Parcel/Info.plist", "BG002")),
    SourceCase(
      "BG003, SwiftUI", plist,
      S.app(
        schedule: """
              let request = BGAppRefreshTaskRequest(identifier: "dev.pushwire.parcel.refresh")
              do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
              let more = BGProcessingTaskRequest(identifier: "dev.pushwire.parcel.cleanup") // <- BG003
              do { try BGTaskScheduler.shared.submit(more) } catch { print(error) }
          """)),
    SourceCase(
      "BG004, SwiftUI", plist,
      S.app(
        modifier: """
              .backgroundTask(.appRefresh("dev.pushwire.parcel.refresh")) { await Parcels.refreshAndSchedule() }
              .backgroundTask(.appRefresh("dev.pushwire.parcel.refresh")) { await Parcels.refreshAndSchedule() } // <- BG004
          """)),
    SourceCase(
      "BG005, SwiftUI", plist,
      S.app(
        modifier: "",
        appear: """
              ContentView().onAppear {
                BGTaskScheduler.shared.register(forTaskWithIdentifier: "dev.pushwire.parcel.refresh", using: nil) { task in // <- BG005
                  Parcels.schedule()
                  task.expirationHandler = {}
                  task.setTaskCompleted(success: true)
                }
              }
          """)),
    SourceCase(
      "registered in the App's initializer", plist,
      S.app(
        modifier: "",
        initializer: """
            init() {
              BGTaskScheduler.shared.register(forTaskWithIdentifier: "dev.pushwire.parcel.refresh", using: nil) { task in
                Parcels.schedule()
                task.expirationHandler = {}
                task.setTaskCompleted(success: true)
              }
            }
          """)),
    SourceCase(
      "BG006, SwiftUI", plist,
      S.app(
        modifier:
          #".backgroundTask(.appRefresh("dev.pushwire.parcel.refresh")) { await Store.reload() } // <- BG006"#
      )),
    SourceCase(
      "BG007, SwiftUI", plist,
      S.app(
        modifier: "",
        initializer: """
            init() {
              BGTaskScheduler.shared.register(forTaskWithIdentifier: "dev.pushwire.parcel.refresh", using: nil) { task in
                Parcels.schedule()
                task.expirationHandler = {}
                Task {
                  try await Store.reload() // <- BG007
                  task.setTaskCompleted(success: true)
                }
              }
            }
          """)),
    SourceCase(
      "BG013, SwiftUI", plist,
      S.app(
        schedule: """
              let request = BGAppRefreshTaskRequest(identifier: "dev.pushwire.parcel.refresh")
              try? BGTaskScheduler.shared.submit(request) // <- BG013
          """)),
  ]

  /// A file that only says what must be found in another one that has no comments: by line is not needed there.
  private static func marks(_ file: String, _ rule: String) -> RuleExample.File {
    .init("marks.txt", "\(rule) \(file)")
  }

  @Test(arguments: cases) func thisIsFoundAndNothingElse(_ source: SourceCase) throws { try source.check() }

  /// Without an Info.plist nothing can be said about permitted identifiers.
  @Test func withoutAnInfoPlistItIsUndecided() throws {
    let run = try ExampleRun([.init(name: "Parcel/AppDelegate.swift", text: BGExample.app().text)])
    #expect(!run.result.all.contains { $0.rule.hasPrefix("BG") })
    #expect(run.result.undecided.contains { $0.rule == "BG001" })
  }
}
