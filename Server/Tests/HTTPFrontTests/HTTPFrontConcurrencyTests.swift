import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HTTPFront

@Suite(.serialized) struct HTTPFrontConcurrencyTests {
  @Test func aThousandWaitingRequestsAreAnsweredInAnyOrder() throws {
    let held = Gathered<HTTPRequest>()
    let front = try makeFront(TestHandler { held.add($0) })
    defer { front.stop() }
    let clients = try (0..<1000).map { _ in try RawClient(port: front.port) }
    for (number, client) in clients.enumerated() { client.post("/\(number)", "body \(number)") }
    try eventually("all of them wait") { held.count == 1000 }
    #expect(front.activeRequests == 1000 && front.openConnections == 1000)
    var random = Fuzz.random("order of answers")
    let shuffled = held.values.shuffled(using: &random)
    let thread = Thread {
      for request in shuffled { request.respond(.text("\(request.path) \(request.bodyText)")) }
    }
    thread.start()
    for (number, client) in clients.enumerated() {
      #expect(try client.answer().body == "/\(number) body \(number)")
    }
    try eventually("all are over") { front.activeRequests == 0 }
  }

  /// Connections that all speak while the threads are busy: the library's own loop lets 128 of them, which it
  /// is told of in one call, stand still until another one speaks.
  @Test(arguments: [127, 128, 256, 300]) func noneOfManyThatSpeakAtOnceStandsStill(_ each: Int) throws {
    let gates = Gathered<Int>()
    let gate = DispatchSemaphore(value: 0)
    let front = try makeFront(
      TestHandler { request in
        if request.path == "/gate" {
          gates.add(1)
          gate.wait()
        }
        request.respond(.text("through"))
      })
    defer { front.stop() }
    let clients = try (0..<2 * each + 2).map { _ in try RawClient(port: front.port) }
    for client in clients {
      client.get("/")
      #expect(try client.answer().body == "through")
    }
    // Connections go to the two threads in turn.
    for client in clients[..<2] { client.get("/gate") }
    try eventually("both threads are held") { gates.count == 2 }
    for client in clients[2...] { client.get("/") }
    for _ in 0..<2 { gate.signal() }
    for client in clients { #expect(try client.answer().body == "through") }
  }

  @Test func itServesWithoutEpollToo() throws {
    let held = Gathered<HTTPRequest>()
    let front = try makeFront(TestHandler { held.add($0) }) { $0.avoidsEpoll = true }
    let clients = try (0..<300).map { _ in try RawClient(port: front.port) }
    for round in 0..<3 {
      held.removeAll()
      for (number, client) in clients.enumerated() { client.post("/", "\(round) \(number)") }
      try eventually("all of them wait") { held.count == 300 }
      for request in held.values { request.respond(.text(request.bodyText)) }
      for (number, client) in clients.enumerated() {
        #expect(try client.answer().body == "\(round) \(number)")
      }
    }
    clients[0].get("/")
    try eventually("one waits") { held.count == 301 }
    front.stop()
    #expect(try clients[0].answer().status == 503)
  }

  /// The answer comes from another thread while the server lays the connection aside.
  @Test func anAnswerInTheMomentOfSuspendingIsNotLost() throws {
    let queues = (0..<3).map { DispatchQueue(label: "answers \($0)") }
    let turn = Atomic<Int>(0)
    let front = try makeFront(
      TestHandler { request in
        let number = turn.add(1, ordering: .relaxed).newValue
        queues[number % 3].async { request.respond(.text("late")) }
        // Now and then both at once.
        if number % 5 == 0 { request.respond(.text("late")) }
      })
    defer { front.stop() }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      do {
        let client = try RawClient(port: front.port)
        for _ in 0..<1500 {
          client.post("/", "x")
          let body = try client.answer().body
          if body != "late" { Issue.record("\(body)") }
        }
      } catch { Issue.record(error) }
    }
  }

  @Test func aClientThatWentIsNoTrouble() throws {
    let held = Gathered<HTTPRequest>()
    // That a client went in the middle of its body may be seen at the time-out only: the library reads no
    // further where the end came together with the last bytes.
    let front = try makeFront(TestHandler { held.add($0) }) {
      $0.idleSeconds = 1
    }
    defer { front.stop() }
    for _ in 0..<50 {
      let client = try RawClient(port: front.port)
      client.post("/", "gone")
      let half = try RawClient(port: front.port)
      half.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nhalf")
    }
    try eventually("they wait") { held.count == 50 }
    weak let watched = held.values.first
    #expect(watched != nil)
    for request in held.values {
      #expect(request.respond(.text("nobody reads this")))
      #expect(request.bodyText == "gone")
    }
    held.removeAll()
    try eventually("their requests are over") { front.activeRequests == 0 }
    try eventually("their connections are closed") { front.openConnections == 0 }
    try eventually("everything is released") { watched == nil }
  }

  @Test func drainingWaitsForAnswersAndTakesNoConnections() throws {
    let held = Gathered<HTTPRequest>()
    let front = try makeFront(
      TestHandler { request in
        if request.path == "/wait" { return held.add(request) }
        request.respond(.text("now"))
      })
    defer { front.stop() }
    let waiting = try RawClient(port: front.port)
    let kept = try RawClient(port: front.port)
    waiting.get("/wait")
    kept.get("/")
    #expect(try kept.answer().headers["connection"] != "close")
    try eventually("it waits") { held.count == 1 }
    #expect(!front.drain(milliseconds: 20))
    #expect(throws: RawClient.Failure.self) { try RawClient(port: front.port) }
    kept.get("/")
    let last = try kept.answer()
    #expect(last.body == "now" && last.headers["connection"]?.lowercased() == "close" && kept.isClosed())
    let drained = Gathered<Bool>()
    let thread = Thread { drained.add(front.drain(milliseconds: 10_000)) }
    thread.start()
    held.values[0].respond(.text("drained"))
    let answer = try waiting.answer()
    #expect(answer.body == "drained" && answer.headers["connection"]?.lowercased() == "close")
    try eventually("it is drained") { drained.values == [true] }
  }

  @Test func stoppingAnswersWhatWaits() throws {
    let held = Gathered<HTTPRequest>()
    let front = try makeFront(TestHandler { held.add($0) })
    let clients = try (0..<20).map { _ in try RawClient(port: front.port) }
    for client in clients { client.get("/") }
    try eventually("they wait") { held.count == 20 }
    front.stop()
    front.stop()
    for client in clients {
      let answer = try client.answer()
      #expect(answer.status == 503 && answer.body == "problem 503")
      #expect(client.isClosed())
    }
    for request in held.values {
      #expect(!request.respond(.text("late")) && request.header("host") == nil && request.bodyCount == 0)
    }
    #expect(throws: RawClient.Failure.self) { try RawClient(port: front.port) }
  }

  /// Stops while requests come, wait and are answered: the library aborts the process where one connection
  /// is laid aside too long.
  @Test func stoppingUnderLoadIsClean() throws {
    for round in 0..<30 {
      let queue = DispatchQueue(label: "answers", attributes: .concurrent)
      let seen = Atomic<Int>(0)
      let front = try makeFront(
        TestHandler { request in
          let number = seen.add(1, ordering: .relaxed).newValue
          if number > 60, number % 7 == 0 { return }
          if number % 3 == 0 { return _ = request.respond(.text("x")) }
          queue.async { request.respond(.text("x")) }
        })
      let group = DispatchGroup()
      for _ in 0..<4 {
        DispatchQueue.global().async(group: group) {
          while let client = try? RawClient(port: front.port) {
            for _ in 0..<6 {
              client.post("/", "load")
              guard let answer = try? client.answer(), answer.status == 200 else { break }
            }
          }
        }
      }
      try eventually("there is load") { seen.load(ordering: .relaxed) > 20 + round }
      front.stop()
      group.wait()
      #expect(front.activeRequests == 0)
    }
  }

  @Test func aFrontThatIsDroppedStops() throws {
    var front: HTTPFront? = try makeFront(TestHandler { _ in })
    let port = try #require(front?.port)
    let client = try RawClient(port: port)
    client.get("/")
    try eventually("it is there") { front?.activeRequests == 1 }
    front = nil
    #expect(try client.answer().status == 503)
    #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
  }
}
