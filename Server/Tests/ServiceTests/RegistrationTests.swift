import Foundation
import Store
import Testing

@testable import Service

@Suite struct RegistrationTests {
  @Test func aLaunchIsRepeatedWithoutHarm() throws {
    let stage = try ServerStage()
    let device = StageDevice("d1")
    let first = try stage.register(device, account: "u1")
    #expect(first.status == 200 && first.string("change") == "created", "\(first.text)")
    #expect(first.string("binding") == "bound" && first.string("state") == "active")
    let tag = stage.api.context.bindingKey.tag(
      tenant: "", account: "u1", installation: "d1", generation: first.integer("generation") ?? 0)
    #expect(first.string("binding_tag") == tag)
    let again = try stage.register(device, account: "u1")
    #expect(again.string("change") == "confirmed" && again.string("binding_tag") == tag)
    let shown = try stage.show(device)
    #expect(shown.string("account") == "u1" && shown.string("os_version") == "18.2")
    #expect(!shown.text.contains(device.token) && !shown.text.contains(device.secret))
    #expect(shown.string("token")?.hasPrefix(String(device.token.prefix(4))) == true)
  }

  @Test func rotationNeedsANewGeneration() throws {
    let stage = try ServerStage()
    var device = StageDevice("d1")
    device.generation = 3
    #expect(try stage.register(device).status == 200)
    device.token += "ff"
    let same = try stage.register(device)
    #expect(
      same.status == 409 && same.code == "generation_conflict" && same.integer("current_generation") == 3)
    device.generation = 2
    let older = try stage.register(device)
    #expect(
      older.status == 409 && older.code == "stale_generation" && older.integer("current_generation") == 3)
    device.generation = 4
    #expect(try stage.register(device).string("change") == "rotated")
  }

  @Test func eachFaultNamesItsPlace() throws {
    let stage = try ServerStage()
    let device = StageDevice("d1")
    let cases: [(String, String, String, String)] = [
      (#""app":"demo""#, #""app":"other""#, "wrong_app", "/app"),
      (#""platform":"ios""#, #""platform":"macos""#, "invalid_value", "/platform"),
      (#""platform":"ios""#, #""platform":"windows""#, "invalid_value", "/platform"),
      (#""environment":"production","#, "", "missing_member", "/environment"),
      (#""environment":"production""#, #""environment":"prod""#, "invalid_value", "/environment"),
      (#""generation":1"#, #""generation":-1"#, "invalid_value", "/generation"),
      (#""generation":1"#, #""generation":1.5"#, "wrong_type", "/generation"),
      (#""os_version":"18.2""#, #""os_verson":"18.2""#, "unknown_member", "/os_verson"),
      (#""alert":"enabled""#, #""alerts":"enabled""#, "unknown_member", "/permission/alerts"),
      (#""token":""#, #""token":"xyz"#, "invalid_value", "/token"),
      (#""generation":1"#, #""generation":1,"topic":"com.example.other""#, "invalid_value", "/topic"),
      (#""generation":1"#, #""generation":1,"token_kind":"fid""#, "invalid_value", "/token_kind"),
      (#""generation":1"#, #""generation":1,"replaces_account":"u1""#, "invalid_value", "/replaces_account"),
      (
        #""generation":1"#, #""generation":1,"predecessor_secret":"short""#, "invalid_value",
        "/predecessor_secret"
      ),
    ]
    let headers = ["Pushwire-App": "demo", "Pushwire-Installation-Secret": device.secret]
    for (from, to, code, field) in cases {
      let body = device.body().replacing(from, with: to)
      #expect(body != device.body())
      let reply = stage.send("PUT", "/v1/installations/d1", headers, body)
      #expect(reply.status == 400 && reply.code == code && reply.field == field, "\(to): \(reply.text)")
    }
    #expect(try stage.show(device).status == 404)
  }

  @Test func androidNeedsNoEnvironmentAndMayHaveAnInstallationID() throws {
    let stage = try ServerStage()
    let body =
      #"{"app":"demo","platform":"android","token":"fid:abc-DEF_123","token_kind":"fid","generation":1,"permission":{"status":"granted","blocked_channels":["orders"]}}"#
    let headers = ["Pushwire-App": "demo", "Pushwire-Installation-Secret": StageDevice("a1").secret]
    let reply = stage.send("PUT", "/v1/installations/a1", headers, body)
    #expect(reply.status == 200, "\(reply.text)")
    let shown = try stage.show(StageDevice("a1"))
    #expect(shown.string("environment") == "production" && shown.string("token_kind") == "fid")
    let permission = try #require(shown.json["permission"] as? [String: Any])
    #expect(permission["blocked_channels"] as? [String] == ["orders"])
  }

  @Test func logoutDeletesTheTokenAndUnbinds() throws {
    let stage = try ServerStage()
    let device = StageDevice("d1")
    try stage.register(device, account: "u1")
    let secret = ["Pushwire-Installation-Secret": device.secret]
    let reply = stage.send("POST", "/v1/installations/d1/logout", secret)
    #expect(reply.status == 200 && reply.string("binding") == "unbound", "\(reply.text)")
    #expect((reply.integer("generation") ?? 0) > 1)
    let shown = try stage.show(device)
    #expect(shown.string("token") == nil && shown.string("account") == nil)
    let registered = shown.list("hops").first { $0["hop"] as? String == "registered" }
    #expect(registered?["status"] as? String == "broken")
    #expect((registered?["detail"] as? String)?.contains("logout") == true)
    // Its answer was lost: the device says it again.
    let again = stage.send("POST", "/v1/installations/d1/logout", secret, #"{"generation":1}"#)
    #expect(again.status == 200 && again.integer("generation") == reply.integer("generation"))
    // A logout that was overtaken by a login must not undo it.
    var later = device
    later.generation = 5
    try stage.register(later, account: "u1")
    let stale = stage.send("POST", "/v1/installations/d1/logout", secret, #"{"generation":1}"#)
    #expect(stale.code == "stale_generation" && stale.integer("current_generation") == 5)
  }

  @Test func aSecondAccountMakesItAmbiguousUntilItNamesTheFirst() throws {
    let stage = try ServerStage()
    let device = StageDevice("d1")
    try stage.register(device, account: "u1")
    let second = try stage.register(device, account: "u2")
    #expect(second.string("binding") == "ambiguous" && second.string("binding_tag") == nil, "\(second.text)")
    #expect(try stage.notify("n-1", account: "u1").integer("suppressed") == 1)
    var settled = device
    settled.generation = second.integer("generation") ?? 0
    let end = try stage.register(settled, account: "u2", #","replaces_account":"u1""#)
    #expect(end.string("binding") == "bound", "\(end.text)")
    #expect(try stage.show(device).string("account") == "u2")
  }

  @Test func anInstallationThatAsksTooOftenIsHeldBack() throws {
    var limits = RateLimits.none
    limits.installation = Rate(perSecond: 1, burst: 2)
    let stage = try ServerStage(limits: limits)
    let device = StageDevice("d1")
    for _ in 0..<2 { #expect(try stage.register(device).status == 200) }
    #expect(try stage.register(device).code == "rate_limited")
    #expect(try stage.register(StageDevice("d2")).status == 200)
    stage.clock.advance(1000)
    #expect(try stage.register(device).status == 200)
  }

  @Test func anAccountCannotMakeUpInstallationsWithoutEnd() throws {
    var limits = RateLimits.none
    limits.account = Rate(perSecond: 1, burst: 3)
    let stage = try ServerStage(limits: limits)
    for number in 0..<3 {
      #expect(try stage.register(StageDevice("d\(number)"), account: "u1").status == 200)
    }
    #expect(try stage.register(StageDevice("d3"), account: "u1").code == "rate_limited")
    #expect(try stage.register(StageDevice("d3"), account: "u2").status == 200)
    #expect(try stage.register(StageDevice("d4")).status == 200)
  }
}
