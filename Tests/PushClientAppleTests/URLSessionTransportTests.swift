#if os(Linux)
  import Foundation
  import Testing

  @testable import PushClientApple

  extension AppleTests {
    @MainActor @Suite struct URLSessionTransportTests {
      private nonisolated static func reply(_ status: String, _ headers: [String], _ body: String) -> String {
        let head =
          ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.utf8.count)", "Connection: close"]
        return head.joined(separator: "\r\n") + "\r\n\r\n" + body
      }

      @Test func aRequestGoesOutAndItsAnswerComesBack() async throws {
        let server = try #require(
          LocalServer { _ in Self.reply("201 Created", ["Retry-After: 7"], #"{"generation":1}"#) })
        let call = HTTPCall(
          method: "PUT", url: try #require(server.address("/v1/x")),
          headers: ["Pushwire-Installation-Secret": "s-1"], body: Data("{}".utf8))
        let reply = try await URLSessionTransport(timeout: 10).send(call)
        #expect(reply.status == 201)
        #expect(reply.headers["retry-after"] == "7")
        #expect(String(decoding: reply.body, as: UTF8.self) == #"{"generation":1}"#)
        let request = try #require(server.taken.first)
        #expect(request.hasPrefix("PUT /v1/x HTTP/1.1\r\n"))
        #expect(request.lowercased().contains("pushwire-installation-secret: s-1"))
        #expect(request.hasSuffix("{}"))
      }

      /// Else the secrets in the headers would go to wherever it leads.
      @Test func aRedirectIsNotFollowed() async throws {
        let server = try #require(
          LocalServer { _ in Self.reply("307 Temporary Redirect", ["Location: /elsewhere"], "") })
        let call = HTTPCall(
          method: "POST", url: try #require(server.address("/v1/x")), headers: ["Authorization": "Bearer t"],
          body: Data("{}".utf8))
        let reply = try await URLSessionTransport(timeout: 10).send(call)
        #expect(reply.status == 307)
        #expect(server.taken.count == 1)
      }

      @Test func anAnswerThatIsTooLongIsNone() async throws {
        let long = String(repeating: "x", count: URLSessionTransport.largestReply + 1)
        let server = try #require(LocalServer { _ in Self.reply("200 OK", [], long) })
        let call = HTTPCall(method: "GET", url: try #require(server.address("/v1/x")))
        await #expect(throws: URLError.self) { _ = try await URLSessionTransport(timeout: 10).send(call) }
      }

      @Test func aTaskThatIsCancelledGivesUp() async throws {
        let server = try #require(LocalServer { _ in nil })
        let call = HTTPCall(method: "GET", url: try #require(server.address("/v1/x")))
        let task = Task { try await URLSessionTransport(timeout: 60).send(call) }
        await until { server.taken.count == 1 }
        task.cancel()
        await #expect(throws: (any Error).self) { _ = try await task.value }
      }
    }
  }
#endif
