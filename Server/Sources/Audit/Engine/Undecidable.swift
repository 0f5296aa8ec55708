public import AppFacts

extension Undecided {
  /// What no file ever settles, for the platforms that were given: it is said every time, so that silence
  /// about it is not taken for "all good".
  public static func always(_ facts: AuditFacts) -> [Undecided] {
    let (apple, android) = (facts.hasApple, facts.hasAndroid)
    let both = apple == android
    return (apple || both ? onApple : []) + (android || both ? onAndroid : [])
  }

  private static let onApple = [
    Undecided(
      rule: nil, question: "Does the person allow notifications, and are alerts on?",
      decidedBy: "on the device: Settings > Notifications; or what the app reports"),
    Undecided(
      rule: nil, question: "Does a Focus or the scheduled summary hold alerts back?",
      decidedBy: "on the device: Settings > Focus, Settings > Notifications"),
    Undecided(
      rule: nil, question: "Was the app force-quit, so that no background push starts it?",
      decidedBy: "on the device: open the app, leave it, send again"),
    Undecided(
      rule: nil, question: "Does the system hold background pushes and tasks back for now?",
      decidedBy: "on the device: Background App Refresh, Low Power Mode, its console"),
  ]

  private static let onAndroid = [
    Undecided(
      rule: nil, question: "Does the person allow notifications, and is the channel on?",
      decidedBy: "on the device: Settings > Apps > Notifications; or what the app reports"),
    Undecided(
      rule: nil, question: "Does Do Not Disturb hold alerts back?",
      decidedBy: "on the device: Settings > Notifications"),
    Undecided(
      rule: nil, question: "Was the app stopped by force, or by the maker's battery saving?",
      decidedBy: "`adb shell dumpsys package PACKAGE` says stopped=true; the maker's battery settings"),
    Undecided(
      rule: nil, question: "Does the system hold messages back (Doze, the standby bucket)?",
      decidedBy: "`adb shell am get-standby-bucket PACKAGE`"),
  ]
}

extension AuditFacts {
  /// Something of an app for Apple's platforms, or a message for it.
  fileprivate var hasApple: Bool {
    !apps.isEmpty || !binaries.isEmpty || !profiles.isEmpty || !entitlements.isEmpty || !infoPlists.isEmpty
      || !projects.isEmpty || !googlePlists.isEmpty || !payloads.isEmpty || !providerKeys.isEmpty
      || sources.contains { $0.language == .swift || $0.language == .objectiveC }
  }

  fileprivate var hasAndroid: Bool {
    !manifests.isEmpty || !gradleModules.isEmpty || !googleServices.isEmpty || !fcmBodies.isEmpty
      || sources.contains { $0.language == .kotlin || $0.language == .java }
  }
}
