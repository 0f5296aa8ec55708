/// One notification as a virtual device sees it.
public struct InboxItem: Sendable, Equatable {
  /// The `apns-id` it came under.
  public var id: String
  /// The `apns-topic` it was sent to.
  public var topic: String
  /// The push type as sent; nil where the header was missing.
  public var pushType: String?
  /// 10, 5 or 1.
  public var priority: Int
  /// The `apns-collapse-id`; nil where the header was missing.
  public var collapseID: String?
  /// UNIX seconds; nil where the header was missing.
  public var expiration: Int64?
  /// When APNs took it, in milliseconds since 1970.
  public var acceptedAt: Int64
  /// The payload, only where the rules ask for it to be kept, or somebody plays the device.
  public var payload: [UInt8]?
}

/// What reached a virtual device, and what waits for it. Apple, Sending notification requests to APNs.
///
/// A device that is offline has one stored notification per bundle id; a newer one replaces it. One with
/// expiration 0 is tried once and never stored. On the device a notification replaces an earlier one with
/// the same collapse id.
public struct DeviceInbox: Sendable {
  /// How many arrived notifications are kept; older ones go first.
  static let capacity = 256

  /// What arrived, oldest first, after replacement by collapse id.
  public private(set) var arrived: [InboxItem] = []
  /// What waits, by bundle id.
  public private(set) var stored: [String: InboxItem] = [:]
  /// How many were accepted and never arrived: not stored, replaced while stored, or expired there.
  public private(set) var discarded = 0

  public init() {}

  /// - Returns: whether it arrived at once.
  @discardableResult
  mutating func accept(_ item: InboxItem, isOnline: Bool) -> Bool {
    if isOnline {
      arrive(item)
      return true
    }
    if item.expiration == 0 {
      discarded += 1
    } else if stored.updateValue(item, forKey: APNsPushType.bundle(of: item.topic)) != nil {
      discarded += 1
    }
    return false
  }

  /// The device is reachable again: what waits and has not expired arrives. `now` in milliseconds.
  /// - Returns: what arrived, oldest first.
  @discardableResult
  mutating func connect(now: Int64) -> [InboxItem] {
    var came: [InboxItem] = []
    for item in stored.values.sorted(by: { $0.acceptedAt < $1.acceptedAt }) {
      // Without the header a notification is stored for 30 days.
      let end = item.expiration ?? item.acceptedAt / 1000 + 30 * 86_400
      if end * 1000 > now {
        arrive(item)
        came.append(item)
      } else {
        discarded += 1
      }
    }
    stored.removeAll()
    return came
  }

  private mutating func arrive(_ item: InboxItem) {
    if let collapse = item.collapseID {
      arrived.removeAll { $0.collapseID == collapse && $0.topic == item.topic }
    }
    arrived.append(item)
    if arrived.count > Self.capacity { arrived.removeFirst() }
  }
}
