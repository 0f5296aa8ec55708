public import Bytes

/// A payload that somebody wrote by hand: checked, and then sent byte for byte.
public struct RawPayload: Sendable {
  /// The bytes as they were given.
  public let bytes: [UInt8]
  /// What is wrong or unwise, in the order of the text.
  public let findings: [PayloadFinding]
  /// `apns-push-type`: as the caller said, else what the content asks for. For FCM: that of its `apns`
  /// part, nil where there is none.
  public let pushType: APNsPushType?
  /// `apns-priority` that fits: what the caller said, else 5 for a background push and 10 for others.
  public let priority: Int
  /// FCM: where the message object stands in the bytes, and whether it names its own target.
  let message: Range<Int>
  let hasTarget: Bool

  /// Nothing that must be mended before it is sent.
  public var isSendable: Bool { !findings.contains { $0.severity == .error } }

  /// FCM: whether the message names whom it is for.
  public var namesTarget: Bool { hasTarget }

  /// Checks a payload for APNs: JSON, size, the keys and types of `aps`, and whether it agrees with the
  /// push type and priority. Apple, Generating a remote notification.
  ///
  /// - Parameters:
  ///   - pushType: what will be sent as `apns-push-type`; nil: derived from the content.
  ///   - priority: what will be sent as `apns-priority`; nil: chosen by the push type.
  public static func apns(
    _ bytes: [UInt8], pushType: APNsPushType? = nil, priority: Int? = nil
  ) -> RawPayload {
    bytes.withUnsafeBufferPointer { text in
      var walker = PayloadWalker(text, camelCase: false)
      var type = pushType ?? .alert
      if walker.walk(APNsFields.payload) {
        type = pushType ?? walker.derivedPushType
        walker.checkAPNs(type, priority: priority, size: text.count)
      }
      return RawPayload(
        bytes: bytes, findings: walker.sorted, pushType: type,
        priority: priority ?? (type == .background ? 5 : 10), message: 0..<bytes.count, hasTarget: false)
    }
  }

  /// Checks a message for FCM v1: the message object itself, or the whole request with `message` in it.
  /// Firebase, REST reference, projects.messages.
  ///
  /// - Parameter target: the kind of target that will be added, which decides the size limit; nil:
  ///   the message names its own.
  public static func fcm(_ bytes: [UInt8], target: FCMTarget.Kind? = nil) -> RawPayload {
    bytes.withUnsafeBufferPointer { text in
      // A message has no key of this name, so it tells a request from a message.
      let request = JSONScanner.member("message", of: text) != nil
      var walker = PayloadWalker(text, camelCase: true)
      var checked = FCMCheck(root: request ? "message." : "")
      if walker.walk(request ? FCMFields.request : FCMFields.message) {
        checked.run(&walker, target: target)
      }
      return RawPayload(
        bytes: bytes, findings: walker.sorted, pushType: checked.pushType, priority: checked.priority,
        message: checked.message ?? 0..<bytes.count, hasTarget: checked.hasTarget)
    }
  }

  /// Writes the request body for FCM: the message byte for byte, with the target before its members
  /// where it names none.
  ///
  /// - Throws: `bad-target` where there is no target or two, `bad-class` where the message has errors.
  public func writeFCMRequest(
    target: FCMTarget?, validateOnly: Bool, into out: inout ByteBuffer
  ) throws(ComposeError) {
    guard isSendable else {
      throw ComposeError(.badClass, findings.first { $0.severity == .error }?.message ?? "unusable")
    }
    if hasTarget && target != nil {
      throw ComposeError(.badTarget, "the message names a target of its own: leave one of the two out")
    }
    out.append(
      validateOnly ? "{\"validate_only\":true,\"message\":" : "{\"validate_only\":false,\"message\":")
    if let target {
      out.append(UInt8(ascii: "{"))
      target.write(into: &out)
      bytes.withUnsafeBufferPointer { all in
        let members = all[message].dropFirst()
        let isEmpty = members.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) } == UInt8(ascii: "}")
        if !isEmpty { out.append(UInt8(ascii: ",")) }
        out.append(UnsafeBufferPointer(rebasing: members))
      }
    } else {
      guard hasTarget else {
        throw ComposeError(.badTarget, "the message names no target: give a token, fid, topic or condition")
      }
      bytes.withUnsafeBufferPointer { out.append(UnsafeBufferPointer(rebasing: $0[message])) }
    }
    out.append(UInt8(ascii: "}"))
  }
}

extension PayloadWalker {
  /// The findings in the order of the text.
  var sorted: [PayloadFinding] {
    findings.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element)
  }
}
