import Foundation
import HTTPFront
import Synchronization
import TestSupport
import Testing

@Suite(.serialized) struct HTTPFrontFuzzTests {
  private static let seeds = [
    "GET / HTTP/1.1\r\nHost: h\r\n\r\n",
    "POST /v1/a%20b?c=d&e&f=%41+ HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello",
    "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n3;x=y\r\nabc\r\n0\r\nT: v\r\n\r\n",
    "PUT /no HTTP/1.1\r\nHost: h\r\nContent-Length: 70000\r\nExpect: 100-continue\r\n\r\n",
    "HEAD /later HTTP/1.0\r\nConnection: keep-alive\r\nCookie: a=b; c=\"d\"\r\n\r\n",
    "DELETE /later HTTP/1.1\r\nHost: h\r\nX: a\r\n b\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
  ].map { Array($0.utf8) }

  /// Changed requests in pieces of any size: every admitted request keeps to its limit, nothing crashes or is
  /// left over, and a well-formed request is answered afterwards.
  @Test func nothingAClientSendsBreaksTheFrontFuzz() throws {
    let queue = DispatchQueue(label: "answers", attributes: .concurrent)
    let whole = Atomic<Int>(0)
    let front = try makeFront(
      TestHandler(admit: { head in
        _ = (head.components, head.query("c"), head.header("host"), head.queryNames)
        return head.path.hasPrefix("/no") ? .answer(.text("no", status: 404)) : .body(limit: 64)
      }) { request in
        if request.bodyCount > 64 { Issue.record("a body of \(request.bodyCount) bytes") }
        whole.add(1, ordering: .relaxed)
        let answer = HTTPAnswer.text("\(request.method) \(request.bodyText)")
        if request.path.hasPrefix("/later") { return queue.async { request.respond(answer) } }
        request.respond(answer)
      }
    ) { $0.idleSeconds = 2 }
    defer { front.stop() }
    var random = SeededRandom(seed: Fuzz.seed)
    Fuzz.run("HTTP front fuzz") { round, _ in
      guard let client = try? RawClient(port: front.port) else {
        Issue.record("round \(round): no connection")
        return
      }
      var input = Self.seeds[random.below(Self.seeds.count)]
      if random.chance(3) { input += Self.seeds[random.below(Self.seeds.count)] }
      for _ in 0..<random.below(5) {
        guard !input.isEmpty else { break }
        let at = random.below(input.count)
        switch random.below(5) {
        case 0: input[at] ^= 1 << UInt8(random.below(8))
        case 1: input[at] = UInt8(random.below(256))
        case 2: input.remove(at: at)
        case 3: input.insert(contentsOf: input[at..<min(at + 20, input.count)], at: random.below(input.count))
        default: input.removeLast(random.below(input.count))
        }
      }
      while !input.isEmpty {
        let size = min(input.count, 1 + random.below(200))
        guard client.send(Array(input.prefix(size))) else { break }
        input.removeFirst(size)
      }
      // Some go away in the middle, the others read what there is.
      if random.chance(4) { return }
      _ = try? client.rest(milliseconds: 3)
      if round % 100 == 0 {
        let judge = try? RawClient(port: front.port)
        judge?.post("/", "judge")
        if (try? judge?.answer())?.body != "POST judge" { Issue.record("round \(round): no answer any more") }
      }
    }
    #expect(whole.load(ordering: .relaxed) > 0)
    try eventually("nothing is left over") { front.activeRequests == 0 && front.openConnections == 0 }
  }
}
