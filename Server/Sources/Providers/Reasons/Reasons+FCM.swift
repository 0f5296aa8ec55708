extension ReasonCatalogue {
  /// FCM on the token and the message.
  static let fcmMessage: [Reason] = [
    Reason(
      .fcm, "UNREGISTERED", [404], .tokenDead, .token,
      meaning: "The registration is no longer valid.",
      causes: [
        "The app was removed, or its data was cleared.",
        "The app got a new token.",
        "The device has not been seen for 270 days.",
      ],
      check: "See whether the installation has brought a newer token since the push was sent.",
      fix: "Delete the token, unless the app has confirmed it since the push was sent.",
      source: .fcmErrors),
    Reason(
      .fcm, "SENDER_ID_MISMATCH", [403], .tokenSuspect, .token,
      meaning: "The token was made for another Firebase project.",
      causes: [
        "The app was built with another google-services.json than the service account's project.",
        "Tokens of a test project were imported.",
      ],
      check: "Compare project_id of the service account with that in the app's google-services.json.",
      fix: "Send with the service account of the project that the app was built for.", source: .fcmErrors),
    Reason(
      .fcm, "INVALID_ARGUMENT", variant: "token", [400], .tokenSuspect, .token,
      meaning: "FCM says that the field with the token is not valid.",
      causes: [
        "The token was cut or altered on its way.",
        "An installation id was sent as a token, or a token as an installation id.",
        "An APNs device token was sent to FCM.",
      ],
      check: "Compare the token with the one that the app prints.",
      fix: "Let the app bring its token again; store whether it is a token or an installation id.",
      source: .fcmErrors),
    Reason(
      .fcm, "INVALID_ARGUMENT", variant: "message", [400], .messageInvalid, .message, field: "message",
      meaning: "A field of the message is not valid.",
      causes: [
        "A value in data is not a string.",
        "A key in data is reserved (from, message_type, google…, gcm…).",
        "A ttl is not written as seconds with an s (3.5s).",
      ],
      check: "Read the named field; pushwire send --dry-run prints the message.",
      fix: "Correct the field in the class.", source: .fcmErrors),
    Reason(
      .fcm, "INVALID_ARGUMENT", variant: "bare", [400], .unknown, .message,
      meaning: "FCM refuses the token or the message and does not say which. The token is kept.",
      causes: [
        "The message is larger than 4096 bytes (2048 to a topic).",
        "The token is not a token of FCM.",
        "A field of the message is not valid.",
      ],
      check: "Send the class to a token that is known to work: if that is refused too, it is the message.",
      fix: "Make the message smaller, or correct it; see the message that came with the answer.",
      source: .fcmErrors),
    Reason(
      .fcm, "UNSPECIFIED_ERROR", [], .unknown, .message,
      meaning: "FCM failed and gives no reason.",
      causes: ["A fault at Google."],
      check: "Firebase's status page.",
      fix: "Nothing: it is tried again a few times.", source: .fcmErrors),
    Reason(
      .fcm, "QUOTA_EXCEEDED", aliases: ["RESOURCE_EXHAUSTED"], [429], .throttled, .lane,
      meaning: "The project's quota is used up, or FCM does not say which quota is.",
      causes: [
        "More than 600,000 messages a minute went out for the project.", "Traffic was not ramped up slowly.",
      ],
      check: "Google Cloud console: quotas of the Firebase Cloud Messaging API.",
      fix:
        "Spread the campaign over more time. It is tried again after the pause that FCM asks for, a minute if none.",
      source: .fcmErrors),
    Reason(
      .fcm, "QUOTA_EXCEEDED", variant: "target", [429], .throttled, .token,
      meaning: "Too many messages went to this one device or topic; others are not affected.",
      causes: [
        "More than 240 a minute or 5,000 an hour went to one Android device.",
        "Collapsible messages came faster than one per 3 minutes after a burst of 20.",
        "One topic was sent to too often.",
      ],
      check: "Count what went to this installation in the last minutes.",
      fix: "Send less to it, or combine messages. It is tried again after a pause.", source: .fcmQuotas),
    Reason(
      .fcm, "UNAVAILABLE", aliases: ["DEADLINE_EXCEEDED"], [503, 504], .unavailable, .connection,
      meaning: "FCM is overloaded or not available right now.",
      causes: ["A fault or overload at Google.", "Traffic was not ramped up slowly."],
      check: "Firebase's status page.",
      fix: "Nothing: it is tried again after the pause that FCM asks for.", source: .fcmScale),
    Reason(
      .fcm, "INTERNAL", [500], .unavailable, .connection,
      meaning: "FCM had an internal error.",
      causes: ["A fault at Google."],
      check: "Firebase's status page.",
      fix: "Nothing: it is tried again with growing pauses.", source: .fcmErrors),
  ]
}
