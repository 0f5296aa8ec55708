import Bytes

/// The value of `apns-collapse-id`: what replaces what on the device.
///
/// At most 64 bytes (Apple, Sending notification requests to APNs), and visible ASCII, since it is a
/// header. What is longer, is empty, or has other bytes, quotes or backslashes is replaced by its hash,
/// 32 hexadecimal digits: equal keys stay equal, and replacing goes on working.
struct CollapseID: Sendable {
  static let maximumBytes = 64
  // Fixed, so that every node and every version gives one key one id.
  static let hashKey: (UInt64, UInt64) = (0x7075_7368_7769_7265, 0x636f_6c6c_6170_7365)

  /// Raw text of the key; one `notification` segment where the class has no key.
  let key: SegmentList

  func write(_ row: borrowing ParameterRow, _ identity: MessageIdentity, into out: inout ByteBuffer) {
    let start = out.count
    key.literals.withUnsafeBufferPointer { literals in
      for segment in key.segments {
        switch segment.kind {
        case .literal:
          out.append(
            UnsafeBufferPointer(rebasing: literals[Int(segment.first)...].prefix(Int(segment.count))))
        case .notification: out.append(identity.notification)
        default: row.appendRaw(Int(segment.first), to: &out)
        }
      }
    }
    let text = out.slice(start, out.count - start)
    if !text.isEmpty, text.count <= Self.maximumBytes, text.allSatisfy(Self.isPlain) { return }
    let hash = SipHash128.hash(key: Self.hashKey.0, Self.hashKey.1, text)
    out.truncate(to: start)
    out.appendHex(hash.high)
    out.appendHex(hash.low)
  }

  // Fit for a header and for a JSON string alike.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !JSONText.mustEscape(byte)
  }
}
