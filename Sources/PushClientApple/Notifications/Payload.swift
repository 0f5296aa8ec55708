internal import Foundation
internal import PushClient

extension JSONValue {
  /// What the system read of a payload, as it came over the wire. What is no JSON is nothing.
  init(userInfo: [AnyHashable: Any]) {
    var members: [String: Any] = [:]
    for (key, value) in userInfo {
      guard let name = key as? String else { continue }
      members[name] = value
    }
    guard JSONSerialization.isValidJSONObject(members),
      let data = try? JSONSerialization.data(withJSONObject: members),
      let value = try? JSONValue(parsing: Array(data))
    else {
      self = .object([:])
      return
    }
    self = value
  }

  /// The same the other way, for local notifications.
  var userInfo: [AnyHashable: Any] {
    var made: [AnyHashable: Any] = [:]
    for (name, value) in object ?? [:] { made[name] = value.plain }
    return made
  }

  private var plain: Any {
    switch self {
    case .null: NSNull()
    case .bool(let flag): flag
    case .integer(let number): number
    case .decimal(let text): Double(text) ?? 0
    case .string(let text): text
    case .array(let items): items.map(\.plain)
    case .object(let members): members.mapValues(\.plain)
    }
  }
}
