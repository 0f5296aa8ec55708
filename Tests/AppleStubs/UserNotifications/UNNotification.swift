public import Foundation

public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

open class UNNotificationTrigger: NSObject {
  open var repeats: Bool { false }
  fileprivate override init() { super.init() }
}

open class UNPushNotificationTrigger: UNNotificationTrigger {
  public static func fake() -> UNPushNotificationTrigger { UNPushNotificationTrigger() }
}

open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
  public let timeInterval: TimeInterval
  private let isRepeating: Bool
  open override var repeats: Bool { isRepeating }
  public init(timeInterval: TimeInterval, repeats: Bool) {
    self.timeInterval = timeInterval
    isRepeating = repeats
    super.init()
  }
}

open class UNNotificationRequest: NSObject {
  public let identifier: String
  public let content: UNNotificationContent
  public let trigger: UNNotificationTrigger?
  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
    self.identifier = identifier
    self.content = content.copy() as? UNNotificationContent ?? content
    self.trigger = trigger
  }
}

open class UNNotification: NSObject {
  public let date: Date
  public let request: UNNotificationRequest
  private init(_ request: UNNotificationRequest) {
    date = Date(timeIntervalSince1970: 0)
    self.request = request
  }
  public static func fake(_ request: UNNotificationRequest) -> UNNotification { UNNotification(request) }
}

open class UNNotificationResponse: NSObject {
  public let notification: UNNotification
  public let actionIdentifier: String
  fileprivate init(_ notification: UNNotification, _ action: String) {
    self.notification = notification
    actionIdentifier = action
  }
  public static func fake(_ notification: UNNotification, _ action: String) -> UNNotificationResponse {
    UNNotificationResponse(notification, action)
  }
}

open class UNTextInputNotificationResponse: UNNotificationResponse {
  public let userText: String
  private init(_ notification: UNNotification, _ action: String, text: String) {
    userText = text
    super.init(notification, action)
  }
  public static func fake(
    _ notification: UNNotification, _ action: String, text: String
  ) -> UNTextInputNotificationResponse {
    UNTextInputNotificationResponse(notification, action, text: text)
  }
}

public struct UNNotificationPresentationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let badge = Self(rawValue: 1)
  public static let sound = Self(rawValue: 2)
  @available(iOS, deprecated: 14.0) @available(macOS, deprecated: 11.0)
  public static let alert = Self(rawValue: 4)
  public static let list = Self(rawValue: 8)
  public static let banner = Self(rawValue: 16)
}

open class UNNotificationServiceExtension: NSObject {
  public override init() { super.init() }
  open func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) {}
  open func serviceExtensionTimeWillExpire() {}
}
