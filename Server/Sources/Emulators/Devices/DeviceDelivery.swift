/// One push as it left a provider for a device that somebody plays.
public struct DeviceDelivery: Sendable, Equatable {
  /// Counts what a device was handed, from 1.
  public internal(set) var number = 0
  /// `apns-id`, or FCM's message name; empty for a deletion.
  public var id: String
  public var server: EmulatedServer
  /// When it reached the device, milliseconds since 1970.
  public var time: Int64
  /// APNs: the request's `apns-…` headers. FCM: `priority`, `ttl` (seconds) and `collapse_key`.
  public var headers: [String: String]
  /// APNs: the payload's bytes. FCM: the message's JSON without its target. Empty for a deletion.
  public var payload: [UInt8]
  /// FCM dropped messages while the device was away, and tells the app so (onDeletedMessages).
  public var isDeletion = false
}

extension DeviceDelivery {
  init(_ item: InboxItem, _ server: EmulatedServer, at now: Int64) {
    id = item.id
    self.server = server
    time = now
    payload = item.payload ?? []
    headers = ["apns-topic": item.topic, "apns-priority": String(item.priority)]
    headers["apns-push-type"] = item.pushType
    headers["apns-collapse-id"] = item.collapseID
    headers["apns-expiration"] = item.expiration.map { String($0) }
  }

  init(_ item: FCMItem, at now: Int64) {
    id = item.name
    server = .fcm
    time = now
    headers = ["priority": item.priority, "ttl": String(item.ttl)]
    headers["collapse_key"] = item.collapseKey
    // Whom it is for is no news to the device.
    guard let text = item.message, case .success(let message) = JSONReader.read(Array(text.utf8)),
      let members = message.members
    else {
      payload = []
      return
    }
    payload = Array(JSONValue.object(members.filter { !Self.targets.contains($0.name) }).text.utf8)
  }

  private static let targets: Set = ["token", "fid", "topic", "condition"]

  static func deletion(at now: Int64) -> DeviceDelivery {
    var deletion = DeviceDelivery(id: "", server: .fcm, time: now, headers: [:], payload: [])
    deletion.isDeletion = true
    return deletion
  }

  /// For the devices' port.
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(name: "number", value: .number(String(number))), .init(name: "id", value: .string(id)),
      .init(name: "provider", value: .string(server.rawValue)),
      .init(name: "time", value: .number(String(time))),
      .init(
        name: "headers",
        value: .object(
          headers.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: .string($0.value)) })),
    ]
    if isDeletion { members.append(.init(name: "deletion", value: true)) }
    if case .success(let payload) = JSONReader.read(payload) {
      members.append(.init(name: "payload", value: payload))
    }
    return .object(members)
  }
}

/// What was handed to the devices that somebody plays.
struct DeliveryFeeds: Sendable {
  /// How many of one device are kept; the oldest go first.
  static let capacity = 1000

  private var feeds: [String: Feed] = [:]
  /// All that was ever handed to one of them.
  private(set) var total = 0

  private struct Feed: Sendable {
    var items: [DeviceDelivery] = []
    var count = 0
  }

  mutating func open(_ token: String) { if feeds[token] == nil { feeds[token] = Feed() } }
  mutating func close(_ token: String) { feeds[token] = nil }
  func isOpen(_ token: String) -> Bool { !feeds.isEmpty && feeds[token] != nil }

  mutating func add(_ delivery: DeviceDelivery, to token: String) {
    guard isOpen(token) else { return }
    var delivery = delivery
    feeds[token]?.count += 1
    delivery.number = feeds[token]?.count ?? 0
    feeds[token]?.items.append(delivery)
    if let count = feeds[token]?.items.count, count > Self.capacity { feeds[token]?.items.removeFirst() }
    total += 1
  }

  func deliveries(of token: String, after: Int) -> [DeviceDelivery] {
    feeds[token]?.items.filter { $0.number > after } ?? []
  }
}
