/// What belongs together in the block of one platform.
extension ProfileRules {
  static let eventTime = ProfileRule(
    .error, "bad-event-time", "an event time from a parameter that is no timestamp"
  ) { profile, report in
    for item in profile.classes {
      // An unknown one is found as such.
      guard case .parameter(let name)? = item.android.eventTime, let parameter = item.parameter(name),
        parameter.type != .timestamp
      else { continue }
      report(
        item.at("android.event_time"),
        "an event time is a timestamp; `\(name)` is of type \(parameter.type.rawValue)",
        hint: "declare `\(name): timestamp`, UNIX seconds", needs: [item.at("parameters")])
    }
  }

  static let defaultAndOwn = ProfileRule(
    .warning, "default-and-own", "the system's vibration or light beside one of the class's own"
  ) { profile, report in
    for item in profile.alertClasses {
      let android = item.android
      if android.defaultVibrateTimings, !android.vibrateTimings.isEmpty {
        report(
          item.at("android.vibrate_timings"),
          "with `default_vibrate_timings: true` FCM ignores `vibrate_timings`", hint: "remove one of them")
      }
      if android.defaultLightSettings, android.lightSettings != nil {
        report(
          item.at("android.default_light_settings"),
          "beside `light_settings` FCM ignores `default_light_settings`", hint: "remove one of them")
      }
    }
  }
}
