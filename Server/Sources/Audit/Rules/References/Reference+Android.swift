/// Android's pages that rules rest on.
extension Reference {
  static let androidLinks = page(
    "Security guidance: unsafe use of deep links",
    "https://developer.android.com/privacy-and-security/risks/unsafe-use-of-deeplinks")
  static let androidPermission = page(
    "Notification runtime permission",
    "https://developer.android.com/develop/ui/views/notifications/notification-permission")
  static let androidChannels = page(
    "Create and manage notification channels",
    "https://developer.android.com/develop/ui/views/notifications/channels")
  static let manifestService = page(
    "<service>", "https://developer.android.com/guide/topics/manifest/service-element")
  static let android12 = page(
    "Behavior changes: apps targeting Android 12",
    "https://developer.android.com/about/versions/12/behavior-changes-12")
}
