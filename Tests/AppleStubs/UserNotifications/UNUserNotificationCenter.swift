public import Foundation

public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void)
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void)
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)
}

// Objective-C's `optional`, which Linux has not.
extension UNUserNotificationCenterDelegate {
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) { completionHandler([]) }
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) { completionHandler() }
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
  ) {}
}

/// Answers at once, on the caller's thread. Tests run on the main thread and set what it answers.
open class UNUserNotificationCenter: NSObject {
  nonisolated(unsafe) private static var shared = UNUserNotificationCenter()
  open class func current() -> UNUserNotificationCenter { shared }
  /// A fresh one for each test.
  public static func fakeReset() { shared = UNUserNotificationCenter() }

  open weak var delegate: (any UNUserNotificationCenterDelegate)?
  open var supportsContentExtensions: Bool { true }

  public var fakeSettings = UNNotificationSettings.fake(.notDetermined)
  /// What a person answers to the dialog; nil: the dialog stays open.
  public var fakeAnswer: Bool? = true
  public private(set) var fakeRequests: [UNAuthorizationOptions] = []
  public private(set) var fakeCategories: Set<UNNotificationCategory> = []
  public private(set) var fakeCategoryCalls = 0
  public private(set) var fakePending: [UNNotificationRequest] = []
  public var fakeDelivered: [UNNotification] = []
  public var fakeAddFault: (any Error)?
  public private(set) var fakeBadge: Int?

  open func requestAuthorization(
    options: UNAuthorizationOptions = [],
    completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    fakeRequests.append(options)
    guard let answer = fakeAnswer else { return }
    let status = options.contains(.provisional) ? UNAuthorizationStatus.provisional : .authorized
    fakeSettings = .fake(answer ? status : .denied)
    completionHandler(answer, nil)
  }
  open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
    await withCheckedContinuation { continuation in
      requestAuthorization(options: options) { granted, _ in continuation.resume(returning: granted) }
    }
  }

  open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
    fakeCategoryCalls += 1
    fakeCategories = categories
  }
  open func getNotificationCategories(
    completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
  ) { completionHandler(fakeCategories) }

  open func getNotificationSettings(
    completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
  ) { completionHandler(fakeSettings) }
  open func notificationSettings() async -> UNNotificationSettings { fakeSettings }

  open func add(
    _ request: UNNotificationRequest,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    if fakeAddFault == nil {
      fakePending.removeAll { $0.identifier == request.identifier }
      fakePending.append(request)
    }
    completionHandler?(fakeAddFault)
  }
  open func add(_ request: UNNotificationRequest) async throws {
    if let fakeAddFault { throw fakeAddFault }
    add(request, withCompletionHandler: nil)
  }
  open func getPendingNotificationRequests(
    completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
  ) { completionHandler(fakePending) }
  open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    fakePending.removeAll { identifiers.contains($0.identifier) }
  }
  open func removeAllPendingNotificationRequests() { fakePending = [] }
  open func getDeliveredNotifications(
    completionHandler: @escaping @Sendable ([UNNotification]) -> Void
  ) { completionHandler(fakeDelivered) }
  open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
    fakeDelivered.removeAll { identifiers.contains($0.request.identifier) }
  }
  open func removeAllDeliveredNotifications() { fakeDelivered = [] }

  @available(iOS 16.0, macOS 13.0, *)
  open func setBadgeCount(
    _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    fakeBadge = newBadgeCount
    // As on iOS: a badge of 0 takes the delivered notifications with it.
    if newBadgeCount == 0 { fakeDelivered = [] }
    completionHandler?(nil)
  }
}
