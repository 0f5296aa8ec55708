internal import Store

extension Schemas {
  static let target = Schema.anyOf([
    .object([.init("account", .account, required: true)]),
    .object([.init("installation", .identifier, required: true)]),
    .object([
      .init(
        "installations", .array(.identifier, 1...NotificationReader.mostInstallations), required: true)
    ]),
    .object([.init("topic", topic, required: true)]),
    .object([.init("condition", .text(1, 4096), required: true)]),
  ])

  /// An FCM topic.
  static let topic = Schema.string(
    Schema.Text(minimum: 1, maximum: 916, pattern: "^(/topics/)?(private/)?[a-zA-Z0-9_.~%-]{1,900}$"))

  static let notificationProperties: [Schema.Property] = [
    .init("id", .identifier, required: true, "Yours; the same again answers the first result."),
    .init("class", .text(1, 64), required: true, "A class of the profile."),
    .init("target", .named("Target"), required: true, "A topic or condition: classes for everybody only."),
    .init(
      "parameters", .map(.anyOf([.text, .integer(Int.min...Int.max), .boolean])),
      "A value for each parameter of the class."),
    .init("tenant", .tenant, "With a key for all tenants."),
    .init("not_before", .instant, "Nothing is sent before."),
    .init("expires_at", .instant, "Cuts the class's time to live."),
    .init("band", .word(Band.allCases.map(\.name)), "Else as the class makes it."),
    .init("validate_only", .boolean, "Checks, renders and counts; stores nothing."),
  ]
  static let notification = Schema.object(notificationProperties)

  static let accepted = Schema.object([
    .init("notification", .identifier, required: true), .init("accepted_at", .instant, required: true),
    .init("messages", .count, required: true, "Installations that it is for."),
    .init("suppressed", .count, "So many of them are not sent to; see the status."),
    .init("repeated", .boolean, required: true), .init("url", .text, required: true),
  ])

  static let forecast = Schema.object([
    .init("valid", .boolean, required: true), .init("messages", .count, required: true),
    .init("would_send", .count, required: true),
    .init("suppressed", .map(.count), required: true, "How many would not be sent to, by reason."),
    .init("payload_bytes", .map(.count), required: true, "By provider; both take 4096."),
  ])

  static let batch = Schema.object([
    .init(
      "notifications",
      .array(
        .object(notificationProperties.filter { $0.name != "validate_only" }), 1...Call.mostNotifications),
      required: true),
    .init("validate_only", .boolean),
  ])

  static let batchResults = Schema.object([
    .init(
      "results",
      .array(
        .object([
          .init("status", .integer(200...599), required: true), .init("accepted", .named("Accepted")),
          .init("notification", .text), .init("problem", .named("Problem")),
        ]), 0...Call.mostNotifications), required: true, "By position."),
    .init("accepted", .count, required: true), .init("refused", .count, required: true),
  ])

  static let notificationStatus = Schema.object([
    .init("notification", .identifier, required: true), .init("class", .text, required: true),
    .init("band", .text, required: true), .init("accepted_at", .instant, required: true),
    .init("topic", .text, "The FCM topic that it goes to: one message, for no installation."),
    .init("condition", .text, "The FCM condition that it goes to."),
    .init("not_before", .instant), .init("expires_at", .instant), .init("total", .count, required: true),
    .init("messages", .array(.named("Message"), 0...1000), required: true),
    .init("next", .count, "Ask for the next page with after."),
  ])

  static let cancelled = Schema.object([
    .init("notification", .identifier, required: true), .init("cancelled", .count, required: true),
    .init("too_late", .count, required: true, "With a provider, or on the way to it."),
    .init("ended", .count, required: true),
  ])

  // MARK: Topics

  static let topicChange = Schema.object([
    .init("installations", .array(.identifier, 1...Call.mostOfTopic), required: true),
    .init("tenant", .tenant, "With a key for all tenants."),
  ])
  static let topicResults = Schema.object([
    .init("topic", .text, required: true),
    .init(
      "results",
      .array(
        .object([
          .init("installation", .identifier, required: true), .init("result", .text, required: true),
          .init("retried", .boolean),
        ]), 0...Call.mostOfTopic), required: true, "By position."),
    .init("changed", .count, required: true, "How many are subscribed, or are not any more."),
  ])
  static let topics = Schema.array(
    .object([
      .init("topic", .text, required: true),
      .init("state", .word(TopicState.allCases.map(\.name)), required: true),
      .init("reason", .text, "The provider's word for the last failure."),
      .init("at", .instant, required: true), .init("due_at", .instant),
    ]), 0...Int.max)

  // MARK: Inbox

  static let inbox = Schema.object([
    .init("unread", .count, required: true),
    .init(
      "items",
      .array(
        .object([
          .init("notification", .text, required: true), .init("class", .text, required: true),
          .init("title", .text, required: true), .init("body", .text, required: true),
          .init("parameters", .map(.text)), .init("at", .instant, required: true),
          .init("cursor", .count, required: true), .init("read_at", .instant),
        ]), 0...100), required: true, "Newest first."),
    .init("next", .count, "Ask for the next page with before."),
  ])
  static let read = Schema.object([
    .init("notifications", .array(.identifier, 1...500), required: true),
    .init("account", .account, "With a server key."), .init("tenant", .tenant, "With a server key."),
  ])
  static let changed = Schema.object([.init("changed", .count, required: true)])

  // MARK: Operations

  static let ticketRequest = Schema.object([
    .init("account", .account, required: true), .init("tenant", .tenant),
    .init("seconds", .integer(30...Ticket.longestLife), "How long it lives; 600 where absent."),
  ])
  static let ticket = Schema.object([
    .init("ticket", .text, required: true), .init("account", .text, required: true),
    .init("tenant", .text, required: true), .init("expires_at", .instant, required: true),
  ])
  static let stats = Schema.object([
    .init("from", .text, required: true), .init("to", .text, required: true),
    .init(
      "counts",
      .array(
        .object([
          .init("day", .text, required: true), .init("metric", .text, required: true),
          .init("class", .text), .init("platform", .text), .init("os_major", .text),
          .init("app_version", .text), .init("count", .integer(Int.min...Int.max), required: true),
        ]), 0...Int.max), required: true),
  ])
  static let alive = Schema.object([.init("status", .word(["alive"]), required: true)])
  static let readiness = Schema.object([
    .init("status", .word(["ready", "not ready"]), required: true),
    .init("faults", .map(.text), required: true, "What stops it, by part."),
    .init("warnings", .map(.text), required: true, "What wants a look, by part."),
  ])
}
