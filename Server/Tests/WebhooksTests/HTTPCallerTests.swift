import Foundation
import PushCrypto
import TestSupport
import Testing

@testable import Webhooks

@Suite struct HTTPCallerTests {
  @Test func askingAndAnswering() throws {
    let server = try HookServer()
    let caller = try HTTPCaller()
    let base = "http://127.0.0.1:\(server.port)"
    let posted = caller.ask(
      "POST", base + "/hello", ["Content-Type": "application/json", "Authorization": "Bearer x"],
      Array("{}".utf8))
    #expect(posted == HTTPCaller.Answer(status: 200, body: Array("ok".utf8)))
    let busy = caller.ask("GET", base + "/status/503/7", [:], [])
    #expect(busy?.status == 503 && busy?.retryAfter == 7)
    // A redirect is an answer, and nothing is left of the request before.
    #expect(caller.ask("GET", base + "/redirect", [:], [])?.status == 302)
    let seen = try server.seen
    #expect(seen.map(\.path) == ["/hello", "/status/503/7", "/redirect"])
    #expect(seen[0].headers["content-type"] == "application/json" && seen[0].body == "{}")
    #expect(seen[0].headers["authorization"] == "Bearer x" && seen[0].headers["expect"] == nil)
    #expect(seen[1].headers["authorization"] == nil && seen[1].body.isEmpty)
  }

  @Test func whatIsNoAnswer() throws {
    let server = try HookServer()
    let caller = try HTTPCaller(patience: 300)
    let base = "http://127.0.0.1:\(server.port)"
    #expect(caller.ask("GET", base + "/silent", [:], []) == nil)
    #expect(caller.ask("GET", base + "/hello", ["X-A": "a\r\nX-B: b"], []) == nil)
    #expect(caller.ask("GET", "file:///etc/hostname", [:], []) == nil)
    #expect(caller.ask("GET", "http://127.0.0.1:1/", [:], []) == nil)
    #expect(try server.seen.map(\.path) == ["/silent"])
  }

  @Test func certificatesAreVerified() throws {
    let now = Int(Date().timeIntervalSince1970)
    let authority = try CertificateAuthority.make(
      commonName: "Nobody's authority", notBefore: now - 3600, notAfter: now + 86_400)
    let issued = try authority.issue(dnsNames: ["localhost"], notBefore: now - 3600, notAfter: now + 86_400)
    let scratch = try ScratchFolder()
    let server = try HookServer(certificate: try scratch.file("chain.pem", issued.chainPEM + issued.keyPEM))
    let caller = try HTTPCaller()
    #expect(caller.ask("GET", "https://localhost:\(server.port)/hello", [:], []) == nil)
    #expect(try server.seen.isEmpty)
  }
}
