/// The keys of an APNs payload. Apple, Generating a remote notification; for Live Activities, Starting
/// and updating Live Activities with ActivityKit push notifications; for widgets, Updating widgets with
/// WidgetKit push notifications.
enum APNsFields {
  static let payload = PayloadShape.object([PayloadField("aps", aps)], open: true)

  static let aps = PayloadShape.object(apsFields, open: false)

  private static let alert = PayloadShape.object(
    [
      PayloadField("title", .string), PayloadField("subtitle", .string), PayloadField("body", .string),
      PayloadField("launch-image", .string),
      PayloadField("title-loc-key", .string), PayloadField("title-loc-args", .array(.string)),
      PayloadField("subtitle-loc-key", .string), PayloadField("subtitle-loc-args", .array(.string)),
      PayloadField("loc-key", .string), PayloadField("loc-args", .array(.string)),
      // Shown by Apple Watch and in Safari.
      PayloadField("action", .string), PayloadField("action-loc-key", .string),
      PayloadField("sound", .string),
    ], open: false)

  private static let sound = PayloadShape.object(
    [
      PayloadField("critical", .flag), PayloadField("name", .string), PayloadField("volume", .fraction),
    ], open: false)

  private static let apsFields = [
    PayloadField("alert", .either([.string, alert])),
    PayloadField("badge", .count),
    PayloadField("sound", .either([.string, sound])),
    PayloadField("thread-id", .string),
    PayloadField("category", .string),
    PayloadField("content-available", .flag),
    PayloadField("mutable-content", .flag),
    PayloadField("target-content-id", .string),
    PayloadField(
      "interruption-level",
      .word(["passive", "active", "time-sensitive", "critical"], anyCase: false)),
    PayloadField("relevance-score", .number),
    PayloadField("filter-criteria", .string),
    PayloadField("stale-date", .seconds),
    PayloadField("content-state", .object([], open: true)),
    PayloadField("timestamp", .seconds),
    PayloadField("event", .word(["start", "update", "end"], anyCase: false)),
    PayloadField("dismissal-date", .seconds),
    PayloadField("attributes-type", .string),
    PayloadField("attributes", .object([], open: true)),
    PayloadField("input-push-token", .flag),
    PayloadField("input-push-channel", .string),
    PayloadField("content-changed", .boolean),
    PayloadField("url-args", .array(.string)),
  ]

  /// Keys that people put beside `aps` by mistake; those with other likely meanings are left out.
  static let oftenMisplaced = [
    "alert", "badge", "sound", "content-available", "mutable-content", "thread-id", "interruption-level",
    "content-state", "relevance-score",
  ]

  /// What makes a push one of a Live Activity.
  static let liveActivityKeys = ["event", "content-state", "attributes-type", "attributes"]

  static let names = apsFields.map(\.name)
}
