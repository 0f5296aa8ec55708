import Emulators
import Foundation
import Store
import TestSupport
import Testing

@testable import Feed
@testable import Service

/// Whole servers over one PostgreSQL database, with due work spread by NATS.
@Suite(
  .enabled(if: PostgresServer.isInstalled, "there is no PostgreSQL server here: see make deps"),
  .enabled(if: NATSCluster.isInstalled, Comment(rawValue: NATSCluster.whyMissing)), .serialized)
struct ServerFeedTests {
  private static let password = "a-password-of-the-test"

  private func whole(_ cluster: NATSCluster, password: String = ServerFeedTests.password) throws
    -> WholeServer
  {
    let url = try PostgresServer.shared().database()
    let folder = try ScratchFolder()
    try folder.file("nats-password", password + "\n")
    let profile =
      StageProfile.text + """

        store: { postgres: "\(url)" }
        feed:
          nats: [\(cluster.servers.joined(separator: ", "))]
          replicas: 1
          user: parcel
          password_file: nats-password

        """
    let whole = try WholeServer(profile: profile, storeFolder: folder) {
      $0.store = StorePlace(url)
      $0.nodeName = "first"
      $0.roles = [.api]
    }
    whole.suite.register(
      APNsDevice(token: ServerNodesTests.token, environment: .sandbox, topic: "com.example.demo"))
    #expect(try whole.register("phone", account: "ann", token: ServerNodesTests.token).status == 200)
    return whole
  }

  private func feed(_ node: PushServer) throws -> FeedSnapshot { try #require(node.parts.feed.snapshot()) }

  @Test func whatOneNodeTakesOthersPullAndSend() throws {
    let cluster = try NATSCluster(nodes: 1, access: .user("parcel", password: Self.password))
    let whole = try whole(cluster)
    let senders = try ["second", "third"].map { name in
      try whole.node(name, change: { $0.roles = [.delivery, .sweep] })
    }
    defer { for sender in senders { sender.stop() } }
    _ = try whole.waitFor("a node that leads, and a feed that works") { () -> Bool? in
      let all = try senders.map { try feed($0) }
      return all.contains { $0.isFeeder } && all.allSatisfy { $0.trouble == nil } ? true : nil
    }
    for number in 1...40 { #expect(try whole.ship("n\(number)", to: "ann").status == 202) }
    for number in 1...40 {
      #expect(try whole.ended("n\(number)").first?["status"] as? String == "accepted")
    }
    #expect(whole.suite.snapshot().count("accepted", on: .apnsSandbox) == 40, "each once")
    _ = try whole.waitFor("acknowledgements") {
      try senders.map { try feed($0).acknowledged }.reduce(0, +) == 40 ? true : nil
    }
    #expect(try senders.map { try feed($0).fed }.reduce(0, +) == 40)
    #expect(try senders.map { try feed($0).pulled }.reduce(0, +) == 40)
    #expect(try senders.map { try feed($0).directClaims }.reduce(0, +) == 0)
    let leaders = try senders.map { try whole.ask("GET", "/metrics", of: $0).text }
      .filter { $0.contains("\npushwire_feed_leader 1\n") }
    #expect(leaders.count == 1)
    #expect(leaders.first?.contains("pushwire_feed_messages_total{state=\"fed\"} 40") == true)
    #expect(leaders.first?.contains("\npushwire_feed_down 0\n") == true)

    // Without the feed it goes on, and says so.
    cluster.kill(0)
    for number in 41...60 { #expect(try whole.ship("n\(number)", to: "ann").status == 202) }
    let warned = try whole.waitFor("a warning") { () -> WholeServer.Answer? in
      let answer = try whole.ask("GET", "/readyz", of: senders[0])
      return answer.text.contains("\"feed\"") ? answer : nil
    }
    #expect(warned.status == 200, "the others are still ready: \(warned.text)")
    #expect(!warned.text.contains(Self.password))
    _ = try whole.waitFor("all of them", seconds: 60) {
      whole.suite.snapshot().count("accepted", on: .apnsSandbox) >= 60 ? true : nil
    }
    #expect(try whole.ask("GET", "/metrics", of: senders[0]).text.contains("\npushwire_feed_down 1\n"))
    try cluster.start(0)
    _ = try whole.waitFor("the feed", seconds: 90) {
      try senders.allSatisfy { try feed($0).trouble == nil && !feed($0).isDirect } ? true : nil
    }
    let well = try whole.ask("GET", "/readyz", of: senders[0]).text
    #expect(!well.contains("\"feed\""))
    let pulled = try senders.map { try feed($0).pulled }.reduce(0, +)
    for number in 61...80 { #expect(try whole.ship("n\(number)", to: "ann").status == 202) }
    for number in 41...80 {
      #expect(try whole.ended("n\(number)").first?["status"] as? String == "accepted")
    }
    #expect(try senders.map { try feed($0).pulled }.reduce(0, +) >= pulled + 20)
    #expect(whole.suite.snapshot().count("accepted", on: .apnsSandbox) == 80, "each once")
  }

  @Test func aWrongPasswordIsToldAndNothingIsLost() throws {
    let cluster = try NATSCluster(nodes: 1, access: .user("parcel", password: Self.password))
    let whole = try whole(cluster, password: "another-password")
    let sender = try whole.node("second", change: { $0.roles = [.delivery, .sweep] })
    defer { sender.stop() }
    let warned = try whole.waitFor("a warning") { () -> String? in
      let text = try whole.ask("GET", "/readyz", of: sender).text
      return text.contains("credentials") ? text : nil
    }
    #expect(!warned.contains("another-password") && !warned.contains(Self.password))
    #expect(try whole.ship("n1", to: "ann").status == 202)
    #expect(try whole.ended("n1").first?["status"] as? String == "accepted")
    #expect(try feed(sender).directClaims > 0)
  }

  @Test func filesThatAreMissingAreNamed() throws {
    let cluster = try NATSCluster(nodes: 1)
    let folder = try ScratchFolder()
    let url = try PostgresServer.shared().database()
    for (line, name) in [
      ("user: parcel\n  password_file: none-1", "none-1"), ("credentials_file: none-2", "none-2"),
      ("ca_file: none-3", "none-3"),
    ] {
      let profile =
        StageProfile.text
        + "\nstore: { postgres: \"\(url)\" }\nfeed:\n  nats: [\(cluster.servers[0])]\n  \(line)\n"
      let error = #expect(throws: ServerError.self) {
        _ = try WholeServer(profile: profile, storeFolder: folder) { $0.store = StorePlace(url) }
      }
      #expect(
        error?.code == .credentials && error?.place?.hasSuffix(name) == true, "\(String(describing: error))")
    }
  }
}
