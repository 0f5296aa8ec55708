import Foundation
import TestSupport
import Testing

@testable import Store

/// Several nodes on one database, and a server that goes away under load.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresStage.missing)"))
struct PostgresNodesTests {
  private static func nodes(_ count: Int, at url: String) throws -> [(
    store: PostgresStore, writer: StoreWriter
  )] {
    try (0..<count).map { _ in
      let store = try PostgresStage.store(at: url)
      let writer = StoreWriter(store: store) { 1_800_000_000_000 }
      writer.start()
      return (store, writer)
    }
  }

  private static func stop(_ nodes: [(store: PostgresStore, writer: StoreWriter)]) {
    for node in nodes {
      node.writer.stop()
      node.store.close()
    }
  }

  @Test func noMessageIsClaimedTwice() throws {
    let url = try PostgresServer.shared().database()
    let nodes = try Self.nodes(2, at: url)
    defer { Self.stop(nodes) }
    let stage = OutboxStage(nodes[0].store)
    try stage.register("phone")
    stage.lanes.room = 0
    for number in 0..<300 { try stage.accept("n\(number)", to: "phone") }
    let claimed = Gathered<Int>()
    let now = stage.now
    inThreads(2) { place in
      var misses = 0
      while misses < 20 {
        var batch = ClaimBatch()
        try? nodes[place].store.transaction { session throws(StoreError) in
          _ = try session.claim(
            ClaimRequest(lane: .iosProduction, band: .normal, limit: 7, after: 0), claimed: &batch, now: now)
        }
        if batch.entries.isEmpty { misses += 1 }
        for entry in batch.entries { claimed.add(entry.message) }
      }
    }
    #expect(claimed.all.count == 300)
    #expect(Set(claimed.all).count == 300)
  }

  @Test func anIdIsAcceptedOnceWhicheverNodeIsAsked() throws {
    let url = try PostgresServer.shared().database()
    let nodes = try Self.nodes(3, at: url)
    defer { Self.stop(nodes) }
    try OutboxStage(nodes[0].store).register("phone")
    let accepted = Gathered<String>()
    let repeated = Gathered<String>()
    let faults = Gathered<any Error>()
    // Eight askers a node, so that the writers have batches.
    inThreads(24) { place in
      for number in 0..<40 {
        let id = "n\((number * 7 + place / 8) % 40)"
        do {
          let job = AcceptJob(OutboxStage.request(id, to: .installations(["phone"])))
          try nodes[place % 3].writer.submitAndWait(job)
          switch job.outcome {
          case .accepted: accepted.add(id)
          case .repeated: repeated.add(id)
          default: faults.add(StoreError(.library, "\(id)"))
          }
        } catch { faults.add(error) }
      }
    }
    #expect(faults.all.isEmpty)
    #expect(accepted.all.count == 40 && Set(accepted.all).count == 40)
    #expect(repeated.all.count == 24 * 40 - 40)
    #expect(try PostgresServer.shared().command("SELECT count(*) FROM messages", at: url) == "40")
  }

  @Test func aTokenThatTwoNodesTakeAtOnceIsNeverTwoInstallations() throws {
    let url = try PostgresServer.shared().database()
    let nodes = try Self.nodes(2, at: url)
    defer { Self.stop(nodes) }
    let faults = Gathered<any Error>()
    for round in 0..<15 {
      inThreads(8) { place in
        let request = OutboxStage.device(
          "phone \(place)", account: "a\(place)", generation: round + 1,
          token: "token \((place + round) / 2 % 3)")
        do {
          _ = try nodes[place % 2].writer.run { session, now throws(StoreError) in
            try session.register(request, now: now + round * OutboxStage.hour)
          }
        } catch { faults.add(error) }
      }
      let shared = try PostgresServer.shared().command(
        """
        SELECT count(*) FROM (SELECT token_hash FROM registrations WHERE token_hash IS NOT NULL
          AND hold_kind IS NULL AND binding<>\(BindingState.ambiguous.rawValue)
          GROUP BY token_hash HAVING count(*)>1) AS t
        """, at: url)
      #expect(shared == "0")
    }
    #expect(faults.all.isEmpty)
  }

  @Test func whatWasPromisedIsThereAfterTheServerWasKilledUnderLoad() throws {
    let server = try PostgresServer()
    let url = try server.database()
    let nodes = try Self.nodes(2, at: url)
    defer { Self.stop(nodes) }
    try OutboxStage(nodes[0].store).register("phone")
    try Self.load(nodes, server, url) { round in
      if round % 2 == 0 { server.kill() } else { server.stop() }
      try server.start()
    }
  }

  @Test func whatWasPromisedIsThereAfterConnectionsWereCutUnderLoad() throws {
    let server = try PostgresServer.shared()
    let url = try server.database()
    let nodes = try Self.nodes(2, at: url)
    defer { Self.stop(nodes) }
    try OutboxStage(nodes[0].store).register("phone")
    try Self.load(nodes, server, url) { _ in try server.command(PostgresStoreTests.cut, at: url) }
  }

  /// Each asker says its notifications until they are accepted; meanwhile something happens to the server, four
  /// times. In the end each is there once.
  private static func load(
    _ nodes: [(store: PostgresStore, writer: StoreWriter)], _ server: PostgresServer, _ url: String,
    _ happens: @escaping @Sendable (Int) throws -> Void
  ) throws {
    let accepted = Gathered<String>()
    let faults = Gathered<any Error>()
    let isOver = Gathered<Bool>()
    inThreads(7) { place in
      if place == 6 {
        for round in 0..<4 {
          let before = accepted.all.count
          let end = ContinuousClock.now + .seconds(20)
          while accepted.all.count < before + 50, ContinuousClock.now < end { usleep(2000) }
          do { try happens(round) } catch { faults.add(error) }
        }
        return isOver.add(true)
      }
      var number = 0
      let end = ContinuousClock.now + .seconds(120)
      while isOver.all.isEmpty, ContinuousClock.now < end {
        let id = "n\(place)-\(number)"
        let job = AcceptJob(OutboxStage.request(id, to: .installations(["phone"])))
        do {
          try nodes[place % nodes.count].writer.submitAndWait(job)
          accepted.add(id)
          number += 1
        } catch {
          // Said again under the same id.
          let passing: [StoreError.Code?] = [.unavailable, .disconnected, .busy, .conflict]
          guard passing.contains((error as? StoreError)?.code) else {
            return faults.add(error)
          }
        }
      }
    }
    #expect(faults.all.isEmpty)
    let ids = accepted.all
    #expect(ids.count > 200 && Set(ids).count == ids.count)
    let stored = Set(
      try server.command("SELECT key FROM notifications", at: url).split(separator: "\n").map(String.init))
    #expect(ids.allSatisfy(stored.contains))
    // Of each asker one more at most: what it was told nothing of in the end.
    #expect(stored.count <= ids.count + 6)
    #expect(
      try server.command(
        """
        SELECT count(*) FROM (SELECT n.id FROM notifications n LEFT JOIN messages m ON m.notification=n.id
          GROUP BY n.id HAVING count(m.id)<>1) AS odd
        """,
        at: url) == "0")
  }
}

private final class AcceptJob: WriteJob, @unchecked Sendable {
  private let request: NotificationRequest
  private let lanes = StageLanes()
  private(set) var outcome: AcceptOutcome?

  init(_ request: NotificationRequest) { self.request = request }

  func prepare(_ session: any StoreSession) throws(StoreError) { try session.expect(request) }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    var claimed = ClaimBatch()
    outcome = try session.accept(request, capacity: lanes, claimed: &claimed, now: now)
  }
  func committed() {}
  func failed(_ error: StoreError) {}
}
