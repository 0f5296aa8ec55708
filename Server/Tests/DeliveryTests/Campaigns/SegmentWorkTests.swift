import Store
import TestSupport
import Testing

@testable import Delivery

/// One node's work on one segment against a store that remembers, in any order of events, with crashes.
@Suite struct SegmentWorkTests {
  @Test func everyDeviceEndsOnceInAnyOrder() {
    Fuzz.run("segment work") { round, random in
      var model = SegmentModel(devices: Int(20 + random.next() % 200), SeededRandom(seed: random.next()))
      let isWhole = model.run()
      #expect(isWhole, "round \(round): \(model.transcript.suffix(20))")
    }
  }

  @Test func whatIsStillOutDoesNotHoldUpACheckpoint() throws {
    var segment = CampaignSegment()
    segment.end = 100
    segment.until = 10_000
    var work = SegmentWork(segment, now: 0)
    let chunk = ChunkWork(serial: 1, SegmentModel.chunk(0..<4, next: 100), reach: 0, isSilent: false, now: 0)
    work.add(chunk)
    #expect(work.durable.isEmpty)
    let begun = work.nextReport(lease: 10_000, now: 0)
    let first = try #require(begun)
    #expect(first.segment?.reach == 100 && first.segment?.checkpoint == 0)
    work.reported(holds: true)
    #expect(work.durable.count == 1)
    var entries: [ClaimBatch.Entry] = []
    let taken = chunk.take(.iosProduction, upTo: 10, now: 0, into: &entries)
    #expect(taken == 4)
    for place in 0..<3 { SegmentModel.end(chunk, place, .accepted) }
    let nothing = work.nextReport(lease: 10_000, now: 100)
    #expect(nothing == nil)
    let rest = chunk.detach(now: 100)
    let whole = work.nextReport(lease: 10_000, now: 100)
    let second = try #require(whole)
    #expect(second.isSegmentDone)
    #expect(second.counts == [.init(kind: "accepted", lane: .iosProduction): 3])
    #expect(second.exceptions.map(\.state) == [.leased])
    // Under its old number, what comes of it is that exception's.
    SegmentModel.end(rest, 3, .rejected)
    #expect(rest.isDone)
    var report = CampaignProgress()
    rest.report(into: &report)
    #expect(report.exceptions.map(\.state) == [.rejected])
    #expect(report.exceptions.first?.lease == second.exceptions.first?.dueAt)
  }

  @Test func givenBackItLeavesWhatWasNotSent() throws {
    var segment = CampaignSegment()
    segment.end = 100
    segment.until = 10_000
    var work = SegmentWork(segment, now: 0)
    let chunks = (0..<3).map {
      ChunkWork(
        serial: $0, SegmentModel.chunk($0 * 4..<$0 * 4 + 4, next: $0 * 4 + 4), reach: 0, isSilent: false,
        now: 0)
    }
    for chunk in chunks { work.add(chunk) }
    _ = work.nextReport(lease: 10_000, now: 0)
    work.reported(holds: true)
    var entries: [ClaimBatch.Entry] = []
    _ = chunks[1].take(.iosProduction, upTo: 2, now: 0, into: &entries)
    work.close(now: 50)
    let part = work.nextReport(lease: 10_000, now: 50)
    #expect(part?.segment?.checkpoint == 4)
    work.reported(holds: true)
    for place in 0..<2 { SegmentModel.end(chunks[1], place, .accepted) }
    let given = work.nextReport(lease: 10_000, now: 60)
    let last = try #require(given)
    // The third chunk stays for the next node; the rest of the second is set aside, since its checkpoint
    // is passed.
    #expect(last.segment?.checkpoint == 8)
    #expect(last.segment?.reach == 8)
    #expect(last.until == 0)
    #expect(last.exceptions.map(\.registration) == [6, 7])
    #expect(last.counts == [.init(kind: "accepted", lane: .iosProduction): 2])
    work.reported(holds: true)
    #expect(work.isOver)
  }

  @Test func whatMayHaveGoneBeforeIsCountedAsRepeated() {
    let chunk = ChunkWork(serial: 1, SegmentModel.chunk(0..<4, next: 4), reach: 2, isSilent: false, now: 0)
    var entries: [ClaimBatch.Entry] = []
    _ = chunk.take(.iosProduction, upTo: 4, now: 0, into: &entries)
    #expect(entries.map(\.wasUnanswered) == [true, true, false, false])
    for place in 0..<4 { SegmentModel.end(chunk, place, .accepted) }
    var report = CampaignProgress()
    chunk.report(into: &report)
    #expect(report.counts[.init(kind: "repeated")] == 2)
    #expect(report.counts[.init(kind: "accepted", lane: .iosProduction)] == 4)
  }

  @Test func expiredAndLanelessEndsAreCounted() {
    let chunk = ChunkWork(serial: 1, SegmentModel.chunk(0..<4, next: 4), reach: 1, isSilent: false, now: 0)
    var entries: [ClaimBatch.Entry] = []
    _ = chunk.take(.iosProduction, upTo: 1, now: 0, into: &entries)
    SegmentModel.end(chunk, 0, .queued, isHandedBack: true)
    chunk.expire(now: 5)
    #expect(chunk.isDone)
    var report = CampaignProgress()
    chunk.report(into: &report)
    #expect(report.counts[.init(kind: "expired", lane: .iosProduction)] == 3)
    #expect(report.exceptions.map(\.state) == [.unconfirmed])
    let other = ChunkWork(serial: 2, SegmentModel.chunk(4..<6, next: 6), reach: 0, isSilent: false, now: 0)
    other.drop(.iosProduction, now: 5)
    report = CampaignProgress()
    other.report(into: &report)
    #expect(report.counts == [.init(kind: "suppressed", reason: "no_lane", lane: .iosProduction): 2])
  }
}

/// Devices, and a store that knows of each whether and how often it was counted.
struct SegmentModel {
  let devices: Int
  var random: SeededRandom
  var now = 1_000
  var stored = CampaignSegment()
  /// Counted as ended, by device; what a chunk counts without a name is only summed up.
  var ended = 0
  var exceptions: [Int: CampaignException] = [:]
  var accepted = 0
  var transcript: [String] = []
  private var serial = 0

  init(devices: Int, _ random: SeededRandom) {
    self.devices = devices
    self.random = random
    stored.end = devices
    stored.until = 10_000
  }

  static func chunk(_ rows: Range<Int>, next: Int) -> CampaignChunk {
    var chunk = CampaignChunk()
    chunk.next = next
    for row in rows {
      chunk.batch.entries.append(
        ClaimBatch.Entry(
          message: 0, registration: row, generation: 1, lane: .iosProduction, band: .bulk, tenant: 1,
          notificationClass: 1, tokenKind: .token, createdAt: 0, expiresAt: 1_000_000, attempts: 0,
          leaseEndsAt: 600_000, wasUnanswered: false))
    }
    return chunk
  }

  static func end(
    _ chunk: ChunkWork, _ place: Int, _ state: MessageState, isHandedBack: Bool = false, now: Int = 0
  ) {
    let entry = VerdictBatch.Entry(
      message: ChunkWork.message(chunk.serial, place), registration: 0, generation: 1, lane: .iosProduction,
      notificationClass: 1, state: state, attempts: 1, leaseEndsAt: 600_000, wasUnanswered: false,
      isHandedBack: isHandedBack, tokenAction: .keep, status: 200, createdAt: 0, sentAt: 0, at: now, asOf: 0,
      dueAt: now)
    _ = chunk.take(entry, place: place, code: "", reason: "", keepsRows: true, now: now)
  }

  private mutating func chance(_ percent: UInt64) -> Bool { random.next() % 100 < percent }

  /// Works until the segment is done, with crashes, hand-backs, pauses and reports that fail. Exceptions that
  /// wait are tried again at the end. True: each device ended once.
  mutating func run() -> Bool {
    var steps = 0
    while stored.checkpoint < devices, steps < 50_000 {
      stored.until = now + 10_000
      var work = SegmentWork(stored, now: now)
      live(&work, &steps)
    }
    transcript.append("checkpoint \(stored.checkpoint), accepted \(accepted), exceptions \(exceptions.count)")
    return stored.checkpoint == devices && accepted + exceptions.count == devices
  }

  /// One life of a node.
  private mutating func live(_ work: inout SegmentWork, _ steps: inout Int) {
    var out: [(ChunkWork, Int)] = []
    while !work.isOver {
      steps += 1
      now += Int(random.next() % 30)
      switch random.next() % 8 {
      case 0 where work.hasMoreToRead && work.chunks.count < 6:
        serial += 1
        let next = min(work.readAt + Int(1 + random.next() % 12), devices)
        work.add(
          ChunkWork(
            serial: serial, Self.chunk(work.readAt..<next, next: next), reach: work.suspectReach,
            isSilent: false, now: now))
      case 1, 2:
        guard !work.isClosing else { continue }
        for chunk in work.durable where !chunk.isDone {
          var entries: [ClaimBatch.Entry] = []
          _ = chunk.take(.iosProduction, upTo: Int(random.next() % 5), now: now, into: &entries)
          for entry in entries { out.append((chunk, ChunkWork.name(entry.message).place)) }
        }
      case 3, 4, 5:
        guard !out.isEmpty else { continue }
        let (chunk, place) = out.remove(at: Int(random.next() % UInt64(out.count)))
        let kind = random.next() % 10
        if kind == 0 {
          Self.end(chunk, place, .queued, isHandedBack: true, now: now)
          if work.isClosing { chunk.setAside(dueAt: now, now: now) }
        } else {
          Self.end(chunk, place, kind < 3 ? .rejected : .accepted, now: now)
        }
      case 6:
        guard let report = work.nextReport(lease: 10_000, now: now) else { continue }
        if chance(5) {
          // The node dies with its report on the way: stored or not.
          if chance(50) { store(report) }
          transcript.append("crash")
          return
        }
        store(report)
        work.reported(holds: true)
      default:
        if chance(2) { work.close(now: now) }
        if chance(1) {
          transcript.append("crash")
          return
        }
      }
      guard steps < 50_000 else { return }
    }
  }

  private mutating func store(_ report: CampaignProgress) {
    guard let segment = report.segment else { return }
    stored.checkpoint = segment.checkpoint
    stored.reach = segment.reach
    for (tally, count) in report.counts where tally.kind == "accepted" { accepted += count }
    for exception in report.exceptions { exceptions[exception.registration] = exception }
  }
}
