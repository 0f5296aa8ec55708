import PushClient

/// A notification, with what the device cannot know of it: whom it was meant for.
struct WalkPush {
  var payload: JSONValue = .object([:])
  var notification: String?
  var notificationClass: String?
  /// The account it was sent to; nil: whoever holds the device.
  var account: WalkAccount?
  var isSilent = false
  var destination: Destination?
  var category: String?
  /// The token it was sent to.
  var token = ""
  /// The system showed it by itself, while another account was here.
  var isStray = false
  /// A local notification of this app.
  var isLocal = false

  /// As the device reads it.
  var revision: Int { PushPayload(payload).revision }
}

/// A payload in the making, for both providers.
struct WalkPayload {
  var notification: String?
  var notificationClass: String?
  var revision: Int?
  var tag: String?
  var destination: Destination?
  var data: [String: JSONValue] = [:]

  /// Beside `aps`, with an object `pw`.
  func apple(isSilent: Bool) -> JSONValue {
    var ours: [String: JSONValue] = [:]
    ours["n"] = notification.map { .string($0) }
    ours["c"] = notificationClass.map { .string($0) }
    ours["r"] = revision.map { .integer($0) }
    ours["b"] = tag.map { .string($0) }
    ours["d"] = destination.map { .string($0.name) }
    if let destination, !destination.parameters.isEmpty {
      ours["p"] = .object(destination.parameters.mapValues { .string($0) })
    }
    var root = data
    root["aps"] = isSilent ? ["content-available": 1] : ["alert": ["body": "Look"]]
    if !ours.isEmpty { root["pw"] = .object(ours) }
    return .object(root)
  }

  /// FCM's flat data: text only.
  var android: JSONValue {
    var root = data.mapValues { $0.string == nil ? JSONValue.string($0.text) : $0 }
    root["pw.n"] = notification.map { .string($0) }
    root["pw.c"] = notificationClass.map { .string($0) }
    root["pw.r"] = revision.map { .string(String($0)) }
    root["pw.b"] = tag.map { .string($0) }
    root["pw.d"] = destination.map { .string($0.name) }
    for (name, value) in destination?.parameters ?? [:] { root["pw.p." + name] = .string(value) }
    root["google.message_id"] = "0:1%2"
    return .object(root)
  }
}
