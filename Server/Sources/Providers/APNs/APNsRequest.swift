internal import Bytes
internal import Compose
internal import Transport

/// A message as a request to APNs (Apple, Sending notification requests to APNs). The one place that
/// writes its headers.
struct APNsRequest: Sendable {
  // Values that differ each time stay out of HPACK's table, as Apple asks.
  static let path = HeaderName(":path", .never)
  static let topic = HeaderName("apns-topic")
  static let pushType = HeaderName("apns-push-type")
  static let priority = HeaderName("apns-priority")
  static let expiration = HeaderName("apns-expiration", .firstOnly)
  static let collapseID = HeaderName("apns-collapse-id", .firstOnly)
  static let id = HeaderName("apns-id", .firstOnly)
  static let authorization = HeaderName("authorization", .never)

  private let content: APNsContent
  private let topicBytes: [UInt8]
  private let pushTypeBytes: [UInt8]
  private let priorityBytes: [UInt8]

  init(_ content: APNsContent) {
    self.content = content
    switch content {
    case .template(let template):
      topicBytes = Array(template.topic.utf8)
      pushTypeBytes = Array(template.pushType.rawValue.utf8)
      priorityBytes = Array(String(template.priority).utf8)
    case .raw(let raw):
      topicBytes = Array(raw.topic.utf8)
      pushTypeBytes = Array(raw.pushType.rawValue.utf8)
      priorityBytes = Array(String(raw.priority).utf8)
    }
  }

  var timeToLive: Int { content.timeToLive }

  /// Writes headers and payload.
  func write(
    _ draft: borrowing PushDraft, ids: MessageIDs, into exchange: inout Exchange
  ) throws(ComposeError) {
    let target = draft.target.bytes
    guard isToken(target) else {
      throw ComposeError(
        .badTarget, "the token holds bytes that no device token has: was it cut or pasted badly?")
    }
    exchange.beginField(Self.path)
    exchange.buffer.append("/3/device/")
    exchange.buffer.append(target)
    exchange.endField()
    exchange.field(Self.topic, topicBytes)
    exchange.field(Self.pushType, pushTypeBytes)
    exchange.field(Self.priority, priorityBytes)
    exchange.beginField(Self.expiration)
    // From when it was asked for, so that a retry does not live longer.
    exchange.buffer.appendDecimal(timeToLive == 0 ? 0 : draft.createdAt + timeToLive)
    exchange.endField()
    exchange.beginField(Self.id)
    ids.append(draft.notification.bytes, target, to: &exchange.buffer)
    exchange.endField()
    switch content {
    case .template(let template):
      let identity = try draft.identity()
      if template.hasCollapseID {
        exchange.beginField(Self.collapseID)
        try template.writeCollapseID(draft.row, identity, into: &exchange.buffer)
        exchange.endField()
      }
      try template.writePayload(draft.row, identity, into: &exchange.buffer)
    case .raw(let raw):
      if let collapseID = raw.collapseID {
        exchange.beginField(Self.collapseID)
        exchange.buffer.append(collapseID)
        exchange.endField()
      }
      exchange.buffer.append(raw.payload)
    }
  }

  /// A token is opaque and of any length, but it stands in a path: letters, digits and a few marks.
  private func isToken(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !bytes.isEmpty, bytes.count <= 512 else { return false }
    for byte in bytes {
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 95, 126: continue
      default: return false
      }
    }
    return true
  }
}

extension PushDraft {
  /// Notification id and binding tag, as the templates want them.
  func identity() throws(ComposeError) -> MessageIdentity {
    try MessageIdentity(
      notification: notification.bytes, binding: binding.count > 0 ? binding.bytes : nil)
  }
}
