/// Pages of the platforms that source rules rest on, each with the day on which we last read it.
extension Reference {
  private static let day = "2026-11-30"
  private static let apple = "https://developer.apple.com/documentation/"

  static let taskScheduler = Reference(
    "BGTaskScheduler", apple + "backgroundtasks/bgtaskscheduler", reviewed: day)
  static let taskRegister = Reference(
    "register(forTaskWithIdentifier:using:launchHandler:)",
    apple + "backgroundtasks/bgtaskscheduler/register(fortaskwithidentifier:using:launchhandler:)",
    reviewed: day)
  static let taskSubmit = Reference(
    "BGTaskScheduler submit(_:)", apple + "backgroundtasks/bgtaskscheduler/submit(_:)", reviewed: day)
  static let taskCompleted = Reference(
    "BGTask setTaskCompleted(success:)", apple + "backgroundtasks/bgtask/settaskcompleted(success:)",
    reviewed: day)
  static let taskExpiration = Reference(
    "BGTask expirationHandler", apple + "backgroundtasks/bgtask/expirationhandler", reviewed: day)
  static let taskGuide = Reference(
    "Using background tasks to update your app", apple + "uikit/using-background-tasks-to-update-your-app",
    reviewed: day)
  static let taskIdentifiers = Reference(
    "BGTaskSchedulerPermittedIdentifiers",
    apple + "bundleresources/information-property-list/bgtaskschedulerpermittedidentifiers", reviewed: day)
  static let continuedTasks = Reference(
    "BGContinuedProcessingTaskRequest", apple + "backgroundtasks/bgcontinuedprocessingtaskrequest",
    reviewed: day)

  static let registering = Reference(
    "Registering your app with APNs", apple + "usernotifications/registering-your-app-with-apns",
    reviewed: day)
  static let backgroundUpdates = Reference(
    "Pushing background updates to your app",
    apple + "usernotifications/pushing-background-updates-to-your-app", reviewed: day)
  static let fetchHandler = Reference(
    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
    apple
      + "uikit/uiapplicationdelegate/application(_:didreceiveremotenotification:fetchcompletionhandler:)",
    reviewed: day)
  static let legacyHandler = Reference(
    "application(_:didReceiveRemoteNotification:)",
    apple + "uikit/uiapplicationdelegate/application(_:didreceiveremotenotification:)", reviewed: day)
  static let centerDelegate = Reference(
    "UNUserNotificationCenterDelegate", apple + "usernotifications/unusernotificationcenterdelegate",
    reviewed: day)
  static let handlingResponses = Reference(
    "Handling notifications and notification-related actions",
    apple + "usernotifications/handling-notifications-and-notification-related-actions", reviewed: day)
  static let askingPermission = Reference(
    "Asking permission to use notifications",
    apple + "usernotifications/asking-permission-to-use-notifications", reviewed: day)
  static let delegateAdaptor = Reference(
    "UIApplicationDelegateAdaptor", apple + "swiftui/uiapplicationdelegateadaptor", reviewed: day)
  static let sceneConnection = Reference(
    "UIScene.ConnectionOptions notificationResponse",
    apple + "uikit/uiscene/connectionoptions/notificationresponse", reviewed: day)
  static let universalLinks = Reference(
    "Supporting universal links in your app", apple + "xcode/supporting-universal-links-in-your-app",
    reviewed: day)

  static let fcmTokens = Reference(
    "Best practices for FCM registration token management",
    "https://firebase.google.com/docs/cloud-messaging/manage-tokens", reviewed: day)
  static let fcmApple = Reference(
    "Firebase Cloud Messaging on Apple platforms: method swizzling",
    "https://firebase.google.com/docs/cloud-messaging/ios/client", reviewed: day)
  static let androidLinks = Reference(
    "Security guidance: unsafe use of deep links",
    "https://developer.android.com/privacy-and-security/risks/unsafe-use-of-deeplinks", reviewed: day)
}
