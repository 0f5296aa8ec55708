import Foundation
import HTTPFront
import TestSupport
import Testing

@Suite struct HTTPFrontErrorTests {
  private func failure(_ change: (inout HTTPFrontConfiguration) -> Void) throws -> HTTPFrontError? {
    do {
      try makeFront(TestHandler { $0.respond(.text("x")) }, change).stop()
      return nil
    } catch let error as HTTPFrontError { return error }
  }

  @Test func aPortInUseIsSaid() throws {
    let front = try makeFront(TestHandler { $0.respond(.text("x")) })
    defer { front.stop() }
    let error = try failure { $0.port = front.port }
    #expect(error?.code == .portInUse && error?.message.contains("127.0.0.1:\(front.port)") == true)
  }

  @Test func impossibleValuesAreSaid() throws {
    #expect(try failure { $0.host = "203.0.113.7" }?.code == .address)
    #expect(try failure { $0.host = "not an address" }?.code == .address)
    #expect(try failure { $0.port = 70_000 }?.code == .configuration)
    #expect(try failure { $0.threads = 0 }?.code == .configuration)
    #expect(try failure { $0.maximumHeader = 1 }?.code == .configuration)
    #expect(try failure { $0.certificatePEM = "x" }?.code == .tls)
    #expect(
      try failure {
        $0.certificatePEM = "x"
        $0.keyPEM = "y"
      }?.code == .tls)
  }

  @Test func oneThreadIsEnough() throws {
    let front = try makeFront(TestHandler { $0.respond(.text("one")) }) { $0.threads = 1 }
    let client = try RawClient(port: front.port)
    client.get("/")
    #expect(try client.answer().body == "one")
    front.stop()
  }

  @Test func itSpeaksTLS() throws {
    let scratch = try ScratchFolder()
    let made = try ForeignProgram.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
        "key.pem",
        "-out", "cert.pem", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
      ],
      in: scratch.url)
    try #require(made.status == 0)
    let (certificate, key) = (
      try String(contentsOf: scratch.url.appendingPathComponent("cert.pem"), encoding: .utf8),
      try String(contentsOf: scratch.url.appendingPathComponent("key.pem"), encoding: .utf8)
    )
    let front = try makeFront(
      TestHandler { request in
        DispatchQueue.global().async { request.respond(.text("\(request.isSecure) \(request.bodyText)")) }
      }
    ) {
      $0.certificatePEM = certificate
      $0.keyPEM = key
    }
    defer { front.stop() }
    let url = "https://localhost:\(front.port)/"
    let answered = try ForeignProgram.run(
      "curl", ["-sS", "--cacert", "cert.pem", "-d", "hi", url], in: scratch.url)
    #expect(answered.output == "true hi", "\(answered.errors)")
    #expect(try ForeignProgram.run("curl", ["-sS", url]).status == 60)
    let tooLong = try ForeignProgram.run(
      "curl",
      [
        "-sS", "--cacert", "cert.pem", "-H", "Transfer-Encoding: chunked", "-w", "%{http_code}",
        "-d", String(repeating: "x", count: 2000), url,
      ], in: scratch.url)
    #expect(tooLong.output == "problem 413413", "\(tooLong.errors)")
  }
}
