/// Where a message stands on the sender's side of the ladder. None of these says "delivered": what
/// comes after `accepted` only the device can tell.
public enum MessageStatus: UInt8, Sendable, BitwiseCopyable, CaseIterable, CustomStringConvertible {
  /// It waits: for its turn, a pause, or a lane that is held.
  case queued
  /// Not sent on purpose; the reason is kept beside it.
  case suppressed
  /// Its time to live ended before the provider had taken it.
  case expired
  /// The provider took it.
  case accepted
  /// The provider said no, for good.
  case rejected
  /// We gave up; the reason is kept beside it.
  case failed
  /// It was sent and never answered: the provider may have it or not.
  case unconfirmed

  public var description: String {
    switch self {
    case .queued: "queued"
    case .suppressed: "suppressed"
    case .expired: "expired"
    case .accepted: "accepted"
    case .rejected: "rejected"
    case .failed: "failed"
    case .unconfirmed: "unconfirmed"
    }
  }
}
