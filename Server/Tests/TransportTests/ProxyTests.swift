import Foundation
import Synchronization
import Testing

@testable import Transport

/// A lane through an HTTP proxy, and the handshake as bytes.
@Suite struct ProxyTests {
  // MARK: Bytes

  private func answer(_ text: String, chunk: Int = .max) throws -> Bool {
    var handshake = ProxyHandshake(
      Endpoint(host: "api.push.apple.com", port: 443), Endpoint.Proxy(host: "proxy", port: 3128))
    var rest = Array(text.utf8)[...]
    var done = false
    while !rest.isEmpty && !done {
      done = try Array(rest.prefix(chunk)).withUnsafeBufferPointer { try handshake.receive($0) }
      rest = rest.dropFirst(chunk)
    }
    return done
  }

  @Test func theRequest() {
    let proxy = Endpoint.Proxy(host: "proxy", port: 3128, credentials: "us:er:päss")
    let handshake = ProxyHandshake(Endpoint(host: "::1", port: 2197), proxy)
    let expected = Data("us:er:päss".utf8).base64EncodedString()
    #expect(
      String(decoding: handshake.request, as: UTF8.self)
        == "CONNECT [::1]:2197 HTTP/1.1\r\nHost: [::1]:2197\r\n"
        + "Proxy-Authorization: Basic \(expected)\r\n\r\n")
  }

  @Test(arguments: 0..<40) func base64AsFoundationHasIt(_ length: Int) {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 83 &+ 7) }
    #expect(base64(bytes) == Data(bytes).base64EncodedString())
  }

  @Test(arguments: [1, 7, .max]) func theAnswerInPieces(_ chunk: Int) throws {
    #expect(try answer("HTTP/1.1 200 Connection established\r\nVia: x\r\n\r\n", chunk: chunk))
    #expect(try answer("HTTP/1.0 200\r\n\r\n", chunk: chunk))
    #expect(try !answer("HTTP/1.1 200 OK\r\nVia: x\r\n", chunk: chunk))
  }

  @Test func refusalsSayWhy() throws {
    for (text, words) in [
      ("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", "user and a password"),
      ("HTTP/1.1 403 No\r\n\r\n", "403"), ("HTTP/1.1 100 Continue\r\n\r\n", "100"),
      ("SSH-2.0-OpenSSH\r\n\r\n", "does not speak"), ("\r\n\r\n", "does not speak"),
      ("HTTP/1.1 -200 x\r\n\r\n", "does not speak"), ("HTTP/1.1 200 OK\r\n\r\nmore", "before the tunnel"),
      (String(repeating: "x", count: 9000), "no end"),
    ] {
      let error = #expect(throws: TransportError.self) { try answer(text) }
      #expect(error?.code == .proxy)
      #expect(error?.message.contains(words) == true, "\(text.prefix(30))")
    }
  }

  /// It says nothing about us: the lane backs off and tries again.
  @Test func aProxyThatFailsIsAConnectionThatFails() throws {
    let error = #expect(throws: TransportError.self) { try answer("HTTP/1.1 503 No\r\n\r\n") }
    #expect(error?.code == .connect && error?.message.contains("503") == true)
  }

  @Test func urls() throws {
    let plain = try Endpoint.Proxy(url: "http://proxy.example:3128/")
    #expect(plain == Endpoint.Proxy(host: "proxy.example", port: 3128))
    let full = try Endpoint.Proxy(url: "http://us%40er:p%3Ass@[::1]:80")
    #expect(full == Endpoint.Proxy(host: "::1", port: 80, credentials: "us@er:p:ss"))
    for bad in [
      "", "http://", "https://proxy:1", "proxy:1", "http://proxy", "http://proxy:0", "http://proxy:65536",
      "http://:80", "http://[]:80", "http://a%zz@proxy:80", "http://a%f@proxy:80", "http://%ff:x@proxy:80",
    ] {
      let error = #expect(throws: TransportError.self) { try Endpoint.Proxy(url: bad) }
      #expect(error?.code == .configuration, "\(bad)")
      #expect(error?.message.contains("zz") == false)
    }
  }

  // MARK: Lanes

  private func lane(
    _ total: Int, credentials: String? = nil, deadline: UInt64 = 20_000,
    _ proxy: @escaping @Sendable (Int32) -> Void
  ) throws -> (Lane, ThreadServer) {
    let tls = try TestTLS()
    let proxy = try ThreadServer(proxy)
    let loop = try EventLoop()
    let handler = TestHandler(accept)
    let server = try HTTPServer(loop: loop, tls: tls.server, configuration: .init(), handler: handler)
    let endpoint = Endpoint(
      host: "localhost", port: server.port,
      proxy: Endpoint.Proxy(host: "127.0.0.1", port: proxy.port, credentials: credentials))
    let lane = try Lane(total, to: endpoint, trust: tls.client, loop: loop) { $0.deadline = deadline }
    lane.run(seconds: 20)
    lane.close()
    server.close()
    proxy.stop()
    withExtendedLifetime(handler) {}
    return (lane, proxy)
  }

  /// Reads the proxy request's head.
  private static func head(_ descriptor: Int32) -> String {
    var text = ""
    var byte: UInt8 = 0
    while !text.hasSuffix("\r\n\r\n"), recv(descriptor, &byte, 1, 0) == 1 {
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return text
  }

  private static func say(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    try? bytes.withUnsafeBufferPointer { try sendAll(descriptor, $0) }
  }

  /// A tunnel to the port that CONNECT named, both ways until either end closes.
  private static func tunnel(_ client: Int32, _ head: String) {
    let words = head.split(separator: " ")
    guard words.count > 2, words[0] == "CONNECT", words[1].hasPrefix("localhost:"),
      let port = Int(words[1].dropFirst(10)), let address = SocketAddress(host: "127.0.0.1", port: port)
    else { return }
    let server = socket(AF_INET, streamSocket, 0)
    defer { close(server) }
    guard address.withPointer({ connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }) == 0 else {
      return
    }
    say("HTTP/1.1 200 Connection established\r\n\r\n", to: client)
    var both = [
      pollfd(fd: client, events: Int16(POLLIN), revents: 0),
      pollfd(fd: server, events: Int16(POLLIN), revents: 0),
    ]
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while poll(&both, 2, 20_000) > 0 {
      for (from, to) in [(0, server), (1, client)] where both[from].revents != 0 {
        let count = recv(both[from].fd, &buffer, buffer.count, 0)
        guard count > 0 else { return }
        let sent: Void? = buffer.withUnsafeBufferPointer {
          try? sendAll(to, UnsafeBufferPointer(rebasing: $0[..<count]))
        }
        if sent == nil { return }
      }
    }
  }

  @Test func throughATunnelWithCredentials() throws {
    let expected = "Proxy-Authorization: Basic " + Data("user:secret".utf8).base64EncodedString()
    let (lane, proxy) = try lane(500, credentials: "user:secret") { descriptor in
      let head = Self.head(descriptor)
      guard head.contains("\r\n\(expected)\r\n") else {
        return Self.say("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", to: descriptor)
      }
      Self.tunnel(descriptor, head)
    }
    #expect(lane.owner.outcomes == [.answered: 500])
    #expect(proxy.connections == lane.opened)
  }

  @Test func withoutCredentialsItIs407() throws {
    let (lane, _) = try lane(2, deadline: 400) { descriptor in
      let head = Self.head(descriptor)
      guard head.contains("Proxy-Authorization") else {
        return Self.say("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", to: descriptor)
      }
      Self.tunnel(descriptor, head)
    }
    #expect(lane.owner.outcomes == [.unsent: 2])
    #expect(lane.lost.count >= 2 && lane.lost.allSatisfy { $0.code == .proxy })
    #expect(lane.client.lastError?.message.contains("407") == true)
  }

  @Test(arguments: ["no HTTP at all\r\n\r\n", "HTTP/1.1 502 Bad Gateway\r\n\r\n<html>"])
  func aProxyThatTalksNonsense(_ text: String) throws {
    let (lane, _) = try lane(2, deadline: 400) { descriptor in
      _ = Self.head(descriptor)
      Self.say(text, to: descriptor)
    }
    #expect(lane.owner.outcomes == [.unsent: 2])
    #expect(lane.lost.count >= 2 && lane.lost.allSatisfy { $0.code == .proxy || $0.message.contains("502") })
  }

  @Test func aProxyWhoseAnswerHasNoEnd() throws {
    let (lane, _) = try lane(2, deadline: 400) { descriptor in
      _ = Self.head(descriptor)
      while true {
        let bytes = [UInt8](repeating: 65, count: 4096)
        guard (try? bytes.withUnsafeBufferPointer { try sendAll(descriptor, $0) }) != nil else { return }
      }
    }
    #expect(lane.owner.outcomes == [.unsent: 2])
    #expect(lane.lost.count >= 2 && lane.lost.allSatisfy { $0.code == .proxy })
  }

  @Test func aProxyThatHangsUp() throws {
    let (lane, _) = try lane(2, deadline: 400) { _ = Self.head($0) }
    #expect(lane.owner.outcomes == [.unsent: 2])
    #expect(lane.lost.count >= 2 && lane.lost.allSatisfy { $0.code == .closed })
  }
}
