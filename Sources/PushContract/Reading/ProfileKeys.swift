/// The keys of one mapping in a profile: what may stand there and what must.
public struct ProfileKeyTable: Sendable {
  public struct Key: Sendable {
    public let name: String
    public let required: Bool
  }
  /// As in the JSON Schema's `$defs`.
  public let name: String
  /// How messages call the place, as in `a class`.
  public let noun: String
  public let keys: [Key]

  init(_ name: String, _ noun: String, required: [String] = [], optional: [String] = []) {
    self.name = name
    self.noun = noun
    keys =
      required.map { Key(name: $0, required: true) } + optional.map { Key(name: $0, required: false) }
  }

  public func has(_ key: String) -> Bool { keys.contains { $0.name == key } }
}

/// Every table of keys. The reader, the JSON Schema and the documentation follow these.
public enum ProfileKeys {
  public static let root = ProfileKeyTable(
    "profile", "the profile", required: ["version", "app", "classes"],
    optional: [
      "credentials", "priming", "destinations", "channels", "actions", "tasks", "lifecycle", "analytics",
      "server", "store", "feed", "fanout", "campaigns", "audit",
    ])
  public static let app = ProfileKeyTable(
    "app", "app", required: ["name"], optional: ["ios", "macos", "android", "links"])
  public static let links = ProfileKeyTable("links", "links", optional: ["hosts", "schemes"])
  public static let apple = ProfileKeyTable(
    "appleApp", "an Apple app", required: ["bundle_id"], optional: ["team_id", "minimum_os", "capabilities"])
  public static let android = ProfileKeyTable(
    "androidApp", "an Android app", required: ["package"], optional: ["minimum_sdk", "target_sdk"])
  public static let credentials = ProfileKeyTable("credentials", "credentials", optional: ["apns", "fcm"])
  public static let apnsKey = ProfileKeyTable(
    "apnsKey", "an APNs key", required: ["key_file", "key_id", "team_id", "environments"])
  public static let fcm = ProfileKeyTable(
    "fcmAccount", "an FCM account", required: ["service_account"], optional: ["project_id"])
  public static let priming = ProfileKeyTable(
    "priming", "priming", required: ["reoffer"], optional: ["value_moments", "provisional"])
  public static let valueMoment = ProfileKeyTable(
    "valueMoment", "a value moment", optional: ["explainer"])
  public static let reoffer = ProfileKeyTable("reoffer", "reoffer", required: ["after", "times"])
  public static let destination = ProfileKeyTable(
    "destination", "a destination", optional: ["parameters", "account_required", "fallback", "path"])
  public static let channel = ProfileKeyTable(
    "channel", "a channel", required: ["name", "importance"], optional: ["description"])
  public static let action = ProfileKeyTable(
    "action", "an action", required: ["title"],
    optional: ["foreground", "destructive", "authentication_required", "text_input"])
  public static let task = ProfileKeyTable(
    "task", "a task", required: ["id", "kind"],
    optional: ["network", "power", "earliest_begin", "account_bound"])
  public static let lifecycle = ProfileKeyTable(
    "lifecycle", "lifecycle", optional: ["stale_after", "prune_after", "quarantine"])
  public static let analytics = ProfileKeyTable(
    "analytics", "analytics",
    optional: ["receipts", "label", "segments", "retention", "minimum_cohort"])
  public static let server = ProfileKeyTable(
    "server", "server",
    optional: [
      "publishable_id", "silent_budget", "retention", "limits", "ticket_keys", "webhooks",
    ])
  public static let retention = ProfileKeyTable(
    "retention", "retention",
    optional: ["notifications", "receipts", "inbox", "attempts", "removals"])
  public static let limits = ProfileKeyTable(
    "limits", "limits", optional: ["server", "device", "failures", "tenant", "fcm_per_minute"])
  public static let webhook = ProfileKeyTable(
    "webhook", "a webhook", required: ["url", "events", "secret_files"], optional: ["allow_private"])
  public static let store = ProfileKeyTable(
    "store", "store", optional: ["sqlite", "postgres", "password_file", "ca_file"])
  public static let feed = ProfileKeyTable(
    "feed", "feed", required: ["nats"],
    optional: ["replicas", "credentials_file", "user", "password_file", "ca_file"])
  public static let fanout = ProfileKeyTable("fanout", "fanout", optional: ["direct_max"])
  public static let campaigns = ProfileKeyTable("campaigns", "campaigns", optional: ["cost"])
  public static let cost = ProfileKeyTable(
    "cost", "a cost", required: ["currency"], optional: ["apns", "fcm"])
  public static let suppression = ProfileKeyTable(
    "suppression", "a suppression", required: ["rule", "reason"], optional: ["path", "until"])
  public static let notificationClass = ProfileKeyTable(
    "class", "a class",
    required: [
      "kind", "audience", "owner", "data_class", "priority", "ttl", "collapse", "badge", "sound",
      "foreground",
    ],
    optional: [
      "revision", "parameters", "destination", "title", "subtitle", "body", "preview", "image",
      "interruption", "relevance", "thread", "category", "channel", "inbox", "mutable",
      "filter_criteria", "target_content_id", "launch_image", "data", "analytics_label", "reconcile",
      "timely_for", "android", "apns",
    ])
  public static let route = ProfileKeyTable(
    "route", "a destination", required: ["to"], optional: ["with"])
  public static let localized = ProfileKeyTable(
    "localized", "a translated text", required: ["key"], optional: ["arguments"])
  public static let preview = ProfileKeyTable(
    "preview", "a preview", required: ["body"], optional: ["title"])
  public static let criticalSound = ProfileKeyTable(
    "criticalSound", "a critical sound", required: ["critical", "volume"])
  public static let androidOptions = ProfileKeyTable(
    "androidOptions", "a class's android block",
    optional: [
      "icon", "color", "click_action", "ticker", "sticky", "local_only", "event_time",
      "notification_priority", "visibility", "vibrate_timings", "default_vibrate_timings",
      "light_settings", "default_light_settings", "proxy", "direct_boot_ok", "bandwidth_constrained_ok",
      "restricted_satellite_ok", "analytics_label",
    ])
  public static let lightSettings = ProfileKeyTable(
    "lightSettings", "light settings", required: ["color", "on", "off"])
  public static let appleOptions = ProfileKeyTable(
    "appleOptions", "a class's apns block", optional: ["analytics_label"])

  public static let all: [ProfileKeyTable] = [
    root, app, links, apple, android, credentials, apnsKey, fcm, priming, valueMoment, reoffer, destination,
    channel, action, task, lifecycle, analytics, server, retention, limits, webhook, store, feed, fanout,
    campaigns, cost,
    suppression,
    notificationClass, route,
    localized, preview,
    criticalSound, androidOptions, lightSettings, appleOptions,
  ]

  /// Words people know from elsewhere, and the key that means the same here.
  static let synonyms: [String: String] = [
    "expiration": "ttl", "expiry": "ttl", "expires": "ttl", "time_to_live": "ttl",
    "collapse_id": "collapse", "collapse_key": "collapse", "tag": "collapse",
    "interruption_level": "interruption", "relevance_score": "relevance", "thread_id": "thread",
    "channel_id": "channel", "mutable_content": "mutable", "type": "kind", "privacy": "data_class",
    "deeplink": "destination", "deep_link": "destination", "url": "destination",
    "link": "destination", "route": "destination", "text": "body", "message": "body",
    "custom_data": "data", "payload": "data", "bundle_identifier": "bundle_id",
    "application_id": "package", "package_name": "package", "min_sdk": "minimum_sdk",
    "min_os": "minimum_os", "deployment_target": "minimum_os", "p8": "key_file", "kid": "key_id",
    "environment": "environments", "categories": "actions", "notifications": "classes",
    "args": "arguments", "loc_key": "key", "loc_args": "arguments", "params": "parameters",
    "requires_account": "account_required", "requires_network": "network", "requires_power": "power",
    "colour": "color", "vibrate": "vibrate_timings", "vibration": "vibrate_timings",
    "domains": "hosts", "associated_domains": "hosts", "url_schemes": "schemes",
    "lights": "light_settings", "light_on_duration": "on", "light_off_duration": "off",
  ]
}
