import Foundation
import PushClient
import Testing

@testable import PushClientApple

extension AppleTests {
  @MainActor @Suite struct ServerClientTests {
    let server = FakeServer()
    var keys = VaultItem(deviceKey: "d", installation: "i-1", secret: "s-1")

    private func client(_ base: String = "https://push.example.com") throws -> ServerClient {
      ServerClient(base: try #require(URL(string: base)), transport: server) { "t-\($0)" }
    }

    private let call = ServerCall.logout(installation: "i-1", generation: 2)

    @Test func theAddressMayHaveAPath() async throws {
      _ = try await client("https://example.com/push/").answer(call, keys)
      #expect(server.calls[0].url.absoluteString == "https://example.com/push/v1/installations/i-1/logout")
      #expect(server.calls[0].headers["Content-Type"] == "application/json")
      #expect(server.calls[0].headers["User-Agent"] == "Pushwire/\(ClientVersion.text)")
    }

    @Test func answersAreTheCoresWords() async throws {
      let answers: [(HTTPReply, ServerAnswer.Outcome)] = [
        (FakeServer.reply(200, ["generation": 3]), .ok),
        (FakeServer.reply(409, ["code": "stale_generation", "current_generation": 7]), .stale),
        (FakeServer.reply(401, ["code": "bad_secret"]), .unauthorized),
        (FakeServer.reply(429, [:]), .unreachable),
        (FakeServer.reply(400, ["code": "wrong_app"]), .refused),
        (HTTPReply(status: 502, headers: ["Retry-After": "30"], body: Data("<html>".utf8)), .unreachable),
      ]
      for (reply, outcome) in answers {
        server.answers { _ in reply }
        let answer = try await client().answer(call, keys)
        #expect(answer.outcome == outcome)
        if reply.status == 409 { #expect(answer.generation == 7) }
        // Header names are compared without case.
        if reply.status == 502 { #expect(answer.retryAfter == 30) }
      }
    }

    @Test func anotherInstallationsSecretIsNotSentAsThePredecessors() async throws {
      var keys = keys
      keys.predecessor = "i-0"
      keys.predecessorSecret = "s-0"
      var call = call
      call.predecessor = "i-elsewhere"
      _ = try await client().answer(call, keys)
      #expect(server.calls[0].json["predecessor_secret"] == .null)
      call.predecessor = "i-0"
      _ = try await client().answer(call, keys)
      #expect(server.calls[1].json["predecessor_secret"].string == "s-0")
    }

    @Test func aSessionThatReachesNobodyThrows() async throws {
      let url = try #require(URL(string: "http://127.0.0.1:1/v1/x"))
      await #expect(throws: (any Error).self) {
        _ = try await URLSessionTransport(timeout: 5).send(HTTPCall(method: "GET", url: url))
      }
    }

    @Test func payloadsKeepTheirTypes() {
      let json = JSONValue(userInfo: [
        "flag": true, "one": 1, "half": 0.5, "text": "ä", "list": [1, "2"], 7: "no name",
        "pw": ["r": 2, "p": ["order": "8123"]],
      ])
      #expect(
        json == [
          "flag": true, "one": 1, "half": .decimal("0.5"), "text": "ä", "list": [1, "2"],
          "pw": ["r": 2, "p": ["order": "8123"]],
        ])
      #expect(JSONValue(userInfo: json.userInfo) == json)
      #expect(JSONValue(userInfo: ["date": Date()]) == .object([:]))
    }
  }
}
