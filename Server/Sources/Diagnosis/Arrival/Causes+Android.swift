// G: Android.
extension Causes {
  static let android: [Cause] = [
    Cause(
      "android.permission", .android, .permitted,
      "The app cannot ask for notifications on Android 13 and later",
      rules: ["AND001", "AND002"], words: ["permission_denied", "permission_not_asked", "app_blocked"],
      confirmedBy: ["notifications": "off"], excludedBy: ["notifications": "on"], kinds: [.alert],
      platforms: [.android],
      fix: "Declare POST_NOTIFICATIONS and request it at a value moment.",
      test: "Run `adb shell dumpsys package dev.pushwire.parcel | grep POST_NOTIFICATIONS`.", isCommon: true),
    Cause(
      "android.channel", .android, .displayed, "The channel does not exist, or is switched off",
      rules: ["AND006", "AND007", "AND017"], words: ["channel_blocked"], kinds: [.alert],
      platforms: [.android],
      fix: "Create the channel before the first notification names it.",
      test: "Run `adb shell dumpsys notification` and look for the channel of the app.", isCommon: true),
    Cause(
      "android.service", .android, .received, "The message does not reach the app's service",
      rules: ["AND003", "AND004", "AND005", "AND008", "AND014"], platforms: [.android],
      fix: "Declare exactly one service of the app's own for MESSAGING_EVENT, not exported.",
      test: "Send a data message while the app is in the foreground: onMessageReceived has to run."),
    Cause(
      "android.tap", .android, .opened, "The tap opens nothing on newer systems",
      rules: ["AND015", "AND016"],
      kinds: [.alert], platforms: [.android],
      fix: "Let the notification start the activity by an immutable PendingIntent.",
      test: "Tap the notification on Android 12 or later with `adb logcat` open."),
    Cause(
      "android.project", .android, .registered, "The token comes from another Firebase project",
      rules: ["AND010", "AND011", "AND013", "FCM008"], words: ["SENDER_ID_MISMATCH"],
      fix: "Build with the google-services.json of the project that sends.",
      test: "Compare project_number of google-services.json with the project of the service account."),
    Cause(
      "android.priority", .android, .received, "Doze holds the message back",
      rules: ["FCM005"], platforms: [.android],
      fix: "Priority high for what displays something at once, and only there.",
      test:
        "Run `adb shell dumpsys deviceidle` and send once with the screen on: if it comes then, it is Doze.",
      isCommon: true),
  ]
}
