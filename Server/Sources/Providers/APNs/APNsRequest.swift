internal import Bytes
internal import Compose
internal import Transport

/// A message as a request to APNs (Apple, Sending notification requests to APNs). The one place that
/// writes its headers.
final class APNsRequest: Sendable {
  // Values that differ each time stay out of HPACK's table, as Apple asks.
  static let path = HeaderName(":path", .never)
  static let topic = HeaderName("apns-topic")
  static let pushType = HeaderName("apns-push-type")
  static let priority = HeaderName("apns-priority")
  static let expiration = HeaderName("apns-expiration", .firstOnly)
  static let collapseID = HeaderName("apns-collapse-id", .firstOnly)
  static let id = HeaderName("apns-id", .firstOnly)
  static let authorization = HeaderName("authorization", .never)

  // Apart, so that reading one for a push copies no enumeration.
  private let template: APNsTemplate?
  private let raw: APNsRawContent?
  let timeToLive: Int
  private let topicBytes: [UInt8]
  private let pushTypeBytes: [UInt8]
  private let priorityBytes: [UInt8]

  init(_ content: APNsContent) {
    timeToLive = content.timeToLive
    switch content {
    case .template(let template):
      self.template = template
      raw = nil
      topicBytes = Array(template.topic.utf8)
      pushTypeBytes = Array(template.pushType.rawValue.utf8)
      priorityBytes = Array(String(template.priority).utf8)
    case .raw(let raw):
      self.raw = raw
      template = nil
      topicBytes = Array(raw.topic.utf8)
      pushTypeBytes = Array(raw.pushType.rawValue.utf8)
      priorityBytes = Array(String(raw.priority).utf8)
    }
  }

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
    let lifetime = draft.lifetime(timeToLive)
    exchange.buffer.appendDecimal(lifetime == 0 ? 0 : draft.createdAt + lifetime)
    exchange.endField()
    exchange.beginField(Self.id)
    ids.append(
      draft.notification.bytes, draft.installation.count > 0 ? draft.installation.bytes : target,
      tenant: draft.tenant.bytes, to: &exchange.buffer)
    exchange.endField()
    if let template {
      let identity = try draft.identity()
      if template.hasCollapseID {
        exchange.beginField(Self.collapseID)
        try template.writeCollapseID(draft.row, identity, into: &exchange.buffer)
        exchange.endField()
      }
      try template.writePayload(draft.row, identity, into: &exchange.buffer)
    } else if let raw {
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
    // A bit for each byte that may stand there, without a branch a byte.
    var good: UInt64 = 1
    for byte in bytes {
      let mask = byte < 64 ? Self.lower : byte < 128 ? Self.upper : 0
      good &= mask >> UInt64(byte & 63)
    }
    return good & 1 == 1
  }

  /// `-` `.` and digits.
  private static let lower: UInt64 = 0x03FF_6000_0000_0000
  /// Letters, `_` and `~`.
  private static let upper: UInt64 = 0x47FF_FFFE_87FF_FFFE
}

extension PushDraft {
  /// Notification id and binding tag, as the templates want them.
  func identity() throws(ComposeError) -> MessageIdentity {
    try MessageIdentity(
      notification: notification.bytes, binding: binding.count > 0 ? binding.bytes : nil)
  }
}
