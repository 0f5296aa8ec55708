internal import Delivery
internal import Feed
internal import Foundation
internal import PushContract
internal import Store

/// Where due work comes from: the store; or NATS, with the store behind it.
///
/// Made before the engine, started with ``start(leads:)``, stopped after the engine has drained.
final class DueWork: Sendable {
  private let store: StoreFeed
  private let nats: NATSFeed?

  /// `settings`: nil for the store alone. `node`: as the servers of the feed show this one.
  init(
    _ settings: FeedSettings?, node: String, writer: StoreWriter, metrics: ServiceMetrics, log: ServerLog,
    clock: @escaping @Sendable () -> Int
  ) throws(ServerError) {
    let store = StoreFeed(writer: writer, metrics: metrics)
    self.store = store
    guard let settings else {
      nats = nil
      return
    }
    do throws(FeedError) {
      nats = try NATSFeed(
        settings, name: "pushwire \(node)", writer: writer, direct: store, clock: clock,
        told: { metrics.countEnded(atClaim: $0) }, events: { FeedLog.write($0, log) })
    } catch { throw ServerError(.profile, error.message, place: "feed", advice: error.advice) }
  }

  /// What the engine asks.
  var feed: any DueFeed { nats ?? store }

  /// Before the engine starts.
  func serve(_ engine: DeliveryEngine) {
    store.serve(engine)
    nats?.serve(engine)
  }

  /// `leads`: whether this node gives what is due to the feed: one node of a store does (``NodeDuty``).
  func start(leads: @escaping @Sendable () -> Bool) { nats?.start(leads: leads) }
  func stop() { nats?.stop() }

  /// Messages were stored that are due then, milliseconds since 1970, and not handed over.
  func noticed(_ lane: LaneCode, _ band: Band, dueAt: Int) { nats?.noticed(lane, band, dueAt: dueAt) }

  /// These verdicts are durable.
  func settled(_ batch: VerdictBatch) { nats?.settled(batch) }

  /// This node was taken for dead: what it has is somebody else's.
  func giveUp() { nats?.giveUp() }

  /// False: this node does not reach the feed's servers, though others may.
  var canLead: Bool { !(nats?.isCutOff ?? false) }

  /// Nil: the store alone.
  func snapshot() -> FeedSnapshot? { nats?.snapshot() }
}

extension FeedSettings {
  /// What a profile says; its files are relative to it.
  init?(_ profile: Profile, path: String) throws(ServerError) {
    guard let choice = profile.feed else { return nil }
    self.init(servers: choice.urls, app: profile.app.name)
    replicas = choice.replicas
    func beside(_ file: String) -> String { ServerCredentials.beside(path, file) }
    if let file = choice.credentialsFile {
      let place = beside(file)
      guard FileManager.default.isReadableFile(atPath: place) else {
        throw ServerError(.credentials, "the feed's credentials cannot be read", place: place)
      }
      credentials = .file(place)
    } else if let user = choice.user {
      credentials = .user(
        user,
        password: try choice.passwordFile.map { file throws(ServerError) in
          try Self.secret(beside(file))
        } ?? "")
    }
    if let file = choice.caFile {
      let place = beside(file)
      guard FileManager.default.isReadableFile(atPath: place) else {
        throw ServerError(
          .credentials, "the certificate authority of the feed's servers cannot be read", place: place)
      }
      tls = TLS(authorityFile: place)
    }
  }

  private static func secret(_ place: String) throws(ServerError) -> String {
    guard let text = try? String(contentsOfFile: place, encoding: .utf8) else {
      throw ServerError(.credentials, "the feed's password cannot be read", place: place)
    }
    let secret = text.trimmingCharacters(in: .newlines)
    guard !secret.isEmpty else {
      throw ServerError(.credentials, "the file with the feed's password is empty", place: place)
    }
    return secret
  }
}

extension Readiness {
  /// Says that the feed does not work: delivery goes on without it.
  mutating func add(_ feed: FeedSnapshot?) {
    guard let feed, let trouble = feed.trouble else { return }
    warnings["feed"] =
      feed.isDirect ? "\(trouble); nodes claim from the store in its place" : trouble
  }
}

extension ServiceMetrics {
  /// What a claim ended in passing.
  func countEnded(atClaim outcome: ClaimOutcome) {
    if outcome.ended > 0 { count("messages_ended", "at_claim", by: outcome.ended) }
    if outcome.dead > 0 { count("messages_ended", "dead", by: outcome.dead) }
  }
}
