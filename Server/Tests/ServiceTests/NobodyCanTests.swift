import Foundation
import PushCrypto
import Store
import Testing

@testable import Service

/// What nobody can do; each test tries.
@Suite struct NobodyCanTests {
  /// What a stranger is told, whatever is wrong.
  private func expectStranger(_ reply: Reply, _ what: Comment) {
    #expect(reply.status == 401 && reply.code == "unauthenticated", what)
  }

  @Test func bindAnothersAccountWithoutItsTicket() throws {
    let stage = try ServerStage()
    let victim = StageDevice("victim")
    try stage.register(victim, account: "u1")
    let mine = StageDevice("mine")
    // No ticket: whatever the body says, nothing is bound.
    let anonymous = try stage.register(mine, #","replaces_account":"u1""#)
    #expect(anonymous.status == 400)
    #expect(try stage.register(mine).string("binding") == "unbound")
    for (from, to) in [(#""generation":1"#, #""generation":1,"account":"u1""#)] {
      let reply = stage.send(
        "PUT", "/v1/installations/mine",
        ["Pushwire-App": "demo", "Pushwire-Installation-Secret": mine.secret],
        mine.body().replacing(from, with: to))
      #expect(reply.code == "unknown_member")
    }
    // A ticket that was tampered with, or is one's own for another account.
    let ticket = try stage.ticket("u2")
    let parts = ticket.split(separator: ".").map(String.init)
    let claims = String(decoding: try #require(Base64URL.decode(parts[1])), as: UTF8.self)
    let forged = [
      parts[0], Base64URL.encode(Array(claims.replacing("\"u2\"", with: "\"u1\"").utf8)), parts[2],
    ].joined(separator: ".")
    expectStranger(try stage.register(mine, ticket: forged), "forged")
    #expect(try stage.show(mine).string("account") == nil)
    #expect(try stage.notify("n-1", account: "u1").integer("messages") == 1)
  }

  @Test func useATicketThatIsOver() throws {
    let stage = try ServerStage()
    let device = StageDevice("d1")
    let now = stage.clock.now / 1000
    #expect(try stage.register(device, ticket: stage.ticket("u1", life: 300, at: now - 360)).status == 200)
    expectStranger(
      try stage.register(device, ticket: stage.ticket("u1", life: 300, at: now - 361)), "61 s over")
    #expect(try stage.register(device, ticket: stage.ticket("u1", at: now + 60)).status == 200)
    expectStranger(try stage.register(device, ticket: stage.ticket("u1", at: now + 61)), "61 s early")
    expectStranger(try stage.register(device, ticket: stage.ticket("u1", life: 901)), "lives too long")
    let used = try stage.ticket("u1", life: 60)
    #expect(try stage.register(device, ticket: used).status == 200)
    stage.clock.advance(121_000)
    expectStranger(try stage.register(device, ticket: used), "used again later")
  }

  @Test func useATicketWithoutSignatureOrOfAnotherKind() throws {
    let key = try SigningKey.generate(.ecP256)
    let pem = try key.publicKey.pem()
    let stage = try ServerStage(ticketKeys: [try TicketKey(keyID: "e1", pem: pem)])
    try stage.ticketSecret()
    let now = stage.clock.now / 1000
    let claims: KeyValuePairs<String, JWT.Value> = [
      "app": "demo", "sub": "u1", "iat": .integer(now), "exp": .integer(now + 60),
    ]
    let device = StageDevice("d1")
    let header = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))
    let body = try JWT.sign(claims, by: .secret([1])).split(separator: ".")[1]
    expectStranger(try stage.register(device, ticket: "\(header).\(body)."), "none")
    let confused = try JWT.sign(claims, keyID: "e1", by: .secret(Array(pem.utf8)))
    expectStranger(try stage.register(device, ticket: confused), "the public key as a secret")
    let foreign = try JWT.sign(claims, keyID: "e1", by: .key(try SigningKey.generate(.ecP256)))
    expectStranger(try stage.register(device, ticket: foreign), "another key")
    #expect(try stage.show(device).status == 404)
    let genuine = try JWT.sign(claims, keyID: "e1", by: .key(key))
    #expect(try stage.register(device, ticket: genuine).string("binding") == "bound")
    // The backend changes its key.
    stage.reload { $0.ticketKeys = [] }
    expectStranger(try stage.register(device, ticket: genuine), "a key that was taken away")
  }

  @Test func rotateAnothersToken() throws {
    let stage = try ServerStage()
    let victim = StageDevice("victim")
    try stage.register(victim, account: "u1")
    var attack = victim
    attack.token = StageDevice("mine").token
    attack.generation = 9
    let other = StageDevice("mine").secret
    expectStranger(try stage.register(attack, secret: other), "another secret")
    expectStranger(try stage.register(attack, account: "u1", secret: other), "with the account's own ticket")
    expectStranger(try stage.register(attack, secret: "short"), "no secret")
    let header = ["Pushwire-Installation-Secret": other]
    expectStranger(stage.send("POST", "/v1/installations/victim/logout", header), "logout")
    expectStranger(
      stage.send(
        "POST", "/v1/installations/victim/receipts", header,
        #"{"receipts":[{"notification":"n","kind":"opened","at":1893456000000}]}"#), "receipts")
    let shown = try stage.show(victim)
    #expect(shown.string("token")?.hasPrefix(String(victim.token.prefix(4))) == true)
    #expect(shown.integer("generation") == 1 && shown.string("binding") == "bound")
  }

  @Test func takeATokenByKnowingIt() throws {
    let stage = try ServerStage()
    stage.lanes.set(room: 10)
    let victim = StageDevice("victim")
    try stage.register(victim, account: "u1")
    let thief = StageDevice("thief")
    for account in [nil, "u2"] {
      let reply = try stage.register(thief, account: account, token: victim.token)
      #expect(reply.status == 200 && reply.string("state") == "held", "\(reply.text)")
      // Nothing goes to either until one has proved the token.
      #expect(try stage.notify("n-\(account ?? "")", account: "u1").integer("suppressed") == 1)
    }
    #expect(try stage.show(victim).string("state") == "held")
    #expect(try stage.show(victim).string("account") == "u1")
  }

  @Test func echoAChallengeThatWasNotPushedToThem() throws {
    let stage = try ServerStage()
    stage.lanes.set(room: 10)
    let holder = StageDevice("holder")
    try stage.register(holder, account: "u1")
    let claimant = StageDevice("claimant")
    let reply = try stage.register(claimant, token: holder.token)
    #expect(reply.json["challenge_sent"] as? Bool == true, "\(reply.text)")
    // It is on its way to the token, leased at birth; only whoever holds the token can read it.
    let batch = try #require(stage.offered.all.last)
    let entry = try #require(batch.entries.first)
    func text(_ slice: ByteSlice) -> String {
      String(decoding: batch.bytes[Int(slice.start)..<Int(slice.start + slice.count)], as: UTF8.self)
    }
    #expect(text(entry.token) == holder.token)
    let parameters =
      try JSONSerialization.jsonObject(with: Data(text(entry.parameters).utf8)) as? [String: String]
    let challenge = try #require(parameters?["pushwire_challenge"])
    #expect(!reply.text.contains(challenge) && !"\(stage.events.all)".contains(challenge))
    let guess = try stage.register(
      claimant, token: holder.token, #","challenge":"\#(String(challenge.reversed()))""#)
    #expect(guess.string("state") == "held")
    // The guess made a fresh challenge; the newest one counts.
    let newest = try #require(stage.offered.all.last)
    let last = try #require(newest.entries.first)
    let bytes = newest.bytes[
      Int(last.parameters.start)..<Int(last.parameters.start + last.parameters.count)]
    let fresh = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: String]
    let proof = try stage.register(
      claimant, token: holder.token, #","challenge":"\#(fresh?["pushwire_challenge"] ?? "")""#)
    #expect(proof.string("state") == "active", "\(proof.text)")
    #expect(try stage.show(holder).string("token") == nil)
  }

  @Test func readAnothersInbox() throws {
    let stage = try ServerStage()
    let device = StageDevice("d1")
    try stage.register(device, account: "u1")
    try stage.register(StageDevice("d2"), account: "u2")
    #expect(try stage.notify("n-1", account: "u1").status == 202)
    func inbox(_ headers: [String: String], _ query: String = "") -> Reply {
      stage.send("GET", "/v1/inbox" + query, headers)
    }
    func own(_ device: StageDevice, _ secret: String? = nil) -> [String: String] {
      ["Pushwire-Installation": device.id, "Pushwire-Installation-Secret": secret ?? device.secret]
    }
    let mine = ["Authorization": "Bearer " + (try stage.ticket("u1"))]
    let theirs = ["Authorization": "Bearer " + (try stage.ticket("u2"))]
    #expect(inbox(mine).list("items").count == 1)
    #expect(inbox(own(device)).integer("unread") == 1)
    #expect(inbox(theirs).list("items").isEmpty && inbox(own(StageDevice("d2"))).list("items").isEmpty)
    for headers in [theirs, own(StageDevice("d2"))] {
      let asked = inbox(headers, "?account=u1")
      #expect(asked.status == 400 && asked.field == "account")
      let marked = stage.send(
        "POST", "/v1/inbox/read", headers, #"{"notifications":["n-1"],"account":"u1"}"#)
      #expect(marked.status == 400)
      #expect(
        stage.send("POST", "/v1/inbox/read", headers, #"{"notifications":["n-1"]}"#).integer("changed") == 0)
    }
    expectStranger(inbox(own(device, StageDevice("d2").secret)), "another secret")
    expectStranger(inbox(["Pushwire-Installation": "d1"]), "no secret")
    expectStranger(inbox(["Pushwire-App": "demo"]), "the app's id is no secret")
    expectStranger(inbox([:], "?account=u1"), "nobody")
    // The same account's name in another tenant is another account.
    let elsewhere = ["Authorization": "Bearer " + (try stage.ticket("u1", tenant: "acme"))]
    #expect(inbox(elsewhere).list("items").isEmpty)
    // An installation that was taken from the account reads nothing of it any more.
    _ = stage.send("POST", "/v1/installations/d1/logout", ["Pushwire-Installation-Secret": device.secret])
    #expect(inbox(own(device)).code == "no_account")
    #expect(stage.send("POST", "/v1/inbox/read", mine, #"{"notifications":["n-1"]}"#).integer("changed") == 1)
  }

  @Test func seeAnothersInstallation() throws {
    let stage = try ServerStage()
    let device = StageDevice("d1")
    try stage.register(device, account: "u1", tenant: "acme")
    #expect(stage.get("/v1/installations/d1", key: try stage.key([.read], tenant: "zeta")).status == 404)
    #expect(stage.get("/v1/installations/d1", key: try stage.key([.read], tenant: "acme")).status == 200)
    let own = ["Pushwire-Installation-Secret": device.secret]
    #expect(stage.send("GET", "/v1/installations/d1", own).status == 200)
    let wrong = ["Pushwire-Installation-Secret": StageDevice("d2").secret]
    let known = stage.send("GET", "/v1/installations/d1", wrong)
    let unknown = stage.send("GET", "/v1/installations/nobody", wrong)
    expectStranger(known, "another secret")
    #expect(known.text == unknown.text)
    expectStranger(stage.send("GET", "/v1/installations/d1", ["Pushwire-App": "demo"]), "the app's id")
    // A ticket says whose account it is, not which device.
    expectStranger(
      stage.send("GET", "/v1/installations/d1", ["Authorization": "Bearer " + (try stage.ticket("u1"))]),
      "a ticket")
  }

  @Test func crossTenantsWithOneAccountsName() throws {
    let stage = try ServerStage()
    let device = StageDevice("d1")
    try stage.register(device, account: "u1", tenant: "acme")
    let other = try stage.notify("n-1", account: "u1", tenant: "zeta")
    #expect(other.status == 202 && other.integer("suppressed") == other.integer("messages"))
    let zeta = try stage.key([.send], tenant: "zeta")
    let direct = stage.post(
      "/v1/notifications", key: zeta,
      #"{"id":"n-2","class":"orders_changed","target":{"installation":"d1"}}"#)
    #expect(direct.integer("suppressed") == 1)
    #expect(try stage.notify("n-3", account: "u1", tenant: "acme").integer("suppressed") == 0)
  }
}
