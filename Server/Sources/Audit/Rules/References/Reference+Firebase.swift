/// Firebase's pages that rules rest on.
extension Reference {
  static let fcmTokens = page(
    "Best practices for FCM registration token management",
    "https://firebase.google.com/docs/cloud-messaging/manage-tokens")
  static let fcmApple = page(
    "Firebase Cloud Messaging on Apple platforms: method swizzling",
    "https://firebase.google.com/docs/cloud-messaging/ios/client")
  static let firebase = page(
    "Get started with Firebase Cloud Messaging in Apple platform apps",
    "https://firebase.google.com/docs/cloud-messaging/ios/get-started")
  static let fcmReceive = page(
    "Receive messages using Firebase Cloud Messaging",
    "https://firebase.google.com/docs/cloud-messaging/android/receive")
  static let fcmClient = page(
    "Get started with Firebase Cloud Messaging in Android apps",
    "https://firebase.google.com/docs/cloud-messaging/android/client")
  static let googleServicesPlugin = page(
    "The Google services Gradle plugin", "https://developers.google.com/android/guides/google-services-plugin"
  )
  static let fcmSend = page(
    "REST Resource: projects.messages",
    "https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages")
  static let fcmTypes = page(
    "Firebase Cloud Messaging message types",
    "https://firebase.google.com/docs/cloud-messaging/customize-messages/set-message-type")
  static let fcmPriority = page(
    "Set and manage Android message priority",
    "https://firebase.google.com/docs/cloud-messaging/android-message-priority")
  static let fcmMigrate = page(
    "Migrate from legacy FCM APIs to HTTP v1", "https://firebase.google.com/docs/cloud-messaging/migrate-v1")
  static let fcmErrors = page(
    "FCM error codes", "https://firebase.google.com/docs/cloud-messaging/error-codes")
  static let fcmAuthorize = page(
    "Authorize send requests", "https://firebase.google.com/docs/cloud-messaging/send/v1-api")
}
