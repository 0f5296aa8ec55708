import Foundation
import Synchronization
import Testing

@testable import Transport

/// What may go wrong before a connection stands: each failure has its code and words, and no push is lost.
@Suite struct HTTP2ClientConnectTests {
  private let tls: TestTLS
  init() throws { tls = try TestTLS() }

  /// Two pushes to a peer that cannot be reached; the error that every attempt ended with.
  private func failure(
    _ endpoint: Endpoint, trust: TLSContext? = nil, loop: EventLoop? = nil, attempts: Int = 2,
    deadline: UInt64 = 600
  ) throws -> TransportError {
    let lane = try Lane(2, to: endpoint, trust: trust ?? tls.client, loop: loop) { $0.deadline = deadline }
    lane.run(seconds: 20)
    #expect(lane.owner.outcomes == [.unsent: 2])
    #expect(lane.lost.count >= attempts)
    // Back-off of 20 ms to 100 ms at random, never below the stagger of 5 ms: no busy loop.
    #expect(lane.lost.count <= Int(deadline) / 5)
    #expect(Set(lane.lost.map(\.code)).count == 1)
    #expect(lane.opened == 0)
    let error = try #require(lane.client.lastError)
    lane.close()
    return error
  }

  private func failure(
    server: TestTLS, host: String = "127.0.0.1", trust: TLSContext? = nil
  ) throws -> TransportError {
    let loop = try EventLoop()
    let handler = TestHandler(accept)
    let listening = try HTTPServer(loop: loop, tls: server.server, configuration: .init(), handler: handler)
    defer { listening.close() }
    return try failure(
      Endpoint(host: host, port: listening.port, address: "127.0.0.1"), trust: trust ?? server.client,
      loop: loop)
  }

  // MARK: TLS

  @Test func aCertificateOfAnotherAuthority() throws {
    let error = try failure(server: tls, trust: TestTLS().client)
    #expect(error.code == .certificate)
    #expect(error.message.contains("--ca"))
  }

  @Test func theSystemDoesNotTrustIt() throws {
    #expect(try failure(server: tls, trust: TLSContext(trust: .system)).code == .certificate)
  }

  @Test func aCertificateForAnotherName() throws {
    let error = try failure(server: tls, host: "api.push.example")
    #expect(error.code == .certificate)
    #expect(error.message.contains("ostname mismatch"))
  }

  @Test func anExpiredCertificate() throws {
    let error = try failure(server: TestTLS(validFor: -60))
    #expect(error.code == .certificate)
    #expect(error.message.contains("expired"))
  }

  @Test func theNameInTheCertificateIsEnough() throws {
    let lane = try Lane(3, tls: tls, host: "localhost", answer: accept)
    lane.run()
    #expect(lane.owner.outcomes == [.answered: 3])
    lane.close()
  }

  @Test func aFileThatHoldsNoAuthority() throws {
    let error = #expect(throws: TransportError.self) { try TLSContext(trust: .file("/dev/null")) }
    #expect(error?.code == .configuration)
  }

  /// Something answers, but it is no TLS.
  @Test func plaintextInsteadOfTLS() throws {
    let server = try ThreadServer { descriptor in
      let text = Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
      try? text.withUnsafeBufferPointer { try sendAll(descriptor, $0) }
      var rest = [UInt8](repeating: 0, count: 4096)
      while recv(descriptor, &rest, rest.count, 0) > 0 {}
    }
    defer { server.stop() }
    #expect(try failure(Endpoint(host: "127.0.0.1", port: server.port)).code == .tls)
  }

  @Test func aPeerThatHangsUpDuringTheHandshake() throws {
    let server = try ThreadServer { descriptor in
      var some = [UInt8](repeating: 0, count: 50)
      _ = recv(descriptor, &some, some.count, 0)
    }
    defer { server.stop() }
    #expect(try failure(Endpoint(host: "127.0.0.1", port: server.port)).code == .closed)
  }

  // MARK: ALPN

  /// OpenSSL's own server is the oracle: it knows http/1.1 only.
  @Test(arguments: [["-alpn", "http/1.1"], []]) func aServerWithoutHTTP2(_ alpn: [String]) throws {
    let port = try Program.freePort()
    let server = try Program.openssl(
      ["s_server", "-quiet", "-accept", "127.0.0.1:\(port)"] + alpn, tls: tls, port: port)
    defer { server.stop() }
    let error = try failure(Endpoint(host: "127.0.0.1", port: port), deadline: 1500)
    #expect(error.code == .alpn)
    #expect(error.message.contains("does not speak HTTP/2"))
  }

  // MARK: TCP and names

  @Test func aRefusedConnection() throws {
    let error = try failure(Endpoint(host: "127.0.0.1", port: Program.freePort()))
    #expect(error.code == .connect)
    #expect(error.message.contains("refused"))
  }

  @Test func aServerThatComesUpLater() throws {
    let port = try Program.freePort()
    let lane = try Lane(50, to: Endpoint(host: "127.0.0.1", port: port), trust: tls.client)
    let handler = TestHandler(accept)
    var servers: [HTTPServer] = []
    lane.after(300) {
      var configuration = HTTPServer.Configuration()
      configuration.port = port
      do {
        servers.append(
          try HTTPServer(loop: lane.loop, tls: tls.server, configuration: configuration, handler: handler))
      } catch { Issue.record(error) }
    }
    lane.run(seconds: 20)
    #expect(lane.owner.outcomes == [.answered: 50])
    #expect(lane.lost.count >= 2 && lane.lost.allSatisfy { $0.code == .connect })
    lane.close()
    for server in servers { server.close() }
  }

  @Test func aNameThatDoesNotExist() throws {
    // A deadline that outlives a resolver without network.
    let error = try failure(
      Endpoint(host: "push.invalid", port: 443), attempts: 1, deadline: 4000)
    #expect(error.code == .resolve)
    #expect(error.message.contains("push.invalid"))
  }

  /// Nobody takes the connection: the pool's own deadline ends the attempt.
  @Test func aPeerThatNeverAnswersTheHandshake() throws {
    let server = try ThreadServer { descriptor in
      var rest = [UInt8](repeating: 0, count: 4096)
      while recv(descriptor, &rest, rest.count, 0) > 0 {}
    }
    defer { server.stop() }
    let lane = try Lane(2, to: Endpoint(host: "127.0.0.1", port: server.port), trust: tls.client) {
      $0.deadline = 500
      $0.pool.connectDeadline = 100
    }
    lane.run(seconds: 20)
    #expect(lane.owner.outcomes == [.unsent: 2])
    #expect(lane.lost.count >= 2 && lane.lost.allSatisfy { $0.code == .timeout })
    lane.close()
  }

  @Test(.enabled(if: hasIPv6, "this machine has no ::1")) func overIPv6() throws {
    let tls = try TestTLS(addresses: ["127.0.0.1", "::1"])
    let peer = try FramePeer.listen(tls, ipv6: true) { peer in
      try peer.begin()
      try peer.answerAll()
    }
    defer { peer.stop() }
    let lane = try Lane(20, to: Endpoint(host: "::1", port: peer.port), trust: tls.client)
    lane.run(seconds: 20)
    #expect(lane.owner.outcomes == [.answered: 20])
    lane.close()
  }

  /// The first address takes nobody (its queue is full, SYNs are dropped): the second one is tried.
  @Test(.enabled(if: isLinux, "other systems refuse when the queue is full"))
  func anAddressThatDoesNotAnswerIsPassedOver() throws {
    let hole = try ThreadServer(backlog: 0, nil)
    let fillers = (0..<4).map { _ in socket(AF_INET, streamSocket | nonBlocking, 0) }
    defer {
      for filler in fillers { close(filler) }
      hole.stop()
      hole.release()
    }
    let first = try #require(SocketAddress(host: "127.0.0.1", port: hole.port))
    for filler in fillers {
      _ = first.withPointer { connect(filler, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    let loop = try EventLoop()
    let server = try HTTPServer(
      loop: loop, tls: tls.server, configuration: .init(), handler: TestHandler(accept))
    defer { server.close() }
    let second = try #require(SocketAddress(host: "127.0.0.1", port: server.port))
    let table = ExchangeTable(capacity: 1)
    let owner = ConnectionOwner(loop)
    let connection = try ClientConnection(
      slot: 0, loop: loop, endpoint: Endpoint(host: "127.0.0.1", port: server.port), tls: tls.client,
      session: ClientSession(entries: table.entries, capacity: 1, connection: 0, captures: []), owner: owner)
    connection.connect([first, second])
    let guardian = LoopTimer(loop) { loop.stop() }
    guardian.set(after: 20_000)
    loop.run()
    #expect(owner.opened && owner.error == nil)
    connection.close()
  }

  private final class ConnectionOwner: ClientConnectionOwner {
    let loop: EventLoop
    var opened = false
    var error: TransportError?
    init(_ loop: EventLoop) { self.loop = loop }
    func connectionOpened(_ connection: ClientConnection) {
      opened = true
      loop.stop()
    }
    func connectionHeard(_ connection: ClientConnection) {}
    func connectionDrained(_ connection: ClientConnection) {}
    func connection(_ connection: ClientConnection, ended error: TransportError) {
      self.error = error
      loop.stop()
    }
  }
}

#if os(Linux)
  let isLinux = true
  let nonBlocking = Int32(SOCK_NONBLOCK.rawValue)
#else
  let isLinux = false
  let nonBlocking: Int32 = 0
#endif

/// Whether ::1 can be listened on.
let hasIPv6: Bool = {
  guard let server = try? ThreadServer(ipv6: true, nil) else { return false }
  server.stop()
  server.release()
  return true
}()
