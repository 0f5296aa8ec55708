import Foundation
import HTTPFront
import Synchronization
import TestSupport
import Testing

@Suite struct HTTPFrontTests {
  /// Answers with what it was asked.
  private let echo = TestHandler { request in
    request.respond(.text("\(request.method) \(request.path) [\(request.bodyText)]"))
  }

  @Test func curlIsAnswered() throws {
    let front = try makeFront(echo)
    defer { front.stop() }
    let url = "http://127.0.0.1:\(front.port)"
    let get = try ForeignProgram.run("curl", ["-sS", "-i", "\(url)/a/b?c=d"])
    #expect(get.output.hasPrefix("HTTP/1.1 200 OK\r\n") && get.output.hasSuffix("GET /a/b []"))
    #expect(
      get.output.contains("Content-Type: text/plain\r\n") && get.output.contains("Content-Length: 11\r\n"))
    let post = try ForeignProgram.run("curl", ["-sS", "-d", "hello", "\(url)/p"])
    #expect(post.output == "POST /p [hello]")
    let chunked = try ForeignProgram.run(
      "curl", ["-sS", "-H", "Transfer-Encoding: chunked", "-d", "hello", "\(url)/p"])
    #expect(chunked.output == "POST /p [hello]")
    let head = try ForeignProgram.run("curl", ["-sS", "-I", "\(url)/h"])
    #expect(head.status == 0 && head.output.contains("Content-Length: 10\r\n"))
  }

  @Test func anAnswerMayComeLaterAndFromElsewhere() throws {
    let front = try makeFront(
      TestHandler { request in
        DispatchQueue.global().async { request.respond(.text(request.bodyText + " later")) }
      })
    defer { front.stop() }
    let client = try RawClient(port: front.port)
    for number in 0..<200 {
      client.post("/", "\(number)")
      #expect(try client.answer().body == "\(number) later")
    }
  }

  @Test func theFirstAnswerCounts() throws {
    let results = Gathered<Bool>()
    let front = try makeFront(
      TestHandler { request in
        results.add(request.respond(.text("one")))
        results.add(request.respond(.text("two")))
        DispatchQueue.global().async { results.add(request.respond(.text("three"))) }
      })
    defer { front.stop() }
    let client = try RawClient(port: front.port)
    client.get("/")
    #expect(try client.answer().body == "one")
    try eventually("the third answer is refused") { results.count == 3 }
    #expect(results.values == [true, false, false])
  }

  /// On a thread of the front, and never on that of whoever answers; from both sides of the suspension.
  @Test func anAnswerMayBeMadeByTheThreadThatSendsIt() throws {
    let wasCaller = Gathered<Bool>()
    let released = Gathered<Int>()
    let front = try makeFront(
      TestHandler { request in
        // The request holds this closure, and this closure the request, until it was sent.
        let answer: @Sendable () -> HTTPAnswer = {
          wasCaller.add(Thread.current.threadDictionary["caller"] != nil)
          return .text(request.bodyText + " made")
        }
        if request.path == "/now" { return _ = request.respond(answer) }
        let caller = Thread {
          Thread.current.threadDictionary["caller"] = true
          let isFirst = request.respond(answer)
          #expect(isFirst && !request.respond(answer) && !request.respond(.text("later")))
          released.add(1)
        }
        caller.start()
      })
    let client = try RawClient(port: front.port)
    for number in 0..<50 {
      client.post(number % 2 == 0 ? "/now" : "/later", "\(number)")
      #expect(try client.answer().body == "\(number) made")
    }
    try eventually("every caller is through") { released.count == 25 }
    #expect(wasCaller.values == [Bool](repeating: false, count: 50))
    front.stop()
  }

  /// A client that has gone gets no answer, and nothing is kept for it.
  @Test func aLateAnswerForNobodyIsLetGo() throws {
    final class Held: Sendable {}
    nonisolated(unsafe) weak var kept: Held?
    let requests = Gathered<HTTPRequest>()
    let front = try makeFront(TestHandler { requests.add($0) })
    defer { front.stop() }
    do {
      let client = try RawClient(port: front.port)
      client.post("/", "x")
      try eventually("it waits") { requests.count == 1 }
      client.close()
    }
    do {
      let held = Held()
      kept = held
      let request = requests.values[0]
      let isFirst = request.respond { [request] in .text("\(ObjectIdentifier(held)) \(request.path)") }
      #expect(isFirst)
    }
    requests.removeAll()
    try eventually("the request is over") { front.activeRequests == 0 }
    try eventually("nothing holds the answer") { kept == nil }
  }

  @Test func headersQueryAndAddressAreRead() throws {
    let outside = Gathered<String?>()
    let front = try makeFront(
      TestHandler(admit: { head in
        #expect(head.header("x-one") == "1" && head.bodyCount == 0)
        #expect(!head.respond(.text("too early")))
        return .body(limit: 10)
      }) { request in
        let bytes = request.withHeader("X-TWO") { Array($0) }
        let text =
          "\(request.header("X-One") ?? "-") \(bytes?.count ?? -1) \(request.header("none") ?? "-")"
          + " \(request.query("q") ?? "-") \(request.query("flag") ?? "-") \(request.query("z") ?? "-")"
          + " \(request.queryNames) \(request.components) \(request.remoteAddress) \(request.isSecure)"
          + " \(request.usualMethod == .put)"
        DispatchQueue.global().async {
          outside.add(request.header("x-one"))
          request.respond(.text(text))
        }
      })
    defer { front.stop() }
    let client = try RawClient(port: front.port)
    client.send("PUT /a%2Fb/c?q=1+%2B2&flag&q=3 HTTP/1.1\r\nHost: h\r\nX-One: 1\r\nx-two: 22\r\n\r\n")
    #expect(
      try client.answer().body == #"1 2 - 1 +2  - ["q", "flag", "q"] ["a/b", "c"] 127.0.0.1 false true"#)
    #expect(outside.values == [nil])
  }

  @Test func headersOfTheAnswerAreSent() throws {
    let front = try makeFront(
      TestHandler { request in
        switch request.path {
        case "/split": request.respond(HTTPAnswer(status: 200, headers: [("X", "a\r\nY: b")]))
        case "/status": request.respond(.text("x", status: 7))
        case "/none": request.respond(HTTPAnswer(status: 204))
        default:
          request.respond(HTTPAnswer(status: 429, headers: [("Retry-After", "7"), ("X", "ü")], body: [65]))
        }
      })
    defer { front.stop() }
    let client = try RawClient(port: front.port)
    client.get("/")
    let answer = try client.answer()
    #expect(answer.status == 429 && answer.headers["retry-after"] == "7" && answer.headers["x"] == "ü")
    #expect(answer.body == "A" && answer.headers["content-type"] == nil)
    for path in ["/split", "/status"] {
      client.get(path)
      let refused = try client.answer()
      #expect(refused.status == 500 && refused.headers["y"] == nil && refused.body == "problem 500")
    }
    client.get("/none")
    #expect(try client.answer().status == 204)
    client.get("/")
    #expect(try client.answer().status == 429, "the connection is in step")
  }

  @Test func headHasNoBody() throws {
    let front = try makeFront(echo)
    defer { front.stop() }
    let client = try RawClient(port: front.port)
    client.send("HEAD /x HTTP/1.1\r\nHost: h\r\n\r\nGET /y HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(try client.answer(isHead: true).headers["content-length"] == "10")
    #expect(try client.answer().body == "GET /y []")
  }

  @Test func anyMethodReachesTheHandlerAndMayHaveABody() throws {
    let front = try makeFront(echo)
    defer { front.stop() }
    let client = try RawClient(port: front.port)
    for method in ["GET", "DELETE", "BREW", "get", "OPTIONS"] {
      client.send("\(method) /m HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab")
      #expect(try client.answer().body == "\(method) /m [ab]")
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() throws {
    let front = try makeFront(
      TestHandler { request in
        // Every other one later.
        if request.path.utf8.count % 2 == 0 { return _ = request.respond(.text(request.bodyText)) }
        DispatchQueue.global().async { request.respond(.text(request.bodyText)) }
      })
    defer { front.stop() }
    let client = try RawClient(port: front.port)
    var text = ""
    for number in 0..<300 {
      let body = "body \(number)"
      text +=
        "POST \(number % 3 == 0 ? "/" : "/a") HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    let bytes = Array(text.utf8)
    var at = 0
    while at < bytes.count {
      client.send(Array(bytes[at..<min(at + 777, bytes.count)]))
      at += 777
    }
    for number in 0..<300 { #expect(try client.answer().body == "body \(number)") }
  }

  @Test func http10IsAnsweredAndClosed() throws {
    let front = try makeFront(echo)
    defer { front.stop() }
    let client = try RawClient(port: front.port)
    client.send("GET /old HTTP/1.0\r\n\r\n")
    #expect(try client.rest().hasSuffix("GET /old []"))
  }

  @Test func aLargeBodyComesWhole() throws {
    let front = try makeFront(
      TestHandler(admit: { _ in .body(limit: 1 << 20) }) { request in
        let sum = request.withBody { $0.reduce(0) { $0 &+ Int($1) } }
        request.respond(.text("\(request.bodyCount) \(sum)"))
      })
    defer { front.stop() }
    let body = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let sum = body.reduce(0) { $0 &+ Int($1) }
    let client = try RawClient(port: front.port)
    client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.count)\r\n\r\n")
    client.send(body)
    #expect(try client.answer().body == "\(body.count) \(sum)")
    client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
    var at = 0
    while at < body.count {
      let size = min(50_001, body.count - at)
      client.send(Array("\(String(size, radix: 16))\r\n".utf8) + body[at..<at + size] + Array("\r\n".utf8))
      at += size
    }
    client.send("0\r\n\r\n")
    #expect(try client.answer().body == "\(body.count) \(sum)")
  }
}
