import Foundation
import Store
import Testing

@testable import Service

@Suite struct CampaignTagTests {
  private func put(_ stage: ServerStage, _ path: String, key: String, _ body: String) -> Reply {
    stage.send("PUT", path, ["Authorization": "Bearer " + key], body)
  }

  @Test func takeThePlaceOfThoseBeforeAndFindTheirAudience() throws {
    let stage = try ServerStage()
    let key = try stage.key()
    try stage.register(StageDevice("d1"))
    try stage.register(StageDevice("d2"))
    let path = "/v1/installations/d1/tags"
    let first = put(stage, path, key: key, #"{"tags":["beta","berlin"]}"#)
    #expect(first.status == 200 && first.json["tags"] as? [String] == ["berlin", "beta"], "\(first.text)")
    #expect(try stage.show(StageDevice("d1")).json["tags"] as? [String] == ["berlin", "beta"])
    #expect(try stage.show(StageDevice("d2")).json["tags"] == nil)
    let dry = CampaignTests.body.replacing(#""all""#, with: #"{"tag":"beta"}"#)
      .replacing(#"{"id""#, with: #"{"dry_run":true,"id""#)
    #expect(stage.post("/v1/campaigns", key: key, dry).integer("would_send") == 1)
    #expect(put(stage, path, key: key, #"{"tags":[]}"#).status == 200)
    #expect(stage.post("/v1/campaigns", key: key, dry).integer("devices") == 0)
  }

  @Test func areBoundedAndForTheTenantsOwnKeys() throws {
    let stage = try ServerStage()
    let key = try stage.key([.send], tenant: "acme")
    let device = StageDevice("d1")
    try stage.register(device, account: "u1", tenant: "acme")
    let path = "/v1/installations/d1/tags"
    let many = (0...Call.mostTags).map { "\"t\($0)\"" }.joined(separator: ",")
    for (body, code, field) in [
      (#"{"tags":["a b"]}"#, "invalid_value", "/tags/0"),
      (#"{"tags":["a","a"]}"#, "invalid_value", "/tags/1"),
      (#"{"tags":["\#(String(repeating: "a", count: 129))"]}"#, "invalid_value", "/tags/0"),
      (#"{"tags":[\#(many)]}"#, "invalid_value", "/tags"), (#"{"tag":"a"}"#, "unknown_member", "/tag"),
      (#"{}"#, "missing_member", "/tags"),
    ] {
      let answer = put(stage, path, key: key, body)
      #expect(answer.status == 400 && answer.code == code && answer.field == field, "\(answer.text)")
    }
    #expect(put(stage, path, key: key, #"{"tags":["a"]}"#).status == 200)
    #expect(put(stage, "/v1/installations/d0/tags", key: key, #"{"tags":["a"]}"#).status == 404)
    let other = try stage.key([.send], tenant: "zeta")
    #expect(put(stage, path, key: other, #"{"tags":[]}"#).code == "unknown_installation")
    let reader = try stage.key([.read], tenant: "acme")
    #expect(put(stage, path, key: reader, #"{"tags":[]}"#).code == "missing_scope")
    let own = ["Pushwire-Installation-Secret": device.secret]
    #expect(stage.send("PUT", path, own, #"{"tags":["admin"]}"#).status == 401)
    #expect(try stage.show(device).json["tags"] as? [String] == ["a"])
  }
}
