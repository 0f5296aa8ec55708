public import AppFacts

extension Undecided {
  /// What no file ever settles, for the platforms that were given: it is said every time, so that silence about it is
  /// not taken for "all good".
  public static func always(_ facts: AuditFacts) -> [Undecided] {
    let (apple, android) = (facts.hasApple, facts.hasAndroid)
    let both = apple == android
    return (apple || both ? onApple : []) + (android || both ? onAndroid : [])
  }

  private static let onApple = [
    Undecided(
      rule: nil, question: "Does the person allow notifications, and are alerts on?",
      decidedBy: "the device: Settings > Notifications, or the permission that the app reports"),
    Undecided(
      rule: nil, question: "Is a Focus on, or the scheduled summary, that holds alerts back?",
      decidedBy: "the device: Settings > Focus and Settings > Notifications > Scheduled Summary"),
    Undecided(
      rule: nil, question: "Was the app force-quit? Background pushes do not start it then",
      decidedBy: "the person, or a device on which the app was just opened"),
    Undecided(
      rule: nil, question: "Does the system hold background pushes and tasks back (budget, Low Power Mode)?",
      decidedBy: "Settings > General > Background App Refresh, and the device's console"),
  ]

  private static let onAndroid = [
    Undecided(
      rule: nil, question: "Does the person allow notifications, and is the channel on?",
      decidedBy: "the device: Settings > Apps > Notifications, or the permission that the app reports"),
    Undecided(
      rule: nil, question: "Is Do Not Disturb on?", decidedBy: "the device: Settings > Notifications"),
    Undecided(
      rule: nil, question: "Was the app stopped by force, or by the maker's battery saving?",
      decidedBy:
        "the device: `adb shell dumpsys package PACKAGE` says stopped=true; the maker's battery settings"),
    Undecided(
      rule: nil, question: "Does the system hold messages back (Doze, the app's standby bucket)?",
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
