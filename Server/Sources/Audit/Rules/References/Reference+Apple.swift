/// Apple's pages that rules rest on.
extension Reference {
  static let taskScheduler = apple(
    "BGTaskScheduler", "backgroundtasks/bgtaskscheduler")
  static let taskRegister = apple(
    "register(forTaskWithIdentifier:using:launchHandler:)",
    "backgroundtasks/bgtaskscheduler/register(fortaskwithidentifier:using:launchhandler:)")
  static let taskSubmit = apple(
    "BGTaskScheduler submit(_:)", "backgroundtasks/bgtaskscheduler/submit(_:)")
  static let taskCompleted = apple(
    "BGTask setTaskCompleted(success:)", "backgroundtasks/bgtask/settaskcompleted(success:)")
  static let taskExpiration = apple(
    "BGTask expirationHandler", "backgroundtasks/bgtask/expirationhandler")
  static let taskGuide = apple(
    "Using background tasks to update your app", "uikit/using-background-tasks-to-update-your-app")
  static let taskIdentifiers = apple(
    "BGTaskSchedulerPermittedIdentifiers",
    "bundleresources/information-property-list/bgtaskschedulerpermittedidentifiers")
  static let continuedTasks = apple(
    "BGContinuedProcessingTaskRequest", "backgroundtasks/bgcontinuedprocessingtaskrequest")
  static let registering = apple(
    "Registering your app with APNs", "usernotifications/registering-your-app-with-apns")
  static let backgroundUpdates = apple(
    "Pushing background updates to your app", "usernotifications/pushing-background-updates-to-your-app")
  static let fetchHandler = apple(
    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
    "uikit/uiapplicationdelegate/application(_:didreceiveremotenotification:fetchcompletionhandler:)")
  static let legacyHandler = apple(
    "application(_:didReceiveRemoteNotification:)",
    "uikit/uiapplicationdelegate/application(_:didreceiveremotenotification:)")
  static let centerDelegate = apple(
    "UNUserNotificationCenterDelegate", "usernotifications/unusernotificationcenterdelegate")
  static let handlingResponses = apple(
    "Handling notifications and notification-related actions",
    "usernotifications/handling-notifications-and-notification-related-actions")
  static let askingPermission = apple(
    "Asking permission to use notifications", "usernotifications/asking-permission-to-use-notifications")
  static let delegateAdaptor = apple(
    "UIApplicationDelegateAdaptor", "swiftui/uiapplicationdelegateadaptor")
  static let sceneConnection = apple(
    "UIScene.ConnectionOptions notificationResponse", "uikit/uiscene/connectionoptions/notificationresponse")
  static let universalLinks = apple(
    "Supporting universal links in your app", "xcode/supporting-universal-links-in-your-app")
  static let apsEnvironment = apple(
    "APS Environment Entitlement", "bundleresources/entitlements/aps-environment")
  static let macAPSEnvironment = apple(
    "APS Environment (macOS) Entitlement", "bundleresources/entitlements/com.apple.developer.aps-environment")
  static let profiles = apple(
    "TN3125: Inside Code Signing: Provisioning Profiles",
    "technotes/tn3125-inside-code-signing-provisioning-profiles")
  static let hashes = apple(
    "TN3126: Inside Code Signing: Hashes", "technotes/tn3126-inside-code-signing-hashes")
  static let signatureFormat = apple(
    "Using the latest code signature format", "xcode/using-the-latest-code-signature-format")
  static let backgroundModes = apple(
    "UIBackgroundModes", "bundleresources/information-property-list/uibackgroundmodes")
  static let serviceExtension = apple(
    "Modifying content in newly delivered notifications",
    "usernotifications/modifying-content-in-newly-delivered-notifications")
  static let buildSettings = apple(
    "Build settings reference", "xcode/build-settings-reference")
  static let timeSensitive = apple(
    "Time-Sensitive Notifications Entitlement",
    "bundleresources/entitlements/com.apple.developer.usernotifications.time-sensitive")
  static let criticalAlerts = apple(
    "Critical Alerts Entitlement",
    "bundleresources/entitlements/com.apple.developer.usernotifications.critical-alerts")
  static let voip = apple(
    "Responding to VoIP Notifications from PushKit", "pushkit/responding-to-voip-notifications-from-pushkit")
  static let capabilities = page(
    "Supported capabilities (iOS)",
    "https://developer.apple.com/help/account/reference/supported-capabilities-ios/")
  static let apnsRequest = apple(
    "Sending notification requests to APNs", "usernotifications/sending-notification-requests-to-apns")
  static let apnsPayload = apple(
    "Generating a remote notification", "usernotifications/generating-a-remote-notification")
  static let apnsAnswers = apple(
    "Handling notification responses from APNs", "usernotifications/handling-notification-responses-from-apns"
  )
  static let apnsToken = apple(
    "Establishing a token-based connection to APNs",
    "usernotifications/establishing-a-token-based-connection-to-apns")
  static let apnsCertificate = apple(
    "Establishing a certificate-based connection to APNs",
    "usernotifications/establishing-a-certificate-based-connection-to-apns")
  static let notificationCategories = apple(
    "Declaring your actionable notification types",
    "usernotifications/declaring-your-actionable-notification-types")
  static let liveActivities = apple(
    "Starting and updating Live Activities with ActivityKit push notifications",
    "activitykit/starting-and-updating-live-activities-with-activitykit-push-notifications")

  private static func apple(_ title: String, _ path: String) -> Reference {
    page(title, "https://developer.apple.com/documentation/" + path)
  }

  /// A page, and when all of them were last read.
  static func page(_ title: String, _ url: String) -> Reference {
    Reference(title, url, reviewed: "2026-11-30")
  }
}
