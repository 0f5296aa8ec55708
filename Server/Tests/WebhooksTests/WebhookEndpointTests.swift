import TestSupport
import Testing
import Webhooks

@Suite struct WebhookEndpointTests {
  private static let secret = [UInt8](repeating: 7, count: 24)

  private func failure(
    _ url: String, secrets: [[UInt8]] = [secret], allowsPrivate: Bool = false
  ) -> WebhookError.Code? {
    do {
      _ = try WebhookEndpoint(url: url, secrets: secrets, allowsPrivate: allowsPrivate)
      return nil
    } catch { return error.code }
  }

  @Test(arguments: [
    "https://example.com/hook", "https://example.com:8443/a?b=c#d", "HTTPS://EXAMPLE.com", "https://8.8.8.8/",
    "https://[2606:4700::1111]/x", "https://localhost/", "https://xn--bcher-kva.example/",
  ])
  func theseArePublicEndpoints(_ url: String) { #expect(failure(url) == nil) }

  @Test(arguments: [
    "", "example.com", "http://example.com/", "ftp://example.com/", "file:///etc/passwd", "https://",

    "https://user@example.com/", "https://user:word@example.com/", "https://:word@example.com/",
    "https://exa mple.com/", "https://example.com/\r\nX: y", "https://example.com/\u{0}x",
    "https://example.com:99999/", "gopher://example.com/", "javascript:alert(1)", "https://[::1",
    "https://example.com/" + String(repeating: "x", count: 2048),
  ])
  func theseAreNone(_ url: String) { #expect(failure(url) == .url) }

  @Test(arguments: [
    "https://127.0.0.1/", "https://127.1/", "https://0x7f.0.0.1/", "https://2130706433/",
    "https://0177.0.0.1/",
    "https://10.0.0.1:8443/", "https://169.254.169.254/latest/meta-data", "https://[::1]/", "https://[::]/",
    "https://[::ffff:127.0.0.1]/", "https://[fd00::1]/", "https://[64:ff9b::a00:1]/", "https://0.0.0.0/",
  ])
  func privateAddressesAreRefusedAtOnceUnlessAllowed(_ url: String) {
    #expect(failure(url) == .privateAddress)
    #expect(failure(url, allowsPrivate: true) == nil)
  }

  @Test func plainHTTPIsForPrivateOnes() {
    #expect(failure("http://10.0.0.1/", allowsPrivate: true) == nil)
    #expect(failure("http://10.0.0.1/") == .url)
    #expect(failure("ftp://10.0.0.1/", allowsPrivate: true) == .url)
  }

  @Test func oneOrTwoSecretsOfSomeLength() {
    let url = "https://example.com/"
    #expect(failure(url, secrets: []) == .secret)
    #expect(failure(url, secrets: [Self.secret, Self.secret]) == nil)
    #expect(failure(url, secrets: [Self.secret, Self.secret, Self.secret]) == .secret)
    #expect(failure(url, secrets: [[1, 2, 3]]) == .secret)
  }

  @Test func errorsDoNotRepeatTheURL() {
    for url in [
      "http://example.com/secret-path", "https://user:secret-path@example.com/",
      "https://10.0.0.1/secret-path",
    ] {
      do {
        _ = try WebhookEndpoint(url: url, secrets: [Self.secret])
        Issue.record("\(url) was taken")
      } catch { #expect(!error.message.contains("secret-path")) }
    }
  }

  /// Whatever the text: it is refused, or https without credentials.
  @Test func anyTextIsReadOrRefusedFuzz() {
    let seeds = [
      "https://user:word@example.com:8443/a/b?c=d#e", "https://127.0.0.1/", "https://[::ffff:10.0.0.1]:1/",
      "https://0x7f.1/", "https://xn--bcher-kva.example/%2e%2e/", "http://localhost/", "https://8.8.8.8/",
    ].map { Array($0.utf8) }
    var taken = 0
    Fuzz.run("webhook URL fuzz") { round, random in
      var bytes = random.pick(seeds)
      for _ in 0..<random.below(4) where !bytes.isEmpty {
        let at = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes[at] = UInt8(random.below(256))
        case 1: bytes.remove(at: at)
        case 2: bytes.insert(contentsOf: random.pick(seeds).suffix(random.below(12)), at: at)
        default: bytes[at] = random.pick(Array("0123456789.:/@[]%#?x-".utf8))
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let endpoint = try? WebhookEndpoint(url: text, secrets: [Self.secret]) else { return }
      taken += 1
      let authority = text.dropFirst(6).drop { $0 == "/" }.prefix { !"/?#".contains($0) }
      if !endpoint.url.lowercased().hasPrefix("https:") || authority.contains("@") {
        Issue.record("round \(round): \(text) was taken")
      }
    }
    #expect(taken > 0)
  }

  @Test func idsArePlain() throws {
    let endpoint = try WebhookEndpoint(url: "https://example.com/", secrets: [Self.secret])
    for id in ["", "a.b", "a b", "a\r\nX: y", "ü", String(repeating: "x", count: 129)] {
      #expect(throws: WebhookError.self) { try WebhookDelivery(id: id, endpoint: endpoint, body: []) }
    }
    _ = try WebhookDelivery(id: "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W", endpoint: endpoint, body: [])
  }
}
