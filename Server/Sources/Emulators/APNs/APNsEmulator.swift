/// APNs of one environment as a pure function: request, state and time in, answer out.
///
/// Written from Apple's pages (Sending notification requests to APNs; Handling notification responses
/// from APNs; Establishing a token-based connection to APNs). Apple does not publish the order in which
/// it checks; here it is: duplicate headers, method, path, message id, provider token, device token,
/// topic, push type, priority, expiration, collapse id, payload, device.
public struct APNsEmulator: Sendable {
  /// Which of the two servers this is.
  public let environment: APNsEnvironment
  /// The numbers it judges by; may change between requests.
  public var rules: APNsRules
  var desk: ProviderTokenDesk
  var devices: [String: APNsDevice] = [:]
  var inboxes: [String: DeviceInbox] = [:]
  /// Of devices that somebody plays, by token.
  var feeds = DeliveryFeeds()
  var ids: IdentifierSource

  public init(environment: APNsEnvironment, rules: APNsRules = APNsRules(), seed: UInt64) {
    self.environment = environment
    self.rules = rules
    desk = ProviderTokenDesk(environment: environment)
    ids = IdentifierSource(seed: seed)
  }

  /// Answers one request. `now` in milliseconds since 1970.
  public mutating func answer(
    _ request: EmulatedRequest, connection: inout APNsConnection, now: Int64
  ) -> EmulatedAnswer {
    let headers = APNsHeaders(request.headers)
    let id = headers.id.flatMap { APNsHeaders.isUUID($0) ? $0 : nil } ?? ids.uuid()
    switch judge(request, headers, id: id, connection: &connection, now: now) {
    case .success:
      var answer = EmulatedAnswer(status: 200, headers: [("apns-id", id)], outcome: "accepted")
      if environment == .sandbox { answer.headers.append(("apns-unique-id", ids.uuid())) }
      return answer
    case .failure(let refusal):
      return Self.answer(refusal, id: id)
    }
  }

  /// The `apns-id` of the answer to a request: its own, or a new one.
  mutating func messageID(of request: EmulatedRequest) -> String {
    request.header("apns-id").flatMap { APNsHeaders.isUUID($0) ? $0 : nil } ?? ids.uuid()
  }

  /// The answer that carries a refusal.
  static func answer(_ refusal: Refusal, id: String) -> EmulatedAnswer {
    let timestamp = refusal.timestamp.map { ",\"timestamp\":\($0)" } ?? ""
    let body = "{\"reason\":\(JSONValue.quoted(refusal.reason.rawValue))\(timestamp)}"
    return EmulatedAnswer(
      status: refusal.reason.status ?? 400, headers: [("apns-id", id)], body: Array(body.utf8),
      outcome: refusal.reason.rawValue)
  }

  private mutating func judge(
    _ request: EmulatedRequest, _ headers: APNsHeaders, id: String, connection: inout APNsConnection,
    now: Int64
  ) -> Result<Void, Refusal> {
    if headers.isRepeated { return .failure(Refusal(.duplicateHeaders)) }
    guard request.method == "POST" else { return .failure(Refusal(.methodNotAllowed)) }
    let path = Self.token(in: request.path)
    guard let token = path else { return .failure(Refusal(.badPath)) }
    if let id = headers.id, !APNsHeaders.isUUID(id) { return .failure(Refusal(.badMessageId)) }
    let key: APNsKey
    switch desk.judge(headers.authorization, connection: &connection, rules: rules, now: now) {
    case .success(let found): key = found
    case .failure(let refusal): return .failure(refusal)
    }
    guard !token.isEmpty else { return .failure(Refusal(.missingDeviceToken)) }
    guard APNsHeaders.isToken(token.utf8) else { return .failure(Refusal(.badDeviceToken)) }
    let notification: APNsNotification
    switch APNsNotification.read(headers, body: request.body, key: key, rules: rules) {
    case .success(let read): notification = read
    case .failure(let refusal): return .failure(refusal)
    }
    return deliver(notification, to: token, id: id, body: request.body, now: now)
  }

  /// The device token in a path; empty where it is missing; nil for another path.
  static func token(in path: String) -> String? {
    if path == "/3/device" { return "" }
    guard path.hasPrefix("/3/device/") else { return nil }
    let token = path.dropFirst(10)
    return token.utf8.contains(UInt8(ascii: "/")) ? nil : String(token)
  }

  /// The last check, that of the device, and the inbox.
  private mutating func deliver(
    _ notification: APNsNotification, to token: String, id: String, body: [UInt8], now: Int64
  ) -> Result<Void, Refusal> {
    guard let device = devices[token] ?? devices[token.lowercased()] else {
      return rules.acceptsAnyToken ? .success(()) : .failure(Refusal(.badDeviceToken))
    }
    guard device.topic == notification.topic else { return .failure(Refusal(.deviceTokenNotForTopic)) }
    switch device.state {
    case .unregistered(let at, let reported):
      return now >= reported ? .failure(Refusal(.unregistered, timestamp: at)) : .success(())
    case .expired(let at): return .failure(Refusal(.expiredToken, timestamp: at))
    case .throttled(let until) where now < until: return .failure(Refusal(.tooManyRequests))
    case .valid, .throttled: break
    }
    let isPlayed = feeds.isOpen(device.token)
    let item = InboxItem(
      id: id, topic: notification.topic, pushType: notification.pushType?.rawValue,
      priority: notification.priority, collapseID: notification.collapseID,
      expiration: notification.expiration, acceptedAt: now,
      payload: rules.keepsPayloads || isPlayed ? body : nil)
    let arrives = inboxes[device.token, default: DeviceInbox()].accept(item, isOnline: device.isOnline)
    if arrives, isPlayed { feeds.add(.init(item, server, at: now), to: device.token) }
    return .success(())
  }
}
