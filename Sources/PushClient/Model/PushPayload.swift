internal import PushContract

/// What Pushwire put into a payload, read from APNs' `userInfo` and from FCM's flat data alike.
public struct PushPayload: Sendable, Equatable {
  public var notification: String?
  public var notificationClass: String?
  public var revision = 1
  /// Whom it is meant for; nil: nobody's account.
  public var tag: String?
  public var destination: Destination?
  /// The app's own keys, beside `aps`, `pw` and what the providers add.
  public var data: [String: JSONValue] = [:]
  public var challenge: String?
  /// Whether the device itself made it: see ``LocalNotification/payload``.
  public var isLocal = false
  /// Whether Pushwire made it.
  public var isOurs: Bool { notificationClass != nil }

  /// The key that marks a local notification, beside the others of ``WireKey``.
  static let localKey = "l"

  public init(_ payload: JSONValue) {
    let root = payload[WireKey.root]
    if root.object != nil {
      read(parameters: root[WireKey.parameters].object ?? [:]) { root[$0] }
    } else {
      let prefix = WireKey.root + "."
      let parameters = prefix + WireKey.parameters + "."
      var values: [String: JSONValue] = [:]
      for (name, value) in payload.object ?? [:] where name.hasPrefix(parameters) {
        values[String(name.dropFirst(parameters.count))] = value
      }
      read(parameters: values) { payload[prefix + $0] }
    }
    for (name, value) in payload.object ?? [:] where DataKeyOwner(ofKey: name) == nil { data[name] = value }
    challenge = data.removeValue(forKey: ChallengeWire.key).flatMap(Self.text)
  }

  private mutating func read(parameters: [String: JSONValue], _ member: (String) -> JSONValue) {
    notification = Self.text(member(WireKey.notification)).flatMap { Self.isID($0) ? $0 : nil }
    notificationClass = Self.text(member(WireKey.notificationClass))
    if let revision = member(WireKey.revision).integer
      ?? Self.text(member(WireKey.revision)).flatMap({ Int($0) })
    {
      self.revision = revision
    }
    tag = Self.text(member(WireKey.binding))
    isLocal = Self.text(member(Self.localKey)) == "true"
    if let name = Self.text(member(WireKey.destination)) {
      destination = Destination(name, parameters.compactMapValues(Self.text))
    }
  }

  /// Whether a notification id is one that the server sends and takes: see docs/payloads.md. Any other counts as
  /// none, so that what is remembered stays small, and a receipt of it spoils no post.
  static func isID(_ text: String) -> Bool { ParameterForm.isID(text) }

  /// Text, or a number or flag as text: FCM has nothing but text.
  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .integer(let number): String(number)
    case .decimal(let text): text
    case .bool(let flag): flag ? "true" : "false"
    default: nil
    }
  }
}

extension LocalNotification {
  /// What a local notification carries, in the form of a remote one: so its tap is resolved by the same rules.
  public var payload: JSONValue {
    var pushwire: [String: JSONValue] = [
      WireKey.notification: .string(notification), WireKey.notificationClass: .string(notificationClass),
      PushPayload.localKey: true,
    ]
    if let tag { pushwire[WireKey.binding] = .string(tag) }
    if let destination {
      pushwire[WireKey.destination] = .string(destination.name)
      pushwire[WireKey.parameters] = destination.parameters.json
    }
    return [WireKey.root: .object(pushwire)]
  }
}
