/// Time to live, collapse keys, data keys: the limits of APNs and FCM.
extension ProfileRules {
  /// Bytes of `apns-collapse-id` (Apple, Sending notification requests to APNs).
  static let collapseLimit = 64
  /// Seconds; FCM's largest ttl, 28 days (Firebase, REST reference, AndroidConfig).
  static let fcmLifetime = 28 * 86_400
  /// Seconds; APNs keeps a notification for 30 days (Apple, Sending notification requests to APNs).
  static let apnsLifetime = 30 * 86_400

  static let lifetime = ProfileRule(
    .error, "ttl-too-long", "a ttl above what the provider keeps: FCM 28 days, APNs 30"
  ) { profile, report in
    for item in profile.classes {
      guard case .seconds(let seconds) = item.timeToLive else { continue }
      if profile.hasAndroid, seconds > fcmLifetime {
        report(item.at("ttl"), "FCM keeps a message for 28 days at most", hint: "write 28d or less")
      } else if profile.hasApple, seconds > apnsLifetime {
        report(item.at("ttl"), "APNs keeps a notification for 30 days at most", hint: "write 30d or less")
      }
    }
  }

  static let collapseLength = ProfileRule(
    .error, "collapse-too-long", "a collapse key that cannot fit the 64 bytes of APNs"
  ) { profile, report in
    for item in profile.classes {
      guard case .key(let template) = item.collapse else { continue }
      let bytes = template.literalByteCount
      if bytes > collapseLimit {
        report(
          item.at("collapse"), "the collapse key has \(bytes) bytes without its parameters; APNs takes 64",
          hint: "shorten it by \(bytes - collapseLimit)")
      }
    }
  }

  static let collapseText = ProfileRule(
    .warning, "collapse-of-text", "a collapse key made of free text"
  ) { profile, report in
    for item in profile.classes {
      guard case .key(let template) = item.collapse else { continue }
      for name in template.parameterNames where item.parameter(name)?.type == .string {
        report(
          item.at("collapse"), "`\(name)` is free text: two keys that should be equal rarely are",
          hint: "use an id")
      }
    }
  }

  static let neverStored = ProfileRule(
    .warning, "collapse-never-stored", "collapse with `ttl: none`"
  ) { profile, report in
    for item in profile.classes {
      guard case .key = item.collapse, item.timeToLive == .none else { continue }
      report(
        item.at("collapse"), "with `ttl: none` nothing is stored, so nothing waiting is ever replaced",
        hint: "give it a ttl, or write `collapse: none`")
    }
  }

  static let reservedKey = ProfileRule(
    .error, "reserved-key", "a data key that APNs, FCM or Pushwire keeps for itself"
  ) { profile, report in
    for item in profile.classes {
      for entry in item.data {
        guard let owner = DataKeyOwner(ofKey: entry.name) else { continue }
        report(
          item.at("data.\(entry.name)"), "`\(entry.name)` is a key of \(owner.rawValue)",
          hint: "give it another name")
      }
    }
  }

  static let imageURL = ProfileRule(
    .error, "bad-image", "an image that is no https URL"
  ) { profile, report in
    for item in profile.alertClasses {
      guard let image = item.image, !image.hasPrefix("https://") || image.utf8.count < 12 else { continue }
      report(item.at("image"), "an image is fetched by the device: it must be an https:// URL")
    }
  }

  static let doubledTask = ProfileRule(
    .error, "duplicate-task-id", "two background tasks with one id"
  ) { profile, report in
    for (index, task) in profile.tasks.enumerated() {
      guard let first = profile.tasks[..<index].first(where: { $0.id == task.id && !$0.id.isEmpty }) else {
        continue
      }
      report(
        "tasks.\(task.name).id", "`\(task.id)` is the id of `\(first.name)` too",
        hint: "registering an id twice ends the app at launch")
    }
  }

  static let refreshPower = ProfileRule(
    .error, "refresh-power", "a refresh task that asks for power"
  ) { profile, report in
    for task in profile.tasks where task.kind == .refresh && task.power {
      report(
        "tasks.\(task.name).power", "only a processing task can wait for power",
        hint: "write `kind: processing`, or remove it")
    }
  }

  static let lifecycleOrder = ProfileRule(
    .error, "prune-before-stale", "registrations are pruned before they are stale"
  ) { profile, report in
    let lifecycle = profile.lifecycle
    if lifecycle.pruneAfter <= lifecycle.staleAfter {
      report(
        "lifecycle.prune_after", "`prune_after` must be longer than `stale_after`",
        hint: "as in stale_after: 30d, prune_after: 270d")
    }
  }
}
