import Foundation
import Testing

@testable import Service

/// The API over sockets: what the front and the API make together.
@Suite struct FrontAnswerTests {
  private func request(
    _ line: String, _ headers: [String] = [], _ body: String = "", length: Int? = nil
  ) -> [UInt8] {
    let lines =
      [line + " HTTP/1.1", "Host: localhost", "Connection: close"] + headers
      + ["Content-Length: \(length ?? body.utf8.count)", "", body]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  private func parts(_ bytes: [UInt8]) -> (status: Int, head: String, json: [String: Any]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let cut = text.range(of: "\r\n\r\n")
    let head = cut.map { String(text[..<$0.lowerBound]) } ?? text
    let body = cut.map { String(text[$0.upperBound...]) } ?? ""
    let json = (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any]
    return (Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0, head, json ?? [:])
  }

  @Test func whatTheFrontRefusesIsAProblemToo() throws {
    let front = try FrontStage(try ServerStage())
    let key = "Authorization: Bearer " + (try front.stage.key([.send]))
    let json = "Content-Type: application/json"
    let large = String(repeating: " ", count: 256 << 10)
    let refused = parts(front.exchange(request("POST /v1/notifications", [key, json], large + "{}")))
    #expect(refused.status == 413 && refused.json["code"] as? String == "body_too_large")
    #expect(refused.head.contains("application/problem+json"))
    let fits = parts(
      front.exchange(request("POST /v1/notifications", [key, json], large.dropLast(2) + "{}")))
    #expect(fits.status == 400 && fits.json["field"] as? String == "/id")
    let nothing = parts(front.exchange(request("GET /nothing")))
    #expect(nothing.status == 404 && nothing.json["code"] as? String == "no_such_path")
    let method = parts(front.exchange(request("DELETE /healthz")))
    #expect(method.status == 405 && method.head.contains("Allow: GET"))
    let head = parts(front.exchange(request("HEAD /healthz")))
    #expect(head.status == 200 && head.json.isEmpty)
    // A stranger's batch is refused before a byte of it is read.
    let batch = parts(
      front.exchange(request("POST /v1/notifications/batch", [json], "", length: 4 << 20), waits: true))
    #expect(batch.status == 401)
  }

  @Test func theSameNotificationFromManyAtOnceIsAcceptedOnce() throws {
    let front = try FrontStage(try ServerStage())
    let key = "Authorization: Bearer " + (try front.stage.key([.send]))
    let bytes = request("POST /v1/notifications", [key, "Content-Type: application/json"], NotifyTests.body)
    let answers = Guarded<[(Int, Bool)]>([])
    DispatchQueue.concurrentPerform(iterations: 32) { _ in
      let answer = parts(front.exchange(bytes, isLast: false))
      answers.withLock { $0.append((answer.status, answer.json["repeated"] as? Bool ?? true)) }
    }
    let all = answers.withLock { $0 }
    #expect(all.count == 32 && all.allSatisfy { $0.0 == 202 })
    #expect(all.count { !$0.1 } == 1)
  }

  @Test func theCallersAddressIsTheProxysWordOnlyBehindOne() throws {
    var limits = RateLimits.none
    limits.failures = Rate(perSecond: 0.001, burst: 1)
    for isBehindProxy in [true, false] {
      let front = try FrontStage(try ServerStage(limits: limits) { $0.isBehindProxy = isBehindProxy })
      func ask(_ forwarded: String) -> Int {
        parts(
          front.exchange(
            request("GET /v1/stats", ["Authorization: Bearer x", "X-Forwarded-For: " + forwarded]))
        )
        .status
      }
      #expect(ask("198.51.100.1") == 401)
      // What the caller wrote itself stands before the proxy's word, and counts for nothing.
      // From this machine itself, which may be a proxy that nobody told of, nothing is counted.
      #expect(ask("203.0.113.9, 198.51.100.1") == (isBehindProxy ? 429 : 401))
      #expect(ask("198.51.100.2") == 401)
    }
  }
}
