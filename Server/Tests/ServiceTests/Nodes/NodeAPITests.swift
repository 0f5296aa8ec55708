import Testing

@testable import Service

/// What a node answers that has no API, or no store for a while.
struct NodeAPITests {
  @Test func aNodeWithoutTheAPIAnswersMonitorsAlone() throws {
    let stage = try ServerStage { $0.hasAPI = false }
    let key = try stage.key()
    for path in ["/healthz", "/readyz", "/metrics"] {
      #expect(stage.send("GET", path).status == 200, "\(path)")
    }
    for (method, path) in [
      ("POST", "/v1/notifications"), ("GET", "/v1/stats"), ("PUT", "/v1/installations/a"),
    ] {
      let reply = stage.send(method, path, ["Authorization": "Bearer " + key], method == "GET" ? nil : "{}")
      #expect(reply.status == 404, "\(path)")
      #expect(reply.code == "no_such_path")
    }
  }

  @Test func whileTheStoreIsAwayCallersAreToldToComeAgain() throws {
    let stage = try ServerStage()
    let key = try stage.key()
    stage.store.close()
    let body =
      #"{"id":"n1","class":"order_shipped","target":{"account":"a"},"parameters":{"order":"1","day":"Friday"}}"#
    for reply in [
      stage.post("/v1/notifications", key: key, body), stage.get("/v1/notifications/n1", key: key),
    ] {
      #expect(reply.status == 503)
      #expect(reply.headers["Retry-After"] != nil)
    }
  }

  @Test func aNodeThatHasNeverReachedItsStoreCallsNobodyAStranger() throws {
    let stage = try ServerStage()
    stage.store.close()
    let reply = stage.get("/v1/notifications/n1", key: "pwk_abcdefghij_" + String(repeating: "a", count: 43))
    #expect(reply.status == 503)
    #expect(reply.code == "store_unavailable")
    #expect(reply.headers["Retry-After"] == "5")
  }
}
