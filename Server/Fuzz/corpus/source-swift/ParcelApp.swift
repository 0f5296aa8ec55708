import BackgroundTasks
import SwiftUI
@preconcurrency import UserNotifications

enum TaskID: String, CaseIterable {
  case refresh = "dev.pushwire.parcel.refresh"
  case cleanup
}

extension Notification.Name {
  static let tokenChanged = Notification.Name("tokenChanged")
}

@main
struct ParcelApp: App {
  @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate
  @Environment(\.scenePhase) private var phase
  @State private var path: [Route] = []
  @AppStorage("seen", store: .init(suiteName: "group.dev.pushwire.parcel")) var seen = false

  var body: some Scene {
    WindowGroup {
      NavigationStack(path: $path) {
        ContentView()
          .navigationTitle("Parcels")
          .toolbar {
            ToolbarItem(placement: .primaryAction) {
              Button("Enable") { Task { await delegate.ask() } }
                .disabled(seen)
            }
          }
          #if os(iOS)
            .navigationBarTitleDisplayMode(.inline)
          #endif
          .sheet(isPresented: .constant(seen)) {
            Settings()
          } content: { item in
            if let item { Text(item.name) } else { EmptyView() }
          }
      }
      .onOpenURL { url in router.open(url) }
      .task(id: phase) {
        for await event in events where event.isNew { path.append(.init(event)) }
      }
    }
    .onChange(of: phase) { old, new in
      switch new {
      case .background: delegate.schedule()
      case .active where old == .inactive, .inactive: break
      @unknown default: break
      }
    }
    .backgroundTask(.appRefresh(TaskID.refresh.rawValue)) {
      await delegate.refresh()
    }
  }
}

@MainActor
final class AppDelegate: NSObject, UIApplicationDelegate, @preconcurrency UNUserNotificationCenterDelegate {
  static let shared = AppDelegate()
  private(set) lazy var store: Store<Parcel> = { Store(limit: 10) }()
  weak var handler: ((Result<Data, any Error>) -> Void)?
  private var token: String? {
    didSet { if token != oldValue { Task.detached(priority: .utility) { [weak self] in try? await self?.upload() } } }
  }
  subscript(index: Int) -> Parcel? { get { store[index] } set { store[index] = newValue } }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    let center = UNUserNotificationCenter.current()
    center.delegate = self
    BGTaskScheduler.shared.register(forTaskWithIdentifier: TaskID.refresh.rawValue, using: nil) { task in
      guard let task = task as? BGAppRefreshTask else { return task.setTaskCompleted(success: false) }
      task.expirationHandler = { [weak task] in task?.setTaskCompleted(success: false) }
      self.handle(task)
    }
    // pushwire:ignore SRC002 asked for at the first parcel
    center.requestAuthorization(options: [.alert, .badge]) { @Sendable granted, _ in
      if granted { DispatchQueue.main.async(execute: application.registerForRemoteNotifications) }
    }
    NotificationCenter.default.addObserver(
      self, selector: #selector(tokenChanged(_:)), name: .tokenChanged, object: nil)
    return options?[.remoteNotification] == nil
  }

  func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
    token = deviceToken.map { String(format: "%02.2hhx", $0) }.joined()
  }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    guard let aps = userInfo["aps"] as? [String: Any], aps["content-available"] as? Int == 1 else {
      completionHandler(.noData)
      return
    }
    Task {
      defer { completionHandler(.newData) }
      do {
        async let first = store.load()
        let (parcels, count) = try await (first, store.count)
        let label = if count > 1 { "\(count) parcels" } else { "one" }
        let state = switch parcels.first?.state { case .sent?: 1; case nil: 0; default: -1 }
        log("\(label) \(state, format: .decimal) of \(parcels.map { "<\($0.id)>" }.joined(separator: ", "))")
      } catch let error as URLError where error.code == .timedOut {
        throw error
      } catch { report(error) }
    }
  }

  @objc(tokenChanged:) private func tokenChanged(_ note: Notification) { handler?(.success(Data())) }

  func userNotificationCenter(_ center: UNUserNotificationCenter, willPresent notification: UNNotification) async
    -> UNNotificationPresentationOptions
  { [.banner, .sound] }

  fileprivate func handle<T: BGTask>(_ task: T) where T: Sendable {
    let work = DispatchWorkItem { task.setTaskCompleted(success: true) }
    repeat { work.perform() } while !work.isCancelled && retries < 3
    outer: for case let (index, item?) in items.enumerated() {
      if case .failure(let error) = item, index > 0 { print(error); continue outer }
      guard #available(iOS 16.4, *), index < limit else { break outer }
    }
    #if DEBUG && !targetEnvironment(simulator)
      dump(task)
    #elseif BETA
      fatalError("not here")
    #else
      _ = task
    #endif
  }
}

#Preview("Light", traits: .sizeThatFitsLayout) { ContentView() }
