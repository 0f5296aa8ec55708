import Foundation
import PushCrypto
import Transport

/// Answers every request with 200 and the apns-id it came with: what both clients are measured against. What
/// comes without one is FCM's: it gets a message's name, or an access token.
final class StubServer: HTTPServerHandler {
  private static let token = Array(
    #"{"access_token":"bench","expires_in":3600,"token_type":"Bearer"}"#.utf8)
  private static let name = Array(
    #"{"name":"projects/parcel-bench/messages/0:1500415314455276%31bd1c9631bd1c96"}"#.utf8)

  func server(_ server: HTTPServer, received exchange: ServerExchange) {
    guard let id = exchange.bytes("apns-id") else {
      let isToken = exchange.bytes(":path").map { $0.elementsEqual("/token".utf8) } ?? false
      exchange.respond(
        status: 200, headers: [("content-type", "application/json")], body: isToken ? Self.token : Self.name)
      return
    }
    exchange.respond(status: 200, headers: [("apns-id", String(decoding: id, as: UTF8.self))])
  }

  /// Writes its authority to `--ca`, prints its port, and serves until it is killed.
  static func run(_ words: [String]) throws {
    let options = try BenchOptions(words)
    let now = Int(Date().timeIntervalSince1970)
    let authority = try CertificateAuthority.make(
      commonName: "pushwire-bench", notBefore: now - 3600, notAfter: now + 86_400)
    let issued = try authority.issue(
      dnsNames: ["localhost"], ipAddresses: ["127.0.0.1"], notBefore: now - 3600, notAfter: now + 86_400)
    try authority.certificatePEM.write(
      toFile: try options.required("ca"), atomically: true, encoding: .utf8)
    let loop = try EventLoop()
    let handler = StubServer()
    var configuration = HTTPServer.Configuration()
    configuration.maximumConcurrentStreams = try options.number("streams", 1000)
    let server = try HTTPServer(
      loop: loop,
      tls: try TLSContext(chainPEM: issued.chainPEM, keyPEM: issued.keyPEM, protocols: .http2),
      configuration: configuration, handler: handler)
    print(server.port)
    fflush(nil)
    loop.run()
    server.close()
  }
}
