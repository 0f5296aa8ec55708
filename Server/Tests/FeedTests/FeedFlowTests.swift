import Emulators
import Foundation
import Store
import TestSupport
import Testing

@testable import Feed

/// From the store through a cluster of three to the provider, and what becomes of it when parts are lost.
@Suite(.enabled(if: NATSCluster.isInstalled, Comment(rawValue: NATSCluster.whyMissing)), .serialized)
struct FeedFlowTests {
  private func settings(_ cluster: NATSCluster, replicas: Int = 3) -> FeedSettings {
    var settings = FeedSettings(servers: cluster.servers, app: "Parcel")
    settings.replicas = replicas
    settings.poll = 50
    settings.answerWithin = 1_000
    settings.directAfter = 600_000
    return settings
  }

  @Test func everythingIsFedPulledAndAcknowledgedOnce() throws {
    let cluster = try NATSCluster()
    let stage = try FeedStage()
    defer { stage.end() }
    let devices = 0..<2_000
    try stage.register(devices)
    let first = try stage.add(settings(cluster))
    let second = try stage.add(settings(cluster))
    first.feed.lead(true)
    try stage.accept(devices)
    stage.allAccepted(devices)
    #expect(stage.accepted.all == 2_000 && stage.accepted.different == 2_000)
    // One may have had them all before the other was ready: then there is more for both.
    var count = 2_000
    while [first, second].contains(where: { $0.feed.snapshot().pulled == 0 }), count < 10_000 {
      try stage.accept(0..<200, named: "more-\(count)")
      stage.allAccepted(0..<200, named: "more-\(count)")
      count += 200
    }
    stage.eventually("acknowledged") { first.feed.snapshot().held + second.feed.snapshot().held == 0 }
    let both = [first.feed.snapshot(), second.feed.snapshot()]
    #expect(both[0].fed == count && both[1].fed == 0)
    #expect(both.map(\.pulled).reduce(0, +) == count)
    #expect(both.map(\.acknowledged).reduce(0, +) == count)
    #expect(both.map(\.redelivered).reduce(0, +) == 0)
    #expect(both.map(\.directClaims).reduce(0, +) == 0)
    #expect(both.allSatisfy { $0.pulled > 0 }, "both nodes work: \(both)")
    // The stream holds nothing of what was acknowledged.
    try stage.expectEmptyStream(settings(cluster))
  }

  @Test func aServerKilledInTheMiddleLosesNothing() throws {
    let cluster = try NATSCluster()
    let stage = try FeedStage()
    defer { stage.end() }
    let devices = 0..<3_000
    try stage.register(devices)
    let node = try stage.add(settings(cluster))
    _ = try stage.add(settings(cluster))
    node.feed.lead(true)
    try stage.accept(devices)
    stage.eventually("the flow has begun") { stage.accepted.all > 200 }
    for victim in 0..<2 {
      cluster.kill(victim)
      let before = stage.accepted.all
      try stage.accept(0..<500, named: "after-\(victim)")
      stage.eventually("it goes on with two servers") {
        stage.accepted.all > before + 100 || stage.accepted.all >= 3_500 + victim * 500
      }
      try cluster.start(victim)
      try cluster.waitUntilReady()
    }
    stage.allAccepted(devices)
    for victim in 0..<2 { stage.allAccepted(0..<500, named: "after-\(victim)") }
    // Whatever came twice came under the same id.
    #expect(stage.accepted.different == 4_000)
  }

  @Test func aLostClusterIsFilledAgainFromTheStore() throws {
    let cluster = try NATSCluster()
    let stage = try FeedStage()
    defer { stage.end() }
    try stage.register(0..<1_000)
    let node = try stage.add(settings(cluster))
    node.feed.lead(true)
    stage.eventually("the feed works") { node.feed.snapshot().trouble == nil }
    // Nobody pulls: the lane is held, so all of it lies in the stream.
    node.engine.hold(.iosSandbox)
    stage.eventually("held") { node.engine.snapshot().lane(.iosSandbox)?.heldBy != nil }
    try stage.accept(0..<1_000)
    stage.eventually("fed") { node.feed.snapshot().fed >= 1_000 }
    for place in 0..<3 { cluster.kill(place) }
    for place in 0..<3 { try cluster.wipe(place) }
    for place in 0..<3 { try cluster.start(place) }
    try cluster.waitUntilReady()
    node.engine.release(.iosSandbox)
    stage.allAccepted(0..<1_000)
    #expect(stage.accepted.all == 1_000 && stage.accepted.different == 1_000)
    #expect(node.events.contains { if case .recalled = $0 { true } else { false } })
    let streams = node.events.compactMap { if case .connected(let name, true) = $0 { name } else { nil } }
    #expect(streams.count == 2 && Set(streams).count == 2, "a stream is not made under an old name")
  }

  @Test func whatADeadNodeHadGoesToAnother() throws {
    let cluster = try NATSCluster(nodes: 1)
    // The first node's requests are never answered.
    let stage = try FeedStage()
    defer { stage.end() }
    var match = ScenarioMatch()
    match.server = .apnsSandbox
    stage.suite.script(
      Scenario(rules: [ScenarioRule("silence", match: match, actions: [.silence(processed: false)])]))
    try stage.register(0..<50)
    var quick = settings(cluster, replicas: 1)
    quick.acknowledgeWait = 2_000
    let first = try stage.add(quick)
    first.feed.lead(true)
    try stage.accept(0..<50)
    stage.eventually("the first node has them all") { first.feed.snapshot().held == 50 }
    stage.eventually("something is sent") { stage.suite.snapshot().silences > 0 }
    // It lives: the servers hear so, and give them to nobody else.
    let second = try stage.add(quick)
    stage.eventually("told that they are under way") { first.feed.snapshot().progressed >= 200 }
    #expect(second.feed.snapshot().pulled == 0)
    first.vanish()
    stage.suite.script(Scenario(rules: []))
    let lost = try stage.writer.run { (session, now) throws(StoreError) in try session.expireLeases(now: now)
    }
    #expect(lost == 50)
    second.feed.lead(true)
    stage.allAccepted(0..<50)
    #expect(stage.accepted.all == 50 && stage.accepted.different == 50)
    stage.eventually("what the servers gave out again is acknowledged") {
      second.feed.snapshot().redelivered == 50 && second.feed.snapshot().held == 0
    }
    try stage.expectEmptyStream(quick)
    // Each came twice at the second node, redelivered and fed anew: one of the two was of no use.
    let snapshot = second.feed.snapshot()
    #expect(snapshot.pulled == snapshot.acknowledged)
    #expect(snapshot.unclaimable == snapshot.pulled - 50)
  }

  @Test func retriesAndAHeldLaneDelayNobody() throws {
    let cluster = try NATSCluster(nodes: 1)
    let stage = try FeedStage()
    defer { stage.end() }
    var small = settings(cluster, replicas: 1)
    small.mostWaiting = 64
    let node = try stage.add(small, lanes: [.iosSandbox, .iosProduction])
    node.feed.lead(true)
    try stage.healthyMessagesPass(node)
    #expect(node.feed.snapshot().directClaims == 0)
  }

  @Test func withoutTheFeedNodesClaimFromTheStoreAndGoBackToIt() throws {
    let cluster = try NATSCluster(nodes: 1)
    let stage = try FeedStage()
    defer { stage.end() }
    try stage.register(0..<900)
    var settings = settings(cluster, replicas: 1)
    settings.directAfter = 300
    let node = try stage.add(settings)
    node.feed.lead(true)
    try stage.accept(0..<300)
    stage.allAccepted(0..<300)
    #expect(node.feed.snapshot().directClaims == 0)
    cluster.kill(0)
    try stage.accept(300..<600)
    stage.allAccepted(300..<600)
    let down = node.feed.snapshot()
    #expect(down.isDirect && down.trouble != nil && down.directClaims > 0)
    #expect(node.events.contains(.direct))
    try cluster.start(0)
    stage.eventually("back") { node.feed.snapshot().trouble == nil }
    #expect(!node.feed.snapshot().isDirect)
    let pulled = node.feed.snapshot().pulled
    let direct = node.feed.snapshot().directClaims
    try stage.accept(600..<900)
    stage.allAccepted(600..<900)
    #expect(node.feed.snapshot().pulled == pulled + 300)
    #expect(node.feed.snapshot().directClaims == direct)
    #expect(stage.accepted.different == 900)
  }

  @Test(.enabled(if: PostgresServer.isInstalled, "there is no PostgreSQL server here: see make deps"))
  func fromPostgreSQLThroughTheFeed() throws {
    let cluster = try NATSCluster()
    let stage = try FeedStage(.postgres)
    defer { stage.end() }
    try stage.register(0..<2_000)
    let node = try stage.add(settings(cluster))
    _ = try stage.add(settings(cluster))
    node.feed.lead(true)
    try stage.accept(0..<1_000)
    stage.allAccepted(0..<1_000)
    for place in 0..<3 { cluster.kill(place) }
    for place in 0..<3 { try cluster.wipe(place) }
    try stage.accept(1_000..<2_000)
    for place in 0..<3 { try cluster.start(place) }
    try cluster.waitUntilReady()
    stage.allAccepted(1_000..<2_000)
    #expect(stage.accepted.all == 2_000 && stage.accepted.different == 2_000)
    #expect(stage.nodes.map { $0.feed.snapshot().directClaims }.reduce(0, +) == 0)
  }

  @Test func oneServerOfThreeIsNoFeed() throws {
    let cluster = try NATSCluster()
    let stage = try FeedStage()
    defer { stage.end() }
    try stage.register(0..<600)
    var settings = settings(cluster)
    settings.directAfter = 500
    let node = try stage.add(settings)
    node.feed.lead(true)
    try stage.accept(0..<200)
    stage.allAccepted(0..<200)
    cluster.kill(0)
    cluster.kill(1)
    // The third may still take connections; without a majority it stores nothing.
    try stage.accept(200..<400)
    stage.allAccepted(200..<400)
    #expect(node.feed.snapshot().isDirect && node.feed.snapshot().directClaims > 0)
    try cluster.start(0)
    try cluster.start(1)
    stage.eventually("back") { node.feed.snapshot().trouble == nil }
    let pulled = node.feed.snapshot().pulled
    try stage.accept(400..<600)
    stage.allAccepted(400..<600)
    // A cluster that has just come back may fail once more: then it is direct again for a while.
    var wave = 0
    while node.feed.snapshot().pulled == pulled, wave < 40 {
      stage.eventually("back again") { node.feed.snapshot().trouble == nil }
      try stage.accept(0..<50, named: "wave-\(wave)")
      stage.allAccepted(0..<50, named: "wave-\(wave)")
      wave += 1
    }
    #expect(node.feed.snapshot().pulled > pulled)
    #expect(stage.accepted.different == 600 + wave * 50)
  }

  @Test func urgentPassesWhatWaits() throws {
    let cluster = try NATSCluster(nodes: 1)
    let stage = try FeedStage()
    defer { stage.end() }
    try stage.register(0..<3_001)
    let node = try stage.add(settings(cluster, replicas: 1))
    try stage.accept(0..<3_000, named: "bulk", band: .bulk)
    try stage.accept(3_000..<3_001, named: "code", band: .urgent)
    node.feed.lead(true)
    stage.allAccepted(3_000..<3_001, named: "code")
    #expect(stage.count(.accepted, of: 0..<3_000, named: "bulk") < 3_000)
    stage.allAccepted(0..<3_000, named: "bulk")
  }
}

/// The same without NATS: nodes claim from the store.
struct StoreFeedFlowTests {
  @Test func retriesAndAHeldLaneDelayNobody() throws {
    let stage = try FeedStage()
    defer { stage.end() }
    try stage.healthyMessagesPass(try stage.add(nil, lanes: [.iosSandbox, .iosProduction]))
  }

  @Test(.enabled(if: PostgresServer.isInstalled, "there is no PostgreSQL server here: see make deps"))
  func retriesAndAHeldLaneDelayNobodyOnPostgreSQL() throws {
    let stage = try FeedStage(.postgres)
    defer { stage.end() }
    try stage.healthyMessagesPass(try stage.add(nil, lanes: [.iosSandbox, .iosProduction]))
  }
}

extension FeedStage {
  /// A hundred messages that will only be tried again, and a lane that is held: what is healthy passes them.
  func healthyMessagesPass(_ node: FeedNode) throws {
    suite.script(
      Scenario(
        rules: (0..<100).map { number in
          var match = ScenarioMatch()
          match.server = .apnsSandbox
          match.token = Self.token(number)
          return ScenarioRule("busy-\(number)", match: match, actions: [.answer(.apns(.tooManyRequests))])
        }))
    try register(0..<1_100)
    try register(2_000..<2_200, environment: .production)
    node.engine.hold(.iosProduction)
    eventually("held") { node.engine.snapshot().lane(.iosProduction)?.heldBy != nil }
    try accept(2_000..<2_200)
    try accept(0..<100)
    eventually("they are tried") {
      suite.snapshot().count("TooManyRequests", on: .apnsSandbox) >= 100
    }
    try accept(100..<1_100)
    allAccepted(100..<1_100)
    #expect(count(.queued, .leased, of: 0..<100) == 100, "they still wait")
    #expect(count(.queued, of: 2_000..<2_200) == 200, "the lane is held")
    suite.script(Scenario(rules: []))
    node.engine.release(.iosProduction)
    allAccepted(2_000..<2_200)
    allAccepted(0..<100)
    #expect(accepted.all == 1_300 && accepted.different == 1_300)
  }

  /// Nothing is left in the stream, pulled or not.
  func expectEmptyStream(_ settings: FeedSettings, sourceLocation: SourceLocation = #_sourceLocation) throws {
    final class Deaf: NATSListener {
      func connection(isUp: Bool) {}
      func delivered(
        _ place: Int, _ text: UnsafeBufferPointer<UInt8>, answerTo reply: UnsafeBufferPointer<UInt8>
      ) {}
      func ended(_ place: Int, _ name: Substring, status: Int) {}
      func published(_ text: UnsafeBufferPointer<UInt8>, _ result: PublishResult) {}
    }
    let deaf = Deaf()
    let connection = try NATSConnection(settings, name: "look", listener: deaf)
    defer { connection.close() }
    let stream = NATSStream(connection: connection, settings: settings, names: FeedNames(app: settings.app))
    let name = try #require(try stream.find(), sourceLocation: sourceLocation)
    eventually("the stream is empty", sourceLocation: sourceLocation) {
      (try? stream.depth(name, .iosSandbox, .normal))??.total == 0
    }
  }
}
