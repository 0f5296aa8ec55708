extension ReasonCatalogue {
  /// APNs on the credential.
  static let apnsCredential: [Reason] = [
    Reason(
      .apns, "ExpiredProviderToken", [403], .credentialExpired, .lane,
      meaning: "The provider token (JWT) is older than an hour.",
      causes: ["The token was kept too long.", "The process was suspended in between."],
      check: "Look at the age of the token when the answer came.",
      fix: "Nothing: a new one is made once and the push is sent again.", source: .appleToken),
    Reason(
      .apns, "ExpiredProviderToken", variant: "wrongClock", [403], .credentialRefused, .lane,
      meaning: "APNs calls a provider token expired that by our clock is less than 50 minutes old: "
        + "our clock is wrong.",
      causes: ["This machine's clock is behind.", "The clock was set while the sender ran."],
      check: "Compare `date -u` with a time server.",
      fix: "Switch on time synchronisation (NTP), then send again. No new token is made meanwhile: it would "
        + "carry the same wrong time and be refused for its rate.",
      source: .appleToken),
    Reason(
      .apns, "InvalidProviderToken", [403], .credentialRefused, .lane,
      meaning: "The provider token cannot be verified, or its issuer or key id is wrong.",
      causes: [
        "Key id and team id are swapped or belong to different keys.",
        "The key was revoked.",
        "The .p8 file is not the one of the key id.",
        "This machine's clock is ahead.",
      ],
      check: "pushwire keys check compares file, key id and team id; look whether Apple still lists the key.",
      fix: "Give the .p8 with its own key id and the team id of the account that made it.",
      source: .appleAnswers),
    Reason(
      .apns, "MissingProviderToken", [403], .laneFault, .lane,
      meaning: "The request came without a provider token and without a client certificate.",
      causes: ["No key is given for this environment.", "A proxy removed the authorization header."],
      check: "Print the request (--print-curl) and look for the authorization header.",
      fix: "Give the key in the profile's credentials; send without the proxy.", source: .appleAnswers),
    Reason(
      .apns, "Forbidden", [403], .credentialRefused, .lane,
      meaning: "The action is not allowed with this credential.",
      causes: ["The key may not send pushes at all.", "The team's membership has ended."],
      check: "Look at the key's services in Apple's developer account.",
      fix: "Make a key with the Apple Push Notifications service enabled.", source: .appleAnswers),
    Reason(
      .apns, "UnrelatedKeyIdInToken", [403], .credentialRefused, .lane,
      meaning: "The key id in the provider token is not related to the key of the connection's first push.",
      causes: ["Two keys or two teams were used on one connection.", "The key id is of another key."],
      check: "pushwire keys check says which key id the file's name carries.",
      fix: "Give each key its own key id, and each team its own connections.", source: .appleAnswers),
    Reason(
      .apns, "BadEnvironmentKeyIdInToken", aliases: ["BadEnvironmentKeyInToken"], [403], .credentialRefused,
      .lane,
      meaning: "The key is limited to the other environment.",
      causes: ["A sandbox-only key was used for production, or the other way round."],
      check: "Look at the key's environment in Apple's developer account.",
      fix: "Give each environment a key that covers it.", source: .appleAnswers),
    Reason(
      .apns, "BadCertificate", [403], .credentialRefused, .lane,
      meaning: "The client certificate is not valid for push.",
      causes: ["The certificate has expired or was revoked.", "It is of another kind."],
      check: "openssl x509 -in FILE -noout -dates -subject",
      fix: "Use a .p8 key instead of a certificate.", source: .appleAnswers),
    Reason(
      .apns, "BadCertificateEnvironment", [403], .credentialRefused, .lane,
      meaning: "The client certificate is for the other environment.",
      causes: ["A development certificate was used for production, or the other way round."],
      check: "openssl x509 -in FILE -noout -subject",
      fix: "Use a .p8 key, or the certificate of the environment.", source: .appleAnswers),
    Reason(
      .apns, "TooManyProviderTokenUpdates", [429], .throttled, .lane,
      meaning:
        "The provider token was renewed more often than every 20 minutes. The token we have stays valid.",
      causes: [
        "Several processes or nodes make tokens from one key.",
        "A token is made for each request or each start.",
      ],
      check: "Count the processes that hold the key.",
      fix: "Keep one token per key and environment and share it. The sender keeps its token and waits.",
      source: .appleToken),
  ]
}
