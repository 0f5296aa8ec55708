/// A message whose shape is right, held against FCM's rules. Firebase, REST Resource: projects.messages.
struct FCMMessage {
  let target: Target
  let isValidateOnly: Bool
  /// `NORMAL` or `HIGH`.
  let priority: String
  let ttl: Double
  let collapseKey: String?
  let package: String?

  enum Target: Equatable {
    case token(String)
    case installation(String)
    case topic(String)
    case condition(FCMCondition)
  }

  /// Bytes a message may have. Firebase, About FCM messages.
  static let limit = 4096
  static let topicLimit = 2048
  /// 28 days, in seconds: the longest `ttl` and the default.
  static let longestTTL = 2_419_200.0

  /// `body` has proto names, from `FCMSchemaCheck`.
  static func read(_ body: JSONValue) -> Result<FCMMessage, FCMError> {
    guard let message = body["message"] else {
      return .failure(.invalid("The message is not set.", field: "message"))
    }
    let target: Target
    switch self.target(of: message) {
    case .success(let found): target = found
    case .failure(let error): return .failure(error)
    }
    if let error = dataFault(message["data"], at: "message.data")
      ?? dataFault(message["android"]?["data"], at: "message.android.data")
    {
      return .failure(error)
    }
    let android = message["android"]
    var ttl = longestTTL
    if let text = android?["ttl"]?.string, let nanoseconds = FCMDuration.nanoseconds(text) {
      ttl = Double(nanoseconds) / 1_000_000_000
      guard ttl >= 0, ttl <= longestTTL else {
        return .failure(
          .invalid("Invalid TTL: the duration must be between 0s and 2419200s.", field: "message.android.ttl")
        )
      }
    }
    if isTooLarge(message, target: target) {
      // The original gives no details here.
      return .failure(.invalid("Request contains an invalid argument.", errorCode: nil))
    }
    let priority = android?["priority"]
    return .success(
      FCMMessage(
        target: target,
        isValidateOnly: body["validate_only"] == true || body["validate_only"] == "true",
        priority: priority?.string?.uppercased() ?? (priority?.integer == 1 ? "HIGH" : "NORMAL"), ttl: ttl,
        collapseKey: android?["collapse_key"]?.string, package: android?["restricted_package_name"]?.string))
  }

  private static func target(of message: JSONValue) -> Result<Target, FCMError> {
    if let token = message["token"]?.string, !token.isEmpty { return .success(.token(token)) }
    if let fid = message["fid"]?.string, !fid.isEmpty { return .success(.installation(fid)) }
    if let topic = message["topic"]?.string, !topic.isEmpty {
      guard let name = FCMTopic.name(topic) else {
        return .failure(.invalid("Malformed topic name", field: "message.topic"))
      }
      return .success(.topic(name))
    }
    if let condition = message["condition"]?.string, !condition.isEmpty {
      guard let read = FCMTopic.condition(condition) else {
        return .failure(.invalid("Invalid condition expression provided.", field: "message.condition"))
      }
      return .success(.condition(read))
    }
    return .failure(.invalid("Recipient of the message is not set.", field: "message"))
  }

  /// Keys that FCM keeps for itself. Firebase, About FCM messages.
  private static func dataFault(_ data: JSONValue?, at field: String) -> FCMError? {
    for member in data?.members ?? [] {
      let key = member.name
      if key == "from" || key == "message_type" || key.hasPrefix("google") || key.hasPrefix("gcm") {
        return .invalid("Invalid data payload key: \(key)", field: field)
      }
    }
    return nil
  }

  /// Keys and values as the device gets them: data, or Android's own, with the notification.
  private static func isTooLarge(_ message: JSONValue, target: Target) -> Bool {
    let limit: Int
    switch target {
    case .token, .installation: limit = self.limit
    case .topic, .condition: limit = topicLimit
    }
    let data = message["android"]?["data"] ?? message["data"]
    var size = 0
    for member in data?.members ?? [] {
      size += member.name.utf8.count + (member.value.string?.utf8.count ?? 0)
    }
    let general = size
    for member in message["notification"]?.members ?? [] { size += member.value.string?.utf8.count ?? 0 }
    for member in message["android"]?["notification"]?.members ?? [] {
      size += member.value.string?.utf8.count ?? 0
    }
    let apple = message["apns"]?["payload"].map { $0.text.utf8.count + general } ?? 0
    return size > limit || apple > limit
  }
}
