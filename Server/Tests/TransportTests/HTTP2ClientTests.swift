import Foundation
import Testing

@testable import Transport

@Suite struct HTTP2ClientTests {
  @Test func manyRequestsAreEachAnsweredOnce() throws {
    let tls = try TestTLS()
    let loop = try EventLoop()
    let handler = TestHandler { exchange in
      exchange.respond(
        status: 200, headers: [("apns-id", exchange.headers.first { $0.name == "apns-id" }?.value ?? "")])
    }
    let server = try HTTPServer(loop: loop, tls: tls.server, configuration: .init(), handler: handler)
    let owner = TestOwner(loop, total: 20_000)
    var configuration = HTTP2Client.Configuration()
    configuration.captures = ["apns-id"]
    let client = try HTTP2Client(
      loop: loop, endpoint: Endpoint(host: "127.0.0.1", port: server.port), tls: tls.client,
      configuration: configuration, owner: owner)
    owner.onFinished = { exchange in
      let id = exchange.captured(0).map { String(decoding: $0, as: UTF8.self) }
      #expect(id == String(exchange.tag))
    }
    owner.fill(client)
    loop.run()
    #expect(owner.statuses == [200: 20_000])
    #expect(owner.times.allSatisfy { $0 == 1 })
    #expect(handler.received == 20_000)
    client.close()
    server.close()
  }
}
