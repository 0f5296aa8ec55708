// Declarations of AppKit that the adapters use, for building and running them on Linux. What begins with `fake`
// is for tests alone.
public import Foundation

@MainActor open class NSDockTile: NSObject {
  open var badgeLabel: String?
}

@MainActor open class NSResponder: NSObject {
  public nonisolated override init() { super.init() }
}

@MainActor open class NSApplication: NSResponder {
  public nonisolated static let didBecomeActiveNotification = NSNotification.Name(
    "NSApplicationDidBecomeActiveNotification")
  public nonisolated static let didResignActiveNotification = NSNotification.Name(
    "NSApplicationDidResignActiveNotification")

  private static var application = NSApplication()
  open class var shared: NSApplication { application }
  public static func fakeReset() { application = NSApplication() }

  open var isActive: Bool { fakeIsActive }
  open private(set) var isRegisteredForRemoteNotifications = false
  public let dockTile = NSDockTile()
  public var fakeIsActive = true
  public private(set) var fakeRegistrations = 0

  open func registerForRemoteNotifications() {
    fakeRegistrations += 1
    isRegisteredForRemoteNotifications = true
  }
}

@MainActor public protocol NSApplicationDelegate: NSObjectProtocol {
  func applicationDidFinishLaunching(_ notification: Notification)
  func application(
    _ application: NSApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
  func application(
    _ application: NSApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
  func application(_ application: NSApplication, didReceiveRemoteNotification userInfo: [String: Any])
  func application(_ application: NSApplication, open urls: [URL])
}

// Objective-C's `optional`, which Linux has not.
extension NSApplicationDelegate {
  public func applicationDidFinishLaunching(_ notification: Notification) {}
  public func application(
    _ application: NSApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {}
  public func application(
    _ application: NSApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {}
  public func application(_ application: NSApplication, didReceiveRemoteNotification userInfo: [String: Any])
  {}
  public func application(_ application: NSApplication, open urls: [URL]) {}
}

open class NSWorkspace: NSObject {
  nonisolated(unsafe) private static var workspace = NSWorkspace()
  open class var shared: NSWorkspace { workspace }
  public static func fakeReset() { workspace = NSWorkspace() }
  public private(set) var fakeOpened: [URL] = []
  @discardableResult open func open(_ url: URL) -> Bool {
    fakeOpened.append(url)
    return true
  }
}
