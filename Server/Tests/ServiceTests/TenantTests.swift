import Testing

@testable import Service

/// Nobody crosses from one tenant into another.
@Suite struct TenantTests {
  private static func body(_ tenant: String?) -> String {
    let named = tenant.map { #""tenant":"\#($0)","# } ?? ""
    return #"{\#(named)"id":"n-1","class":"orders_changed","target":{"account":"u1"}}"#
  }

  @Test func aKeyWorksForItsTenantAlone() throws {
    let stage = try ServerStage()
    let acme = try stage.key(tenant: "acme")
    let zeta = try stage.key(tenant: "zeta")
    let all = try stage.key(tenant: "*")
    #expect(stage.post("/v1/notifications", key: acme, Self.body(nil)).status == 202)
    #expect(stage.post("/v1/notifications", key: acme, Self.body("acme")).status == 202)
    let crossed = stage.post("/v1/notifications", key: acme, Self.body("zeta"))
    #expect(crossed.status == 403 && crossed.code == "other_tenant" && crossed.field == "tenant")
    #expect(stage.post("/v1/notifications", key: acme, Self.body("")).status == 403)

    #expect(stage.get("/v1/notifications/n-1", key: acme).status == 200)
    #expect(stage.get("/v1/notifications/n-1", key: zeta).status == 404)
    #expect(stage.get("/v1/notifications/n-1?tenant=acme", key: zeta).status == 403)
    #expect(stage.get("/v1/notifications/n-1", key: all).status == 404)
    #expect(stage.get("/v1/notifications/n-1?tenant=acme", key: all).status == 200)
    let header = ["Authorization": "Bearer " + zeta]
    #expect(stage.send("DELETE", "/v1/notifications/n-1", header).status == 404)

    // The same id in another tenant is another notification.
    #expect(stage.post("/v1/notifications", key: zeta, Self.body(nil)).json["repeated"] as? Bool == false)
    #expect(stage.post("/v1/notifications", key: all, Self.body("zeta")).json["repeated"] as? Bool == true)
    #expect(stage.get("/v1/stats", key: acme).code == "other_tenant")
    #expect(stage.get("/v1/inbox?account=u1&tenant=zeta", key: acme).code == "other_tenant")
    #expect(stage.post("/v1/tickets", key: acme, #"{"account":"u1","tenant":"zeta"}"#).code == "other_tenant")
  }
}
