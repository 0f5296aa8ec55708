import Foundation
import Store
import TestSupport
import Testing

@testable import Service

/// Nodes that share a store, each with a connection and a writer of its own, on a clock of the test's.
final class NodeField: Sendable {
  let folder: ScratchFolder
  let clock = TestClock(1_900_000_000_000)
  private let open: @Sendable () throws -> any PushStore

  /// On a database.
  init(postgres url: String) throws {
    folder = try ScratchFolder()
    open = { try StorePlace(url).open(isServer: true) }
  }

  /// On a file: two connections of this process share it as two nodes share a database.
  init() throws {
    let folder = try ScratchFolder()
    self.folder = folder
    open = { try SQLiteStore(path: folder.path + "/push.db") }
  }

  final class Node: Sendable {
    let store: any PushStore
    let writer: StoreWriter
    let life: NodeLife
    let burials = Guarded(0)

    init(_ field: NodeField, _ name: String, _ store: any PushStore, duties: [NodeDuty]) throws {
      let clock = field.clock
      self.store = store
      let writer = StoreWriter(store: store, clock: { clock.now })
      self.writer = writer
      writer.start()
      let identity = NodeIdentity(name: name, roles: ["api"], version: "1")
      let number = try writer.run { (session, now) throws(StoreError) in
        try session.enter(identity, now: now).node
      }
      let burials = burials
      life = NodeLife(
        .init(identity: identity, duties: duties, isShared: true), node: number, writer: writer,
        clock: { clock.now }, log: ServerLog.descriptor(2, level: .error, clock: { clock.now }),
        metrics: ServiceMetrics())
      life.whenBuried { burials.withLock { $0 += 1 } }
      life.beatNow()
    }

    deinit {
      writer.stop()
      store.close()
    }

    func nodes() throws -> [NodeView] {
      try store.read { (reader) throws(StoreError) in try reader.nodes() }
    }
  }

  func node(_ name: String, duties: [NodeDuty] = [.sweeps, .webhooks]) throws -> Node {
    try Node(self, name, open(), duties: duties)
  }

  /// Time passes for these nodes, beat by beat; the others are silent.
  func pass(_ milliseconds: Int, _ nodes: Node...) {
    var left = milliseconds
    while left > 0 {
      clock.advance(min(left, NodePulse.beat))
      left -= NodePulse.beat
      for node in nodes { node.life.beatNow() }
    }
  }
}

struct NodeLifeTests {
  private func lease(_ node: NodeField.Node) throws {
    var request = RegistrationRequest()
    request.installation = "phone"
    request.environment = .production
    request.environmentSource = "test"
    request.topic = "dev.pushwire.parcel"
    request.token = "token"
    request.generation = 1
    request.secretHash = [1]
    var notification = NotificationRequest()
    notification.id = "n1"
    notification.digest = [1]
    notification.target = .installations(["phone"])
    notification.facts.name = "order_shipped"
    notification.timeToLive = 86_400
    let (registration, sent) = (request, notification)
    let lanes = TestLanes()
    lanes.set(room: 10)
    let isStored = try node.writer.run { (session, now) throws(StoreError) in
      _ = try session.register(registration, now: now)
      var claimed = ClaimBatch()
      _ = try session.accept(sent, capacity: lanes, claimed: &claimed, now: now)
      return claimed.entries.count == 1
    }
    #expect(isStored)
  }

  @Test func aSilentNodeLosesItsLeasesAndDutiesWithinSeconds() throws {
    let field = try NodeField()
    let (a, b) = (try field.node("a"), try field.node("b"))
    try lease(a)
    #expect(try b.nodes().map(\.leases) == [1, 0])
    #expect(a.life.holds(.sweeps) && !b.life.holds(.sweeps))
    field.pass(12_000, a, b)
    #expect(try b.nodes().map(\.leases) == [1, 0])
    #expect(a.life.holds(.webhooks) && !b.life.holds(.webhooks))

    field.pass(14_000, b)
    #expect(try b.nodes().map(\.name) == ["b"])
    #expect(b.life.holds(.sweeps) && b.life.holds(.webhooks))
    #expect(!a.life.holds(.sweeps), "by the clock it knows that its time is over")
    let state = try b.store.read { (reader) throws(StoreError) in
      try reader.notification(tenant: "", id: "n1", after: 0, limit: 1)?.messages.first?.state
    }
    #expect(state == .queued)
    #expect(a.burials.withLock { $0 } == 0)

    // It was only asleep: it learns what happened, gives up, and is there again.
    a.life.beatNow()
    #expect(a.burials.withLock { $0 } == 1)
    #expect(try b.nodes().count == 2)
    #expect(!a.life.holds(.sweeps))
  }

  @Test func whenTheStoreWasAwayNobodyIsBuried() throws {
    let field = try NodeField()
    let nodes = [try field.node("a"), try field.node("b"), try field.node("c")]
    try lease(nodes[0])
    field.pass(12_000, nodes[0], nodes[1], nodes[2])
    field.clock.advance(60_000)
    nodes[1].life.beatNow()
    field.pass(4_000, nodes[1], nodes[2])
    #expect(try nodes[1].nodes().map(\.name) == ["a", "b", "c"])
    nodes[0].life.beatNow()
    field.pass(30_000, nodes[0], nodes[1], nodes[2])
    #expect(try nodes[1].nodes().map(\.leases) == [1, 0, 0])
    #expect(nodes.allSatisfy { $0.burials.withLock { $0 } == 0 })
  }

  @Test func aNodeThatLeavesHandsItsDutiesOverAtOnce() throws {
    let field = try NodeField()
    let (a, b) = (try field.node("a"), try field.node("b"))
    #expect(a.life.holds(.sweeps))
    a.life.start()
    a.life.stop()
    b.life.beatNow()
    #expect(b.life.holds(.sweeps))
    #expect(try b.nodes().map(\.name) == ["b"])
  }

  @Test func twoOfOneNameDoNotBuryEachOtherForEver() throws {
    let field = try NodeField()
    let (first, second) = (try field.node("same"), try field.node("same"))
    for _ in 1...5 { field.pass(NodePulse.beat, first, second) }
    #expect(first.burials.withLock { $0 } == 1)
    #expect(second.burials.withLock { $0 } == 0)
    #expect(try second.nodes().count == 2)
  }

  @Test func onlyWhoMayHasADuty() throws {
    let field = try NodeField()
    let api = try field.node("a", duties: [])
    #expect(!api.life.holds(.sweeps))
    let sweep = try field.node("b", duties: [.sweeps])
    #expect(sweep.life.holds(.sweeps) && !sweep.life.holds(.webhooks))
  }
}
