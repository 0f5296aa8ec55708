internal import PushClient
internal import enum PushContract.WireKey

/// A push in the documented form, docs/payloads.md.
struct MemoryPush {
  var name: String
  var id: String
  var revision: Int
  var destination: Destination?
  var isSilent = false
  var tag: String?
  var channel: String?
  var category: String?
  var members: [String: JSONValue] = [:]

  func headers(_ platform: Platform) -> [String: String] {
    guard platform != .android else { return ["priority": isSilent ? "NORMAL" : "HIGH"] }
    var headers = [
      "apns-push-type": isSilent ? "background" : "alert", "apns-priority": isSilent ? "5" : "10",
    ]
    if !isSilent { headers["apns-collapse-id"] = id }
    return headers
  }

  func payload(_ platform: Platform) -> JSONValue { platform == .android ? android : apple }

  private var apple: JSONValue {
    var own: [String: JSONValue] = [
      WireKey.notification: .string(id), WireKey.notificationClass: .string(name),
      WireKey.revision: .integer(revision),
    ]
    if let tag { own[WireKey.binding] = .string(tag) }
    if let destination {
      own[WireKey.destination] = .string(destination.name)
      own[WireKey.parameters] = destination.parameters.json
    }
    var aps: [String: JSONValue] = ["content-available": 1]
    if !isSilent {
      aps = ["alert": ["title": "A title", "body": "A text"], "sound": "default"]
      if let category { aps["category"] = .string(category) }
    }
    aps.merge(members) { $1 }
    return ["aps": .object(aps), WireKey.root: .object(own)]
  }

  private var android: JSONValue {
    let root = WireKey.root + "."
    var data: [String: JSONValue] = [
      root + WireKey.notification: .string(id), root + WireKey.notificationClass: .string(name),
      root + WireKey.revision: .string(String(revision)),
    ]
    if let tag { data[root + WireKey.binding] = .string(tag) }
    if let destination {
      data[root + WireKey.destination] = .string(destination.name)
      for (name, value) in destination.parameters {
        data[root + WireKey.parameters + "." + name] = .string(value)
      }
    }
    guard !isSilent else { return ["data": .object(data), "android": ["priority": "NORMAL"]] }
    var shown: [String: JSONValue] = ["tag": .string(id)]
    if let channel { shown["channel_id"] = .string(channel) }
    shown.merge(members) { $1 }
    return [
      "data": .object(data), "notification": ["title": "A title", "body": "A text"],
      "android": ["priority": "HIGH", "notification": .object(shown)],
    ]
  }
}
