import Foundation
import TestSupport
import Testing

@testable import Service

/// Requests that were valid once, damaged at random, over a real socket: each is answered or the connection
/// closed, never with a 5xx, and the server goes on.
@Suite struct HTTPFuzzTests {
  private struct Seeds {
    var requests: [(head: String, body: String)] = []

    init(_ stage: ServerStage) throws {
      let device = StageDevice("device-1")
      try stage.register(device, account: "user-1")
      let key = "Authorization: Bearer " + (try stage.key([.admin]))
      let ticket = "Authorization: Bearer " + (try stage.ticket("user-1"))
      let secret = "Pushwire-Installation-Secret: " + device.secret
      let receipts =
        #"{"receipts":[{"notification":"n-1","kind":"opened","at":1893456000000}],"events":[{"id":"e","kind":"prompt_shown","at":1893456000000}]}"#
      let news =
        #"{"id":"n-2","class":"news","target":{"installations":["device-1","x"]},"band":"bulk","not_before":"2030-01-01T00:00:00Z","parameters":{"headline":"h\u00e9","count":1,"price":"1.50","hot":true,"when":1893456000}}"#
      let all: [(String, [String], String)] = [
        ("PUT /v1/installations/device-1", [ticket, secret], device.body()),
        (
          "PUT /v1/installations/device-2", ["Pushwire-App: demo", secret],
          device.body(#","topic":"com.example.demo""#)
        ),
        ("POST /v1/installations/device-1/logout", [secret], #"{"generation":1}"#),
        ("POST /v1/installations/device-1/receipts", [secret], receipts),
        ("GET /v1/installations/device-1", [key], ""),
        ("GET /v1/inbox?limit=5&before=9", [ticket], ""),
        ("GET /v1/inbox?account=user-1&tenant=", [key], ""),
        ("POST /v1/inbox/read", [ticket], #"{"notifications":["n-1"]}"#),
        ("POST /v1/notifications", [key], NotifyTests.body), ("POST /v1/notifications", [key], news),
        ("POST /v1/notifications/batch", [key], #"{"notifications":[\#(NotifyTests.body),\#(news)]}"#),
        ("GET /v1/notifications/n-1?after=0&limit=10", [key], ""),
        ("DELETE /v1/notifications/n-1", [key], ""),
        ("POST /v1/campaigns", [key], CampaignTests.body),
        (
          "POST /v1/campaigns", [key],
          CampaignTests.body.replacing(
            #""all""#,
            with: #"{"platforms":["ios"],"tag":"a","app_version":{"min":"1.2","max":"3"},"accounts":["u"]}"#
          ).replacing("c-1", with: "c-2").replacing(
            #"{"id""#, with: #"{"rate_per_second":9,"ramp_up":{"from":1},"ttl":60,"dry_run":true,"id""#)
        ), ("GET /v1/campaigns?limit=5&before=9", [key], ""), ("GET /v1/campaigns/c-1", [key], ""),
        ("POST /v1/campaigns/c-1/pause", [key], ""),
        ("PUT /v1/installations/device-1/tags", [key], #"{"tags":["a","b"]}"#),
        ("POST /v1/tickets", [key], #"{"account":"user-1","seconds":60}"#),
        ("GET /v1/stats?from=2030-01-01&to=2030-01-02", [key], ""), ("GET /openapi.json", [], ""),
        ("GET /readyz", [], ""),
      ]
      for (line, headers, body) in all {
        let lines =
          [line + " HTTP/1.1", "Host: localhost"] + headers
          + (body.isEmpty ? [] : ["Content-Type: application/json"])
        requests.append((lines.joined(separator: "\r\n"), body))
      }
    }
  }

  private static let pieces: [[UInt8]] =
    [
      "{", "}", "[", "]", "\"", ":", ",", "null", "-1", "1e999", "99999999999999999999", "\\u0000", "\\ud800",
      "%00",
      "%2F", "../", "\r\n", "\r\n\r\n", "\u{0}", "é", "HTTP/1.1", "Content-Length: 5\r\n",
      "Transfer-Encoding: chunked\r\n",
      "Expect: 100-continue\r\n", String(repeating: "a", count: 300), String(repeating: "[", count: 70),
    ].map { Array($0.utf8) } + [[0xFF, 0xFE], [0xC0, 0x80]]

  private static func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    guard !bytes.isEmpty else { return bytes += random.pick(pieces) }
    let at = random.below(bytes.count)
    let end = min(bytes.count, at + random.below(12))
    switch random.below(6) {
    case 0: bytes[at] = UInt8(random.below(256))
    case 1: bytes.removeSubrange(at..<end)
    case 2: bytes.insert(contentsOf: random.pick(pieces), at: at)
    case 3: bytes.insert(contentsOf: bytes[at..<end], at: random.below(bytes.count))
    case 4: bytes[at] ^= 1 << UInt8(random.below(8))
    default: bytes.removeSubrange(at...)
    }
  }

  @Test func damagedRequestsAreAnsweredOrRefusedFuzz() throws {
    let front = try FrontStage(try ServerStage { $0.metrics = { Array("up 1\n".utf8) } })
    front.stage.lanes.set(room: 1_000_000)
    let seeds = try Seeds(front.stage)
    for (head, body) in seeds.requests {
      let whole = Array(
        (head + "\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n" + body).utf8)
      let status = Self.status(front.exchange(whole))
      #expect((200..<300).contains(status ?? 0), "\(head.prefix(60)) is answered \(status ?? 0)")
    }
    var statuses: [Int: Int] = [:]
    Fuzz.run("HTTP API") { _, random in
      let (head, body) = random.pick(seeds.requests)
      var headBytes = Array(head.utf8)
      var bodyBytes = Array(body.utf8)
      for _ in 0...random.below(3) {
        if body.isEmpty || random.chance(3) {
          Self.damage(&headBytes, &random)
        } else {
          Self.damage(&bodyBytes, &random)
        }
      }
      // Mostly the length is told as it is, or the HTTP front alone would be tried.
      let length = random.chance(10) ? random.below(400) : bodyBytes.count
      let tail = Array("\r\nContent-Length: \(length)\r\nConnection: close\r\n\r\n".utf8)
      // Where more is announced than comes, nobody waits for an answer.
      let answer = front.exchange(headBytes + tail + bodyBytes, waits: length <= bodyBytes.count)
      guard let status = Self.status(answer) else {
        #expect(answer.isEmpty, "not HTTP: \(String(decoding: answer.prefix(80), as: UTF8.self))")
        return
      }
      statuses[status, default: 0] += 1
      // 501 and 505 tell of HTTP that nobody speaks; they are the caller's faults.
      #expect(
        status < 500 || status == 501 || status == 505,
        "\(String(decoding: answer.prefix(600), as: UTF8.self))")
    }
    print(
      "HTTP API: \(statuses.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)×" }.joined(separator: ", "))"
    )
    #expect(!front.stage.events.all.contains { $0.status >= 500 })
    let alive = front.exchange(Array("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8))
    #expect(Self.status(alive) == 200)
    #expect(statuses.keys.contains { $0 < 300 } && statuses.keys.contains(400))
  }

  private static func status(_ answer: [UInt8]) -> Int? {
    let line = String(decoding: answer.prefix(16), as: UTF8.self)
    guard line.hasPrefix("HTTP/1.1 ") || line.hasPrefix("HTTP/1.0 ") else { return nil }
    return Int(line.dropFirst(9).prefix(3))
  }
}
