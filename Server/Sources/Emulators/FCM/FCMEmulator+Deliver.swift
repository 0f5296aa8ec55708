extension FCMEmulator {
  /// Quota, the target's state and its inbox; gives the response name.
  mutating func deliver(
    _ message: FCMMessage, body: JSONValue, project: FCMProject, now: Int64
  ) -> Result<String, FCMError> {
    if let wait = projectCounts[project.id, default: MinuteCount()].add(limit: rules.projectLimit, now: now) {
      return .failure(Self.quota("project:\(project.id)", retryAfter: wait))
    }
    switch message.target {
    case .token(let token):
      return deliver(message, body: body, to: token, field: "message.token", project: project, now: now)
    case .installation(let fid):
      return deliver(message, body: body, to: fid, field: "message.fid", project: project, now: now)
    case .topic(let topic):
      return .success(fanOut(message, body: body, to: .topic(topic), project: project, now: now))
    case .condition(let condition):
      return .success(fanOut(message, body: body, to: condition, project: project, now: now))
    }
  }

  static func quota(_ subject: String, retryAfter: Int64) -> FCMError {
    FCMError(
      code: 429, message: "Quota exceeded for quota metric 'Message send requests'.",
      status: "RESOURCE_EXHAUSTED", errorCode: "QUOTA_EXCEEDED", quota: subject, retryAfter: retryAfter)
  }

  private mutating func deliver(
    _ message: FCMMessage, body: JSONValue, to token: String, field: String, project: FCMProject, now: Int64
  ) -> Result<String, FCMError> {
    let isInstallation = field == "message.fid"
    guard let device = devices[token], device.isInstallation == isInstallation else {
      if rules.acceptsAnyToken, Self.isWellFormed(token, isInstallation: isInstallation) {
        return .success(name(project, message, platform: .android, now: now))
      }
      return .failure(badToken(field))
    }
    guard device.project == project.id else {
      return .failure(
        FCMError(
          code: 403, message: "SenderId mismatch", status: "PERMISSION_DENIED",
          errorCode: "SENDER_ID_MISMATCH"))
    }
    switch device.state {
    case .unregistered:
      return .failure(
        FCMError(
          code: 404, message: "Requested entity was not found.", status: "NOT_FOUND",
          errorCode: "UNREGISTERED"))
    case .throttled(let until) where now < until:
      return .failure(Self.quota("token", retryAfter: (until - now + 999) / 1000))
    case .valid, .throttled: break
    }
    if let package = message.package, let own = device.package, package != own {
      return .failure(
        .invalid(
          "The package name does not match the token's.", field: "message.android.restricted_package_name"))
    }
    if device.platform == .ios, !project.hasAPNsCredentials {
      return .failure(
        FCMError(
          code: 401, message: "Auth error from APNS or Web Push Service", status: "UNAUTHENTICATED",
          errorCode: "THIRD_PARTY_AUTH_ERROR", apns: .init(statusCode: 403, reason: "InvalidProviderToken")))
    }
    if device.platform == .android,
      let wait = deviceCounts[token, default: MinuteCount()].add(limit: rules.deviceLimit, now: now)
    {
      return .failure(Self.quota("token", retryAfter: wait))
    }
    if device.platform == .android, message.collapseKey != nil, !message.isValidateOnly,
      let burst = rules.collapsibleBurst,
      let wait = collapsibleCounts[token, default: RefilledCount()].add(burst: burst, now: now)
    {
      return .failure(Self.quota("token", retryAfter: wait))
    }
    let name = name(project, message, platform: device.platform, now: now)
    if !message.isValidateOnly { hand(message, name, body: body, to: device, now: now) }
    return .success(name)
  }

  /// Into the device's inbox, and to whoever plays it.
  private mutating func hand(
    _ message: FCMMessage, _ name: String, body: JSONValue, to device: FCMDevice, now: Int64
  ) {
    let isPlayed = feeds.isOpen(device.token)
    let item = FCMItem(
      name: name, collapseKey: message.collapseKey, priority: message.priority, ttl: message.ttl,
      acceptedAt: now, message: rules.keepsPayloads || isPlayed ? body["message"]?.text : nil)
    let arrives = inboxes[device.token, default: FCMInbox()].accept(item, isOnline: device.isOnline)
    if arrives, isPlayed { feeds.add(.init(item, at: now), to: device.token) }
  }

  /// To all devices of the project for which the condition holds. What one of them cannot get (another
  /// package, no APNs key, an app that is gone) is no error of the message.
  private mutating func fanOut(
    _ message: FCMMessage, body: JSONValue, to condition: FCMCondition, project: FCMProject, now: Int64
  ) -> String {
    let name = name(project, message, platform: nil, now: now)
    if message.isValidateOnly { return name }
    for device in devices.values where device.project == project.id && device.state != .unregistered {
      guard condition.holds(for: topics[device.token] ?? []) else { continue }
      if let package = message.package, let own = device.package, package != own { continue }
      if device.platform == .ios, !project.hasAPNsCredentials { continue }
      hand(message, name, body: body, to: device, now: now)
    }
    return name
  }

  private func badToken(_ field: String) -> FCMError {
    var error = FCMError.invalid(
      "The registration token is not a valid FCM registration token", field: field)
    switch rules.tokenDetails {
    case .both: break
    case .fcmError: error.violations = []
    case .badRequest: error.errorCode = nil
    case .none:
      error.violations = []
      error.errorCode = nil
    }
    return error
  }

  /// A token is longer than an installation id of 22 characters, and both have a small alphabet.
  static func isWellFormed(_ token: String, isInstallation: Bool) -> Bool {
    let length = token.utf8.count
    guard isInstallation ? length == 22 : (30...4096).contains(length) else { return false }
    return token.utf8.allSatisfy {
      ($0 >= 0x30 && $0 <= 0x39) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a) || $0 == 0x2d || $0 == 0x5f
        || ($0 == 0x3a && !isInstallation)
    }
  }

  /// The response name: `0:…%…` for Android, digits for the rest.
  private mutating func name(
    _ project: FCMProject, _ message: FCMMessage, platform: FCMDevice.Platform?, now: Int64
  ) -> String {
    if message.isValidateOnly { return "projects/\(project.id)/messages/fake_message_id" }
    let word = ids.next()
    guard platform == .android else { return "projects/\(project.id)/messages/\(word >> 1)" }
    return "projects/\(project.id)/messages/0:\(now * 1000 + Int64(word % 1000))%\(ids.hexWord())"
  }
}
