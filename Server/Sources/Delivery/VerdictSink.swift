public import Providers

/// What became of one attempt, or of a message as a whole.
public struct VerdictRecord: Sendable, BitwiseCopyable {
  /// The source's own name for the message.
  public var reference: Int
  public var verdict: Verdict
  /// `queued` while it goes on.
  public var status: MessageStatus
  /// Attempts made so far, this one included.
  public var attempts: UInt8
  /// One of them was sent and not answered, so that the provider may have the message.
  public var wasUnanswered = false
}

/// Where verdicts go; on the loop's thread, once for every attempt.
///
/// A message's last record has another status than `queued`, unless its lane is held: then it is still
/// queued, and stays so. Where the lane hands back (``PushLane/Configuration/handsBackAfter``), a message
/// either ends here or is handed back, once.
public protocol VerdictSink: AnyObject {
  /// `providerID`: the id under which the provider knows it, where it gave one; valid during the call.
  func record(_ record: VerdictRecord, providerID: UnsafeBufferPointer<UInt8>?)
  /// The lane lets go of a message that has not ended: it is due again in so many milliseconds, and whoever
  /// keeps it gives it out anew then. The attempt that led to it, if there was one, was recorded before.
  func handBack(_ record: VerdictRecord, dueIn milliseconds: Int)
  /// The message could not be composed; the text says why.
  func refused(reference: Int, why: String)
  /// The key into the provider's own delivery log, just before the record it belongs to; APNs' sandbox
  /// gives one (`apns-unique-id`). Valid during the call.
  func found(logID: UnsafeBufferPointer<UInt8>, reference: Int)
}

extension VerdictSink {
  /// Only lanes that are told to hand back ever do.
  public func handBack(_ record: VerdictRecord, dueIn milliseconds: Int) {}
  public func found(logID: UnsafeBufferPointer<UInt8>, reference: Int) {}
}

/// Verdicts kept in memory, 64 bytes each: for tools and tests, and for what is measured.
public final class VerdictMemory: VerdictSink {
  /// A record and the first bytes of the provider's id.
  public struct Entry: BitwiseCopyable {
    public var record: VerdictRecord
    /// The bytes of an `apns-id` (a UUID), zero where there was none.
    public var id: (UInt64, UInt64)
  }
  // One append for every push: without the run-time check of exclusive access.
  @exclusivity(unchecked) public private(set) var entries: [Entry] = []
  public private(set) var refusals: [(reference: Int, why: String)] = []

  public init(expected: Int = 0) { entries.reserveCapacity(expected) }

  public func record(_ record: VerdictRecord, providerID: UnsafeBufferPointer<UInt8>?) {
    entries.append(Entry(record: record, id: providerID.map(uuid) ?? (0, 0)))
  }

  public func refused(reference: Int, why: String) { refusals.append((reference, why)) }

  /// The last record of a message.
  public func last(_ reference: Int) -> Entry? { entries.last { $0.record.reference == reference } }
}

/// A UUID's digits as two numbers: of text in another form, only the same for the same text is promised.
@inline(__always)
private func uuid(_ text: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64) {
  var high: UInt64 = 0
  var low: UInt64 = 0
  for byte in text where byte != UInt8(ascii: "-") {
    // "0" is 0x30, "a" is 0x61: the low nibble, and nine more for a letter.
    let nibble = UInt64((byte & 15) &+ (byte >> 6) &* 9) & 15
    high = high << 4 | low >> 60
    low = low << 4 | nibble
  }
  return (high, low)
}
