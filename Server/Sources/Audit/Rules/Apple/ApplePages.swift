/// Apple's and Firebase's pages that several rules rest on, and when they were last read.
enum ApplePages {
  static let reviewed = "2026-11-30"

  static let apsEnvironment = page(
    "APS Environment Entitlement", "documentation/bundleresources/entitlements/aps-environment")
  static let macAPSEnvironment = page(
    "APS Environment (macOS) Entitlement",
    "documentation/bundleresources/entitlements/com.apple.developer.aps-environment")
  static let profiles = page(
    "TN3125: Inside Code Signing: Provisioning Profiles",
    "documentation/technotes/tn3125-inside-code-signing-provisioning-profiles")
  static let hashes = page(
    "TN3126: Inside Code Signing: Hashes", "documentation/technotes/tn3126-inside-code-signing-hashes")
  static let signatureFormat = page(
    "Using the latest code signature format", "documentation/xcode/using-the-latest-code-signature-format")
  static let registering = page(
    "Registering your app with APNs", "documentation/usernotifications/registering-your-app-with-apns")
  static let backgroundUpdates = page(
    "Pushing background updates to your App",
    "documentation/usernotifications/pushing-background-updates-to-your-app")
  static let backgroundModes = page(
    "UIBackgroundModes", "documentation/bundleresources/information-property-list/uibackgroundmodes")
  static let serviceExtension = page(
    "Modifying content in newly delivered notifications",
    "documentation/usernotifications/modifying-content-in-newly-delivered-notifications")
  static let buildSettings = page("Build settings reference", "documentation/xcode/build-settings-reference")
  static let backgroundTasks = page(
    "Using background tasks to update your app",
    "documentation/uikit/using-background-tasks-to-update-your-app")
  static let timeSensitive = page(
    "Time-Sensitive Notifications Entitlement",
    "documentation/bundleresources/entitlements/com.apple.developer.usernotifications.time-sensitive")
  static let criticalAlerts = page(
    "Critical Alerts Entitlement",
    "documentation/bundleresources/entitlements/com.apple.developer.usernotifications.critical-alerts")
  static let voip = page(
    "Responding to VoIP Notifications from PushKit",
    "documentation/pushkit/responding-to-voip-notifications-from-pushkit")
  static let capabilities = Reference(
    "Supported capabilities (iOS)",
    "https://developer.apple.com/help/account/reference/supported-capabilities-ios/", reviewed: reviewed)
  static let firebase = Reference(
    "Get started with Firebase Cloud Messaging in Apple platform apps",
    "https://firebase.google.com/docs/cloud-messaging/ios/get-started", reviewed: reviewed)

  private static func page(_ title: String, _ path: String) -> Reference {
    Reference(title, "https://developer.apple.com/" + path, reviewed: reviewed)
  }
}
