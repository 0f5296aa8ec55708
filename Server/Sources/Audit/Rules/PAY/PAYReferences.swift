/// Pages that rules of messages rest on.
extension Reference {
  static let apnsRequest = Reference(
    "Sending notification requests to APNs",
    "https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns",
    reviewed: "2026-11-30")
  static let apnsPayload = Reference(
    "Generating a remote notification",
    "https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification",
    reviewed: "2026-11-30")
  static let apnsAnswers = Reference(
    "Handling notification responses from APNs",
    "https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns",
    reviewed: "2026-11-30")
  static let apnsToken = Reference(
    "Establishing a token-based connection to APNs",
    "https://developer.apple.com/documentation/usernotifications/"
      + "establishing-a-token-based-connection-to-apns",
    reviewed: "2026-11-30")
  static let apnsCertificate = Reference(
    "Establishing a certificate-based connection to APNs",
    "https://developer.apple.com/documentation/usernotifications/"
      + "establishing-a-certificate-based-connection-to-apns",
    reviewed: "2026-11-30")
  static let backgroundPush = Reference(
    "Pushing background updates to your App",
    "https://developer.apple.com/documentation/usernotifications/pushing-background-updates-to-your-app",
    reviewed: "2026-11-30")
  static let apnsRegister = Reference(
    "Registering your app with APNs",
    "https://developer.apple.com/documentation/usernotifications/registering-your-app-with-apns",
    reviewed: "2026-11-30")
  static let serviceExtension = Reference(
    "Modifying content in newly delivered notifications",
    "https://developer.apple.com/documentation/usernotifications/"
      + "modifying-content-in-newly-delivered-notifications",
    reviewed: "2026-11-30")
  static let notificationCategories = Reference(
    "Declaring your actionable notification types",
    "https://developer.apple.com/documentation/usernotifications/"
      + "declaring-your-actionable-notification-types",
    reviewed: "2026-11-30")
  static let liveActivities = Reference(
    "Starting and updating Live Activities with ActivityKit push notifications",
    "https://developer.apple.com/documentation/activitykit/"
      + "starting-and-updating-live-activities-with-activitykit-push-notifications",
    reviewed: "2026-11-30")
  static let voipPush = Reference(
    "Responding to VoIP Notifications from PushKit",
    "https://developer.apple.com/documentation/pushkit/responding-to-voip-notifications-from-pushkit",
    reviewed: "2026-11-30")
  static let fcmSend = Reference(
    "REST Resource: projects.messages",
    "https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages", reviewed: "2026-11-30")
  static let fcmTypes = Reference(
    "Firebase Cloud Messaging message types",
    "https://firebase.google.com/docs/cloud-messaging/customize-messages/set-message-type",
    reviewed: "2026-11-30")
  static let fcmPriority = Reference(
    "Set and manage Android message priority",
    "https://firebase.google.com/docs/cloud-messaging/android-message-priority", reviewed: "2026-11-30")
  static let fcmMigrate = Reference(
    "Migrate from legacy FCM APIs to HTTP v1",
    "https://firebase.google.com/docs/cloud-messaging/migrate-v1", reviewed: "2026-11-30")
  static let fcmErrors = Reference(
    "FCM error codes", "https://firebase.google.com/docs/cloud-messaging/error-codes", reviewed: "2026-11-30")
  static let fcmAuthorize = Reference(
    "Authorize send requests", "https://firebase.google.com/docs/cloud-messaging/send/v1-api",
    reviewed: "2026-11-30")
}
