internal import Store

/// Which message of the feed belongs to which row that this node has leased. Pure; times are milliseconds
/// since 1970.
struct HeldMessages {
  private struct Held {
    var reply: Int32
    /// When the servers last heard that it is under way.
    var toldAt: Int
    /// When the row's lease ends.
    var lease: Int
  }
  private var rows: [Int: Held] = [:]

  var count: Int { rows.count }

  /// Returns what the message before it is acknowledged by, where there was one.
  mutating func hold(_ row: Int, reply: Int32, lease: Int, now: Int) -> Int32? {
    rows.updateValue(Held(reply: reply, toldAt: now, lease: lease), forKey: row)?.reply
  }

  /// The row has its verdict, or its next due time.
  mutating func settle(_ row: Int) -> Int32? { rows.removeValue(forKey: row)?.reply }

  /// What has been under way for so long that the servers are to hear of it.
  mutating func overdue(every milliseconds: Int, now: Int) -> [Int32] {
    var found: [Int32] = []
    for (row, held) in rows where now - held.toldAt >= milliseconds {
      rows[row]?.toldAt = now
      found.append(held.reply)
    }
    return found
  }

  /// What is not this node's any more, since its lease has ended.
  mutating func lost(now: Int) -> [Int32] {
    let lost = rows.filter { $0.value.lease <= now }
    for row in lost.keys { rows.removeValue(forKey: row) }
    return lost.values.map(\.reply)
  }

  /// Nothing is this node's any more.
  mutating func removeAll() -> [Int32] {
    defer { rows = [:] }
    return rows.values.map(\.reply)
  }
}
