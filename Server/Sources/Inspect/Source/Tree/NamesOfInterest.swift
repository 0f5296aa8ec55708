/// What a source file has to hold to be parsed: names of push, background tasks and what rules follow from there.
enum NamesOfInterest {
  static let search = WordSearch(apple + google + sdks + ours)

  private static let apple = [
    "import UserNotifications", "<UserNotifications/", "import BackgroundTasks", "<BackgroundTasks/",
    "RemoteNotification", "UserNotificationSettings", "UNUserNotification", "UNNotification",
    "UNMutableNotification",
    "UNAuthorization", "NotificationCenterDelegate", "notificationResponse", "BGTask", "BGAppRefresh",
    "BGProcessing", "BGContinuedProcessing", "BGHealthResearch", "backgroundTask(", "setTaskCompleted",
    "performFetchWithCompletion", "BackgroundFetch", "ApplicationDelegate", "UIApplicationMain",
    "NSApplicationMain",
    "@main", "WindowSceneDelegate", "UISceneDelegate", "PKPush", "PushKit", "CallKit", "CXProvider",
    "LiveCommunicationKit", "pushTokenUpdates",
    "pushToStartToken", "aps-environment", "apsEnvironment", "deviceToken", "devicePushToken", "pushToken",
    "push_token", "apnsToken", "APNSToken", "api.push.apple.com", "api.sandbox.push.apple.com",
    "api.development.push.apple.com", "apns-", "embedded.mobileprovision", "NSUserActivityTypeBrowsingWeb",
    "onOpenURL", "onContinueUserActivity", "continueUserActivity", "func logout", "func logOut",
    "func signOut",
    "func signout", ")logout", ")logOut", ")signOut", "accountDidChange",
  ]
  private static let google = [
    "FirebaseMessaging", "FIRMessaging", "Messaging.messaging", "FirebaseApp", "FIRApp", "RemoteMessage",
    "FirebaseInstanceId", "fcm.googleapis.com", "gcm-http.googleapis.com", "com.google.android.c2dm",
    "onNewToken",
    "fcmToken", "POST_NOTIFICATIONS", "NotificationChannel", "NotificationManager", "NotificationCompat",
    "Notification.Builder", "notificationChannel", "setChannelId", "areNotificationsEnabled",
    "AutoInitEnabled",
    "HmsMessageService", ": Application()", "MultiDexApplication", "extends Application", "onNewIntent",
    "firebase.messaging", "MessagingService", "setSmallIcon", "PendingIntent", "BroadcastReceiver",
    "otificationPermission", "requestPermission", "RequestPermission",
    "fun logout", "fun logOut", "fun signOut", "void logout", "void logOut", "void signOut",
  ]
  private static let sdks = [
    "OneSignal", "Airship", "Braze", "Appboy", "Leanplum", "CleverTap", "MoEngage", "Iterable", "Pushwoosh",
    "WebEngage", "Swrve", "Klaviyo", "CustomerIO", "CioMessaging", "MarketingCloud", "Exponea", "Bloomreach",
    "Emarsys", "Kumulos", "WonderPush", "Notificare", "Intercom", "PushNotifications", "AWSPinpoint",
    "import Batch",
    "SendbirdChat", "StreamVideo", "import Parse", "Twilio", "WebRTC", "LiveKit", "AgoraRtc", "JitsiMeet",
  ]
  private static let ours = ["PushClient", "PushwireClient", "dev.pushwire", "pushwire:ignore"]
}
