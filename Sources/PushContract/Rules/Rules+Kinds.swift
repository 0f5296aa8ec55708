/// What an alert must have, and what a silent push must not.
extension ProfileRules {
  static let alertParts = ProfileRule(
    .error, "no-text", "an alert class shows nothing: no title, no body"
  ) { profile, report in
    for item in profile.alertClasses where item.dataClass != .sensitive {
      if item.title == nil, item.body == nil {
        report(item.path, "`\(item.name)` is an alert without a text", hint: "write a title or a body")
      }
    }
  }

  static let alertDestination = ProfileRule(
    .error, "no-destination", "an alert class leads nowhere when it is tapped"
  ) { profile, report in
    for item in profile.alertClasses where item.destination == nil {
      report(
        item.at("destination"), "`\(item.name)` does not say where a tap leads",
        hint: "write destination: and a name of `destinations`")
    }
  }

  static let alertChannel = ProfileRule(
    .error, "no-channel", "an alert class has no Android channel although the app has an Android side"
  ) { profile, report in
    for item in profile.alertClasses where profile.hasAndroid && item.channel == nil {
      report(
        item.at("channel"), "`\(item.name)` names no Android channel",
        hint: "without one Android shows it in a channel nobody configured")
    }
  }

  static let valueMoment = ProfileRule(
    .error, "no-value-moment", "there are alert classes and no moment at which asking is justified"
  ) { profile, report in
    if let first = profile.alertClasses.first, profile.priming.valueMoments.isEmpty {
      report(
        "priming.value_moments", "`\(first.name)` needs permission, and no value moment justifies asking",
        hint: "add priming.value_moments: the user's action after which a notification is welcome")
    }
  }

  static let alertWithSilentKeys = ProfileRule(
    .error, "alert-with-silent-keys", "an alert class carries keys of a silent one"
  ) { profile, report in
    for item in profile.alertClasses {
      if item.reconcile != nil {
        report(item.at("reconcile"), "`reconcile` belongs to silent classes", hint: "an alert has an `inbox`")
      }
      if !item.timelyFor.isEmpty {
        report(item.at("timely_for"), "`timely_for` belongs to silent classes")
      }
    }
  }

  static let reconcile = ProfileRule(
    .error, "no-reconcile", "a silent class does not say what the app fetches when the push never came"
  ) { profile, report in
    for item in profile.silentClasses where item.reconcile == nil {
      report(
        item.at("reconcile"), "`\(item.name)` has no reconcile source",
        hint: "name what the app fetches at its next launch; silent pushes are never promised")
    }
  }

  static let silentPriority = ProfileRule(
    .error, "silent-priority", "a silent class with another priority than 5/NORMAL"
  ) { profile, report in
    for item in profile.silentClasses where item.priority != .normal {
      report(
        item.at("priority"), "a silent push has priority 5/NORMAL; APNs refuses or drops others",
        hint: "write `priority: default`")
    }
  }

  static let silentVisible = ProfileRule(
    .error, "silent-with-visible", "a silent class carries something to see or hear"
  ) { profile, report in
    for item in profile.silentClasses {
      for key in visibleKeys(of: item) {
        report(
          item.at(key), "a silent push shows nothing: `\(key)` cannot stand in `\(item.name)`",
          hint: ["badge", "sound", "foreground"].contains(key)
            ? "write `\(key): none`" : "remove it, or make the class an alert")
      }
    }
  }

  private static func visibleKeys(of item: NotificationClass) -> [String] {
    let keys: [(String, Bool)] = [
      ("title", item.title != nil), ("subtitle", item.subtitle != nil), ("body", item.body != nil),
      ("preview", item.preview != nil), ("image", item.image != nil), ("badge", item.badge != .none),
      ("sound", item.sound != .none), ("interruption", item.interruption != nil),
      ("relevance", item.relevance != nil), ("thread", item.thread != nil),
      ("category", item.category != nil), ("foreground", !item.foreground.isEmpty),
      ("channel", item.channel != nil), ("inbox", item.inbox), ("mutable", item.mutable),
      ("filter_criteria", item.filterCriteria != nil), ("target_content_id", item.targetContentID != nil),
      ("launch_image", item.launchImage != nil), ("destination", item.destination != nil),
    ]
    return keys.filter(\.1).map(\.0) + item.android.notificationKeys.map { "android." + $0 }
  }
}
