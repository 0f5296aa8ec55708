/// One message as a virtual device sees it.
public struct FCMItem: Sendable, Equatable {
  /// The response name, `projects/…/messages/…`.
  public var name: String
  /// Android's `collapse_key`; nil where the message had none.
  public var collapseKey: String?
  /// `NORMAL` or `HIGH`.
  public var priority: String
  /// Seconds; Firebase's default is 28 days.
  public var ttl: Double
  /// When FCM took it, in milliseconds since 1970.
  public var acceptedAt: Int64
  /// The message object's JSON, only where the rules ask for it to be kept, or somebody plays the device.
  public var message: String?
}

/// What reached a virtual device through FCM, and what waits for it.
///
/// Firebase, About FCM messages: a device that is away holds at most four collapse keys, and when a
/// hundred messages without one wait, all of them are dropped and the app is told (onDeletedMessages).
public struct FCMInbox: Sendable {
  static let capacity = 256
  static let collapseKeyLimit = 4
  static let pendingLimit = 100

  /// What arrived, oldest first.
  public private(set) var arrived: [FCMItem] = []
  /// What waits.
  public private(set) var pending: [FCMItem] = []
  /// How many were accepted and never arrived.
  public private(set) var discarded = 0
  /// How often the app was told that messages were deleted.
  public private(set) var deletions = 0
  private var hasUntoldDeletion = false

  public init() {}

  /// - Returns: whether it arrived at once.
  @discardableResult
  mutating func accept(_ item: FCMItem, isOnline: Bool) -> Bool {
    if isOnline {
      arrive(item)
      return true
    }
    if item.ttl == 0 {
      discarded += 1
    } else if let key = item.collapseKey {
      drop { $0.collapseKey == key }
      let keys = pending.compactMap(\.collapseKey)
      if keys.count >= Self.collapseKeyLimit, let oldest = keys.first { drop { $0.collapseKey == oldest } }
      pending.append(item)
    } else if pending.count(where: { $0.collapseKey == nil }) >= Self.pendingLimit {
      drop { $0.collapseKey == nil }
      discarded += 1
      deletions += 1
      hasUntoldDeletion = true
    } else {
      pending.append(item)
    }
    return false
  }

  /// The device is reachable again. `now` in milliseconds.
  /// - Returns: what arrived, oldest first, and whether the app is told that messages were deleted.
  @discardableResult
  mutating func connect(now: Int64) -> (arrived: [FCMItem], deletion: Bool) {
    var came: [FCMItem] = []
    for item in pending {
      if Double(now - item.acceptedAt) < item.ttl * 1000 {
        arrive(item)
        came.append(item)
      } else {
        discarded += 1
      }
    }
    pending.removeAll()
    defer { hasUntoldDeletion = false }
    return (came, hasUntoldDeletion)
  }

  private mutating func drop(_ matches: (FCMItem) -> Bool) {
    let before = pending.count
    pending.removeAll(where: matches)
    discarded += before - pending.count
  }

  private mutating func arrive(_ item: FCMItem) {
    arrived.append(item)
    if arrived.count > Self.capacity { arrived.removeFirst() }
  }
}
