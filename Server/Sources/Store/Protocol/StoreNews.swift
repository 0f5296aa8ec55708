/// What a node stored that concerns others, told once it is durable. Only a hint: whoever misses one finds the
/// same by asking the store.
public enum StoreNews: Sendable, Equatable {
  /// Messages wait in a lane and band, the first of them until then.
  case waiting(ClaimBatch.Waiting)
  /// A campaign was begun, paused, resumed or cancelled.
  case campaigns
  /// The connection was lost for a while: anything may have been missed.
  case missed
}

/// Somebody who listens, until `stop`.
public protocol StoreListener: AnyObject, Sendable {
  /// Waits for the end. Not from the listener's own thread.
  func stop()
}

extension StoreNews {
  static let campaignsWord = "c"

  /// As in `3 1 1900000000000;0 2 1900000000500`, lane, band and due; the sender's node stands before it.
  static func text(_ node: Int, _ waiting: [ClaimBatch.Waiting], campaigns: Bool) -> String {
    var parts = waiting.map { "\($0.lane.rawValue) \($0.band.rawValue) \($0.dueAt)" }
    if campaigns { parts.append(campaignsWord) }
    return "\(node):" + parts.joined(separator: ";")
  }

  /// What cannot be read is left out: another version may say more.
  static func read(_ text: String) -> (node: Int, news: [StoreNews]) {
    let halves = text.split(separator: ":", maxSplits: 1)
    guard halves.count == 2, let node = Int(halves[0]) else { return (0, []) }
    var news: [StoreNews] = []
    for part in halves[1].split(separator: ";") {
      if part == campaignsWord {
        news.append(.campaigns)
        continue
      }
      let words = part.split(separator: " ")
      guard words.count == 3, let lane = UInt8(words[0]).flatMap(LaneCode.init(rawValue:)),
        let band = UInt8(words[1]).flatMap(Band.init(rawValue:)), let due = Int(words[2])
      else { continue }
      news.append(.waiting(.init(lane: lane, band: band, dueAt: due)))
    }
    return (node, news)
  }
}
