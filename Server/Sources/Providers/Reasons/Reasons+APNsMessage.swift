extension ReasonCatalogue {
  /// APNs on the message and its headers.
  static let apnsMessage: [Reason] = [
    Reason(
      .apns, "BadCollapseId", [400], .messageInvalid, .message, field: "apns-collapse-id",
      meaning: "The collapse id is longer than 64 bytes.",
      causes: ["It was counted in characters; letters outside ASCII take two to four bytes."],
      check: "Count the bytes of the collapse id.",
      fix: "Use a shorter collapse key in the class, or a hash.", source: .appleAnswers),
    Reason(
      .apns, "BadExpirationDate", [400], .messageInvalid, .message, field: "apns-expiration",
      meaning: "The expiration is not a UNIX time in seconds.",
      causes: ["It was given in milliseconds.", "It is negative or not a whole number."],
      check: "Print the request (--print-curl) and read apns-expiration.",
      fix: "Give the class a ttl in seconds.", source: .appleAnswers),
    Reason(
      .apns, "BadMessageId", [400], .messageInvalid, .message, field: "apns-id",
      meaning: "The apns-id is not a canonical UUID.",
      causes: ["It has capital letters, braces or the wrong length."],
      check: "Print the request (--print-curl) and read apns-id.",
      fix: "Leave the id to the sender.", source: .appleAnswers),
    Reason(
      .apns, "BadPriority", [400], .messageInvalid, .message, field: "apns-priority",
      meaning: "The priority is not 10, 5 or 1, or does not fit the push type.",
      causes: ["A background push was sent with priority 10.", "The value is not one of the three."],
      check: "Compare the class's priority with its kind.",
      fix: "Background pushes take priority 5.", source: .appleAnswers),
    Reason(
      .apns, "InvalidPushType", [400], .messageInvalid, .message, field: "apns-push-type",
      meaning: "The push type is unknown or does not fit the topic.",
      causes: ["A misspelt push type in a raw request.", "The topic's suffix is of another push type."],
      check: "Print the request (--print-curl) and compare apns-push-type with the topic.",
      fix: "Use alert or background unless the app has the entitlement for another type.",
      source: .appleAnswers),
    Reason(
      .apns, "DuplicateHeaders", [400], .messageInvalid, .message, field: "headers",
      meaning: "A header was sent twice.",
      causes: ["A proxy on the way adds headers.", "A raw request names a header twice."],
      check: "Send without the proxy.",
      fix: "Send each header once.", source: .appleAnswers),
    Reason(
      .apns, "PayloadEmpty", [400], .messageInvalid, .message, field: "payload",
      meaning: "The request has no payload.",
      causes: ["A raw payload file is empty.", "The body was lost in a proxy."],
      check: "Look at the size of the payload that was sent.",
      fix: "Send at least an aps object.", source: .appleAnswers),
    Reason(
      .apns, "PayloadTooLarge", [413], .messageInvalid, .message, field: "payload",
      meaning: "The payload is larger than 4096 bytes (VoIP: 5120).",
      causes: [
        "Content travels in the payload that the app could fetch.",
        "The size was counted in characters; letters outside ASCII take two to four bytes.",
      ],
      check: "pushwire send --dry-run prints the size in bytes.",
      fix: "Send an id and let the app fetch the content.", source: .appleAnswers),
  ]
}
