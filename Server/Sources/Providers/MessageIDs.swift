internal import Bytes

/// Derives each message's `apns-id` from tenant, app, notification id and installation, so that a retry
/// carries the same one and nothing need be stored for it.
public struct MessageIDs: Sendable {
  private let key: (UInt64, UInt64)

  /// `key`: the first 16 bytes of a digest over the app, and over the tenant where there is only one.
  public init(key: [UInt8]) {
    func word(_ start: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(start + $1 < key.count ? key[start + $1] : 0) << UInt64($1 * 8) }
    }
    self.key = (word(0), word(8))
  }

  /// Writes the id of this notification for this installation (or, without one, this token). `tenant`: empty
  /// where the key stands for it.
  @inline(__always)
  func append(
    _ notification: UnsafeBufferPointer<UInt8>, _ installation: UnsafeBufferPointer<UInt8>,
    tenant: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer
  ) {
    var hash = SipHash128(key: key.0, key.1)
    hash.update(notification)
    // A byte that no notification id has, so that the two cannot run into each other.
    hash.update(0x2F)
    hash.update(installation)
    if !tenant.isEmpty {
      // Neither an installation nor a token holds it.
      hash.update(0)
      hash.update(tenant)
    }
    let (low, high) = hash.finish()
    buffer.appendUUID(high, low)
  }
}
