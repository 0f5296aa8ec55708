internal import Bytes
internal import Compose
internal import Providers
internal import Store

/// A lane's messages, as the store handed them over: in three bands, fair between tenants. On the loop's
/// thread.
///
/// A band never waits for the one below it. Bulk may have at most 70 % of the lane's exchanges under way,
/// normal and bulk 90 %, so that an urgent message always finds one.
final class OutboxSource: PushSource {
  let code: LaneCode
  var isExhausted: Bool { false }
  var hasUrgent: Bool { robins[0].count > 0 }
  var maySend: Bool { quota.map { $0.left > 0 } ?? true }
  /// Nil: the provider has no limit of this kind.
  var quota: QuotaMeter?

  private(set) var arena = MessageArena()
  private let contents: ContentIndex
  private let sink: OutboxSink
  private let clock: TurnClock
  /// One a band.
  private let robins: UnsafeMutablePointer<TenantRobin>
  /// Given to the lane and under way, by band.
  private let out: UnsafeMutablePointer<Int>
  private let bulkMost: Int
  private let normalMost: Int
  private var scratch = ByteBuffer(capacity: 256)
  private static let bands = Band.allCases.count

  /// `window`: exchanges of the lane.
  init(code: LaneCode, contents: [LaneSetup.Content], window: Int, sink: OutboxSink, clock: TurnClock) {
    self.code = code
    self.contents = ContentIndex(contents)
    self.sink = sink
    self.clock = clock
    bulkMost = max(window * LaneRoom.bulkShare / 100, 1)
    normalMost = max(window * LaneRoom.normalShare / 100, 1)
    robins = .allocate(capacity: Self.bands)
    robins.initialize(repeating: TenantRobin(), count: Self.bands)
    out = .allocate(capacity: Self.bands)
    out.initialize(repeating: 0, count: Self.bands)
    sink.source = self
  }

  deinit {
    robins.deinitialize(count: Self.bands)
    robins.deallocate()
    out.deallocate()
  }

  /// Messages that wait to be given out.
  func ready(_ band: Band) -> Int { robins[Int(band.rawValue)].count }
  /// All that is here or with the lane.
  var count: Int { arena.count }
  var outCounts: [Int] { (0..<Self.bands).map { out[$0] } }

  func add(_ entry: ClaimBatch.Entry, _ bytes: UnsafeBufferPointer<UInt8>) {
    let index = arena.add(entry, bytes, now: clock.milliseconds)
    robins[Int(entry.band.rawValue)].add(index, tenant: entry.tenant)
  }

  // MARK: PushSource

  func next(_ draft: inout PushDraft) -> Bool {
    while let index = pick() {
      give(index)
      if fill(&draft, index) { return true }
      draft.removeAll()
    }
    return false
  }

  func again(_ reference: Int, _ draft: inout PushDraft) -> Bool {
    guard let index = arena.index(reference) else { return false }
    give(index)
    return fill(&draft, index)
  }

  private func pick() -> Int32? {
    if robins[0].count > 0 { return robins[0].take() }
    guard out[1] + out[2] < normalMost else { return nil }
    if robins[1].count > 0 { return robins[1].take() }
    guard out[2] < bulkMost else { return nil }
    return robins[2].take()
  }

  private func give(_ index: Int32) {
    let slot = arena.slots[Int(index)]
    if slot.place != .out { out[Int(slot.entry.band.rawValue)] += 1 }
    quota?.spend()
    arena.sent(index, at: clock.milliseconds)
  }

  /// False: it cannot be sent, and has ended for that.
  private func fill(_ draft: inout PushDraft, _ index: Int32) -> Bool {
    let entry = arena.slots[Int(index)].entry
    let reference = arena.reference(index)
    guard let place = contents.place(entry.notificationClass) else {
      sink.refused(
        reference: reference, why: "the profile has no such class any more, or not for this platform")
      return false
    }
    draft.reference = reference
    draft.content = place
    draft.createdAt = entry.createdAt / 1000
    let life = max(entry.expiresAt - entry.createdAt, 0)
    // What lives less than a second lives for more than one attempt all the same.
    draft.timeToLive = (life + 999) / 1000
    draft.attempts = Int(entry.attempts)
    draft.wasUnanswered = entry.wasUnanswered
    let target = arena.text(index, entry.token)
    draft.targetKind = entry.tokenKind == .fid ? .fid : .token
    if entry.registration == 0 {
      // For no installation: a topic or a condition.
      draft.targetKind = NotificationRequest.Target.isCondition(target) ? .condition : .topic
    }
    draft.target.append(target)
    draft.notification.append(arena.text(index, entry.notification))
    draft.installation.append(arena.text(index, entry.installation))
    draft.tenant.append(arena.text(index, entry.tenantName))
    draft.binding.append(arena.text(index, entry.binding))
    draft.row.begin(contents.parameters(place))
    do {
      try setParameters(&draft, place, arena.text(index, entry.parameters))
      return true
    } catch let error as ComposeError {
      sink.refused(reference: reference, why: error.message)
    } catch {
      sink.refused(reference: reference, why: "its parameters cannot be read")
    }
    return false
  }

  /// A JSON object of strings. A parameter that the class no longer has is passed over.
  private func setParameters(
    _ draft: inout PushDraft, _ place: Int, _ text: UnsafeBufferPointer<UInt8>
  ) throws {
    guard !text.isEmpty else { return }
    var scanner = JSONScanner(text)
    guard try scanner.next()?.kind == .beginObject else { return }
    var guess = 0
    while let key = try scanner.next(), key.kind == .key {
      let index = contents.parameter(place, scanner.bytes(key), guess: guess)
      guard let value = try scanner.next() else { return }
      guess += 1
      guard let index else {
        try scanner.skip(value)
        continue
      }
      switch value.kind {
      case .string where value.escaped:
        scratch.removeAll()
        scanner.appendUnescaped(value, to: &scratch)
        try draft.row.set(index, scratch.bytes)
      case .string, .number, .yes, .no: try draft.row.set(index, scanner.bytes(value))
      case .null: continue
      case .beginObject, .beginArray: try scanner.skip(value)
      case .endObject, .endArray, .key: return
      }
    }
  }

  // MARK: From the sink

  /// The lane keeps it for another try.
  func waits(_ index: Int32) {
    leave(index)
    arena.move(index, to: .waiting)
  }

  /// It has ended, or goes back.
  func remove(_ index: Int32) {
    leave(index)
    arena.remove(index)
  }

  private func leave(_ index: Int32) {
    let slot = arena.slots[Int(index)]
    if slot.place == .out { out[Int(slot.entry.band.rawValue)] -= 1 }
  }

  // MARK: From the engine

  /// All that waits to be given out goes back to the store, due in so many milliseconds.
  func handBackReady(_ verdict: Verdict, dueIn milliseconds: Int) {
    for band in Band.allCases { handBackReady(band, verdict, dueIn: milliseconds) }
  }

  /// A band whose oldest message has waited for a third of its lease goes back as a whole: it does not move,
  /// and the store can give it out anew. The rest of a lease is for the lane's own tries.
  func handBackStale(_ verdict: Verdict) {
    let now = clock.milliseconds
    var stale = [false, false, false]
    for slot in arena.slots
    where slot.place == .ready && (now - slot.takenAt) * 3 > slot.entry.leaseEndsAt - slot.takenAt {
      stale[Int(slot.entry.band.rawValue)] = true
    }
    for band in Band.allCases where stale[Int(band.rawValue)] { handBackReady(band, verdict, dueIn: 0) }
  }

  /// The lane is closed: whatever is still here goes back.
  func handBackRest(_ verdict: Verdict) {
    for index in arena.slots.indices where arena.slots[index].place != .free {
      sink.handBackUntried(Int32(index), verdict, dueIn: 0)
    }
  }

  private func handBackReady(_ band: Band, _ verdict: Verdict, dueIn milliseconds: Int) {
    while let index = robins[Int(band.rawValue)].take() {
      sink.handBackUntried(index, verdict, dueIn: milliseconds)
    }
  }
}
