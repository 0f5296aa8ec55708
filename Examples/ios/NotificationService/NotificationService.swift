import PushClientApple
import UserNotifications

/// Runs before the system shows a notification: nothing of another account gets to the lock screen.
final class NotificationService: UNNotificationServiceExtension {
  private let service = PushwireService(policy: .parcel, appGroup: "group.com.example.parcel")

  override func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) { service.didReceive(request, withContentHandler: contentHandler) }

  override func serviceExtensionTimeWillExpire() { service.timeWillExpire() }
}
