import Foundation
import PushClient
import UIKit
import UserNotifications

@testable import PushClientApple

extension Device {
  /// `userInfo` of a push as the server composes it.
  static func payload(
    _ id: String?, _ name: String?, revision: Int = 1, tag: String? = nil, to destination: String? = nil,
    _ parameters: [String: String] = [:], data: [String: Any] = [:], silent: Bool = false
  ) -> [AnyHashable: Any] {
    var own: [String: Any] = ["r": revision]
    own["n"] = id
    own["c"] = name
    own["b"] = tag
    own["d"] = destination
    if destination != nil { own["p"] = parameters }
    var made: [AnyHashable: Any] = [
      "aps": silent ? ["content-available": 1] : ["alert": ["title": "Parcel", "body": "Private words"]]
    ]
    for (key, value) in data { made[key] = value }
    if name != nil { made["pw"] = own }
    return made
  }

  static func notification(
    _ userInfo: [AnyHashable: Any], identifier: String = "apns-1", thread: String = "", isRemote: Bool = true
  ) -> UNNotification {
    let content = UNMutableNotificationContent()
    content.title = "Parcel"
    content.body = "Private words"
    content.badge = 7
    content.userInfo = userInfo
    content.threadIdentifier = thread
    return .fake(
      UNNotificationRequest(
        identifier: identifier, content: content,
        trigger: isRemote
          ? UNPushNotificationTrigger.fake()
          : UNTimeIntervalNotificationTrigger(timeInterval: 1, repeats: false)))
  }

  /// The system asks what to show.
  func present(_ notification: UNNotification) -> Record<UNNotificationPresentationOptions> {
    let shown = Record<UNNotificationPresentationOptions>()
    center.delegate?.userNotificationCenter(center, willPresent: notification) { shown.add($0) }
    return shown
  }

  /// A person acts on it.
  func respond(
    _ userInfo: [AnyHashable: Any], _ action: String = UNNotificationDefaultActionIdentifier,
    text: String? = nil
  ) -> Record<Bool> {
    let notification = Device.notification(userInfo)
    let response =
      text.map { UNTextInputNotificationResponse.fake(notification, action, text: $0) }
      ?? UNNotificationResponse.fake(notification, action)
    let done = Record<Bool>()
    center.delegate?.userNotificationCenter(center, didReceive: response) { done.add(true) }
    return done
  }

  /// The system hands a silent push over.
  func fetch(_ userInfo: [AnyHashable: Any]) -> Record<UIBackgroundFetchResult> {
    let done = Record<UIBackgroundFetchResult>()
    push.didReceive(userInfo) { done.add($0) }
    return done
  }

  /// The same, where another SDK takes what is not ours.
  func offer(_ userInfo: [AnyHashable: Any]) -> (isTaken: Bool, done: Record<UIBackgroundFetchResult>) {
    let done = Record<UIBackgroundFetchResult>()
    return (push.didReceive(userInfo, othersTakeForeign: true) { done.add($0) }, done)
  }

  func becomeActive() {
    application.fakeState = .active
    NotificationCenter.default.post(name: UIApplication.didBecomeActiveNotification, object: nil)
  }

  func unlock() {
    NotificationCenter.default.post(
      name: UIApplication.protectedDataDidBecomeAvailableNotification, object: nil)
  }

  func enterBackground() {
    application.fakeState = .background
    NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
  }
}
