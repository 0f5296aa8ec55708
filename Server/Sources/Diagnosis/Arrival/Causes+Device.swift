// H: what no file can tell. A person's answer, or the device's receipt, decides.
extension Causes {
  static let device: [Cause] = [
    Cause(
      "device.focus", .device, .displayed, "A Focus or Do Not Disturb hides it", confirmedBy: ["focus": "on"],
      excludedBy: ["focus": "off"], kinds: [.alert],
      fix: "Switch it off, or send time-sensitive what may break through.",
      test: "Look at Control Center of the device: is a Focus on?", isCommon: true),
    Cause(
      "device.summary", .device, .displayed, "It waits for the scheduled summary",
      confirmedBy: ["summary": "on"],
      excludedBy: ["summary": "off"], kinds: [.alert], platforms: [.ios],
      fix: "Take the app out of the scheduled summary, or send with a higher interruption level.",
      test: "Look at Settings, Notifications, Scheduled Summary."),
    Cause(
      "device.permission", .device, .permitted, "Notifications are off for the app",
      words: ["permission_denied", "alerts_off", "app_blocked"],
      confirmedBy: ["notifications": "off"], excludedBy: ["notifications": "on"], kinds: [.alert],
      fix: "Switch them on in the system's settings.",
      test: "Look at Settings, Notifications, the app's name.", isCommon: true),
    Cause(
      "device.force_quit", .device, .received,
      "The app was force-quit: it gets no silent push until it is opened",
      confirmedBy: ["force-quit": "yes"], excludedBy: ["force-quit": "no"], kinds: [.silent],
      fix: "Open the app. What must not be lost needs an alert, or a sync at launch.",
      test: "Open the app, send it to the background by the home gesture, and send again.", isCommon: true),
    Cause(
      "device.refresh", .device, .received, "Background App Refresh is off, or Low Power Mode is on",
      confirmedBy: ["background-refresh": "off", "low-power": "on"], excludedBy: ["background-refresh": "on"],
      kinds: [.silent], platforms: [.ios], fix: "Switch it on, or do the work at launch.",
      test: "Look at Settings, General, Background App Refresh.", isCommon: true),
    Cause(
      "device.throttled", .device, .received,
      "The system holds silent pushes back: two or three an hour come through",
      kinds: [.silent], platforms: apnsOnly, fix: "Send fewer. A silent push is a hint, never a promise.",
      test:
        "Open the delivery log of the push in the Push Notifications Console, by its apns-unique-id (sandbox).",
      isCommon: true),
    Cause(
      "device.battery", .device, .received, "The maker's battery manager stops the app",
      confirmedBy: ["battery": "restricted"],
      excludedBy: ["battery": "unrestricted"], platforms: [.android],
      fix: "Exempt the app from battery optimisation.",
      test: "Open Settings, Apps, the app, Battery.", isCommon: true),
    Cause(
      "device.force_stopped", .device, .received,
      "The app was force-stopped: it gets nothing until it is opened",
      confirmedBy: ["force-quit": "yes"], excludedBy: ["force-quit": "no"], platforms: [.android],
      fix: "Open the app.",
      test: "Run `adb shell dumpsys package dev.pushwire.parcel | grep stopped`."),
    Cause(
      "device.offline", .device, .received, "The device is offline, or its network blocks the provider",
      confirmedBy: ["online": "no"], excludedBy: ["online": "yes"],
      fix: "APNs needs port 5223 (or 443), FCM 5228 to 5230 (or 443).",
      test: "Try it on a mobile network instead of the Wi-Fi.", isCommon: true),
  ]

  private static let apnsOnly: Set<DevicePlatform> = [.ios]
}
