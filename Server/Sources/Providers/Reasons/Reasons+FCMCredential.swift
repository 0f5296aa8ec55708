extension ReasonCatalogue {
  /// FCM on credentials and projects.
  static let fcmCredential: [Reason] = [
    Reason(
      .fcm, "THIRD_PARTY_AUTH_ERROR", [401], .credentialRefused, .appleTraffic,
      meaning: "The APNs credential that is stored in Firebase does not work; "
        + "only Apple devices of this project are affected.",
      causes: [
        "No APNs key was uploaded to Firebase for this app.",
        "The uploaded key was revoked, or its key id or team id is wrong.",
        "The uploaded certificate has expired.",
      ],
      check: "Firebase console, project settings, Cloud Messaging: the Apple app's APNs key.",
      fix: "Upload a working .p8 key with its key id and team id. Android traffic goes on meanwhile.",
      source: .fcmErrors),
    Reason(
      .fcm, "ACCESS_TOKEN_EXPIRED", [401], .credentialExpired, .lane,
      meaning: "The OAuth access token has expired.",
      causes: ["The token was used for longer than an hour.", "This machine's clock is behind."],
      check: "Nothing to check unless it repeats; then compare `date -u` with a time server.",
      fix: "Nothing: one new token is fetched and the push is sent again.", source: .fcmErrors),
    Reason(
      .fcm, "UNAUTHENTICATED", [401], .credentialRefused, .lane,
      meaning: "The access token is not accepted.",
      causes: ["The service account was deleted or disabled.", "A proxy removed the authorization header."],
      check: "pushwire keys check with the service account.",
      fix: "Make a new key for a service account of the project.", source: .googleErrors),
    Reason(
      .fcm, "PERMISSION_DENIED", [403], .credentialRefused, .lane,
      meaning: "The service account may not send messages in this project.",
      causes: [
        "The Firebase Cloud Messaging API is not enabled in the project.",
        "The service account lacks the permission cloudmessaging.messages.create.",
        "project_id is of another project than the service account.",
      ],
      check: "Google Cloud console: enabled APIs, and the roles of the service account.",
      fix: "Enable the API, or give the account the role Firebase Cloud Messaging API Admin.",
      source: .googleErrors),
    Reason(
      .fcm, "NOT_FOUND", [404], .laneFault, .lane,
      meaning: "FCM does not know this path or project. It says nothing about the token, which is kept.",
      causes: ["The project id is misspelt.", "Another server than FCM answers under the given host."],
      check: "Compare project_id with the Firebase console; look for errorCode in the answer.",
      fix: "Correct the project in the profile.", source: .fcmErrors),
  ]

  /// Google's token service. RFC 6749's words, and Google's.
  static let oauth: [Reason] = [
    Reason(
      .oauth, "invalid_grant", [400], .credentialRefused, .lane,
      meaning: "Google refuses the signed assertion of the service account.",
      causes: [
        "This machine's clock is wrong.",
        "The key was deleted in the Google Cloud console.",
        "The service account was deleted or disabled.",
      ],
      check: "Compare `date -u` with a time server; look whether private_key_id is still listed.",
      fix: "Set the clock, or make a new key for the service account.", source: .googleOAuth),
    Reason(
      .oauth, "invalid_client", [401], .credentialRefused, .lane,
      meaning: "Google does not know the client.",
      causes: ["The service account or its project was deleted."],
      check: "Google Cloud console: service accounts.",
      fix: "Make a service account and a key in a living project.", source: .oauth),
    Reason(
      .oauth, "unauthorized_client", [400, 401], .credentialRefused, .lane,
      meaning: "The client may not ask for this scope or this kind of grant.",
      causes: ["The file is not that of a service account.", "The organisation's policy forbids it."],
      check: "pushwire keys check says what kind of file it is.",
      fix: "Give a service account's key.", source: .googleOAuth),
    Reason(
      .oauth, "access_denied", [400, 403], .credentialRefused, .lane,
      meaning: "A policy forbids this account to get tokens.",
      causes: ["The organisation's policy."],
      check: "Ask who administers the Google Cloud organisation.",
      fix: "Have the policy allow the service account.", source: .googleOAuth),
    Reason(
      .oauth, "invalid_scope", [400], .credentialRefused, .lane,
      meaning: "The scope asked for is not valid.",
      causes: ["token_uri points at another service than Google's."],
      check: "Read token_uri in the service account's file.",
      fix: "Use the file as downloaded.", source: .googleOAuth),
    Reason(
      .oauth, "invalid_request", [400], .credentialRefused, .lane,
      meaning: "The request for a token is malformed.",
      causes: ["token_uri points at another service.", "A proxy changes the request."],
      check: "Read token_uri in the service account's file; send without the proxy.",
      fix: "Use the file as downloaded.", source: .oauth),
    Reason(
      .oauth, "unsupported_grant_type", [400], .credentialRefused, .lane,
      meaning: "The token service does not take signed assertions.",
      causes: ["token_uri points at another service than Google's."],
      check: "Read token_uri in the service account's file.",
      fix: "Use the file as downloaded.", source: .oauth),
    Reason(
      .oauth, "internal_failure", aliases: ["server_error", "temporarily_unavailable"], [500, 503],
      .unavailable, .lane,
      meaning: "Google's token service fails right now.",
      causes: ["A fault at Google."],
      check: "Google Cloud's status page.",
      fix: "Nothing: it is tried again with growing pauses; the failure is not kept.", source: .googleOAuth),
    Reason(
      .oauth, "rate_limit_exceeded", aliases: ["slow_down"], [429], .throttled, .lane,
      meaning: "Too many access tokens were asked for.",
      causes: ["Many processes fetch tokens with one service account."],
      check: "Count the processes that use the account.",
      fix: "Share one token among them; it is tried again later.", source: .googleOAuth),
    Reason(
      .oauth, "unreadable", [], .unavailable, .lane,
      meaning: "The token service's answer is not what it should be.",
      causes: ["A proxy or captive portal answers in its place.", "token_uri points elsewhere."],
      check: "Fetch token_uri with curl from this machine.",
      fix: "Let the sender reach the token service, or set the proxy.", source: .googleOAuth),
  ]
}
