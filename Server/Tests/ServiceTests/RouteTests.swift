import HTTPFront
import Testing

@testable import Service

@Suite struct RouteTests {
  private func match(_ method: HTTPMethod?, _ path: String) -> (Route, String)? {
    var path = path
    return path.withUTF8 { bytes in
      guard case .found(let route, let id) = RouteTable().match(method, bytes) else { return nil }
      return (route, String(decoding: bytes[id], as: UTF8.self))
    }
  }

  @Test func eachRouteIsFoundAtItsPatternAlone() {
    for route in Route.allCases {
      let path = route.pattern.replacing("{id}", with: "x-1")
      let found = match(route.method, path)
      #expect(found?.0 == route)
      #expect(route.hasID == route.pattern.contains("{id}"))
      #expect(found?.1 == (route.pattern.contains("{id}") ? "x-1" : ""))
      for wrong in [path + "/", path + "x", "/" + path, String(path.dropLast()), path + "/y"]
      where wrong != "" {
        if let other = match(route.method, wrong) { #expect(other.0 != route || other.1 != "x-1") }
      }
    }
    #expect(match(.get, "/v1/notifications/batch") == nil)
    #expect(match(.get, "/v1/notifications/batches")?.0 == .notification)
    #expect(match(.post, "/v1/notifications/batch")?.0 == .notifyBatch)
    #expect(match(.head, "/healthz")?.0 == .health)
    #expect(match(.get, "") == nil && match(.get, "*") == nil)
  }

  @Test func anotherMethodIsToldWithThoseThatAre() throws {
    let stage = try ServerStage()
    let reply = stage.send("PATCH", "/v1/notifications/x")
    #expect(reply.status == 405 && reply.code == "method_not_allowed")
    #expect(reply.headers["Allow"] == "GET, DELETE")
    #expect(stage.send("GET", "/nothing").code == "no_such_path")
    #expect(stage.send("BREW", "/v1/inbox").status == 405)
  }

  @Test func anIDInThePathIsDecodedAndChecked() throws {
    let stage = try ServerStage()
    let key = try stage.key()
    #expect(stage.get("/v1/notifications/a%3Ab", key: key).code == "unknown_notification")
    for bad in ["a%20b", "a%2Fb", "%C3%A9", String(repeating: "a", count: 129), "a,b", ""] {
      #expect(stage.get("/v1/notifications/" + bad, key: key).code == "invalid_id", "\(bad)")
    }
  }

  @Test func theQueryIsStrict() throws {
    let stage = try ServerStage()
    let key = try stage.key()
    #expect(stage.get("/v1/stats?form=2030-01-01", key: key).string("hint") == "Did you mean from?")
    #expect(stage.get("/v1/stats?from=2030-01-01&from=2030-01-02", key: key).code == "invalid_query")
    #expect(stage.get("/v1/stats?from=soon", key: key).field == "from")
    #expect(stage.get("/v1/stats?from=2030-01-02&to=2030-01-01", key: key).code == "invalid_query")
    #expect(stage.get("/v1/notifications/x?limit=0", key: key).field == "limit")
    #expect(stage.get("/v1/notifications/x?limit=%2B5", key: key).field == "limit")
    #expect(stage.get("/v1/stats?from=2030-01-01&to=2030-01-02", key: key).status == 200)
  }

  @Test func probesNeedNobody() throws {
    let stage = try ServerStage { context in
      context.metrics = { Array("up 1\n".utf8) }
      context.readiness = {
        var readiness = Readiness()
        readiness.faults["store"] = "the disk is full"
        return readiness
      }
    }
    #expect(stage.send("GET", "/healthz").string("status") == "alive")
    let ready = stage.send("GET", "/readyz")
    #expect(
      ready.status == 503 && (ready.json["faults"] as? [String: String])?["store"] == "the disk is full")
    #expect(stage.send("GET", "/metrics").text == "up 1\n")
    let closed = try ServerStage { $0.metricsNeedKey = true }
    #expect(closed.send("GET", "/metrics").status == 401)
    #expect(closed.get("/metrics", key: try closed.key([.read])).status == 200)
  }
}
