import Bytes
import Delivery
import Foundation
import Providers

/// What came of a `send`: counts, and of everything that was not accepted one line a kind. Memory does
/// not grow with the number of messages.
final class SendTally: VerdictSink {
  /// A message's end, for those who want each one.
  struct Result {
    var reference: Int
    var record: VerdictRecord?
    /// The provider's own id.
    var id: String?
    /// The key into the provider's delivery log (APNs sandbox: `apns-unique-id`).
    var logID: String?
    /// Why it could not be composed.
    var why: String?
  }

  /// All that ended alike.
  struct Group {
    var status: MessageStatus
    var verdict: Verdict
    var count: Int
    /// The first few.
    var references: [Int]
  }

  private(set) var groups: [Group] = []
  private(set) var refusals: (count: Int, first: [(reference: Int, why: String)]) = (0, [])
  /// The ends of the first messages; all of them where there are few.
  private(set) var results: [Result] = []
  private let keeps: Int
  /// Called for each attempt.
  var each: ((VerdictRecord, UnsafeBufferPointer<UInt8>?) -> Void)?
  var eachRefusal: ((Int, String) -> Void)?
  private(set) var ended = 0
  /// Of the message whose record comes next; empty where it has none.
  private(set) var logID = ByteBuffer(capacity: 64)

  init(keeping keeps: Int) { self.keeps = keeps }

  func record(_ record: VerdictRecord, providerID: UnsafeBufferPointer<UInt8>?) {
    defer { logID.removeAll() }
    each?(record, providerID)
    if record.status != .queued {
      ended += 1
      if record.status != .accepted { count(record) }
    }
    if keeps > 0 { keep(record, providerID) }
  }

  func found(logID bytes: UnsafeBufferPointer<UInt8>, reference: Int) {
    logID.removeAll()
    logID.append(bytes)
  }

  private func count(_ record: VerdictRecord) {
    for index in groups.indices
    where groups[index].status == record.status && groups[index].verdict.reason == record.verdict.reason
      && groups[index].verdict.status == record.verdict.status
    {
      groups[index].count += 1
      if groups[index].references.count < 3 { groups[index].references.append(record.reference) }
      return
    }
    groups.append(
      Group(status: record.status, verdict: record.verdict, count: 1, references: [record.reference]))
  }

  private func keep(_ record: VerdictRecord, _ id: UnsafeBufferPointer<UInt8>?) {
    let result = Result(
      reference: record.reference, record: record, id: id.map { String(decoding: $0, as: UTF8.self) },
      logID: logID.count > 0 ? logID.text : nil)
    for index in results.indices where results[index].reference == record.reference {
      results[index] = result
      return
    }
    if results.count < keeps { results.append(result) }
  }

  func refused(reference: Int, why: String) {
    eachRefusal?(reference, why)
    ended += 1
    refusals.count += 1
    if refusals.first.count < 3 { refusals.first.append((reference, why)) }
    if results.count < keeps { results.append(Result(reference: reference, why: why)) }
  }
}
