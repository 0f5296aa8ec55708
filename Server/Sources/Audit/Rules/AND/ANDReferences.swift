/// Pages that several Android rules rest on.
extension Reference {
  static let androidPermission = Reference(
    "Notification runtime permission",
    "https://developer.android.com/develop/ui/views/notifications/notification-permission",
    reviewed: "2026-11-30")
  static let fcmReceive = Reference(
    "Receive messages using Firebase Cloud Messaging",
    "https://firebase.google.com/docs/cloud-messaging/android/receive", reviewed: "2026-11-30")
  static let fcmClient = Reference(
    "Get started with Firebase Cloud Messaging in Android apps",
    "https://firebase.google.com/docs/cloud-messaging/android/client", reviewed: "2026-11-30")
  static let androidChannels = Reference(
    "Create and manage notification channels",
    "https://developer.android.com/develop/ui/views/notifications/channels", reviewed: "2026-11-30")
  static let manifestService = Reference(
    "<service>", "https://developer.android.com/guide/topics/manifest/service-element",
    reviewed: "2026-11-30")
  static let googleServicesPlugin = Reference(
    "The Google services Gradle plugin",
    "https://developers.google.com/android/guides/google-services-plugin", reviewed: "2026-11-30")
  static let android12 = Reference(
    "Behavior changes: apps targeting Android 12",
    "https://developer.android.com/about/versions/12/behavior-changes-12", reviewed: "2026-11-30")
}
