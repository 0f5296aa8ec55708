import Emulators
import Foundation
import PushContract

/// What an emulator noted of a push that it took, in words that both providers share.
struct DemoRecord: Equatable {
  var id: String
  /// `apns-push-type`; FCM has none.
  var pushType: String?
  /// `10`, `5`, `HIGH`, `NORMAL`.
  var priority: String
  /// APNs' topic; on FCM the package that the message is limited to.
  var app: String?
  var collapse: String?
  /// How long it may wait for the device, in seconds.
  var lifetime: Int

  init(
    id: String, pushType: String?, priority: String, app: String?, collapse: String?, lifetime: Int
  ) {
    self.id = id
    self.pushType = pushType
    self.priority = priority
    self.app = app
    self.collapse = collapse
    self.lifetime = lifetime
  }

  init(_ item: InboxItem) {
    // Counted from when it was asked for, which is a moment before it was accepted.
    let left = item.expiration.map { Double($0) - Double(item.acceptedAt) / 1000 } ?? 0
    self.init(
      id: item.id, pushType: item.pushType, priority: String(item.priority), app: item.topic,
      collapse: item.collapseID, lifetime: Int((left / 60).rounded()) * 60)
  }

  init(_ item: FCMItem) {
    let android = DemoPayload(item.message.map { Array($0.utf8) })["android"]
    self.init(
      id: item.name, pushType: nil, priority: item.priority, app: android["restricted_package_name"].text,
      collapse: item.collapseKey, lifetime: Int((item.ttl / 60).rounded()) * 60)
  }

  /// Where this differs from what the sender was told and the class says.
  func differences(from wanted: DemoRecord) -> DemoCheck {
    var check = DemoCheck()
    check.equal("the id in the emulator's record", id.lowercased(), wanted.id.lowercased())
    check.equal("push type", pushType, wanted.pushType)
    check.equal("priority", priority, wanted.priority)
    check.equal("app", app, wanted.app)
    check.equal("collapse id", collapse, wanted.collapse)
    check.equal("seconds it may wait", lifetime, wanted.lifetime)
    return check
  }
}

/// A JSON value that arrived, to look into.
struct DemoPayload {
  private let value: Any?

  private init(value: Any?) { self.value = value }

  init(_ bytes: [UInt8]?) {
    value = bytes.flatMap { try? JSONSerialization.jsonObject(with: Data($0)) }
  }

  subscript(key: String) -> DemoPayload { DemoPayload(value: (value as? [String: Any])?[key]) }
  var text: String? { value as? String }
  var number: Int? { value as? Int }
  var flag: Bool? { value as? Bool }
  var list: [DemoPayload] { (value as? [Any])?.map { DemoPayload(value: $0) } ?? [] }
  var isThere: Bool { value != nil }
  var keys: [String] { (value as? [String: Any])?.keys.sorted() ?? [] }
}
