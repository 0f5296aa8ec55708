extension ReasonCatalogue {
  /// APNs on the device token and the topic.
  static let apnsToken: [Reason] = [
    Reason(
      .apns, "Unregistered", [410], .tokenDead, .token,
      meaning: "The device token is no longer active for this app.",
      causes: [
        "The app was deleted from the device. Apple says so days or weeks later, on purpose.",
        "The device was restored or reset and has a new token.",
      ],
      check: "Compare the timestamp in the answer with the last time the app confirmed the token.",
      fix: "Delete the token, unless the app has confirmed it since the timestamp.",
      source: .appleAnswers),
    Reason(
      .apns, "ExpiredToken", [410], .tokenDead, .token,
      meaning: "The device token has expired.",
      causes: ["The app registered again and got a newer token.", "The device has been away for very long."],
      check: "See whether the installation has brought a newer token.",
      fix: "Delete the token; the app brings a new one at its next launch.",
      source: .appleAnswers),
    Reason(
      .apns, "BadDeviceToken", [400], .tokenSuspect, .token,
      meaning: "APNs does not know this device token in this environment.",
      causes: [
        "The token is of the other environment: a development build's token sent to production, "
          + "or a TestFlight or App Store token sent to the sandbox.",
        "The token was altered on its way: cut, hashed, or made from the data's description.",
        "The token was made up.",
      ],
      check: "Send the same token to the other environment; look at how the app read its aps-environment.",
      fix: "Let the app report its environment at run time, and send to the host of that environment.",
      source: .appleAnswers),
    Reason(
      .apns, "DeviceTokenNotForTopic", [400], .tokenSuspect, .token,
      meaning: "The device token belongs to another app than the topic says.",
      causes: [
        "Tokens of two apps or of an app and its extension or watch app were mixed.",
        "The bundle id in the profile is not that of the build that registered.",
      ],
      check: "Compare the bundle id that the installation registered with the topic that was sent.",
      fix: "Register tokens together with their bundle id, and send each under its own topic.",
      source: .appleAnswers),
    Reason(
      .apns, "MissingDeviceToken", [400], .messageInvalid, .message, field: ":path",
      meaning: "The request's path holds no device token.",
      causes: ["An empty token was stored and sent."],
      check: "Look for registrations with an empty token.",
      fix: "Refuse empty tokens at registration.",
      source: .appleAnswers),
    Reason(
      .apns, "BadTopic", [400], .laneFault, .lane,
      meaning: "The topic is not valid.",
      causes: [
        "The bundle id in the profile is misspelt.",
        "The suffix of the push type is missing or doubled (.voip.voip).",
      ],
      check: "Compare the topic with the bundle id in Xcode, and the suffix with the push type.",
      fix: "Correct the bundle id in the profile. The suffix is added by the sender, never in the profile.",
      source: .appleAnswers),
    Reason(
      .apns, "MissingTopic", [400], .laneFault, .lane,
      meaning: "The request has no topic, and the credential does not imply one.",
      causes: ["The profile has no bundle id.", "A proxy removed the apns-topic header."],
      check: "Print the request (--print-curl) and look for apns-topic.",
      fix: "Give the app's bundle id in the profile.",
      source: .appleAnswers),
    Reason(
      .apns, "TopicDisallowed", [400], .laneFault, .lane,
      meaning: "This credential may not send to this topic.",
      causes: [
        "The key is limited to other topics.",
        "The key belongs to another team than the app.",
        "The push type needs a topic suffix that this credential does not cover.",
      ],
      check: "Look at the key in Apple's developer account: its team, and the topics it is limited to.",
      fix: "Use a key of the app's team that covers the topic.",
      source: .appleAnswers),
  ]
}
