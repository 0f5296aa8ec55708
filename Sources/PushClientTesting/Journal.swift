/// What happened on a virtual device, in order: the evidence of a check.
///
/// Names notifications, classes and destinations; never a token as a whole, a ticket, a secret or a text
/// that was to be shown.
public struct Journal: Sendable {
  /// Who did something.
  public enum Side: String, Sendable {
    case person, provider, system, app, server
  }

  public struct Entry: Sendable, Equatable {
    /// Milliseconds since 1970, by the device's clock.
    public var time: Int
    public var side: Side
    public var words: String
  }

  public private(set) var entries: [Entry] = []
  /// How many are kept; the oldest go first.
  public static let capacity = 10_000

  public init() {}

  mutating func note(_ side: Side, _ words: String, at time: Int) {
    if entries.count == Self.capacity { entries.removeFirst() }
    entries.append(Entry(time: time, side: side, words: words))
  }

  /// One line an entry, with the milliseconds since the first.
  public var text: String { text(from: 0) }

  /// The same from an entry on.
  public func text(from first: Int) -> String {
    let start = entries.first?.time ?? 0
    return entries.dropFirst(first).map { entry in
      let side = entry.side.rawValue
      let pad = String(repeating: " ", count: max(0, 8 - side.count))
      return "+\(entry.time - start) ms  \(side)\(pad)  \(entry.words)\n"
    }.joined()
  }

  /// Whether an entry of that side has these words in it.
  public func contains(_ side: Side, _ words: String) -> Bool {
    entries.contains { entry in
      guard entry.side == side else { return false }
      let all = Array(entry.words.utf8)
      let part = Array(words.utf8)
      guard part.count <= all.count else { return false }
      return (0...(all.count - part.count)).contains { all[$0...].starts(with: part) }
    }
  }
}
