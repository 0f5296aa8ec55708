import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresStage.missing)"))
struct PostgresListenerTests {
  final class Heard: Sendable {
    private let news = Mutex<[StoreNews]>([])
    func add(_ one: StoreNews) { news.withLock { $0.append(one) } }
    var all: [StoreNews] { news.withLock { $0 } }
  }

  /// Tries something until it was heard; the listener's connection may not be there yet.
  private func until(_ isSo: () -> Bool, _ body: (Int) throws -> Void) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    var round = 0
    while ContinuousClock.now < end {
      if isSo() { return true }
      try body(round)
      round += 1
      usleep(5_000)
    }
    return isSo()
  }

  @Test func otherNodesHearWhatWaitsAndNotWhatWasLeased() throws {
    let url = try PostgresServer.shared().database()
    let (writing, listening) = (try PostgresStage.store(at: url), try PostgresStage.store(at: url))
    defer {
      writing.close()
      listening.close()
    }
    let stage = OutboxStage(writing)
    let node = try stage.enter("writing")
    let (others, own) = (Heard(), Heard())
    let far = try #require(listening.listen(as: { node + 1 }) { others.add($0) })
    let near = try #require(writing.listen(as: { node }) { own.add($0) })
    defer {
      far.stop()
      near.stop()
    }
    try stage.register("phone")
    try stage.accept("leased", to: "phone")
    stage.lanes.room = 0
    let wasHeard = try until({ !others.all.isEmpty }) { try stage.accept("n\($0)", to: "phone") }
    #expect(wasHeard)
    let expected = StoreNews.waiting(.init(lane: .iosProduction, band: .normal, dueAt: stage.now))
    #expect(others.all.allSatisfy { $0 == expected }, "\(others.all)")
    #expect(own.all.isEmpty, "its own words are passed over")
  }

  @Test func aListenerThatWasCutOffTakesAllForMissed() throws {
    let server = try PostgresServer()
    let store = try PostgresStage.store(at: try server.database())
    defer { store.close() }
    let stage = OutboxStage(store)
    try stage.enter("writing")
    try stage.register("phone")
    stage.lanes.room = 0
    let heard = Heard()
    let listener = try #require(store.listen(as: { 0 }) { heard.add($0) })
    defer { listener.stop() }
    #expect(try until({ !heard.all.isEmpty }) { try stage.accept("n\($0)", to: "phone") })
    try server.restart()
    #expect(until({ heard.all.contains(.missed) }) { _ in })
    let count = heard.all.count
    // The store's own connection was cut, too: the first tries fail.
    #expect(until({ heard.all.count > count }) { _ = try? stage.accept("m\($0)", to: "phone") })
  }
}
