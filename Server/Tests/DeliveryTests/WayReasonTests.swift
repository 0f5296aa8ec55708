import Emulators
import Foundation
import Providers
import PushCrypto
import Testing
import Transport

@testable import Delivery

/// What keeps a push from ever reaching the provider.
@Suite struct WayReasonTests {
  /// Codes of the table that these tests bring about, beside those of `ReasonCase`.
  static let codes: Set<String> = [
    "apns.ExpiredProviderToken", "fcm.ACCESS_TOKEN_EXPIRED", "transport.refusedStream", "transport.goAway",
    "transport.noConnection", "transport.waitedTooLong", "transport.nameNotFound", "transport.proxyRefused",
    "transport.tlsRefused",
    "transport.tlsFailed", "transport.noHTTP2", "transport.badConfiguration", "transport.closed",
    "transport.unconfirmed", "transport.expired",
  ]

  /// A lane to an endpoint where nobody takes anything; what holds it in the end.
  private func held(
    _ endpoint: Endpoint, ca: String? = nil, givesUpAfter: Int = 3
  ) throws -> Verdict? {
    let parties = try Parties()
    var configuration = LaneRun.quick
    configuration.givesUpAfter = givesUpAfter
    let run = try LaneRun(parties.suite)
    let provider = APNsProvider(
      environment: .sandbox, token: parties.token, ids: MessageIDs(key: Array(0..<16)),
      contents: [.template(try .init(LaneRun.alert(), bundleID: LaneRun.topic))], endpoint: endpoint)
    try run.start(
      provider, ListSource(parties.apnsTokens(3)), LaneRun.alert(), configuration,
      tls: TLSContext(trust: .file(ca ?? parties.suite.caPath)))
    run.run()
    #expect(!run.timedOut)
    // Nothing was sent: nothing has ended, all keep their place, and each is told as queued.
    #expect(run.ledger.records.allSatisfy { $0.status == .queued && $0.attempts == 0 })
    #expect(run.lane?.waiting == 3 && run.lane?.counters == PushLane.Counters())
    return run.lane?.heldBy
  }

  /// A port that is taken and on which nobody listens: connections are refused, and no other test gets it.
  private final class ClosedPort {
    let number: Int
    private let descriptor: Int32

    init() throws {
      #if os(Linux)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
      #endif
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let descriptor = descriptor
      let isBound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
        }
      }
      try #require(isBound)
      number = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }
  }

  @Test func whatIsRefusedAtTheDoorIsGivenUpWhereAsked() throws {
    let port = try ClosedPort()
    let verdict = try #require(
      try held(Endpoint(host: "localhost", port: port.number, address: "127.0.0.1")))
    withExtendedLifetime(port) {}
    #expect(verdict.reasonCode == "transport.noConnection" && verdict.kind == .unavailable)
  }

  @Test func aNameThatDoesNotExist() throws {
    let verdict = try #require(try held(Endpoint(host: "no-such-host.invalid", port: 443), givesUpAfter: 1))
    #expect(verdict.reasonCode == "transport.nameNotFound" && verdict.kind == .unavailable)
  }

  @Test func aProxyThatWantsAPassword() throws {
    let peer = try PythonPeer(.refusingProxy)
    let proxy = Endpoint.Proxy(host: "127.0.0.1", port: peer.port)
    let verdict = try #require(
      try held(Endpoint(host: "localhost", port: 443, proxy: proxy), givesUpAfter: 0))
    #expect(verdict.reasonCode == "transport.proxyRefused" && verdict.kind == .laneFault)
    #expect(verdict.advice?.contains("CONNECT") == true)
  }

  @Test func aCertificateOfAnotherAuthority() throws {
    let parties = try Parties()
    let other = try EmulatorSuite.start()
    let verdict = try #require(
      try held(
        Endpoint(host: "localhost", port: parties.suite.apnsSandbox.port), ca: other.caPath, givesUpAfter: 0))
    #expect(verdict.reasonCode == "transport.tlsRefused" && verdict.kind == .laneFault)
    #expect(verdict.advice?.contains("--ca") == true)
  }

  @Test func aServerThatSpeaksNoTLS() throws {
    let peer = try PythonPeer(.noTLS)
    let verdict = try #require(try held(Endpoint(host: "localhost", port: peer.port)))
    #expect(verdict.reasonCode == "transport.tlsFailed" && verdict.kind == .unavailable)
  }

  @Test func aServerThatSpeaksNoHTTP2() throws {
    let now = LaneRun.now()
    let authority = try CertificateAuthority.make(
      commonName: "test", notBefore: now - 60, notAfter: now + 3600)
    let issued = try authority.issue(
      dnsNames: ["localhost"], ipAddresses: ["127.0.0.1"], notBefore: now - 60, notAfter: now + 3600)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String, _ text: String) throws -> String {
      let file = folder.appendingPathComponent(name)
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path
    }
    let peer = try PythonPeer(
      .noHTTP2, chain: try file("chain.pem", issued.chainPEM), key: try file("key.pem", issued.keyPEM))
    let verdict = try #require(
      try held(
        Endpoint(host: "localhost", port: peer.port), ca: try file("ca.pem", authority.certificatePEM),
        givesUpAfter: 0))
    #expect(verdict.reasonCode == "transport.noHTTP2" && verdict.kind == .laneFault)
  }

  /// Without a limit the messages wait for better times, and no attempt is counted.
  @Test func whereNothingWasAskedALaneNeverGivesUp() throws {
    let parties = try Parties()
    let port = try ClosedPort()
    defer { withExtendedLifetime(port) {} }
    let run = try LaneRun(parties.suite)
    let provider = APNsProvider(
      environment: .sandbox, token: parties.token, ids: MessageIDs(key: Array(0..<16)),
      contents: [.template(try .init(LaneRun.alert(), bundleID: LaneRun.topic))],
      endpoint: Endpoint(host: "localhost", port: port.number, address: "127.0.0.1"))
    var losses = 0
    run.onEvent = { event in
      guard case .connection(.lost(_, _, wasOpen: false)) = event else { return }
      losses += 1
      if losses == 20 { run.loop.stop() }
    }
    var configuration = LaneRun.quick
    configuration.client.pool.backoffCeiling = 4
    try run.start(provider, ListSource(parties.apnsTokens(3)), LaneRun.alert(), configuration)
    run.run()
    #expect(losses == 20 && run.lane?.heldBy == nil)
    #expect(run.lane?.counters == PushLane.Counters() && run.lane?.underWay == 3)
  }

  @Test(arguments: [
    [ScenarioAction.refuse], [.goaway(includesThis: false, debugData: #"{"reason":"Shutdown"}"#)],
  ])
  func whatTheProviderDidNotProcessCostsNothing(_ actions: [ScenarioAction]) throws {
    let parties = try Parties()
    parties.script(actions, times: 3)
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(1)))
    run.run()
    #expect(run.ledger.records.count == 1)
    #expect(run.ledger.last()?.status == .accepted && run.ledger.last()?.attempts == 1)
    #expect(run.lane?.resends == 3 && run.lane?.counters.attempts == 1)
  }

  /// Verdicts that a lane only gives where its own process is at fault or at its end.
  @Test func theRestOfTheTable() {
    let bad = TransportAnswer.verdict(.unsent, error: TransportError(.configuration, "no such file"))
    #expect(bad.reasonCode == "transport.badConfiguration" && bad.hold == .lane)
    #expect(TransportAnswer.refusedStream.retry == .atOnce && !TransportAnswer.refusedStream.countsAsAttempt)
    #expect(TransportAnswer.goAway.retry == .atOnce && !TransportAnswer.goAway.countsAsAttempt)
    #expect(TransportAnswer.closed.hold == .nothing && !TransportAnswer.closed.countsAsAttempt)
    #expect(TransportAnswer.unconfirmed.retry == .no)
    #expect(TransportAnswer.verdict(.deadline).whenGivenUp() == TransportAnswer.unconfirmed)
  }

  /// A reason that is added to the table fails here until a test sends it.
  @Test func everyReasonIsSent() {
    let cases =
      ReasonCase.apnsTable + ReasonCase.apnsOddBodies + ReasonCase.wayCases + ReasonCase.fcmTable
      + ReasonCase.fcmOddBodies + ReasonCase.oauthTable
    let sent = Set(cases.map(\.code)).union(Self.codes)
    let known = Set(ReasonCatalogue.all.map(\.code))
    #expect(known.subtracting(sent).isEmpty)
    #expect(sent.filter { !$0.hasPrefix("unknown.") }.subtracting(known).isEmpty)
    // Every other spelling is sent too.
    let bodies = cases.flatMap(\.actions).map { "\($0)" }.joined()
    for alias in ReasonCatalogue.all.flatMap(\.aliases) { #expect(bodies.contains(alias), "\(alias)") }
  }
}
