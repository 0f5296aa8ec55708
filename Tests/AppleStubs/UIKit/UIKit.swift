// Declarations of UIKit that the adapters use, for building and running them on Linux. What begins with `fake`
// is for tests alone. NSUserActivity is Foundation's on Apple's systems; Linux has none.
public import Foundation
public import UserNotifications

@MainActor open class UIResponder: NSObject {
  public nonisolated override init() { super.init() }
}

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let invalid = Self(rawValue: 0)
}

public enum UIBackgroundFetchResult: UInt, Sendable {
  case newData = 0
  case noData, failed
}

public enum UIBackgroundRefreshStatus: Int, Sendable {
  case restricted = 0
  case denied, available
}

@MainActor open class UIApplication: UIResponder {
  public enum State: Int, Sendable {
    case active = 0
    case inactive, background
  }
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public nonisolated static let didBecomeActiveNotification = NSNotification.Name(
    "UIApplicationDidBecomeActiveNotification")
  public nonisolated static let didEnterBackgroundNotification = NSNotification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  public nonisolated static let protectedDataDidBecomeAvailableNotification = NSNotification.Name(
    "UIApplicationProtectedDataDidBecomeAvailable")
  public nonisolated static let openSettingsURLString = "app-settings:"
  @available(iOS 16.0, *)
  public nonisolated static let openNotificationSettingsURLString = "app-settings:notifications"

  private static var application = UIApplication()
  open class var shared: UIApplication { application }
  public static func fakeReset() { application = UIApplication() }

  open weak var delegate: (any UIApplicationDelegate)?
  open var applicationState: State { fakeState }
  open var backgroundRefreshStatus: UIBackgroundRefreshStatus { fakeRefresh }
  open var isProtectedDataAvailable: Bool { true }
  open private(set) var isRegisteredForRemoteNotifications = false
  open var applicationIconBadgeNumber = 0 {
    didSet {
      // As on iOS: 0 takes the delivered notifications with it, a negative number does not.
      if applicationIconBadgeNumber == 0 { UNUserNotificationCenter.current().fakeDelivered = [] }
    }
  }

  public var fakeState = State.active
  public var fakeRefresh = UIBackgroundRefreshStatus.available
  public private(set) var fakeRegistrations = 0
  public private(set) var fakeOpened: [URL] = []
  nonisolated(unsafe) private var fakeHolds:
    [UIBackgroundTaskIdentifier: (name: String, expired: @MainActor @Sendable () -> Void)] = [:]
  nonisolated(unsafe) private var fakeNextHold = 1
  /// Background time that was asked for and not given back, by its names.
  public var fakeOpenHolds: [String] { fakeHolds.values.map(\.name).sorted() }
  /// The system wants all of it back.
  public func fakeExpireHolds() { for hold in fakeHolds.values { hold.expired() } }

  open func registerForRemoteNotifications() {
    fakeRegistrations += 1
    isRegisteredForRemoteNotifications = true
  }
  open func unregisterForRemoteNotifications() { isRegisteredForRemoteNotifications = false }

  open func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {
    fakeOpened.append(url)
    completion?(true)
  }

  open nonisolated func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    let id = UIBackgroundTaskIdentifier(rawValue: fakeNextHold)
    fakeNextHold += 1
    fakeHolds[id] = (taskName ?? "", handler ?? {})
    return id
  }
  open nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    fakeHolds[identifier] = nil
  }
}

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
  func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
}

// Objective-C's `optional`, which Linux has not.
extension UIApplicationDelegate {
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  public func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {}
  public func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {}
  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) { completionHandler(.noData) }
  public func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration { UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role) }
}

@MainActor open class UIScene: UIResponder {
  @MainActor open class ConnectionOptions: NSObject {
    open var urlContexts: Set<UIOpenURLContext> { fakeURLs }
    open var notificationResponse: UNNotificationResponse? { fakeResponse }
    open var userActivities: Set<NSUserActivity> { fakeActivities }
    var fakeURLs: Set<UIOpenURLContext> = []
    var fakeResponse: UNNotificationResponse?
    var fakeActivities: Set<NSUserActivity> = []
    nonisolated override init() { super.init() }
    public static func fake(
      response: UNNotificationResponse? = nil, urls: [URL] = [], activities: [NSUserActivity] = []
    ) -> ConnectionOptions {
      let options = ConnectionOptions()
      options.fakeResponse = response
      options.fakeURLs = Set(urls.map(UIOpenURLContext.fake))
      options.fakeActivities = Set(activities)
      return options
    }
  }
}

@MainActor open class UISceneSession: NSObject {
  public struct Role: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
  }
  open var role: Role { .windowApplication }
  nonisolated override init() { super.init() }
  public static func fake() -> UISceneSession { UISceneSession() }
}

@MainActor open class UISceneConfiguration: NSObject {
  open private(set) var name: String?
  open private(set) var role: UISceneSession.Role
  public init(name: String?, sessionRole: UISceneSession.Role) {
    self.name = name
    role = sessionRole
    super.init()
  }
}

@MainActor public protocol UISceneDelegate: NSObjectProtocol {
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
}

extension UISceneDelegate {
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
  public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
  public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {}

@MainActor open class UIOpenURLContext: NSObject {
  public let url: URL
  nonisolated init(_ url: URL) { self.url = url }
  public static func fake(_ url: URL) -> UIOpenURLContext { UIOpenURLContext(url) }
}

public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

open class NSUserActivity: NSObject {
  public let activityType: String
  open var webpageURL: URL?
  public init(activityType: String) { self.activityType = activityType }
}
