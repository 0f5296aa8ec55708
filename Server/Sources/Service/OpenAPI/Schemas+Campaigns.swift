internal import Store

extension Schemas {
  private static let platforms = Schema.array(
    .word(DevicePlatform.allCases.map(\.name)), 1...DevicePlatform.allCases.count)
  private static let version = Schema.string(
    .init(minimum: 1, maximum: 80, pattern: CampaignAudience.versionPattern))
  private static let versions = Schema.anyOf([
    .object([.init("min", version, required: true), .init("max", version)]),
    .object([.init("max", version, required: true)]),
  ])

  /// Whoever fits everything that is said.
  static let audience = Schema.anyOf([
    .word([CampaignAudience.everybody]),
    .object([
      .init("platforms", platforms), .init("tag", .identifier), .init("app_version", versions),
      .init("accounts", .array(.account, 1...CampaignAudience.mostAccounts), "Ids of accounts."),
      .init("topic", .text(1, 4096), "FCM's; stands alone."),
      .init("condition", .text(1, 4096), "FCM's; stands alone."),
    ]),
  ])

  private static let ramp = Schema.object([
    .init("from", .integer(CampaignBody.rates), required: true, "Messages a second at first."),
    .init(
      "step_seconds", .integer(CampaignBody.steps),
      "After so many seconds twice as many; 60 where absent."),
  ])

  static let campaignRequest = Schema.object([
    .init(
      "id", .identifier, required: true,
      "Yours; the same again answers the first result. It is the notification's id on each device, too."),
    .init("class", .text(1, 64), required: true, "A class with `audience: public` or `account`."),
    .init(
      "audience", .named("Audience"), required: true,
      "`\"all\"`, or what has to fit: `platforms`, `tag`, `app_version` {`min` `max`}, `accounts`; or FCM's "
        + "`topic` or `condition` alone."),
    .init(
      "parameters", .map(.anyOf([.text, .integer(Int.min...Int.max), .boolean])),
      "A value for each parameter of the class, the same for every device."),
    .init("tenant", .tenant, "With a key for all tenants."),
    .init(
      "rate_per_second", .integer(CampaignBody.rates),
      "Messages a second over all nodes; without it as fast as the providers take them."),
    .init("ramp_up", ramp, "A slow start; needs a rate."),
    .init("starts_at", .instant, "Nothing is sent before."),
    .init(
      "ttl", .integer(CampaignBody.times),
      "Seconds after its start that messages may still be sent; the class's `ttl` where absent, and at most."),
    .init(
      "receipt_sampling", .integer(CampaignBody.samplings),
      "Receipts are counted of one device in so many; 1 (where absent): of all, 0: of none."),
    .init("dry_run", .boolean, "Checks, renders and counts; stores nothing."),
  ])

  private static let warnings = Schema.Property(
    "warnings",
    .array(
      .object([.init("code", .text, required: true), .init("detail", .text, required: true)]), 0...Int.max),
    "What it does not do, or may not manage.")

  static let campaignCreated = Schema.object([
    .init("campaign", .identifier, required: true),
    .init("way", .word(["direct", "topic"]), required: true, "How it is fanned out."),
    .init("repeated", .boolean, required: true), .init("url", .text, required: true), warnings,
  ])

  static let campaignForecast = Schema.object([
    .init("campaign", .identifier, required: true), .init("dry_run", .boolean, required: true),
    .init("way", .word(["direct", "topic"]), required: true),
    .init("devices", .count, "That fit the audience, or are known to follow the topic."),
    .init("would_send", .count),
    .init("suppressed", .map(.count), "How many would not be sent to, by reason."),
    .init("lanes", .map(.count), "Where they would be sent."),
    .init("estimated_seconds", .count, "At its rate and ramp."),
    .init("cost", .map(.text), "By `campaigns.cost` of the profile."),
    .init("payload_bytes", .map(.count), required: true, "By provider."), warnings,
  ])

  static let campaign = Schema.object([
    .init("campaign", .identifier, required: true), .init("tenant", .text, required: true),
    .init("class", .text, required: true),
    .init("state", .word(CampaignState.allCases.map(\.name)), required: true),
    .init("why", .text, "It was paused, or failed."),
    .init("way", .word(["direct", "topic"]), required: true),
    .init(
      "audience",
      .anyOf([
        .word([CampaignAudience.everybody]),
        .object([
          .init("platforms", platforms), .init("tag", .text),
          .init("app_version", .object([.init("min", .text), .init("max", .text)])),
          .init("accounts", .count, "How many are named."), .init("topic", .text), .init("condition", .text),
        ]),
      ]), required: true),
    .init("rate_per_second", .count),
    .init(
      "ramp_up",
      .object([.init("from", .count, required: true), .init("step_seconds", .count, required: true)])),
    .init("receipt_sampling", .count, required: true), .init("created_at", .instant),
    .init("starts_at", .instant), .init("started_at", .instant), .init("ended_at", .instant),
    .init("progress", progress, required: true),
    .init("receipts", .map(.count), required: true, "What the sampled devices confirmed, by kind."),
  ])

  private static let progress = Schema.object([
    .init("total", .count, required: true, "Registrations to look at."),
    .init("looked_at", .count, required: true, "Of them, those behind its checkpoints."),
    .init("sent", .count, required: true), .init("accepted", .count, required: true),
    .init("rejected", .count, required: true), .init("rejected_by", .map(.count), required: true),
    .init("suppressed", .count, required: true), .init("suppressed_by", .map(.count), required: true),
    .init("failed", .count, required: true), .init("failed_by", .map(.count), required: true),
    .init("expired", .count, required: true),
    .init("unconfirmed", .count, required: true),
    .init("gone", .count, required: true, "Removed, or out of the audience, before their turn came."),
    .init("repeated", .count, required: true, "Sent again after a crash, under the same apns-id."),
    .init("waiting", .count, required: true, "To be tried again."),
    .init("rate", .count, "Registrations a second, over the last seconds."), .init("seconds_left", .count),
  ])

  static let campaignList = Schema.object([
    .init("campaigns", .array(.named("Campaign"), 0...100), required: true, "Newest first."),
    .init("next", .count, "Ask for the next page with before."),
  ])
  static let campaignChanged = Schema.object([
    .init("campaign", .identifier, required: true),
    .init("state", .word(CampaignState.allCases.map(\.name)), required: true),
  ])

  // MARK: Tags

  static let tags = Schema.object([
    .init("tags", .array(.identifier, 0...Call.mostTags), required: true, "In place of those it had.")
  ])
  static let tagged = Schema.object([
    .init("installation", .identifier, required: true),
    .init("tags", .array(.identifier, 0...Call.mostTags), required: true),
  ])
}
