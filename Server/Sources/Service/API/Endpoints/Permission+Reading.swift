internal import Store

extension Permission {
  private static let names: [StaticString] = [
    "status", "alert", "sound", "badge", "lock_screen", "app_blocked", "blocked_channels", "managed",
    "background_refresh", "low_power_mode",
  ]

  /// The words are an open set: a newer system may know others.
  init(_ value: JSONValue) throws(Problem) {
    self.init()
    let object = try value.object(Self.names)
    status = try object.optional("status")?.text(1, 64)
    alert = try object.optional("alert")?.text(1, 64)
    sound = try object.optional("sound")?.text(1, 64)
    badge = try object.optional("badge")?.text(1, 64)
    lockScreen = try object.optional("lock_screen")?.text(1, 64)
    appBlocked = try object.optional("app_blocked")?.boolean()
    managed = try object.optional("managed")?.boolean()
    backgroundRefresh = try object.optional("background_refresh")?.text(1, 64)
    lowPowerMode = try object.optional("low_power_mode")?.boolean()
    if let list = object.optional("blocked_channels") {
      var channels: [String] = []
      for channel in try list.array(0...100) { channels.append(try channel.text(1, 128)) }
      blockedChannels = channels
    }
  }

  func write(_ out: inout JSONWriter) {
    out.member("status", present: status)
    out.member("alert", present: alert)
    out.member("sound", present: sound)
    out.member("badge", present: badge)
    out.member("lock_screen", present: lockScreen)
    if let appBlocked { out.member("app_blocked", appBlocked) }
    if let blockedChannels {
      out.array("blocked_channels") { out in for channel in blockedChannels { out.value(channel) } }
    }
    if let managed { out.member("managed", managed) }
    out.member("background_refresh", present: backgroundRefresh)
    if let lowPowerMode { out.member("low_power_mode", lowPowerMode) }
  }
}
