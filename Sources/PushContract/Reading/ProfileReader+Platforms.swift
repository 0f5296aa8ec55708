/// The blocks of a class for one platform.
extension ProfileReader {
  func readPlatforms(_ fields: Fields, _ made: inout NotificationClass) {
    if let inner = fields.fields("android", ProfileKeys.androidOptions) {
      made.android = androidOptions(inner)
    }
    if let inner = fields.fields("apns", ProfileKeys.appleOptions) {
      made.apple.analyticsLabel = label(inner, "analytics_label")
    }
  }

  private func androidOptions(_ fields: Fields) -> AndroidOptions {
    var made = AndroidOptions()
    made.icon = fields.text("icon")
    made.color = fields.color("color", alpha: false)
    made.clickAction = fields.text("click_action")
    made.ticker = fields.template("ticker")
    made.sticky = fields.boolean("sticky") ?? false
    made.localOnly = fields.boolean("local_only") ?? false
    made.eventTime = fields.eventTime("event_time")
    made.notificationPriority = fields.choice(
      "notification_priority", AndroidOptions.NotificationPriority.self)
    made.visibility = fields.choice("visibility", AndroidOptions.Visibility.self)
    made.vibrateTimings = fields.milliseconds(listedAt: "vibrate_timings")
    made.defaultVibrateTimings = fields.boolean("default_vibrate_timings") ?? false
    made.lightSettings = lightSettings(fields)
    made.defaultLightSettings = fields.boolean("default_light_settings") ?? false
    made.proxy = fields.choice("proxy", AndroidOptions.Proxy.self)
    made.directBootOK = fields.boolean("direct_boot_ok") ?? false
    made.bandwidthConstrainedOK = fields.boolean("bandwidth_constrained_ok") ?? false
    made.restrictedSatelliteOK = fields.boolean("restricted_satellite_ok") ?? false
    made.analyticsLabel = label(fields, "analytics_label")
    return made
  }

  private func lightSettings(_ fields: Fields) -> AndroidOptions.LightSettings? {
    guard let inner = fields.fields("light_settings", ProfileKeys.lightSettings) else { return nil }
    let color = inner.color("color", alpha: true)
    let (on, off) = (inner.milliseconds("on"), inner.milliseconds("off"))
    guard let color, let on, let off else { return nil }
    return AndroidOptions.LightSettings(color: color, on: on, off: off)
  }
}
