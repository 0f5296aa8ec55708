// E and F: the app's code, its Info.plist and its background tasks.
extension Causes {
  static let code: [Cause] = [
    Cause(
      "client.registration", .clientCode, .registered,
      "The app does not register, or does not send its token on",
      rules: [
        "SRC001", "SRC002", "SRC003", "SRC004", "SRC005", "SRC015", "PLIST005", "FLOW007", "SRC014", "AND009",
        "AND018",
        "AND012",
      ],
      words: ["no_token", "logout", "gone"], excludedBy: [:],
      fix: "Register at every launch, and send the token to the server each time it comes.",
      test:
        "Start the app on the device and look whether the server's registration is confirmed at that time.",
      isCommon: true),
    Cause(
      "client.token", .clientCode, .registered, "The token that is stored is not the device's",
      rules: ["SRC006", "SRC007", "HOST005", "FCM009", "FLOW003"],
      words: ["BadDeviceToken", "INVALID_ARGUMENT", "rotated", "replaced"],
      fix: "Send the token of each launch, as hexadecimal digits made from its bytes.",
      test: "Compare the first and last four characters of the token at the device with those of the server.",
      isCommon: true),
    Cause(
      "client.dead_token", .clientCode, .registered, "The app was deleted, or its token has been replaced",
      words: ["Unregistered", "ExpiredToken", "UNREGISTERED", "token_dead", "stale"],
      fix: "Open the app once; it registers with its new token.",
      test: "Ask whether the app is still on the device, and open it."),
    Cause(
      "client.background", .clientCode, .received, "The app cannot be woken by a silent push",
      rules: ["PLIST001", "PLIST002", "PLIST003", "PLIST004", "SRC008", "SRC009", "SRC010", "SRC011"],
      kinds: [.silent],
      platforms: [.ios],
      fix:
        "Declare remote-notification, implement the form with a completion handler, and call it exactly once.",
      test:
        "Send one silent push while the app is in the background with the debugger attached, and set a breakpoint in the handler."
    ),
    Cause(
      "client.extension", .clientCode, .displayed, "The notification service extension spoils the alert",
      rules: ["SRC013", "PLIST006", "PLIST008", "PAY013", "SIG013"], kinds: [.alert],
      platforms: apnsPlatforms,
      fix: "Call the content handler on every path, also when time runs out.",
      test: "Send the same alert without mutable-content: if it shows, it is the extension."),
    Cause(
      "client.presentation", .clientCode, .displayed, "The app swallows what arrives in the foreground",
      rules: ["SRC012", "FLOW002", "SRC016"], kinds: [.alert], platforms: apnsPlatforms,
      fix:
        "Set the notification centre's delegate before launch ends, and answer willPresent for each class.",
      test:
        "Send the same alert while the app is in the background: if it shows there, it is the foreground answer."
    ),
    Cause(
      "client.permission", .clientCode, .permitted, "The app asks for permission where nobody says yes",
      rules: ["FLOW001", "SRC017"], words: ["permission_denied", "permission_not_asked", "alerts_off"],
      confirmedBy: ["notifications": "off"], excludedBy: ["notifications": "on"], kinds: [.alert],
      fix: "Ask behind an explainer at a value moment; lead to Settings where it was denied.",
      test: "Look at Settings, Notifications, the app's name: are alerts allowed?", isCommon: true),
    Cause(
      "client.tap", .clientCode, .opened, "The tap leads nowhere",
      rules: ["FLOW005", "FLOW006", "SRC018"], kinds: [.alert],
      fix:
        "Capture the tap at launch, keep it until navigation is ready, and resolve it to a typed destination.",
      test: "Tap the notification with the app terminated, and look for the `opened` and `routed` receipts."),
    Cause(
      "client.account", .clientCode, .retired, "The registration outlives the account", rules: ["FLOW004"],
      fix: "Delete the registration at logout.",
      test: "Log out, and look whether the server still has the token."),
    Cause(
      "client.voip", .clientCode, .received, "VoIP pushes without PushKit", rules: ["PLIST007", "PAY017"],
      platforms: [.ios], fix: "Report each VoIP push to CallKit, or send alerts instead.",
      test: "Look at the device's log for a termination by PushKit."),
    Cause(
      "task.fault", .backgroundTask, .received, "The background task is set up wrongly",
      rules: [
        "BG001", "BG002", "BG003", "BG004", "BG005", "BG006", "BG007", "BG008", "BG009", "BG010", "BG011",
        "BG012",
        "BG013",
      ],
      platforms: [.ios], fix: "Permit, register at launch, submit, and complete each task.",
      test: "Run `pushwire diagnose --task ID` with the app's files."),
  ]
}
