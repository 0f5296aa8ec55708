import Bytes
import Foundation
import Testing

@testable import Transport

/// HTTP/1.1 as a server reads it, and as a proxy answers it.
@Suite struct HTTP1FuzzTests {
  @Test func nothingAClientSaysBreaksTheServer() throws {
    let seeds = try Fuzz.corpus("http1")
    let loop = try EventLoop()
    var current: HTTP1Session?
    var (requests, faults) = (0, 0)
    var configuration = HTTPServer.Configuration()
    configuration.maximumBody = 5000
    let handler = TestHandler { exchange in
      requests += 1
      #expect(exchange.body.count <= 5000)
      exchange.answer.append("answer")
      current?.respond(exchange, status: 200, headers: [("x", "y")])
    }
    let server = try HTTPServer(
      loop: loop, tls: TestTLS(protocols: .http2AndHTTP1).server, configuration: configuration,
      handler: handler)
    defer { server.close() }
    try Fuzz.rounds("HTTP/1.1 fuzz") { random, round in
      let connection = try ServerConnection(server: server, stream: TCPStream(loop), number: 1)
      let session = HTTP1Session(connection)
      current = session
      var input = round < seeds.count ? seeds[round] : seeds[random.below(seeds.count)]
      if round >= seeds.count {
        if random.chance(3) { input += seeds[random.below(seeds.count)] }
        input = Fuzz.mutate(input, seeds, &random)
      }
      var output = ByteBuffer()
      do {
        for piece in Fuzz.pieces(input, &random) {
          try piece.withUnsafeBufferPointer { try session.receive($0) }
        }
      } catch is TransportError { faults += 1 }
      session.produce(into: &output)
      if output.count > 100 * (input.count + 1) {
        Issue.record("round \(round): \(output.count) bytes of answer")
      }
      current = nil
      connection.close()
      // Closed handles are freed by the loop.
      if round % 256 == 0 {
        let turn = LoopTimer(loop) { loop.stop() }
        turn.set(after: 0)
        loop.run()
      }
    }
    #expect(requests > 0 && faults > 0)
  }

  @Test func aRequestTwiceAsLargeAsAllowed() throws {
    let loop = try EventLoop()
    var configuration = HTTPServer.Configuration()
    configuration.maximumBody = 100
    let handler = TestHandler { _ in Issue.record("it was delivered") }
    let server = try HTTPServer(
      loop: loop, tls: TestTLS().server, configuration: configuration, handler: handler)
    defer { server.close() }
    for text in [
      "POST / HTTP/1.1\r\nContent-Length: 101\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", "POST / HTTP/1.0\r\n\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n7fffffffffffffff\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\naXX",
      String(repeating: "x", count: 70_000),
    ] {
      let connection = try ServerConnection(server: server, stream: TCPStream(loop), number: 1)
      let session = HTTP1Session(connection)
      #expect(throws: TransportError.self, "\(text.prefix(90))") {
        try Array(text.utf8).withUnsafeBufferPointer { try session.receive($0) }
      }
      connection.close()
    }
  }

  @Test func nothingAProxySaysBreaksTheHandshakeFuzz() throws {
    let seeds = try Fuzz.corpus("proxy")
    var (tunnels, faults) = (0, 0)
    try Fuzz.rounds("Proxy fuzz") { random, round in
      var input = round < seeds.count ? seeds[round] : seeds[random.below(seeds.count)]
      if round >= seeds.count { input = Fuzz.mutate(input, seeds, &random) }
      var handshake = ProxyHandshake(
        Endpoint(host: "a", port: 443), Endpoint.Proxy(host: "b", port: 1, credentials: "user:secret"))
      do {
        var done = false
        for piece in Fuzz.pieces(input, &random) where !done {
          done = try piece.withUnsafeBufferPointer { try handshake.receive($0) }
        }
        if done {
          tunnels += 1
          if !input.starts(with: Array("HTTP/1.".utf8)) {
            Issue.record("round \(round): a tunnel without HTTP")
          }
        }
      } catch let error as TransportError {
        faults += 1
        if (error.code != .proxy && error.code != .connect) || error.message.contains("secret") {
          Issue.record("round \(round): \(error)")
        }
      }
    }
    #expect(tunnels > 0 && faults > 0)
  }
}
