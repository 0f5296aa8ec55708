/// The fields of an FCM v1 request. Firebase, REST reference, projects.messages.
enum FCMFields {
  static let request = PayloadShape.object(
    [PayloadField("validate_only", .boolean), PayloadField("message", message)], open: false)

  static let targets = FCMTarget.Kind.allCases.map(\.rawValue)

  static let message = PayloadShape.object(
    [
      PayloadField("name", .string), PayloadField("data", .strings),
      PayloadField("notification", notification), PayloadField("android", android),
      PayloadField("webpush", .any), PayloadField("apns", apns), PayloadField("fcm_options", options),
    ] + targets.map { PayloadField($0, .string) }, open: false)

  private static let notification = PayloadShape.object(
    [PayloadField("title", .string), PayloadField("body", .string), PayloadField("image", .string)],
    open: false)

  private static let options = PayloadShape.object([PayloadField("analytics_label", .string)], open: false)

  private static let android = PayloadShape.object(
    [
      PayloadField("collapse_key", .string),
      PayloadField("priority", .word(["HIGH", "NORMAL"], anyCase: true)),
      PayloadField("ttl", .duration),
      PayloadField("restricted_package_name", .string),
      PayloadField("data", .strings),
      PayloadField("notification", androidNotification),
      PayloadField("fcm_options", options),
      PayloadField("direct_boot_ok", .boolean),
      PayloadField("bandwidth_constrained_ok", .boolean),
      PayloadField("restricted_satellite_ok", .boolean),
    ], open: false)

  private static let androidNotification = PayloadShape.object(
    [
      "title", "body", "icon", "color", "sound", "tag", "click_action", "body_loc_key", "title_loc_key",
      "channel_id", "ticker", "image",
    ].map { PayloadField($0, .string) } + [
      PayloadField("body_loc_args", .array(.string)), PayloadField("title_loc_args", .array(.string)),
      PayloadField("sticky", .boolean), PayloadField("local_only", .boolean),
      PayloadField("default_sound", .boolean), PayloadField("default_vibrate_timings", .boolean),
      PayloadField("default_light_settings", .boolean), PayloadField("bypass_proxy_notification", .boolean),
      PayloadField("event_time", .timestamp),
      PayloadField("vibrate_timings", .array(.duration)),
      PayloadField("notification_count", .count),
      PayloadField(
        "notification_priority",
        .word(
          [
            "PRIORITY_UNSPECIFIED", "PRIORITY_MIN", "PRIORITY_LOW", "PRIORITY_DEFAULT", "PRIORITY_HIGH",
            "PRIORITY_MAX",
          ], anyCase: false)),
      PayloadField(
        "visibility",
        .word(["VISIBILITY_UNSPECIFIED", "PRIVATE", "PUBLIC", "SECRET"], anyCase: true)),
      PayloadField(
        "proxy", .word(["PROXY_UNSPECIFIED", "ALLOW", "DENY", "IF_PRIORITY_LOWERED"], anyCase: true)),
      PayloadField("light_settings", light),
    ], open: false)

  private static let light = PayloadShape.object(
    [
      PayloadField(
        "color",
        .object(["red", "green", "blue", "alpha"].map { PayloadField($0, .fraction) }, open: false)),
      PayloadField("light_on_duration", .duration), PayloadField("light_off_duration", .duration),
    ], open: false)

  private static let apns = PayloadShape.object(
    [
      PayloadField("headers", .strings), PayloadField("payload", APNsFields.payload),
      PayloadField(
        "fcm_options",
        .object([PayloadField("analytics_label", .string), PayloadField("image", .string)], open: false)),
      PayloadField("live_activity_token", .string),
    ], open: false)
}
