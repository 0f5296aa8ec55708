import Foundation
import Store
import TestSupport
import Testing

@testable import Delivery

/// A store with devices, a clock, and any number of nodes with lanes of their own.
final class RunnerStage {
  struct Node {
    let runner: CampaignRunner
    let lanes: AnsweringLanes
    let room: LaneRoom
  }

  let folder: ScratchFolder
  let store: SQLiteStore
  let writer: StoreWriter
  private let ahead = Guarded(0)

  init(devices: Int, droids: Int = 0) throws {
    folder = try ScratchFolder()
    let store = try SQLiteStore(path: folder.path + "/push.db")
    self.store = store
    let ahead = ahead
    writer = StoreWriter(store: store) { Self.now + ahead.withLock { $0 } }
    writer.start()
    try writer.run { (session, now) throws(StoreError) in
      for number in 0..<devices + droids {
        var request = RegistrationRequest()
        request.installation = "device-\(number)"
        // Turn and turn about.
        request.platform =
          number % max((devices + droids) / max(droids, 1), 1) == 0 && droids > 0 ? .android : .ios
        request.environment = .production
        request.environmentSource = "test"
        request.topic = "dev.pushwire.parcel"
        request.token = "token-\(number)"
        request.generation = 1
        request.secretHash = [1]
        request.appVersion = "1.0"
        _ = try session.register(request, now: now)
      }
    }
  }

  deinit {
    writer.stop()
    store.close()
  }

  static var now: Int { Int(Date().timeIntervalSince1970 * 1000) }

  /// The clock goes forward at once.
  func pass(milliseconds: Int) { ahead.withLock { $0 += milliseconds } }

  func node(_ number: Int, patience: Int = 2_000) -> Node {
    let room = LaneRoom()
    for lane in [LaneCode.iosProduction, .android] {
      room.setExists(lane, true)
      room.setPlaces(lane, 8_192)
    }
    var configuration = CampaignRunner.Configuration()
    configuration.segment = 500
    configuration.poll = 20
    configuration.patience = patience
    let ahead = ahead
    let runner = CampaignRunner(
      configuration: configuration, store: store, writer: writer, room: room, policy: StorePolicy(),
      node: { number }, clock: { Self.now + ahead.withLock { $0 } })
    let lanes = AnsweringLanes(runner, room)
    runner.serve(lanes)
    return Node(runner: runner, lanes: lanes, room: room)
  }

  func create(_ id: String) throws {
    var request = CampaignRequest()
    request.id = id
    request.digest = Array(id.utf8)
    request.facts.name = "news"
    request.facts.audience = .public
    request.timeToLive = 86_400
    let made = request
    _ = try writer.run { (session, now) throws(StoreError) in
      try session.createCampaign(made, most: 1_000_000, now: now)
    }
  }

  func view(_ id: String) throws -> CampaignView {
    let view = try store.read { reader throws(StoreError) in try reader.campaign(tenant: nil, id: id) }
    return try #require(view)
  }

  func waitFor(_ id: String, _ isSo: (CampaignView) -> Bool) throws -> CampaignView {
    try wait(id) { isSo(try view(id)) }
    return try view(id)
  }

  func wait(_ what: String, seconds: Double = 180, _ isSo: () throws -> Bool) throws {
    let until = ProcessInfo.processInfo.systemUptime + seconds
    while try !isSo() {
      guard ProcessInfo.processInfo.systemUptime < until else {
        Issue.record("waited too long for \(what)")
        throw StoreError(.closed, "waited too long for \(what)")
      }
      usleep(2_000)
    }
  }
}

/// Lanes that answer each message at once, in turn with these kinds.
final class AnsweringLanes: CampaignLanes {
  enum Kind { case accepted, rejected, failed, handedBack, late }
  private struct State {
    var kinds: [Kind] = [.accepted]
    var answers = true
    var sent = 0
    var kept: [ClaimBatch.Entry] = []
  }

  private let state = Guarded(State())
  private let room: LaneRoom
  private let runner: CampaignRunner

  init(_ runner: CampaignRunner, _ room: LaneRoom) {
    self.runner = runner
    self.room = room
  }

  var sent: Int { state.withLock { $0.sent } }
  var kinds: [Kind] {
    get { state.withLock { $0.kinds } }
    set { state.withLock { $0.kinds = newValue } }
  }
  var answers: Bool {
    get { state.withLock { $0.answers } }
    set { state.withLock { $0.answers = newValue } }
  }

  func noticed(_ lane: LaneCode, _ band: Band, dueAt: Int) {}

  func offer(_ batch: ClaimBatch) {
    let kinds = state.withLock { state -> [Kind]? in
      let first = state.sent
      state.sent += batch.entries.count
      guard state.answers else {
        state.kept += batch.entries
        return nil
      }
      return batch.entries.indices.map { state.kinds[(first + $0) % state.kinds.count] }
    }
    if let kinds { answer(batch.entries, kinds) }
  }

  /// Those that are late are accepted after all; returns how many.
  func answerLate() -> Int {
    let kept = state.withLock { state in
      defer { state.kept = [] }
      return state.kept
    }
    answer(kept, kept.map { _ in .accepted })
    return kept.count
  }

  /// As the engine does at its end.
  func handBackAll() {
    let kept = state.withLock { state in
      defer { state.kept = [] }
      return state.kept
    }
    answer(kept, kept.map { _ in .handedBack })
  }

  private func answer(_ entries: [ClaimBatch.Entry], _ kinds: [Kind]) {
    var verdicts = VerdictBatch()
    for (entry, kind) in zip(entries, kinds) {
      if kind == .late {
        self.state.withLock { $0.kept.append(entry) }
        continue
      }
      let state: MessageState =
        switch kind {
        case .accepted, .late: .accepted
        case .rejected: .rejected
        case .failed: .failed
        case .handedBack: .queued
        }
      verdicts.entries.append(
        VerdictBatch.Entry(
          message: entry.message, registration: entry.registration, generation: entry.generation,
          lane: entry.lane, notificationClass: entry.notificationClass, state: state, attempts: 1,
          leaseEndsAt: entry.leaseEndsAt, wasUnanswered: false, isHandedBack: kind == .handedBack,
          tokenAction: .keep, status: 200, createdAt: entry.createdAt, sentAt: 0, at: RunnerStage.now,
          asOf: 0,
          dueAt: RunnerStage.now))
      room.release(entry.lane, entry.band)
    }
    runner.take(verdicts)
  }
}
