/// What the device will make of it: entitlements, OS versions, channels, badges, background tasks.
extension ProfileRules {
  static let criticalAlert = ProfileRule(
    .risk, "critical-entitlement", "a critical alert needs an entitlement that Apple grants on request"
  ) { profile, report in
    for item in profile.alertClasses where profile.lacks(.criticalAlerts) {
      var isCritical = item.interruption == .critical
      if case .critical = item.sound { isCritical = true }
      if isCritical {
        report(
          item.interruption == .critical ? item.at("interruption") : item.at("sound"),
          "without Apple's critical-alerts entitlement `\(item.name)` is shown as an ordinary alert",
          hint: "request it from Apple; then write it into `capabilities` of the app",
          needs: capabilityKeys)
      }
    }
  }

  private static let capabilityKeys = ["app.ios.capabilities", "app.macos.capabilities"]

  static let criticalMismatch = ProfileRule(
    .warning, "critical-mismatch", "a critical interruption and a critical sound that do not come together"
  ) { profile, report in
    for item in profile.alertClasses {
      guard case .critical = item.sound, let level = item.interruption, level != .critical else { continue }
      report(item.at("interruption"), "the sound is critical, the interruption is \(level.rawValue)")
    }
  }

  static let timeSensitive = ProfileRule(
    .warning, "time-sensitive-capability", "a time-sensitive alert needs a capability of the app"
  ) { profile, report in
    for item in profile.alertClasses
    where profile.lacks(.timeSensitive) && item.interruption == .timeSensitive {
      report(
        item.at("interruption"), "without the Time Sensitive Notifications capability this is `active`",
        hint: "add it to the app's target, and to `capabilities` of the app",
        needs: capabilityKeys)
    }
  }

  static let passiveSound = ProfileRule(
    .warning, "passive-with-sound", "a passive alert with a sound that is never heard"
  ) { profile, report in
    for item in profile.alertClasses where item.interruption == .passive && item.sound != .none {
      report(item.at("sound"), "a passive notification makes no sound", hint: "write `sound: none`")
    }
  }

  static let oldSystem = ProfileRule(
    .warning, "os-too-old", "something that the lowest supported OS does not know"
  ) { profile, report in
    guard let text = profile.app.ios?.minimumOS, let version = ProfileName.osVersion(text),
      let major = version.first
    else { return }
    for item in profile.alertClasses where major < 15 {
      if item.interruption != nil {
        report(item.at("interruption"), "interruption levels need iOS 15; the app runs on \(text)")
      }
      if item.relevance != nil {
        report(item.at("relevance"), "relevance needs iOS 15; the app runs on \(text)")
      }
    }
    if profile.priming.provisional, major < 12 {
      report("priming.provisional", "provisional authorization needs iOS 12; the app runs on \(text)")
    }
    if !profile.tasks.isEmpty, major < 13 {
      report("tasks", "background tasks need iOS 13; the app runs on \(text)")
    }
  }

  static let foreground = ProfileRule(
    .warning, "foreground-without", "the foreground shows what the class does not have"
  ) { profile, report in
    for item in profile.alertClasses {
      if item.foreground.contains(.sound), item.sound == .none {
        report(item.at("foreground"), "`sound` in the foreground, and `sound: none`")
      }
      if item.foreground.contains(.badge), item.badge == .none {
        report(item.at("foreground"), "`badge` in the foreground, and `badge: none`")
      }
    }
  }

  static let channelImportance = ProfileRule(
    .warning, "channel-importance", "a channel that is quieter than its class"
  ) { profile, report in
    for item in profile.alertClasses {
      guard let id = item.channel, let channel = profile.channels.first(where: { $0.id == id }) else {
        continue
      }
      switch channel.importance {
      case .none:
        report(item.at("channel"), "the channel `\(id)` has importance none: nothing in it is shown")
      case .min, .low:
        if item.sound != .none {
          report(
            item.at("channel"), "the channel `\(id)` has importance \(channel.importance.rawValue): no sound",
            hint: "importance is fixed once a device has the channel; use another channel")
        }
      case .default, .high: continue
      }
    }
  }

  static let badgePolicy = ProfileRule(
    .warning, "badge-policy", "a fixed badge beside counted ones"
  ) { profile, report in
    let counted = profile.alertClasses.first { if case .parameter = $0.badge { true } else { false } }
    guard let counted else { return }
    for item in profile.alertClasses {
      if case .value(let number) = item.badge {
        report(
          item.at("badge"), "a fixed badge of \(number) overwrites the count that `\(counted.name)` sends",
          hint: "send the count here too, or write `badge: none`")
      }
    }
  }

  static let imageExtension = ProfileRule(
    .warning, "image-needs-extension", "an image on iOS without a service extension"
  ) { profile, report in
    for item in profile.alertClasses where profile.hasApple && item.image != nil && !item.mutable {
      report(
        item.at("image"), "on iOS only a notification service extension can attach the image",
        hint: "write `mutable: true` and add the extension")
    }
  }

  static let taskID = ProfileRule(
    .warning, "task-id-prefix", "a background task whose id does not begin with the bundle id"
  ) { profile, report in
    guard let bundle = profile.app.ios?.bundleID, !bundle.isEmpty else { return }
    for task in profile.tasks where !task.id.hasPrefix(bundle + ".") {
      report(
        "tasks.\(task.name).id", "`\(task.id)` does not begin with `\(bundle).`",
        hint: "as in \(bundle).\(task.name.replacingUnderscores)", needs: ["app.ios.bundle_id"])
    }
  }

  /// Apple, BGTaskScheduler: one refresh task and ten processing tasks can be pending.
  static let taskCount = ProfileRule(
    .warning, "too-many-tasks",
    "more background tasks than the system takes at once: 1 refresh, 10 processing"
  ) { profile, report in
    guard profile.app.ios != nil else { return }
    for (kind, limit) in [(BackgroundTask.Kind.refresh, 1), (.processing, 10)] {
      let tasks = profile.tasks.filter { $0.kind == kind }
      guard tasks.count > limit else { continue }
      report(
        "tasks.\(tasks[limit].name)",
        "iOS takes \(limit) pending \(kind.rawValue) at a time; here are \(tasks.count)",
        hint: kind == .refresh ? "let one refresh do all of it" : "merge some")
    }
  }
}

extension Profile {
  /// One of the Apple apps does not have the capability.
  fileprivate func lacks(_ capability: AppleApp.Capability) -> Bool {
    [app.ios, app.macos].contains { $0.map { !$0.capabilities.contains(capability) } ?? false }
  }
}

extension String {
  fileprivate var replacingUnderscores: String { String(map { $0 == "_" ? "-" : $0 }) }
}
