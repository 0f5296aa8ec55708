public import Providers

/// Where a lane's messages come from; on the loop's thread.
///
/// A source names each message by a number of its own, so that a retry needs no copy of it.
public protocol PushSource: AnyObject {
  /// Fills in the next new message. False: none now; ask again after ``PushLane/wake()``.
  func next(_ draft: inout PushDraft) -> Bool
  /// Fills in a message given out before. False: it is gone, and nobody waits for it.
  func again(_ reference: Int, _ draft: inout PushDraft) -> Bool
  /// A new message is there that goes before those which wait for another try.
  var hasUrgent: Bool { get }
  /// Whether anything may be sent now, new or again. False: the source wakes the lane when it may.
  var maySend: Bool { get }
  /// Nothing new will ever come.
  var isExhausted: Bool { get }
}

extension PushSource {
  public var hasUrgent: Bool { false }
  public var maySend: Bool { true }
}
