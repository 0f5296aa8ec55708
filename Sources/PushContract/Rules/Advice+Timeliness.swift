/// Silent pushes that are relied on, and alerts that nobody will ever see.
extension ProfileRules {
  static let timelySilent = ProfileRule(
    .risk, "timely-silent", "something depends on a silent push coming in time"
  ) { profile, report in
    for item in profile.silentClasses where !item.timelyFor.isEmpty {
      report(
        item.at("timely_for"),
        "\(item.timelyFor.joined(separator: ", ")) depends on `\(item.name)` coming in time, which nobody promises",
        hint: "two or three an hour at most, none after a force-quit: send an alert, or live without it")
    }
  }

  static let shortSilent = ProfileRule(
    .risk, "short-silent-ttl", "a silent class that is worth something for minutes only"
  ) { profile, report in
    for item in profile.silentClasses {
      if case .seconds(let seconds) = item.timeToLive, seconds >= 900 { continue }
      report(
        item.at("ttl"), "a silent push is held back by the system; this one expires before it is let through",
        hint: "give it an hour or more; `reconcile` covers the rest")
    }
  }

  static let lostWhenLate = ProfileRule(
    .warning, "lost-when-late", "an alert with a short ttl and no inbox: who is offline never learns of it"
  ) { profile, report in
    for item in profile.alertClasses where !item.inbox && item.dataClass != .sensitive {
      if case .seconds(let seconds) = item.timeToLive, seconds >= 3_600 { continue }
      report(
        item.at("ttl"), "who is offline for that long never learns of `\(item.name)`",
        hint: "write `inbox: true`, or a longer ttl")
    }
  }

  static let silentStorm = ProfileRule(
    .warning, "silent-storm", "silent messages on Android that do not replace each other"
  ) { profile, report in
    guard profile.hasAndroid else { return }
    for item in profile.silentClasses where item.collapse == .none {
      report(
        item.at("collapse"),
        "100 messages of `\(item.name)` waiting for one device, and FCM drops all that wait",
        hint: "where newer supersedes older, name a collapse key")
    }
  }

  /// Firebase, About FCM messages: at most 4 collapse keys per device at once.
  static let collapseKeyLimit = 4

  static let collapseKeyPerItem = ProfileRule(
    .warning, "collapse-key-per-item", "silent messages on Android with a collapse key for each thing"
  ) { profile, report in
    guard profile.hasAndroid else { return }
    for item in profile.silentClasses {
      guard case .key(let template) = item.collapse, !template.parameterNames.isEmpty else { continue }
      report(
        item.at("collapse"), "FCM keeps 4 collapse keys per device; which others it drops is not defined",
        hint: "use one key for the class: the app fetches all changes anyway")
    }
  }

  static let collapseKeys = ProfileRule(
    .warning, "too-many-collapse-keys", "more silent collapse keys than FCM keeps"
  ) { profile, report in
    guard profile.hasAndroid else { return }
    var keys: [Template] = []
    for item in profile.silentClasses {
      guard case .key(let template) = item.collapse, template.parameterNames.isEmpty,
        !keys.contains(template)
      else { continue }
      keys.append(template)
      if keys.count == collapseKeyLimit + 1 {
        report(
          item.at("collapse"), "the fifth collapse key of silent classes; FCM keeps 4 per device",
          hint: "let classes that fetch the same share a key")
      }
    }
  }
}
