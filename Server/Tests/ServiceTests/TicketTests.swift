import Foundation
import PushCrypto
import Testing

@testable import Service

@Suite struct TicketTests {
  private static let now = 1_893_456_000
  private static let secret = CredentialSnapshot.TicketSecret(
    keyID: "k1", secret: [UInt8](repeating: 1, count: 32))

  private func verify(
    _ compact: String, secrets: [CredentialSnapshot.TicketSecret] = [secret], keys: [TicketKey] = [],
    at: Int = now
  ) throws(Ticket.Refusal) -> Ticket {
    try Array(compact.utf8).withUnsafeBufferPointer { (compact) throws(Ticket.Refusal) in
      try Ticket.verify(compact, app: "demo", secrets: secrets, keys: keys, seconds: at)
    }
  }

  private func refusal(
    _ compact: String, secrets: [CredentialSnapshot.TicketSecret] = [secret], keys: [TicketKey] = [],
    at: Int = now
  ) -> Ticket.Refusal? {
    do throws(Ticket.Refusal) {
      _ = try verify(compact, secrets: secrets, keys: keys, at: at)
      return nil
    } catch { return error }
  }

  private func sign(
    _ claims: KeyValuePairs<String, JWT.Value>, keyID: String? = "k1",
    by signer: JWT.Signer = .secret(secret.secret)
  ) throws -> String { try JWT.sign(claims, keyID: keyID, by: signer) }

  private func mint(life: Int = 600, issued: Int = now) throws -> String {
    try Ticket.mint(
      account: "u1", tenant: "acme", app: "demo", life: life, secret: Self.secret, seconds: issued)
  }

  @Test func takesItsOwn() throws {
    #expect(try verify(mint()) == Ticket(account: "u1", tenant: "acme"))
  }

  @Test func allowsAMinuteOfSkewAndNoMore() throws {
    let ticket = try mint(life: 600)
    #expect(refusal(ticket, at: Self.now + 600 + 60) == nil)
    #expect(refusal(ticket, at: Self.now + 600 + 61) == .expired)
    #expect(refusal(ticket, at: Self.now - 60) == nil)
    #expect(refusal(ticket, at: Self.now - 61) == .early)
    let later = try sign([
      "app": "demo", "sub": "u1", "iat": .integer(Self.now), "exp": .integer(Self.now + 600),
      "nbf": .integer(Self.now + 61),
    ])
    #expect(refusal(later) == .early)
    #expect(refusal(later, at: Self.now + 1) == nil)
  }

  @Test func livesAQuarterOfAnHourAtMost() throws {
    #expect(refusal(try mint(life: 900)) == nil)
    #expect(refusal(try mint(life: 901)) == .times)
    for (issued, expires) in [(nil, Self.now + 60), (Self.now, nil), (Self.now, Self.now), (0, 600)]
      as [(Int?, Int?)]
    {
      var claims: [(String, JWT.Value)] = [("app", "demo"), ("sub", "u1")]
      if let issued { claims.append(("iat", .integer(issued))) }
      if let expires { claims.append(("exp", .integer(expires))) }
      #expect(refusal(try compact(claims)) == .times)
    }
    // A time that is no number.
    #expect(
      refusal(try compact([("app", "demo"), ("sub", "u1"), ("iat", "1893456000"), ("exp", "1893456600")]))
        == .times)
  }

  /// Signs claims that are put together at run time.
  private func compact(_ claims: [(String, JWT.Value)]) throws -> String {
    let header = Base64URL.encode(Array(#"{"alg":"HS256","kid":"k1"}"#.utf8))
    var body: [String] = []
    for (name, value) in claims {
      switch value {
      case .text(let text): body.append("\"\(name)\":\"\(text)\"")
      case .integer(let number): body.append("\"\(name)\":\(number)")
      default: break
      }
    }
    return try compact(header: header, json: "{" + body.joined(separator: ",") + "}")
  }

  private func compact(header: String, json: String) throws -> String {
    let signed = header + "." + Base64URL.encode(Array(json.utf8))
    let signature = try Digest.hmacSHA256(key: Self.secret.secret, Array(signed.utf8))
    return signed + "." + Base64URL.encode(signature)
  }

  @Test func isForOneAppOneAccountOneTenant() throws {
    let times: [(String, JWT.Value)] = [("iat", .integer(Self.now)), ("exp", .integer(Self.now + 60))]
    #expect(refusal(try compact([("app", "other"), ("sub", "u1")] + times)) == .app)
    #expect(refusal(try compact([("sub", "u1")] + times)) == .app)
    #expect(refusal(try compact([("app", "demo")] + times)) == .account)
    #expect(refusal(try compact([("app", "demo"), ("sub", "")] + times)) == .account)
    #expect(refusal(try compact([("app", "demo"), ("sub", "u1"), ("tenant", "a b")] + times)) == .tenant)
    #expect(
      refusal(try compact([("app", "demo"), ("sub", "u1"), ("tenant", .integer(1))] + times)) == .tenant)
    // A claim that stands twice would let two readers see two accounts.
    let header = Base64URL.encode(Array(#"{"alg":"HS256","kid":"k1"}"#.utf8))
    let twice = #"{"app":"demo","sub":"u1","sub":"u2","iat":1893456000,"exp":1893456060}"#
    #expect(refusal(try compact(header: header, json: twice)) == .malformed)
  }

  @Test func noAlgorithmIsTakenForAnother() throws {
    let key = try SigningKey.generate(.ecP256)
    let pem = try key.publicKey.pem()
    let known = try TicketKey(keyID: "e1", pem: pem)
    let claims: KeyValuePairs<String, JWT.Value> = [
      "app": "demo", "sub": "u1", "iat": .integer(Self.now), "exp": .integer(Self.now + 60),
    ]
    #expect(try verify(sign(claims, keyID: "e1", by: .key(key)), keys: [known]).account == "u1")
    // The public key is no secret: whoever has it must not be able to sign with it as one.
    let forged = try sign(claims, keyID: "e1", by: .secret(Array(pem.utf8)))
    #expect(refusal(forged, keys: [known]) == .malformed)
    #expect(refusal(try sign(claims, keyID: nil, by: .secret(Array(pem.utf8))), keys: [known]) == .signature)
    // An ES256 token under the id of an HS256 secret, and the other way round.
    #expect(refusal(try sign(claims, keyID: "k1", by: .key(key)), keys: [known]) == .malformed)
    #expect(refusal(try sign(claims, keyID: "e1"), keys: [known]) == .malformed)
    // No algorithm at all.
    for name in ["none", "None", "NONE", "HS384", "RS256", ""] {
      let header = Base64URL.encode(Array("{\"alg\":\"\(name)\",\"kid\":\"k1\"}".utf8))
      let body = Base64URL.encode(
        Array(#"{"app":"demo","sub":"u1","iat":1893456000,"exp":1893456060}"#.utf8))
      #expect(refusal(header + "." + body + ".") == .malformed)
      #expect(refusal(header + "." + body) == .malformed)
    }
    // RSA keys are not for tickets.
    #expect(throws: (any Error).self) {
      try TicketKey(keyID: "r", pem: try SigningKey.generate(.rsa).publicKey.pem())
    }
  }

  @Test func twoSecretsCountAndNoThird() throws {
    let snapshot = CredentialSnapshot(
      keys: [],
      secrets: (1...3).map {
        .init(name: "ticket.k\($0)", value: [UInt8](repeating: UInt8($0), count: 32), createdAt: $0)
      } + [.init(name: "ticket.short", value: [1, 2, 3], createdAt: 9)])
    #expect(snapshot.ticketSecrets.map(\.keyID) == ["k3", "k2"])
    for number in 1...3 {
      let ticket = try Ticket.mint(
        account: "u1", tenant: "", app: "demo", life: 60,
        secret: .init(keyID: "k\(number)", secret: [UInt8](repeating: UInt8(number), count: 32)),
        seconds: Self.now)
      #expect(refusal(ticket, secrets: snapshot.ticketSecrets) == (number == 1 ? .unknownKey : nil))
    }
  }

  @Test func aTicketWithoutKeyIDIsTriedWithEach() throws {
    let other = CredentialSnapshot.TicketSecret(keyID: "k2", secret: [UInt8](repeating: 2, count: 32))
    let claims: KeyValuePairs<String, JWT.Value> = [
      "app": "demo", "sub": "u1", "iat": .integer(Self.now), "exp": .integer(Self.now + 60),
    ]
    for signer in [Self.secret, other] {
      let ticket = try sign(claims, keyID: nil, by: .secret(signer.secret))
      #expect(refusal(ticket, secrets: [Self.secret, other]) == nil)
      #expect(refusal(ticket, secrets: []) == .unknownKey)
    }
    let foreign = try sign(claims, keyID: nil, by: .secret([UInt8](repeating: 9, count: 32)))
    #expect(refusal(foreign, secrets: [Self.secret, other]) == .signature)
  }

  @Test func whatIsNoTokenIsMalformed() throws {
    for text in ["", ".", "..", "a.b.c", "x", String(repeating: "a", count: 3000), "é.é.é"] {
      #expect(refusal(text) == .malformed, "\(text)")
    }
    var broken = try mint()
    broken.removeLast(4)
    #expect(refusal(broken) != nil)
  }
}
