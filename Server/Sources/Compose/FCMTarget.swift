public import Bytes

/// Whom an FCM message is for: exactly one of four. Firebase, REST reference, Message.
///
/// Holds no copy: the bytes must stay where they are while a template writes.
public struct FCMTarget {
  /// Which of the four it is: the field's name in the message.
  public enum Kind: String, Sendable, CaseIterable {
    /// A Firebase installation id.
    case fid
    /// A registration token.
    case token
    /// A topic's name, with or without `/topics/` before it.
    case topic
    /// Topics joined with `&&`, `||`, `!` and brackets.
    case condition

    /// Whether it reaches many devices.
    public var isBroadcast: Bool { self == .topic || self == .condition }

    /// The most bytes of a payload: 4096, to topics 2048. Firebase, About FCM messages and
    /// Send messages to topics.
    public var maximumPayload: Int { isBroadcast ? 2048 : 4096 }
  }

  /// Which of the four it is.
  public let kind: Kind
  /// The id, token, topic name without `/topics/`, or condition.
  public let bytes: UnsafeBufferPointer<UInt8>

  /// - Throws: `bad-target` where it is empty or not visible ASCII, or is no topic name or condition.
  public init(_ kind: Kind, _ bytes: UnsafeBufferPointer<UInt8>) throws(ComposeError) {
    var bytes = bytes
    if kind == .topic { bytes = Self.withoutPrefix(bytes) }
    guard !bytes.isEmpty else { throw ComposeError(.badTarget, "the \(kind.rawValue) is empty") }
    guard bytes.count <= 4096 else { throw ComposeError(.badTarget, "the \(kind.rawValue) is too long") }
    for byte in bytes {
      // Only a condition has spaces and quotes.
      let plain = byte > 0x20 && byte < 0x7F && !JSONText.mustEscape(byte)
      guard plain || (kind == .condition && byte >= 0x20 && byte < 0x7F) else {
        throw ComposeError(
          .badTarget, "the \(kind.rawValue) holds a byte that none can have: was it cut or pasted badly?")
      }
    }
    if kind == .topic && !Self.isTopic(bytes) {
      throw ComposeError(.badTarget, "a topic's name has 1 to 900 letters, digits and -_.~% only")
    }
    if kind == .condition { try TopicCondition.check(bytes) }
    self.kind = kind
    self.bytes = bytes
  }

  /// `"token":"…"`
  public func write(into out: inout ByteBuffer) {
    switch kind {
    case .fid: out.append("\"fid\":\"")
    case .token: out.append("\"token\":\"")
    case .topic: out.append("\"topic\":\"")
    case .condition: out.append("\"condition\":\"")
    }
    if kind == .condition { out.appendJSONEscaped(bytes) } else { out.append(bytes) }
    out.append(UInt8(ascii: "\""))
  }

  private static func withoutPrefix(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    cut("/topics/", from: bytes) ?? bytes
  }

  /// `(private/)?[a-zA-Z0-9-_.~%]{1,900}`
  static func isTopic(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let name = cut("private/", from: bytes) ?? bytes
    return (1...900).contains(name.count)
      && name.allSatisfy {
        (ValueCheck.isIDByte($0) && $0 != UInt8(ascii: ":")) || $0 == UInt8(ascii: "%")
      }
  }

  private static func cut(
    _ prefix: StaticString, from bytes: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8>? {
    let prefix = UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount)
    return bytes.starts(with: prefix) ? UnsafeBufferPointer(rebasing: bytes[prefix.count...]) : nil
  }
}
