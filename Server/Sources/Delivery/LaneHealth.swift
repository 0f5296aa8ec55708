internal import Providers

/// Whether a lane's provider works, as its answers tell, and how often the lane has backed off as a whole.
/// Pure: times are milliseconds of the loop.
struct LaneHealth {
  /// So many answers in a row that may be due to their messages are due to the provider.
  static let suspicion = 3

  /// Rounds of backing off since the provider last answered properly.
  private(set) var rounds = 0
  /// Counts all rounds of the lane's life. What went out under an earlier number says nothing new.
  private(set) var serial: Int32 = 0
  /// Since when nothing has gone well.
  private(set) var failingSince: UInt64?
  private var inRow = 0

  /// The lane backs off and only tries whether things are better.
  var isSick: Bool { rounds > 0 }

  /// Counts an answer. True: it is about the provider, and its message keeps its attempts.
  mutating func blames(_ evidence: Verdict.LaneEvidence, now: UInt64) -> Bool {
    switch evidence {
    case .none: return false
    case .likely: inRow += 1
    case .sure: inRow += Self.suspicion
    }
    guard inRow >= Self.suspicion else { return false }
    if failingSince == nil { failingSince = now }
    return true
  }

  /// No connection or no credential could be had.
  mutating func failed(now: UInt64) {
    if failingSince == nil { failingSince = now }
  }

  /// Begins another round, where the answer is to a request of the present one.
  mutating func beginsRound(after request: Int32) -> Bool {
    guard request == serial else { return false }
    serial &+= 1
    rounds += 1
    return true
  }

  /// The provider answered properly. True: the lane had backed off until then.
  mutating func recovered() -> Bool {
    defer { (rounds, inRow, failingSince) = (0, 0, nil) }
    return isSick
  }

  /// Nothing has gone well for longer than so many milliseconds.
  func hasFailed(longerThan limit: Int, now: UInt64) -> Bool {
    failingSince.map { now - $0 > UInt64(max(limit, 0)) } ?? false
  }

  /// Something is to be forgotten once the provider answers.
  var isMarked: Bool { inRow > 0 || failingSince != nil }
}
