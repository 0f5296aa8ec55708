internal import Store

/// Some messages of a campaign on their way: which are out, which came back, and what became of the others.
/// Pure: it is told the time, and does nothing by itself. Times are milliseconds since 1970.
///
/// A message's number in the engine is `-1 - serial * 512 - place`: negative, since it is no row of the
/// outbox, and never used twice in a process.
final class ChunkWork {
  static let places = 512

  enum Place: UInt8 {
    /// Not given to a lane, or back from it.
    case waiting
    case out
    case done
  }

  struct Returned: Equatable {
    var place: Int32
    var dueAt: Int
  }

  let serial: Int
  /// Of a detached chunk the places that are left of 512, in order; nil: all are here.
  private let kept: [Int32]?
  /// Registrations before it are in this chunk or in one before.
  let next: Int
  /// Leased exceptions; nil: these are registrations of a segment, on their first way.
  private(set) var retries: [CampaignException]?
  private var batch: ClaimBatch
  private var states: [Place]
  /// Places by lane, and how many of them were given out.
  private var queues: [(lane: LaneCode, places: [Int32], at: Int)] = []
  private(set) var returned: [Returned] = []
  /// Without an end.
  private(set) var open: Int
  private(set) var isTouched = false
  /// When a message was given out or ended last.
  private(set) var movedAt: Int
  /// What became of it, for the store.
  private var accepted = [Int](repeating: 0, count: 8)
  private var repeated = 0
  private(set) var counts: [CampaignProgress.Tally: Int] = [:]
  private(set) var exceptions: [CampaignException] = []
  private(set) var silentSends: [Int] = []
  private let isSilent: Bool
  /// Rows before it may have been sent before.
  private let reach: Int

  /// - Parameters:
  ///   - reach: registrations before it may have been sent to by a node that did not come back.
  ///   - retries: by place.
  init(
    serial: Int, _ chunk: CampaignChunk, reach: Int, isSilent: Bool, retries: [CampaignException]? = nil,
    now: Int
  ) {
    self.serial = serial
    kept = nil
    next = chunk.next
    self.retries = retries
    self.reach = reach
    self.isSilent = isSilent
    batch = chunk.batch
    open = batch.entries.count
    states = Array(repeating: .waiting, count: open)
    movedAt = now
    for (reason, count) in chunk.suppressed {
      counts[.init(kind: CampaignCount.suppressed, reason: reason.rawValue)] = count
    }
    for place in batch.entries.indices {
      batch.entries[place].message = Self.message(serial, place)
      if retries == nil, batch.entries[place].registration < reach {
        batch.entries[place].wasUnanswered = true
      }
      add(Int32(place), batch.entries[place].lane)
    }
  }

  static func message(_ serial: Int, _ place: Int) -> Int { -1 - serial * places - place }
  static func name(_ message: Int) -> (serial: Int, place: Int) {
    let number = -1 - message
    return (number / places, number % places)
  }

  private func index(_ place: Int) -> Int? {
    guard let kept else { return states.indices.contains(place) ? place : nil }
    return kept.firstIndex { Int($0) == place }
  }

  private func add(_ place: Int32, _ lane: LaneCode) {
    if let queue = queues.firstIndex(where: { $0.lane == lane }) {
      queues[queue].places.append(place)
    } else {
      queues.append((lane, [place], 0))
    }
  }

  // MARK: Giving out

  var isDone: Bool { open == 0 }
  /// Some were never given out.
  var hasUnsent: Bool { queues.contains { $0.at < $0.places.count } }
  var lanes: [LaneCode] { queues.map(\.lane) }

  /// How many could be given to a lane.
  func wants(_ lane: LaneCode, now: Int) -> Int {
    let fresh = queues.first { $0.lane == lane }.map { $0.places.count - $0.at } ?? 0
    return fresh
      + returned.count { $0.dueAt <= now && batch.entries[Int($0.place)].lane == lane }
  }

  /// Gives out up to so many for a lane.
  func take(_ lane: LaneCode, upTo most: Int, now: Int, into entries: inout [ClaimBatch.Entry]) -> Int {
    var left = most
    if !returned.isEmpty {
      returned.removeAll { item in
        guard left > 0, item.dueAt <= now, batch.entries[Int(item.place)].lane == lane else { return false }
        give(item.place, &entries)
        left -= 1
        return true
      }
    }
    if let queue = queues.firstIndex(where: { $0.lane == lane }) {
      let end = min(queues[queue].places.count, queues[queue].at + left)
      while queues[queue].at < end {
        give(queues[queue].places[queues[queue].at], &entries)
        queues[queue].at += 1
        left -= 1
      }
    }
    if left < most { movedAt = now }
    return most - left
  }

  private func give(_ place: Int32, _ entries: inout [ClaimBatch.Entry]) {
    isTouched = true
    states[Int(place)] = .out
    entries.append(batch.entries[Int(place)])
  }

  /// The texts of its entries.
  var bytes: [UInt8] { batch.bytes }

  // MARK: What comes back

  /// - Parameters:
  ///   - reason: the provider's word, or the verdict's code.
  ///   - keepsRows: whether ends other than accepted get a row of their own; else they are counted only.
  /// - Returns: whether the message has left its lane.
  func take(
    _ verdict: VerdictBatch.Entry, place: Int, code: String, reason: String, keepsRows: Bool, now: Int
  ) -> Bool {
    guard let place = index(place), states[place] == .out else { return false }
    batch.entries[place].attempts = verdict.attempts
    batch.entries[place].wasUnanswered = batch.entries[place].wasUnanswered || verdict.wasUnanswered
    if verdict.isHandedBack {
      states[place] = .waiting
      if retries == nil {
        returned.append(Returned(place: Int32(place), dueAt: verdict.dueAt))
      } else {
        settle(place, .queued, dueAt: verdict.dueAt, code: code, reason: reason, now: now)
      }
      return true
    }
    guard verdict.state.hasEnded else { return false }
    movedAt = now
    let entry = batch.entries[place]
    if isSilent, verdict.state == .accepted { silentSends.append(entry.registration) }
    if verdict.state == .accepted, entry.registration < reach || retries?[place].wasUnanswered == true {
      repeated += 1
    }
    if verdict.state == .accepted, retries == nil {
      accepted[Int(entry.lane.rawValue) & 7] += 1
      states[place] = .done
      open -= 1
      return true
    }
    let state = verdict.state == .expired && entry.wasUnanswered ? MessageState.unconfirmed : verdict.state
    settle(
      place, state, code: code, reason: reason, status: Int(verdict.status), keepsRow: keepsRows, now: now)
    return true
  }

  /// One that ends otherwise than accepted, or is a row already.
  private func settle(
    _ place: Int, _ state: MessageState, dueAt: Int = 0, code: String = "", reason: String = "",
    status: Int = 0, keepsRow: Bool = true, now: Int
  ) {
    guard states[place] != .done else { return }
    states[place] = .done
    open -= 1
    let entry = batch.entries[place]
    if retries == nil, state.hasEnded, !keepsRow || state == .expired || state == .suppressed {
      counts[.init(kind: state.name, reason: reason, verdict: code, lane: entry.lane), default: 0] += 1
      return
    }
    var exception = CampaignException()
    if let retries, place < retries.count { exception = retries[place] }
    exception.registration = entry.registration
    exception.lane = entry.lane
    exception.state = state
    exception.dueAt = dueAt
    exception.attempts = Int(entry.attempts)
    exception.wasUnanswered = entry.wasUnanswered
    exception.httpStatus = status
    exception.at = now
    exception.verdict = code
    exception.reason = reason
    exceptions.append(exception)
  }

  // MARK: Ends that no provider brings

  /// What is not out is not sent any more: its time is over.
  func expire(now: Int) {
    for place in states.indices where states[place] == .waiting {
      settle(place, batch.entries[place].wasUnanswered ? .unconfirmed : .expired, now: now)
    }
    forgetWaiting()
  }

  /// A lane that is not there any more.
  func drop(_ lane: LaneCode, now: Int) {
    for place in states.indices where states[place] == .waiting && batch.entries[place].lane == lane {
      settle(place, .suppressed, reason: Suppression.noLane.rawValue, now: now)
    }
    queues.removeAll { $0.lane == lane }
    returned.removeAll { batch.entries[Int($0.place)].lane == lane }
  }

  /// What is not out becomes an exception that is due then, or when its lane has said.
  func setAside(dueAt: Int, now: Int, where fits: (LaneCode) -> Bool = { _ in true }) {
    for item in returned where fits(batch.entries[Int(item.place)].lane) {
      settle(Int(item.place), .queued, dueAt: max(item.dueAt, dueAt), now: now)
    }
    for place in states.indices where states[place] == .waiting && fits(batch.entries[place].lane) {
      settle(place, .queued, dueAt: dueAt, now: now)
    }
    queues.removeAll { fits($0.lane) }
    returned.removeAll { fits(batch.entries[Int($0.place)].lane) }
  }

  private func forgetWaiting() {
    queues = []
    returned = []
  }

  /// What is still out goes on as exceptions that are leased, so that the checkpoint can pass: what comes of
  /// them is stored with these.
  ///
  /// - Returns: the chunk of these exceptions, under the same numbers.
  func detach(now: Int) -> ChunkWork {
    let left = states.indices.filter { states[$0] == .out }
    var leased: [CampaignException] = []
    for place in left {
      let entry = batch.entries[place]
      var exception = CampaignException()
      exception.registration = entry.registration
      exception.lane = entry.lane
      exception.state = .leased
      exception.dueAt = entry.leaseEndsAt
      exception.attempts = Int(entry.attempts)
      exception.wasUnanswered = entry.wasUnanswered
      exception.at = now
      exceptions.append(exception)
      exception.lease = entry.leaseEndsAt
      leased.append(exception)
    }
    let rest = ChunkWork(detaching: self, left, leased, now: now)
    open = 0
    states = Array(repeating: .done, count: states.count)
    forgetWaiting()
    return rest
  }

  private init(detaching chunk: ChunkWork, _ left: [Int], _ leased: [CampaignException], now: Int) {
    serial = chunk.serial
    kept = left.map { Int32($0) }
    next = chunk.next
    retries = leased
    reach = chunk.reach
    isSilent = chunk.isSilent
    batch = ClaimBatch()
    batch.entries = left.map { chunk.batch.entries[$0] }
    states = Array(repeating: .out, count: left.count)
    open = left.count
    isTouched = true
    movedAt = now
  }

  // MARK: For the store

  /// Adds all that became of it to a report, once.
  func report(into progress: inout CampaignProgress) {
    for lane in LaneCode.allCases where accepted[Int(lane.rawValue) & 7] > 0 {
      progress.counts[.init(kind: CampaignCount.accepted, lane: lane), default: 0] +=
        accepted[Int(lane.rawValue) & 7]
      accepted[Int(lane.rawValue) & 7] = 0
    }
    if repeated > 0 { progress.counts[.init(kind: CampaignCount.repeated), default: 0] += repeated }
    progress.counts.merge(counts) { $0 + $1 }
    progress.exceptions += exceptions
    progress.silentSends += silentSends
    repeated = 0
    counts = [:]
    exceptions = []
    silentSends = []
  }
}
