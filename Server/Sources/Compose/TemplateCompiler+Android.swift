import PushContract

/// What a class says to Android devices alone. Firebase, REST reference, AndroidConfig,
/// AndroidNotification and LightSettings. All of it but the ticker's and the event time's parameters is
/// the same for every push, and compiled into the template.
extension TemplateCompiler {
  /// Members of `android`.
  mutating func androidDelivery() throws(ComposeError) {
    let android = source.android
    if android.directBootOK { member("direct_boot_ok", raw: "true") }
    if android.bandwidthConstrainedOK { member("bandwidth_constrained_ok", raw: "true") }
    if android.restrictedSatelliteOK { member("restricted_satellite_ok", raw: "true") }
    if let label = android.analyticsLabel {
      try checkLabel(label)
      try object("fcm_options") { options in options.member("analytics_label", label) }
    }
  }

  /// Members of `android.notification`.
  mutating func androidAppearance(ticker: Template?) throws(ComposeError) {
    let android = source.android
    if let icon = android.icon { member("icon", icon) }
    if let color = android.color { member("color", color.opaqueText) }
    if let action = android.clickAction { member("click_action", action) }
    if let ticker { try member("ticker", ticker, visible: true) }
    if android.sticky { member("sticky", raw: "true") }
    if android.localOnly { member("local_only", raw: "true") }
    if let time = android.eventTime { try eventTime(time) }
    if let priority = android.notificationPriority {
      member("notification_priority", "PRIORITY_" + priority.rawValue.uppercased())
    }
    if let visibility = android.visibility { member("visibility", visibility.rawValue.uppercased()) }
    if android.defaultVibrateTimings { member("default_vibrate_timings", raw: "true") }
    if !android.vibrateTimings.isEmpty {
      let timings = try android.vibrateTimings.map { time throws(ComposeError) in
        try duration(time, field: "vibrate_timings")
      }
      member("vibrate_timings", raw: "[" + timings.joined(separator: ",") + "]")
    }
    if android.defaultLightSettings { member("default_light_settings", raw: "true") }
    if let light = android.lightSettings { try self.light(light) }
    if let proxy = android.proxy { member("proxy", proxy.rawValue.uppercased()) }
  }

  private mutating func eventTime(_ time: AndroidOptions.EventTime) throws(ComposeError) {
    switch time {
    case .literal(let text):
      guard ProfileTime.isTimestamp(text) else {
        throw ComposeError(
          .badClass, "class \(source.name): event_time is a time such as 2030-01-31T18:00:00Z",
          field: "event_time")
      }
      member("event_time", text)
    case .parameter(let name):
      let index = try parameter(name, field: "event_time", visible: false)
      guard source.parameters[index].type == .timestamp else {
        throw ComposeError(
          .badClass,
          "class \(source.name): event_time needs a timestamp parameter, {\(name)} is"
            + " \(source.parameters[index].type.rawValue)", field: "event_time")
      }
      key("event_time")
      list.add("\"")
      list.add(.instant, index)
      list.add("\"")
    }
  }

  private mutating func light(_ light: AndroidOptions.LightSettings) throws(ComposeError) {
    let on = try duration(light.on, field: "light_settings")
    let off = try duration(light.off, field: "light_settings")
    let color = light.color
    try object("light_settings") { settings throws(ComposeError) in
      try settings.object("color") { parts in
        let values = [
          ("red", color.red), ("green", color.green), ("blue", color.blue), ("alpha", color.alpha),
        ]
        for (name, value) in values { parts.member(name, raw: "\(Double(value) / 255)") }
      }
      settings.member("light_on_duration", raw: on)
      settings.member("light_off_duration", raw: off)
    }
  }

  /// `"1.5s"` with its quotes, of milliseconds.
  private func duration(_ milliseconds: Int, field: String) throws(ComposeError) -> String {
    guard milliseconds >= 0 else {
      throw ComposeError(
        .badClass, "class \(source.name): no duration in \(field) is below 0", field: field)
    }
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    if rest == 0 { return "\"\(whole)s\"" }
    let digits = "\(1_000 + rest)".dropFirst()
    return "\"\(whole).\(digits)s\""
  }
}
