import Foundation
import HTTPFront
import TestSupport
import Testing

@Suite struct HTTPFrontLimitTests {
  /// Takes ten bytes; `/no` is refused from its head, `/none` takes no body.
  private func front(_ change: (inout HTTPFrontConfiguration) -> Void = { _ in }) throws -> HTTPFront {
    try makeFront(
      TestHandler(admit: { head in
        switch head.path {
        case "/no": .answer(.text("no", status: 401))
        case "/none": .body(limit: 0)
        default: .body(limit: 10)
        }
      }) { $0.respond(.text("[\($0.bodyText)]")) }, change)
  }

  @Test func aSmallBodyIsThrownAwayAndTheConnectionStays() throws {
    let front = try front()
    defer { front.stop() }
    let client = try RawClient(port: front.port)
    client.post("/no", String(repeating: "x", count: 5000))
    #expect(try client.answer().status == 401)
    client.send("POST /no HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
    #expect(try client.answer().body == "no")
    client.get("/no")
    #expect(try client.answer().status == 401)
    client.post("/", "12345678901")
    let tooLong = try client.answer()
    #expect(tooLong.status == 413 && tooLong.body == "problem 413")
    client.post("/none", "1")
    #expect(try client.answer().status == 413)
    client.post("/", "1234567890")
    #expect(try client.answer().body == "[1234567890]")
  }

  @Test func aLargeBodyIsRefusedFromItsHead() throws {
    let front = try front()
    defer { front.stop() }
    for path in ["/no", "/"] {
      let client = try RawClient(port: front.port)
      client.send("POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: 100000000000\r\n\r\n")
      let answer = try client.answer()
      #expect(answer.status == (path == "/no" ? 401 : 413) && answer.headers["connection"] == "close")
      #expect(client.isClosed())
    }
  }

  @Test func aBodyOfUnknownLengthIsRefusedWhenItPassesTheLimit() throws {
    let front = try front()
    defer { front.stop() }
    let client = try RawClient(port: front.port)
    client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n12345678\r\n")
    client.send("8\r\n12345678\r\n")
    let answer = try client.answer()
    #expect(
      answer.status == 413 && answer.body == "problem 413" && answer.headers["content-type"] == "text/plain")
    #expect(client.isClosed())
    let endless = try RawClient(port: front.port)
    endless.send("POST /no HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
    let chunk = "4000\r\n" + String(repeating: "y", count: 0x4000) + "\r\n"
    var sent = 0
    while endless.send(chunk), sent < 100 { sent += 1 }
    #expect(try endless.rest().contains("HTTP/1.1 401 "))
  }

  @Test func noFrontTakesMoreThanItsOwnLimit() throws {
    let front = try makeFront(
      TestHandler(admit: { _ in .body(limit: .max) }) { $0.respond(.text("taken")) }
    ) { $0.maximumBody = 20 }
    defer { front.stop() }
    let client = try RawClient(port: front.port)
    client.post("/", String(repeating: "x", count: 21))
    #expect(try client.answer().status == 413)
    client.post("/", String(repeating: "x", count: 20))
    #expect(try client.answer().status == 200)
  }

  @Test func expectIsAnsweredBeforeTheBody() throws {
    let front = try front()
    defer { front.stop() }
    let client = try RawClient(port: front.port)
    client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
    #expect(try client.answer().status == 100)
    client.send("abc")
    #expect(try client.answer().body == "[abc]")
    client.send("POST /no HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
    #expect(try client.answer().status == 401, "no 100 for what is refused")
    let curl = try ForeignProgram.run(
      "curl",
      [
        "-sS", "-H", "Expect: 100-continue", "-d", String(repeating: "z", count: 70_000), "-w",
        "%{http_code}",
        "http://127.0.0.1:\(front.port)/",
      ])
    #expect(curl.output.hasSuffix("413"))
  }

  @Test(arguments: [
    ("GET /%zz HTTP/1.1\r\nHost: h\r\n\r\n", 400),
    ("GET /%00 HTTP/1.1\r\nHost: h\r\n\r\n", 400),
    ("GET /?a=%ff HTTP/1.1\r\nHost: h\r\n\r\n", 400),
    ("GET /?%=1 HTTP/1.1\r\nHost: h\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
    ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\nabc", 501),
    ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
  ])
  func requestsThatCanBeReadInTwoWaysAreRefused(_ text: String, _ status: Int) throws {
    let front = try front()
    defer { front.stop() }
    let client = try RawClient(port: front.port)
    client.send(text)
    let answer = try client.answer()
    #expect(answer.status == status && answer.body == "problem \(status)")
  }

  @Test(arguments: [
    "\u{1}\u{0}\u{2}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999999\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "GET / HTTP/1.1\r\nHost: h\r\nX: " + String(repeating: "x", count: 100_000) + "\r\n\r\n",
  ])
  func whatIsNoRequestIsRefusedOrClosed(_ text: String) throws {
    let front = try front()
    defer { front.stop() }
    let client = try RawClient(port: front.port)
    client.send(text)
    let answer = try client.rest()
    #expect(
      answer.isEmpty || answer.hasPrefix("HTTP/1.1 4") || answer.hasPrefix("HTTP/1.0 4")
        || answer.hasPrefix("HTTP/1.1 5"))
    let next = try RawClient(port: front.port)
    next.get("/")
    #expect(try next.answer().status == 200, "the server goes on")
  }

  @Test func anIdleConnectionIsClosedAndAWaitingOneIsNot() throws {
    let held = Gathered<HTTPRequest>()
    let front = try makeFront(
      TestHandler { request in
        if request.path == "/wait" { return held.add(request) }
        request.respond(.text("now"))
      }
    ) { $0.idleSeconds = 1 }
    defer { front.stop() }
    let waiting = try RawClient(port: front.port)
    waiting.get("/wait")
    try eventually("it waits") { held.count == 1 }
    let slow = try RawClient(port: front.port)
    slow.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Le")
    let idle = try RawClient(port: front.port)
    idle.get("/")
    #expect(try idle.answer().body == "now")
    #expect(slow.isClosed() && idle.isClosed())
    held.values.first?.respond(.text("at last"))
    #expect(try waiting.answer().body == "at last")
  }

  @Test func oneConnectionTooManyIsClosed() throws {
    let front = try makeFront(TestHandler { $0.respond(.text("yes")) }) { $0.connections = 3 }
    defer { front.stop() }
    let clients = try (0..<3).map { _ in try RawClient(port: front.port) }
    for client in clients {
      client.get("/")
      #expect(try client.answer().status == 200)
    }
    let fourth = try RawClient(port: front.port)
    #expect(fourth.isClosed())
    clients[0].close()
    try eventually("a place is free") { front.openConnections == 2 }
    // libmicrohttpd counts a connection out a moment after it says that the connection has ended.
    try eventually("the free place is given away") {
      guard let next = try? RawClient(port: front.port) else { return false }
      next.get("/")
      return (try? next.answer().status) == 200
    }
  }
}
