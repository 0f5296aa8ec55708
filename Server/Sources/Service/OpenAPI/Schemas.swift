internal import Compose
internal import PushContract
internal import Store

/// The bodies of the API, by name.
enum Schemas {
  static let all: [(name: String, schema: Schema)] = [
    ("Problem", problem), ("Registration", registration), ("Permission", permission),
    ("Registered", registered), ("Logout", logout), ("LoggedOut", loggedOut), ("Receipts", receipts),
    ("ReceiptsStored", receiptsStored), ("Installation", installation), ("Hop", hop),
    ("Message", message), ("Target", target), ("Notification", notification), ("Accepted", accepted),
    ("Forecast", forecast), ("Batch", batch), ("BatchResults", batchResults),
    ("NotificationStatus", notificationStatus), ("Cancelled", cancelled), ("Inbox", inbox),
    ("Stats", stats), ("Alive", alive), ("Readiness", readiness), ("Audience", audience),
    ("CampaignRequest", campaignRequest), ("CampaignCreated", campaignCreated),
    ("CampaignForecast", campaignForecast), ("Campaign", campaign), ("CampaignList", campaignList),
    ("CampaignChanged", campaignChanged), ("Tags", tags), ("Tagged", tagged),
    ("Read", read), ("Changed", changed), ("TopicChange", topicChange), ("TopicResults", topicResults),
    ("TicketRequest", ticketRequest), ("Ticket", ticket),
  ]

  private static let secret = Schema.string(
    Schema.Text(pattern: "^[A-Za-z0-9_-]{32,256}$"))

  static let problem = Schema.object([
    .init("type", .text, required: true), .init("title", .text, required: true),
    .init("status", .integer(400...599), required: true),
    .init("code", .word(Problem.Code.allCases.map(\.rawValue)), required: true, "Stable; decide by it."),
    .init("detail", .text, required: true),
    .init("field", .text, "A JSON pointer, or a header or parameter."),
    .init("hint", .text, "What to do."), .init("current_generation", .count), .init("retry_after", .count),
  ])

  // MARK: Devices

  static let permission = Schema.object(
    ["status", "alert", "sound", "badge", "lock_screen"].map { .init($0, .text(1, 64)) } + [
      .init("app_blocked", .boolean), .init("blocked_channels", .array(.text(1, 128), 0...100)),
      .init("managed", .boolean), .init("background_refresh", .text(1, 64)),
      .init("low_power_mode", .boolean),
    ])

  static let registration = Schema.object([
    .init("app", .text(1, 256), required: true, "The app's publishable id."),
    .init("platform", .word(DevicePlatform.allCases.map(\.name)), required: true),
    .init(
      "environment", .word(TokenEnvironment.allCases.map(\.name)),
      "Read at run time; unknown is kept and not sent to. Android needs none."),
    .init("environment_source", .text(0, 64), "Where it was read from."),
    .init("topic", .text(0, 256), "Bundle id or package; checked where it is given."),
    .init("token", .string(.init(minimum: 1, maximum: 4096)), "Absent: the device has none."),
    .init("token_kind", .word(DeviceTokenKind.allCases.map(\.name))),
    .init("generation", .count, required: true, "Counts up with each new token."),
    .init("permission", .named("Permission")),
    .init("os_version", .text(0, 64)), .init("app_version", .text(0, 64)), .init("locale", .text(0, 64)),
    .init("time_zone", .text(0, 64)),
    .init("replaces_account", .account, "Ends an ambiguous binding; needs a ticket."),
    .init("predecessor_secret", secret, "Of the installation that held the token before."),
    .init("challenge", .text(1, 128), "The echo of a challenge that was pushed to the token."),
  ])

  static let registered = Schema.object([
    .init("installation", .identifier, required: true), .init("generation", .count, required: true),
    .init("change", .word(["created", "confirmed", "rotated", "rebound"]), required: true),
    .init("state", .word(["active", "quarantined", "held"]), required: true),
    .init("binding", .word(BindingState.allCases.map(\.name)), required: true),
    .init("binding_tag", .text, "Pushes for the bound account carry it."),
    .init("challenge_sent", .boolean, "Its echo proves who holds the token."),
  ])

  static let logout = Schema.object([.init("generation", .count)])
  static let loggedOut = Schema.object([
    .init("installation", .identifier, required: true), .init("generation", .count, required: true),
    .init("binding", .word(["unbound"]), required: true),
  ])

  private static let milliseconds = Schema.integer(100_000_000_000...Instant.latest)

  static let receipts = Schema.object([
    .init(
      "receipts",
      .array(
        .object([
          .init("notification", .identifier, required: true),
          .init("kind", .word(Receipt.Kind.allCases.map(\.rawValue)), required: true),
          .init("at", milliseconds, required: true, "Milliseconds since 1970, by the device's clock."),
          .init("result", .text(1, 64), "Of completed: new_data, no_data, failed, expired."),
          .init("milliseconds", .integer(0...86_400_000), "Of completed."),
          .init("provenance", .text(1, 64)),
        ]), 0...Call.mostReceipts)),
    .init(
      "events",
      .array(
        .object([
          .init("id", .identifier, required: true, "Makes it count once."),
          .init("kind", .word(ClientEvent.Kind.allCases.map(\.rawValue)), required: true),
          .init("at", milliseconds, required: true), .init("detail", .text(1, 256)),
        ]), 0...Call.mostReceipts)),
  ])
  static let receiptsStored = Schema.object([
    .init("stored", .count, required: true), .init("repeated", .count, required: true),
    .init("unknown", .count, required: true, "About notifications that this installation was never sent."),
  ])

  // MARK: Evidence

  static let hop = Schema.object([
    .init("hop", .word(Hop.allCases.map(\.rawValue)), required: true),
    .init("status", .word(HopStatus.allCases.map(\.rawValue)), required: true), .init("source", .text),
    .init("at", .instant), .init("detail", .text), .init("provenance", .text),
  ])

  static let message = Schema.object([
    .init("notification", .identifier), .init("class", .text), .init("installation", .text),
    .init("status", .text, required: true, "The highest rung that is proven; accepted is not received."),
    .init("sending", .text, required: true), .init("lane", .text), .init("reason", .text),
    .init("verdict", .text), .init("http_status", .count), .init("provider_id", .text),
    .init("log_id", .text), .init("attempts", .count, required: true), .init("created_at", .instant),
    .init("at", .instant), .init("due_at", .instant),
    .init(
      "receipts",
      .array(
        .object([
          .init("kind", .text, required: true), .init("at", .instant, required: true),
          .init("result", .text), .init("milliseconds", .count), .init("provenance", .text),
        ]), 0...Int.max)),
    .init(
      "history",
      .array(
        .object([
          .init("at", .instant, required: true), .init("verdict", .text), .init("reason", .text),
          .init("http_status", .count),
        ]), 0...Int.max)),
  ])

  private static let campaignTrace = Schema.object([
    .init("campaign", .identifier, required: true), .init("class", .text, required: true),
    .init("started_at", .instant, required: true),
    .init(
      "outcome", .text, required: true,
      "not_reached, under_way, waiting, ended, or passed: taken by the provider, or suppressed then."),
    .init("status", .text, "Of one that waits or has ended."), .init("reason", .text), .init("at", .instant),
    .init("suppressed_now", .text, "Why it would not be sent to if it were its turn now."),
    .init("receipts", .array(.text, 0...Int.max), "What it reported, where it is in the sample."),
  ])

  static let installation = Schema.object([
    .init("installation", .identifier, required: true), .init("state", .text, required: true),
    .init("platform", .text), .init("environment", .text), .init("environment_source", .text),
    .init("topic", .text), .init("token", .text, "Its first and last four characters."),
    .init("token_kind", .text), .init("generation", .count), .init("binding", .text),
    .init("account", .text), .init("tenant", .text), .init("permission", .named("Permission")),
    .init("os_version", .text), .init("app_version", .text), .init("locale", .text),
    .init("time_zone", .text), .init("created_at", .instant), .init("last_confirmed_at", .instant),
    .init("hold_reason", .text), .init("tags", .array(.text, 0...Int.max), "Campaigns find it by them."),
    .init("topics", topics, "FCM's, as the installation wants them."),
    .init("hops", .array(.named("Hop"), 0...Hop.allCases.count), required: true),
    .init("messages", .array(.named("Message"), 0...Int.max)),
    .init(
      "campaigns", .array(campaignTrace, 0...5),
      "The last that it may belong to; nothing is kept of a message that a provider took."),
    .init(
      "retired",
      .array(
        .object([
          .init("kind", .text, required: true), .init("detail", .text), .init("token", .text),
          .init("generation", .count, required: true), .init("at", .instant, required: true),
        ]), 0...Int.max)),
  ])
}
