// C and D: topic and authentication, headers and payload.
extension Causes {
  static let messages: [Cause] = [
    Cause(
      "credential.apns", .authentication, .configured, "APNs does not take the provider token",
      rules: ["KEY001", "KEY002", "KEY003", "KEY004", "KEY007"],
      words: [
        "InvalidProviderToken", "MissingProviderToken", "Forbidden", "UnrelatedKeyIdInToken",
        "BadCertificate",
        "no_lane", "THIRD_PARTY_AUTH_ERROR",
      ],
      platforms: apnsPlatforms,
      fix:
        "Check key id, team id and the key itself; the two ids have ten characters each and are easily swapped.",
      test:
        "Run `pushwire keys check` on the key: it asks APNs with a made-up token, and BadDeviceToken means that the key is good."
    ),
    Cause(
      "credential.clock", .authentication, .configured,
      "The server's clock is wrong, or its tokens are too old or too many",
      rules: ["KEY005"], words: ["ExpiredProviderToken", "TooManyProviderTokenUpdates"],
      platforms: apnsPlatforms,
      fix: "Set the clock by NTP, and share one token of at most 60 minutes and at least 20.",
      test:
        "Compare the time of the server that signs with `date -u` of another machine, and count how often it makes a token."
    ),
    Cause(
      "credential.legacy", .authentication, .configured,
      "A push certificate or a legacy server key is in use",
      rules: ["FLOW009"],
      fix: "Use a .p8 key with APNs, a service account with FCM.",
      test: "Look at the certificate's last day; a legacy server key is not taken any more."),
    Cause(
      "credential.exposed", .authentication, .configured, "A secret stands where others can read it",
      rules: ["KEY006"],
      fix: "Take it out, revoke it and make another one.",
      test: "Ask the provider with the key that the server uses: a revoked one is refused."),
    Cause(
      "topic", .authentication, .accepted, "The topic is not the app's",
      rules: ["PAY011"],
      words: ["DeviceTokenNotForTopic", "BadTopic", "MissingTopic", "TopicDisallowed"],
      platforms: apnsPlatforms,
      fix: "Send the bundle id as the topic, with the push type's suffix exactly once.",
      test: "Compare the topic of one request with CFBundleIdentifier of the installed app.", isCommon: true),
    Cause(
      "credential.fcm", .authentication, .configured,
      "Firebase does not take the service account, or it is another project's",
      rules: ["FCM006", "FCM007", "FCM008"],
      words: [
        "UNAUTHENTICATED", "PERMISSION_DENIED",
        "ACCESS_TOKEN_EXPIRED", "oauth_refused",
      ],
      fix: "Use the service account of the project whose google-services.json the app was built with.",
      test: "Send one message with `validate_only`: the answer tells whether the account is taken.",
      isCommon: false),
    Cause(
      "payload.form", .payload, .composed, "The message is not what the provider takes",
      rules: [
        "PAY001", "PAY002", "PAY003", "PAY012", "FCM001", "FCM002", "FCM003", "FCM010", "FCM011", "PAY022",
        "PAY024",
        "HOST007",
      ],
      words: [
        "PayloadTooLarge", "PayloadEmpty", "BadCollapseId", "BadExpirationDate", "BadMessageId",
        "BadPriority",
        "InvalidPushType", "DuplicateHeaders", "MissingDeviceToken", "INVALID_ARGUMENT", "BadPath",
        "MethodNotAllowed",
      ],
      fix: "Correct the field that the provider names.",
      test: "Run `pushwire payload lint` on the message as it was sent."),
    Cause(
      "payload.silent", .payload, .received, "The silent push is not sent as one",
      rules: ["PAY004", "PAY005", "PAY006", "PAY007", "PAY008", "PAY009", "PAY019", "PAY023", "FCM004"],
      kinds: [.silent],
      fix: "Push type background, priority 5, and nothing in `aps` but content-available: 1.",
      test: "Send one by `pushwire payload render` of a silent class, and compare the headers."),
    Cause(
      "payload.alert", .payload, .displayed, "The alert's headers and payload contradict each other",
      rules: [
        "PAY004", "PAY005", "PAY006", "PAY007", "PAY008", "PAY013", "PAY014", "PAY015", "PAY016", "PAY017",
        "PAY018",
        "PAY019", "PAY023", "FLOW008", "PAY021",
      ],
      kinds: [.alert],
      fix: "Send push type alert with an alert in `aps`.",
      test: "Send the plainest alert there is (a body and nothing else) to the same token."),
    Cause(
      "payload.expired", .payload, .received, "It expires before the device can take it",
      rules: ["PAY010", "PAY020"], words: ["expired"],
      fix: "Give apns-expiration in seconds since 1970, in the future.",
      test: "Send once without apns-expiration to the same token."),
    Cause(
      "sender.suppressed", .authentication, .composed, "The server withheld it on purpose",
      words: [
        "unbound", "ambiguous", "other_account", "no_token", "stale", "silent_budget", "superseded",
        "cancelled",
        "unknown_account", "unknown_installation", "quarantined", "token_conflict", "held",
      ],
      fix: "Remove the reason that stands beside the status; docs/status.md lists them.",
      test: "Show the installation: `pushwire tokens why INSTALLATION`."),
    Cause(
      "sender.throttled", .authentication, .accepted, "The provider holds the sender back",
      words: [
        "TooManyRequests", "QUOTA_EXCEEDED", "RESOURCE_EXHAUSTED", "InternalServerError",
        "ServiceUnavailable", "Shutdown", "UNAVAILABLE", "INTERNAL",
      ],
      fix: "Wait, and send fewer to one device.",
      test:
        "Send one push to another device of the same app: what comes back there tells the device from the service."
    ),
  ]
}
