import Foundation
import PushCrypto

@testable import Transport

/// Certificates for 127.0.0.1 made at test time, and a folder that goes with them.
struct TestTLS {
  let server: TLSContext
  let client: TLSContext
  let caPath: String
  let issued: CertificateAuthority.Issued

  init(
    protocols: TLSContext.Protocols = .http2, names: [String] = ["localhost"],
    addresses: [String] = ["127.0.0.1"],
    validFor: Int = 3600
  ) throws {
    let now = Int(Date().timeIntervalSince1970)
    let authority = try CertificateAuthority.make(
      commonName: "Test CA", notBefore: now - 7200, notAfter: now + 7200)
    issued = try authority.issue(
      dnsNames: names, ipAddresses: addresses, notBefore: now - 7200, notAfter: now + validFor)
    caPath = FileManager.default.temporaryDirectory.appendingPathComponent("ca-\(UUID().uuidString).pem").path
    try authority.certificatePEM.write(toFile: caPath, atomically: true, encoding: .utf8)
    server = try TLSContext(chainPEM: issued.chainPEM, keyPEM: issued.keyPEM, protocols: protocols)
    client = try TLSContext(trust: .file(caPath))
  }
}

/// Answers each request with what a closure says.
final class TestHandler: HTTPServerHandler {
  var answer: (ServerExchange) -> Void
  var onHeaders: (ServerExchange) -> Void = { _ in }
  var onOpen: (ServerConnection) -> Void = { _ in }
  var received = 0
  init(_ answer: @escaping (ServerExchange) -> Void) { self.answer = answer }
  func server(_ server: HTTPServer, opened connection: ServerConnection) { onOpen(connection) }
  func server(_ server: HTTPServer, receivedHeaders exchange: ServerExchange) { onHeaders(exchange) }
  func server(_ server: HTTPServer, received exchange: ServerExchange) {
    received += 1
    answer(exchange)
  }
}

/// Sends `total` numbered requests and notes how each ended; stops the loop after the last.
final class TestOwner: HTTP2ClientOwner {
  let loop: EventLoop
  let total: Int
  var sent = 0
  var ended = 0
  /// By request number, how often it was answered.
  var times: [Int]
  var outcomes: [Outcome: Int] = [:]
  var statuses: [Int: Int] = [:]
  var events: [HTTP2Client.Event] = []
  var onFinished: (borrowing Exchange) -> Void = { _ in }
  var onEvent: (HTTP2Client.Event) -> Void = { _ in }
  var onFill: (UnsafeMutablePointer<Exchange>) -> Void = { _ in }
  var body = [UInt8](repeating: UInt8(ascii: "x"), count: 137)

  init(_ loop: EventLoop, total: Int) {
    self.loop = loop
    self.total = total
    times = Array(repeating: 0, count: total)
  }

  func client(_ client: HTTP2Client, finished batch: UnsafeBufferPointer<Int32>) {
    for index in batch {
      let exchange = client.exchange(index)
      times[exchange.pointee.tag] += 1
      outcomes[exchange.pointee.outcome, default: 0] += 1
      statuses[exchange.pointee.status, default: 0] += 1
      ended += 1
      onFinished(exchange.pointee)
    }
    if ended == total { loop.stop() }
  }

  func clientHasRoom(_ client: HTTP2Client) { fill(client) }

  func fill(_ client: HTTP2Client) {
    while sent < total, let index = client.begin() {
      let exchange = client.exchange(index)
      exchange.pointee.tag = sent
      exchange.pointee.beginField(HeaderName(":path", .never))
      exchange.pointee.buffer.append("/3/device/")
      exchange.pointee.buffer.appendDecimal(sent)
      exchange.pointee.endField()
      exchange.pointee.beginField(HeaderName("apns-id", .firstOnly))
      exchange.pointee.buffer.appendDecimal(sent)
      exchange.pointee.endField()
      onFill(exchange)
      exchange.pointee.buffer.append(body)
      client.submit(index)
      sent += 1
    }
  }

  func client(_ client: HTTP2Client, noticed event: HTTP2Client.Event) {
    events.append(event)
    onEvent(event)
  }
}
