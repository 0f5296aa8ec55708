import Foundation
import PushCrypto
import TestSupport
import Testing
import Webhooks

@Suite struct WebhookSenderTests {
  private let secrets = [
    [UInt8]("first-secret-of-this-test".utf8), [UInt8]("second-secret-of-this-test".utf8),
  ]

  private func sender(_ change: (inout WebhookConfiguration) -> Void = { _ in }) throws -> WebhookSender {
    var configuration = WebhookConfiguration()
    change(&configuration)
    return try WebhookSender(configuration: configuration)
  }

  @Test func pythonFindsBothSignaturesGenuine() throws {
    let server = try HookServer(secrets: secrets)
    let sender = try sender { $0.now = { 1_700_000_000 } }
    let body = #"{"type":"notification.opened","text":"ü"}"#
    let url = "http://127.0.0.1:\(server.port)/hook?x=1"
    #expect(try sender.outcome(url, secrets: secrets, body: body) == .delivered(status: 200))
    let seen = try #require(try server.seen.first)
    #expect(seen.genuine == [true, true] && seen.body == body && seen.path == "/hook?x=1")
    #expect(seen.headers["webhook-id"] == "msg_1" && seen.headers["webhook-timestamp"] == "1700000000")
    #expect(seen.headers["content-type"] == "application/json" && seen.headers["expect"] == nil)
    // Another secret in the second place: the judge can tell.
    _ = try sender.outcome(url, secrets: [secrets[0], secrets[0]], body: body)
    #expect(try server.seen.last?.genuine == [true, false])
  }

  @Test func anEmptyAndALargeBodyArePosted() throws {
    let server = try HookServer(secrets: secrets)
    let sender = try sender()
    let url = "http://127.0.0.1:\(server.port)/"
    let large = "\"" + String(repeating: "large ", count: 50_000) + "\""
    for body in ["", large] {
      #expect(try sender.outcome(url, secrets: secrets, body: body) == .delivered(status: 200))
      let seen = try #require(try server.seen.last)
      #expect(seen.body == body && seen.genuine == [true, true])
    }
  }

  @Test func answersBecomeOutcomes() throws {
    let server = try HookServer()
    let sender = try sender()
    let base = "http://127.0.0.1:\(server.port)"
    #expect(try sender.outcome("\(base)/status/204") == .delivered(status: 204))
    #expect(try sender.outcome("\(base)/status/400") == .refused(status: 400))
    #expect(try sender.outcome("\(base)/status/410") == .refused(status: 410))
    #expect(try sender.outcome("\(base)/status/500") == .retry(after: nil, why: "HTTP status 500"))
    #expect(try sender.outcome("\(base)/status/429/17") == .retry(after: 17, why: "HTTP status 429"))
    #expect(try sender.outcome("\(base)/status/408") == .retry(after: nil, why: "HTTP status 408"))
    #expect(try sender.outcome("\(base)/status/503/nonsense") == .retry(after: nil, why: "HTTP status 503"))
    guard case .retry(let after?, _) = try sender.outcome("\(base)/date") else {
      Issue.record("a date was not read")
      return
    }
    #expect((90...100).contains(after))
    #expect(try sender.outcome("\(base)/large") == .delivered(status: 200), "its body is not read to the end")
  }

  @Test func redirectsAreNotFollowed() throws {
    let server = try HookServer()
    let sender = try sender()
    #expect(try sender.outcome("http://127.0.0.1:\(server.port)/redirect") == .refused(status: 302))
    #expect(try server.seen.map(\.path) == ["/redirect"])
  }

  @Test func aSilentServerTimesOutAndADrippingOneHasAnswered() throws {
    let server = try HookServer()
    let sender = try sender { $0.wholeMilliseconds = 300 }
    guard case .retry(nil, let why) = try sender.outcome("http://127.0.0.1:\(server.port)/silent") else {
      Issue.record("no retry")
      return
    }
    #expect(why.lowercased().contains("time"))
    #expect(try sender.outcome("http://127.0.0.1:\(server.port)/drip") == .delivered(status: 200))
  }

  @Test func aClosedPortIsTriedAgain() throws {
    guard case .retry(nil, _) = try sender().outcome("http://127.0.0.1:\(try freePort())/") else {
      Issue.record("no retry")
      return
    }
  }

  /// A name that resolves to this machine: only the connection can tell.
  @Test func aNameOfAPrivateAddressIsRefusedWhereItIsConnectedTo() throws {
    let server = try HookServer()
    let sender = try sender()
    let url = "https://localhost:\(server.port)/"
    guard case .forbidden(let why) = try sender.outcome(url, allowsPrivate: false) else {
      Issue.record("it was not refused")
      return
    }
    #expect(why.contains("loopback"))
    #expect(try server.seen.isEmpty)
  }

  /// The connection of an endpoint that may be private lies open; the other must not find it.
  @Test func aPrivateConnectionIsNotUsedForAPublicEndpoint() throws {
    let (certificate, authority) = try chain("localhost")
    let server = try HookServer(certificate: certificate.file)
    let sender = try sender { $0.authoritiesPEM = authority }
    let url = "https://localhost:\(server.port)/"
    for _ in 0..<3 {
      #expect(try sender.outcome(url, allowsPrivate: true) == .delivered(status: 200))
      guard case .forbidden = try sender.outcome(url, allowsPrivate: false) else {
        Issue.record("it was not refused")
        return
      }
    }
    #expect(try server.seen.count == 3)
  }

  @Test func anUnknownAuthorityOrAnotherNameIsRefused() throws {
    let (certificate, authority) = try chain("localhost")
    let server = try HookServer(certificate: certificate.file)
    let trusting = try sender { $0.authoritiesPEM = authority }
    #expect(try trusting.outcome("https://localhost:\(server.port)/") == .delivered(status: 200))
    for (sender, url) in [
      (try sender(), "https://localhost:\(server.port)/"), (trusting, "https://127.0.0.1:\(server.port)/"),
    ] {
      guard case .retry(nil, let why) = try sender.outcome(url) else {
        Issue.record("a certificate that nobody vouches for was taken")
        continue
      }
      #expect(why.contains("SSL"))
    }
    #expect(try server.seen.count == 1)
  }

  @Test func aConfiguredProxyIsUsed() throws {
    let server = try HookServer()
    let proxied = try sender { $0.proxy = "http://127.0.0.1:\(server.port)" }
    // The proxy sees the whole URL.
    let answer = try proxied.outcome("http://hook.invalid/through", allowsPrivate: true)
    #expect(answer == .delivered(status: 200))
    #expect(try server.seen.map(\.path) == ["http://hook.invalid/through"])
  }

  @Test func aSlowOriginHoldsUpNoOther() throws {
    let (slow, quick) = (try HookServer(), try HookServer())
    let sender = try sender {
      $0.inFlight = 6
      $0.perOrigin = 2
      $0.wholeMilliseconds = 10_000
    }
    let endpoint = try WebhookEndpoint(
      url: "http://127.0.0.1:\(slow.port)/silent", secrets: secrets, allowsPrivate: true)
    let outcomes = Outcomes()
    for number in 0..<20 {
      let delivery = try WebhookDelivery(id: "slow_\(number)", endpoint: endpoint, body: [])
      #expect(sender.post(delivery) { outcomes.add($0) })
    }
    for _ in 0..<20 {
      #expect(try sender.outcome("http://127.0.0.1:\(quick.port)/") == .delivered(status: 200))
    }
    #expect(outcomes.all.isEmpty)
    sender.close(milliseconds: 0)
    #expect(outcomes.all == Array(repeating: .retry(after: nil, why: "The server is stopping."), count: 20))
  }

  @Test func aFullOrClosedSenderSaysSo() throws {
    let server = try HookServer()
    let sender = try sender {
      $0.queue = 2
      $0.inFlight = 1
    }
    let outcomes = Outcomes()
    let endpoint = try WebhookEndpoint(
      url: "http://127.0.0.1:\(server.port)/silent", secrets: secrets, allowsPrivate: true)
    func post() throws -> Bool {
      sender.post(try WebhookDelivery(id: "x", endpoint: endpoint, body: [])) { outcomes.add($0) }
    }
    #expect(try post())
    try eventually("the first is under way") { try server.seen.count == 1 }
    #expect(try post() && post())
    #expect(try !post())
    #expect(sender.openDeliveries == 3)
    sender.close(milliseconds: 0)
    sender.close(milliseconds: 0)
    #expect(outcomes.all.count == 3 && sender.openDeliveries == 0)
    #expect(try !post())
  }

  @Test func closingWaitsForWhatIsUnderWay() throws {
    let server = try HookServer()
    let sender = try sender { $0.wholeMilliseconds = 400 }
    let endpoint = try WebhookEndpoint(
      url: "http://127.0.0.1:\(server.port)/silent", secrets: secrets, allowsPrivate: true)
    let outcomes = Outcomes()
    _ = sender.post(try WebhookDelivery(id: "x", endpoint: endpoint, body: [])) { outcomes.add($0) }
    try eventually("it is under way") { try server.seen.count == 1 }
    sender.close(milliseconds: 10_000)
    guard case .retry(nil, let why)? = outcomes.all.first else {
      Issue.record("no outcome")
      return
    }
    #expect(why != "The server is stopping.")
  }

  @Test func aSenderThatIsDroppedEnds() throws {
    let server = try HookServer()
    let endpoint = try WebhookEndpoint(
      url: "http://127.0.0.1:\(server.port)/silent", secrets: secrets, allowsPrivate: true)
    let outcomes = Outcomes()
    do {
      let sender = try sender()
      _ = sender.post(try WebhookDelivery(id: "x", endpoint: endpoint, body: [])) { outcomes.add($0) }
      try eventually("it is under way") { try server.seen.count == 1 }
    }
    try eventually("it has ended") { outcomes.all == [.retry(after: nil, why: "The server is stopping.")] }
  }

  @Test func manyAreDeliveredOnceEach() throws {
    let server = try HookServer(secrets: secrets)
    let sender = try sender { $0.perOrigin = 8 }
    let endpoint = try WebhookEndpoint(
      url: "http://127.0.0.1:\(server.port)/", secrets: secrets, allowsPrivate: true)
    let outcomes = Outcomes()
    for number in 0..<300 {
      let delivery = try WebhookDelivery(
        id: "msg_\(number)", endpoint: endpoint, body: Array("\(number)".utf8))
      #expect(sender.post(delivery) { outcomes.add($0) })
    }
    try eventually("all have an outcome") { outcomes.all.count == 300 }
    #expect(outcomes.all.allSatisfy { $0 == .delivered(status: 200) })
    let seen = try server.seen
    #expect(Set(seen.map { $0.headers["webhook-id"] }).count == 300 && seen.count == 300)
    #expect(seen.allSatisfy { $0.genuine == [true, true] })
  }

  @Test func impossibleSettingsAreSaidAtTheStart() {
    #expect(throws: WebhookError.self) { try sender { $0.queue = 0 } }
    #expect(throws: WebhookError.self) { try sender { $0.wholeMilliseconds = -1 } }
  }

  private func chain(_ name: String) throws -> (
    certificate: (file: URL, scratch: ScratchFolder), authority: String
  ) {
    let now = Int(Date().timeIntervalSince1970)
    let authority = try CertificateAuthority.make(
      commonName: "Test authority", notBefore: now - 3600, notAfter: now + 86_400)
    let issued = try authority.issue(dnsNames: [name], notBefore: now - 3600, notAfter: now + 86_400)
    let scratch = try ScratchFolder()
    return (
      (try scratch.file("chain.pem", issued.chainPEM + issued.keyPEM), scratch), authority.certificatePEM
    )
  }

  /// A port where nobody listens: one that was just given back.
  private func freePort() throws -> Int {
    let script = "import socket; s=socket.socket(); s.bind(('127.0.0.1',0)); print(s.getsockname()[1])"
    return Int(try ForeignProgram.run("python3", ["-c", script]).output.dropLast()) ?? 9
  }
}
