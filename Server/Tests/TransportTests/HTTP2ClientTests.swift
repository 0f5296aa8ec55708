import Foundation
import Testing

@testable import Transport

/// A lane against our own server: what every day brings.
@Suite struct HTTP2ClientTests {
  @Test func manyRequestsAreEachAnsweredOnce() throws {
    let lane = try Lane(20_000, client: { $0.captures = ["apns-id"] }) { exchange in
      exchange.respond(
        status: 200, headers: [("apns-id", exchange.headers.first { $0.name == "apns-id" }?.value ?? "")])
    }
    lane.owner.onFinished = { exchange in
      let id = exchange.captured(0).map { String(decoding: $0, as: UTF8.self) }
      #expect(id == String(exchange.tag))
    }
    lane.run()
    #expect(lane.owner.statuses == [200: 20_000])
    #expect(lane.handler.received == 20_000)
    lane.close()
  }

  /// What arrives is what was sent, byte for byte, and the shared headers with it.
  @Test func requestsArriveAsTheyWereWritten() throws {
    var paths: Set<String> = []
    let lane = try Lane(50) { exchange in
      #expect(exchange.method == "POST")
      #expect(exchange.bytes(":scheme").map { Array($0) } == Array("https".utf8))
      #expect(exchange.headers.filter { $0.name == "authorization" }.map(\.value) == ["bearer two"])
      // Pseudo-headers come first (RFC 9113, section 8.3).
      #expect(exchange.headers.prefix(4).allSatisfy { $0.name.hasPrefix(":") })
      #expect(exchange.headers.dropFirst(4).allSatisfy { !$0.name.hasPrefix(":") })
      #expect(Array(exchange.body) == [UInt8](repeating: UInt8(ascii: "x"), count: 137))
      paths.insert(exchange.path)
      exchange.respond(status: 200)
    }
    lane.client.setShared(HeaderName("authorization", .never), "bearer one")
    lane.client.setShared(HeaderName("authorization", .never), "bearer two")
    lane.client.setShared(HeaderName(":method"), "POST")
    lane.run()
    #expect(paths == Set((0..<50).map { "/3/device/\($0)" }))
    lane.close()
  }

  @Test func emptyAndHTMLBodiesAreData() throws {
    let html = Array("<html><body>502 Bad Gateway</body></html>".utf8)
    let lane = try Lane(2) { exchange in
      if exchange.path.hasSuffix("0") {
        exchange.respond(status: 503)
      } else {
        exchange.respond(status: 502, headers: [("content-type", "text/html")], body: html)
      }
    }
    lane.owner.onFinished = { exchange in
      #expect(exchange.outcome == .answered)
      #expect(Array(exchange.answerBody) == (exchange.tag == 0 ? [] : html))
      #expect(exchange.isCut == false)
    }
    lane.run()
    #expect(lane.owner.statuses == [503: 1, 502: 1])
    lane.close()
  }

  @Test func aHugeAnswerIsCut() throws {
    let huge = [UInt8](repeating: 7, count: 3_000_000)
    let lane = try Lane(6, client: { $0.captures = ["apns-id"] }) {
      $0.respond(status: 200, headers: [("apns-id", "A")], body: huge)
    }
    lane.owner.onFinished = { exchange in
      #expect(exchange.outcome == .answered)
      #expect(exchange.isCut == true)
      #expect(exchange.answerBody.count == Exchange.maximumAnswer)
      #expect(exchange.answerBody.allSatisfy { $0 == 7 })
      #expect(exchange.captured(0).map { Array($0) } == Array("A".utf8))
    }
    lane.run()
    lane.close()
  }

  @Test func aWindowOfOne() throws {
    let lane = try Lane(300, client: { $0.window = 1 }, answer: accept)
    lane.run()
    #expect(lane.owner.outcomes == [.answered: 300])
    lane.close()
  }

  @Test func manyConnections() throws {
    var used: Set<Int> = []
    let lane = try Lane(
      20_000, server: { $0.maximumConcurrentStreams = 20 },
      client: {
        $0.pool.connections = 16
        $0.pool.stagger = 1
      }
    ) { exchange in
      if let number = exchange.connection?.number { used.insert(number) }
      exchange.respond(status: 200)
    }
    lane.run()
    #expect(lane.owner.outcomes == [.answered: 20_000])
    #expect(used.count == 16)
    lane.close()
  }

  @Test func bigPayloadsAreFlowControlled() throws {
    let lane = try Lane(60) { exchange in
      #expect(exchange.body.count == 300_000)
      exchange.respond(status: exchange.body.allSatisfy { $0 == 9 } ? 200 : 400)
    }
    lane.owner.body = [UInt8](repeating: 9, count: 300_000)
    lane.run()
    #expect(lane.owner.statuses == [200: 60])
    lane.close()
  }

  /// HTTP/2 cannot carry a header of this size: this request ends, the others go on.
  @Test func aHeaderThatDoesNotFit() throws {
    let lane = try Lane(200, answer: accept)
    lane.owner.onFill = { exchange in
      guard exchange.pointee.tag == 77 else { return }
      exchange.pointee.beginField(HeaderName("apns-topic"))
      exchange.pointee.buffer.append([UInt8](repeating: 65, count: 200_000))
      exchange.pointee.endField()
    }
    lane.owner.onFinished = { exchange in
      #expect(exchange.outcome == (exchange.tag == 77 ? .unsent : .answered))
    }
    lane.run(seconds: 10)
    #expect(lane.owner.outcomes == [.answered: 199, .unsent: 1])
    lane.close()
  }

  @Test func closingInTheMiddleEndsAllOnce() throws {
    for stop in [1, 50, 400] {
      let lane = try Lane(1000, client: { $0.window = 600 }, answer: accept)
      lane.handler.answer = { exchange in
        exchange.respond(status: 200)
        guard lane.handler.received == stop else { return }
        lane.client.close()
        // Time enough for anything that would still come.
        lane.after(300) { lane.loop.stop() }
      }
      lane.owner.onFinished = { [unowned lane] exchange in
        if exchange.tag == lane.owner.total { Issue.record("never") }
      }
      lane.owner.fill(lane.client)
      lane.spin(seconds: 10)
      #expect(lane.client.unfinished == 0)
      #expect(lane.client.room == 0)
      #expect(lane.client.begin() == nil)
      #expect(lane.owner.ended == lane.owner.sent)
      #expect(lane.owner.times.prefix(lane.owner.sent).allSatisfy { $0 == 1 })
      #expect(lane.owner.outcomes[.unsent, default: 0] + lane.owner.outcomes[.connectionLost, default: 0] > 0)
      lane.close()
    }
  }

  /// Closed from inside a batch, where everything is in motion.
  @Test func closingFromABatch() throws {
    let lane = try Lane(5000, client: { $0.window = 500 }, answer: accept)
    lane.owner.onFinished = { [unowned lane] _ in
      guard lane.owner.ended == 700 else { return }
      lane.client.close()
      lane.after(200) { lane.loop.stop() }
    }
    lane.owner.fill(lane.client)
    lane.spin(seconds: 10)
    #expect(lane.client.unfinished == 0)
    #expect(lane.owner.ended == lane.owner.sent)
    #expect(lane.owner.times.prefix(lane.owner.sent).allSatisfy { $0 == 1 })
    lane.close()
  }

  @Test func whatWasBegunBeforeClosingEndsToo() throws {
    let lane = try Lane(1, answer: accept)
    let index = try #require(lane.client.begin())
    let discarded = try #require(lane.client.begin())
    lane.client.exchange(index).pointee.field(HeaderName(":path"), "/")
    lane.client.close()
    lane.client.discard(discarded)
    lane.client.submit(index)
    #expect(lane.owner.ended == 0)
    lane.spin(seconds: 5)
    #expect(lane.owner.outcomes == [.unsent: 1])
    lane.close()
  }

  @Test func failQueuedEndsOnlyWhatWaits() throws {
    let lane = try Lane(500, server: { $0.maximumConcurrentStreams = 10 }, client: { $0.window = 500 }) { _ in
    }
    var held: [ServerExchange] = []
    lane.handler.answer = { exchange in
      held.append(exchange)
      if held.count == 1 || held.count > 11 { exchange.respond(status: 200) }
      if held.count == 11 {
        lane.client.failQueued()
        for one in held { one.respond(status: 200) }
      }
    }
    lane.owner.fill(lane.client)
    lane.spin(seconds: 10)
    #expect(lane.owner.ended == 500)
    #expect(lane.owner.times.allSatisfy { $0 == 1 })
    let answered = lane.owner.outcomes[.answered, default: 0]
    #expect(answered >= 11 && answered <= 21)
    #expect(lane.owner.outcomes[.unsent] == 500 - answered)
    lane.close()
  }

  @Test func openedBeforeThereIsWork() throws {
    let lane = try Lane(0, answer: accept)
    lane.client.open()
    lane.owner.onEvent = { event in if case .settings = event { lane.loop.stop() } }
    lane.spin(seconds: 10)
    #expect(lane.client.openConnections == 1)
    lane.close()
  }

  @Test func badConfigurationsAreRefused() throws {
    let (loop, tls) = (try EventLoop(), try TestTLS())
    let owner = TestOwner(loop, total: 0)
    for change: (inout HTTP2Client.Configuration) -> Void in [
      { $0.window = 0 }, { $0.pool.connections = 0 }, { $0.pool.maximumStreams = -1 },
    ] {
      var configuration = HTTP2Client.Configuration()
      change(&configuration)
      let error = #expect(throws: TransportError.self) {
        _ = try HTTP2Client(
          loop: loop, endpoint: Endpoint(host: "127.0.0.1", port: 1), tls: tls.client,
          configuration: configuration, owner: owner)
      }
      #expect(error?.code == .configuration)
    }
  }
}
