import AppFacts

/// Why a provider answers with a reason, and what in the other evidence speaks for it.
struct AnswerCause {
  /// A clause: "the token is of the other environment".
  var why: String
  var fix: String
  /// What was found that speaks for this cause; nil: nothing.
  var support: (AnswerContext) -> Exhibit? = { _ in nil }

  init(_ why: String, _ fix: String, _ support: @escaping (AnswerContext) -> Exhibit? = { _ in nil }) {
    self.why = why
    self.fix = fix
    self.support = support
  }
}

/// All that an answer can be compared with.
struct AnswerContext {
  var findings: OtherFindings
  var capture: CapturedRequest
  var message: APNsMessage?

  /// The first finding of one of these rules about this request.
  func finding(_ rules: any AuditRule.Type...) -> Exhibit? {
    for rule in rules {
      let key = "@" + capture.place.text
      let own = findings.of(rule).first { finding in
        finding.about.contains { $0.hasSuffix(key) } || !finding.about.isDisjoint(with: message?.about ?? [])
      }
      if let own, let first = own.evidence.first {
        return Exhibit(first.place, quote: first.quote, "\(rule.id): \(own.message)")
      }
    }
    return nil
  }
}

/// What other rules find, each asked once.
final class OtherFindings {
  private let scope: AuditScope
  private var found: [RuleID: [AuditFinding]] = [:]

  init(_ scope: AuditScope) { self.scope = scope }

  func of(_ rule: any AuditRule.Type) -> [AuditFinding] {
    if let known = found[rule.id] { return known }
    var report = RuleReport()
    rule.check(scope, &report)
    found[rule.id] = report.findings
    return report.findings
  }
}

extension AnswerCause {
  /// Causes by reason, likeliest first (Apple, Handling notification responses from APNs; Firebase, FCM error codes).
  static func causes(_ reason: String) -> [AnswerCause]? {
    switch reason {
    case "BadDeviceToken":
      [
        AnswerCause(
          "the token is of the other environment",
          "Send to the host of the environment the app is signed for."
        ) { $0.finding(HOST001.self) },
        AnswerCause("the token was altered on its way", "Hex-encode the token's bytes where the app gets it.")
        {
          $0.finding(HOST005.self)
        },
        AnswerCause(
          "the token was made up, or is of a simulator", "Take a token that a device has just printed."),
      ]
    case "DeviceTokenNotForTopic":
      [
        AnswerCause(
          "the topic is not the bundle id of the build that registered",
          "Send the bundle id of that build as the topic."
        ) { $0.finding(PAY011.self) },
        AnswerCause(
          "the token is one of PushKit, or of an extension or watch app",
          "Store each token together with its bundle id and kind."
        ) { $0.finding(PAY017.self) },
      ]
    case "BadTopic", "MissingTopic", "TopicDisallowed":
      [
        AnswerCause("the topic is not the bundle id with the push type's suffix", "Correct apns-topic.") {
          $0.finding(PAY011.self)
        },
        AnswerCause(
          "the key is limited to other topics, or of another team",
          "Look at the key's team and topics in Apple's developer account."
        ) { $0.finding(KEY003.self, KEY004.self) },
      ]
    case "InvalidProviderToken":
      [
        AnswerCause(
          "key id and team id are swapped or wrong", "Put the key id into kid, the team id into iss."
        ) {
          $0.finding(KEY004.self)
        },
        AnswerCause(
          "the token was signed with another key than kid names", "Sign with the .p8 of that key id."
        ) {
          $0.finding(KEY003.self, KEY001.self, KEY002.self, KEY007.self)
        },
        AnswerCause("the clock of the sender is wrong", "Switch on time synchronisation (NTP).") {
          $0.finding(KEY005.self)
        },
        AnswerCause("the key was revoked", "Look whether Apple still lists the key."),
      ]
    case "ExpiredProviderToken":
      [
        AnswerCause("the provider token is older than an hour", "Make a new one every 20 to 60 minutes.") {
          $0.finding(KEY005.self)
        },
        AnswerCause("the clock of the sender is wrong", "Switch on time synchronisation (NTP)."),
      ]
    case "MissingProviderToken":
      [
        AnswerCause(
          "the request has no authorization header", "Send authorization: bearer with the provider token."
        ) { context in
          context.capture.headers.contains { $0.name == "authorization" }
            ? nil : Exhibit(context.capture.place, "no authorization among the headers")
        },
        AnswerCause("a proxy removed the header", "Send without the proxy."),
      ]
    case "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken":
      [
        AnswerCause("the key is limited to the other environment", "Use the key of this environment.") {
          $0.finding(HOST003.self)
        }
      ]
    default: more(reason)
    }
  }

  private static func more(_ reason: String) -> [AnswerCause]? {
    switch reason {
    case "UnrelatedKeyIdInToken":
      [AnswerCause("two keys or teams were used on one connection", "Give each team its own connections.")]
    case "Forbidden":
      [AnswerCause("the key may not send pushes", "Make a key with the Apple Push Notifications service.")]
    case "BadCertificate", "BadCertificateEnvironment":
      [
        AnswerCause(
          "the client certificate has expired, or is of another kind or environment", "Use a .p8 key instead."
        ) { $0.capture.certificate.map { Exhibit($0, "a client certificate is used") } }
      ]
    case "TooManyProviderTokenUpdates":
      [
        AnswerCause(
          "a new provider token is made for each request, process or node",
          "Keep one for 20 to 60 minutes, and share it.")
      ]
    case "Unregistered":
      [
        AnswerCause(
          "the app was deleted from the device, or the device was restored",
          "Delete the token, unless the app has confirmed it since the timestamp.")
      ]
    case "ExpiredToken":
      [AnswerCause("the app has got a newer token", "Delete the token; the app brings the new one.")]
    case "PayloadTooLarge":
      [
        AnswerCause("the payload is over 4096 bytes", "Send an id, and let the app fetch the rest.") {
          $0.finding(PAY002.self)
        }
      ]
    case "PayloadEmpty":
      [
        AnswerCause("the body was lost on its way", "Send at least an aps object.") {
          $0.finding(PAY001.self)
        }
      ]
    case "BadPriority":
      [
        AnswerCause("apns-priority does not fit the push type", "Background pushes take 5.") {
          $0.finding(PAY009.self, PAY024.self)
        }
      ]
    case "BadExpirationDate":
      [AnswerCause("apns-expiration is not UNIX seconds", "Send seconds.") { $0.finding(PAY010.self) }]
    case "BadCollapseId":
      [
        AnswerCause("the collapse id is longer than 64 bytes", "Use a shorter one.") {
          $0.finding(PAY012.self)
        }
      ]
    case "BadMessageId":
      [AnswerCause("apns-id is no UUID", "Leave it out, or send a UUID.") { $0.finding(PAY024.self) }]
    case "InvalidPushType":
      [
        AnswerCause("apns-push-type is unknown, or does not fit the topic", "Correct the type.") {
          $0.finding(PAY024.self, PAY011.self, PAY017.self)
        }
      ]
    case "DuplicateHeaders":
      [AnswerCause("a header was sent twice", "Send each header once, and without a proxy that adds some.")]
    case "MissingDeviceToken":
      [AnswerCause("the path holds no token: an empty one was stored", "Refuse empty tokens.")]
    case "BadPath", "MethodNotAllowed":
      [
        AnswerCause("the request line is not POST /3/device/ with a token", "Correct it.") {
          $0.finding(HOST007.self)
        }
      ]
    case "TooManyRequests":
      [AnswerCause("too many pushes went to this device", "Send less, or use a collapse id.")]
    case "IdleTimeout", "InternalServerError", "ServiceUnavailable", "Shutdown", "UNAVAILABLE", "INTERNAL":
      [AnswerCause("the provider has a fault or closes the connection", "Send again, with growing pauses.")]
    default: fcm(reason)
    }
  }

  private static func fcm(_ reason: String) -> [AnswerCause]? {
    switch reason {
    case "UNREGISTERED", "NotRegistered":
      [AnswerCause("the app was removed, or has a new token", "Delete the token.")]
    case "SENDER_ID_MISMATCH", "MismatchSenderId":
      [
        AnswerCause(
          "the token is of another Firebase project", "Send with the project that the app was built for."
        ) { $0.finding(FCM008.self) }
      ]
    case "INVALID_ARGUMENT", "InvalidRegistration":
      [
        AnswerCause("a field of the message is wrong", "Correct the named field.") {
          $0.finding(FCM001.self, FCM002.self, FCM003.self)
        },
        AnswerCause("the token is not one of FCM", "Let the app bring its token again.") {
          $0.finding(FCM009.self)
        },
      ]
    case "THIRD_PARTY_AUTH_ERROR":
      [
        AnswerCause(
          "the APNs key that is stored in Firebase does not work",
          "Upload a working .p8 with its key id and team id.")
      ]
    case "ACCESS_TOKEN_EXPIRED", "UNAUTHENTICATED":
      [AnswerCause("the OAuth access token has expired, or is not accepted", "Fetch a new one.")]
    case "PERMISSION_DENIED":
      [
        AnswerCause(
          "the service account may not send in this project, or the API is not enabled",
          "Enable the Firebase Cloud Messaging API, and give the account its role.")
      ]
    case "QUOTA_EXCEEDED", "RESOURCE_EXHAUSTED":
      [AnswerCause("more was sent than the quota allows", "Wait as Retry-After says, and spread it.")]
    case "NOT_FOUND":
      [AnswerCause("the project or path is wrong; it says nothing of the token", "Correct the project id.")]
    default: nil
    }
  }
}
