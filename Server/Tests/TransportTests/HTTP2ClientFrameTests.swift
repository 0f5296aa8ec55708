import Foundation
import Synchronization
import Testing

@testable import Transport

/// A lane against peers that say exactly the frames a test wants.
@Suite struct HTTP2ClientFrameTests {
  private let tls: TestTLS
  init() throws { tls = try TestTLS() }

  /// Runs `total` requests against a script; each connection runs it anew.
  private func lane(
    _ total: Int, client change: (inout HTTP2Client.Configuration) -> Void = { _ in },
    body: Int = 137, seconds: UInt64 = 20, script: @escaping @Sendable (FramePeer) throws -> Void,
    onFinished: @escaping (borrowing Exchange) -> Void = { _ in }
  ) throws -> Lane {
    let peer = try FramePeer.listen(tls, script)
    defer { peer.stop() }
    let lane = try Lane(
      total, to: Endpoint(host: "127.0.0.1", port: peer.port), trust: tls.client,
      {
        $0.pool.connections = 1
        change(&$0)
      })
    lane.owner.body = [UInt8](repeating: 7, count: body)
    lane.owner.onFinished = onFinished
    lane.run(seconds: seconds)
    lane.close()
    return lane
  }

  @Test func anAnswerWithTrailers() throws {
    let lane = try lane(
      3, client: { $0.captures = ["apns-id", "grpc-status"] },
      script: { peer in
        try peer.begin()
        while true {
          let stream = try peer.request()
          try peer.send(
            .headers(stream, status: 200, [("apns-id", "A")], end: false),
            .data(stream, Array("{}".utf8), end: false),
            .trailers(stream, [("grpc-status", "0"), ("apns-id", "B")]))
        }
      },
      onFinished: { exchange in
        #expect(exchange.outcome == .answered)
        #expect(exchange.captured(0).map { Array($0) } == Array("A".utf8))
        #expect(exchange.captured(1) == nil)
        #expect(Array(exchange.answerBody) == Array("{}".utf8))
      })
    #expect(lane.owner.statuses == [200: 3])
    #expect(lane.opened == 1)
  }

  /// What an informational answer says is not the answer's; and many of them fill no memory.
  @Test func informationalAnswersFirst() throws {
    let lane = try lane(
      2, client: { $0.captures = ["apns-id"] },
      script: { peer in
        try peer.begin()
        while true {
          let stream = try peer.request()
          for _ in 0..<500 {
            try peer.send(
              .headers(
                stream, status: 103, [("apns-id", String(repeating: "x", count: 120))], end: false))
          }
          try peer.send(.headers(stream, status: 404, end: false), .data(stream, [1], end: true))
        }
      },
      onFinished: { exchange in
        #expect(exchange.status == 404)
        #expect(exchange.captured(0) == nil)
        #expect(Array(exchange.answerBody) == [1])
        #expect(exchange.answer.capacity < 4096)
      })
    #expect(lane.owner.statuses == [404: 2])
  }

  /// An answer that comes before the body is whole: we send the rest, and reset nothing.
  @Test func anEarlyAnswerIsNoReasonToReset() throws {
    let resets = Box(0)
    let lane = try lane(
      12, body: 200_000,
      script: { peer in
        try peer.begin([3: 100, 4: 1000])
        var missing: [Int32: Int] = [:]
        while true {
          let frame = try peer.frame()
          switch frame.type {
          case Frame.headers:
            missing[frame.stream] = 200_000
            try peer.send(
              .headers(frame.stream, status: 413, end: false), .data(frame.stream, [9], end: true))
          case Frame.data:
            missing[frame.stream, default: 0] -= frame.payload.count
            if !frame.payload.isEmpty {
              let size = UInt32(frame.payload.count)
              try peer.send(.windowUpdate(frame.stream, size), .windowUpdate(0, size))
            }
            if frame.endsStream && missing[frame.stream] != 0 { throw PeerEnded() }
          case Frame.reset: resets.add(1)
          default: break
          }
        }
      })
    #expect(lane.owner.statuses == [413: 12])
    #expect(lane.opened == 1 && lane.lost.isEmpty)
    #expect(resets.value == 0)
  }

  /// The peer answers and asks us to stop with NO_ERROR (RFC 9113, section 8.1): that is an answer.
  @Test func anAnswerFollowedByNoError() throws {
    let lane = try lane(
      10, body: 200_000,
      script: { peer in
        try peer.begin()
        while true {
          let frame = try peer.frame()
          guard frame.type == Frame.headers else { continue }
          try peer.send(.headers(frame.stream, status: 403, end: true), .reset(frame.stream, 0))
        }
      })
    #expect(lane.owner.statuses == [403: 10])
    #expect(lane.owner.outcomes == [.answered: 10])
    #expect(lane.opened == 1 && lane.lost.isEmpty)
  }

  @Test func halfAnAnswerIsNone() throws {
    let lane = try lane(
      4,
      script: { peer in
        try peer.begin()
        while true {
          let stream = try peer.request()
          try peer.send(
            .headers(stream, status: 200, end: false), .data(stream, [1], end: false), .reset(stream, 2))
        }
      },
      onFinished: { #expect($0.outcome == .reset) })
    #expect(lane.owner.outcomes == [.reset: 4])
  }

  /// A stream limit that SETTINGS lowers while more are open; the peer counts for itself.
  @Test func theStreamLimitIsKept() throws {
    let worst = Box(0)
    let lane = try lane(
      600, body: 10,
      script: { peer in
        try peer.begin([3: 20])
        var (open, limit, count): (Set<Int32>, Int, Int) = ([], 20, 0)
        while true {
          let frame = try peer.frame()
          if frame.type == Frame.headers { open.insert(frame.stream) }
          if frame.type == Frame.settings && frame.flags == Frame.ack && count >= 300 {
            limit = count >= 450 ? 2 : 7
          }
          if frame.endsStream {
            count += 1
            if count == 300 { try peer.send(.settings([3: 7])) }
            if count == 450 { try peer.send(.settings([3: 2])) }
          }
          if count > 1 && open.count > limit { worst.raise(to: open.count - limit) }
          // The first alone, then in batches that use the limit up.
          if count == 1 || open.count >= limit || count >= 590 {
            for stream in open.sorted() { try peer.send(.headers(stream, status: 200, end: true)) }
            open = []
          }
        }
      })
    #expect(lane.owner.statuses == [200: 600])
    // Requests on their way when SETTINGS were lowered may be above the new limit; none is added.
    #expect(worst.value <= 13)
  }

  /// Above the last stream: again. At or below: the connection went, so nobody knows.
  @Test func goawayAndCut() throws {
    let connections = Box(0)
    let lane = try lane(
      20,
      script: { peer in
        connections.add(1)
        let isFirst = connections.value == 1
        try peer.begin([3: 10])
        guard isFirst else { return try peer.answerAll() }
        let probe = try peer.request()
        try peer.send(.headers(probe, status: 200, end: true))
        var streams: [Int32] = []
        while streams.count < 10 { streams.append(try peer.request()) }
        try peer.send(
          .headers(streams[0], status: 200, end: true),
          .goaway(last: streams[4], code: 0, #"{"reason":"Shutdown"}"#))
      })
    #expect(lane.owner.outcomes == [.answered: 16, .connectionLost: 4])
    #expect(lane.client.resends >= 5)
    #expect(lane.goaways == [#"{"reason":"Shutdown"}"#])
  }

  /// The two-step GOAWAY of a graceful shutdown (RFC 9113, section 6.8).
  @Test func aGracefulShutdown() throws {
    let connections = Box(0)
    let lane = try lane(
      30,
      script: { peer in
        connections.add(1)
        let isFirst = connections.value == 1
        try peer.begin([3: 10])
        guard isFirst else { return try peer.answerAll() }
        let probe = try peer.request()
        try peer.send(.headers(probe, status: 200, end: true), .goaway(last: .max))
        var streams: [Int32] = []
        while streams.count < 2 {
          streams.append(try peer.request())
          if streams.count == 1 { try peer.send(.goaway(last: streams[0])) }
          try peer.send(.headers(streams[0], status: 200, end: true))
        }
      })
    #expect(lane.owner.outcomes == [.answered: 30])
  }

  @Test func garbageEndsTheConnection() throws {
    let connections = Box(0)
    let lane = try lane(
      40, client: { $0.pool.maximumStreams = 5 },
      script: { peer in
        connections.add(1)
        let number = connections.value
        try peer.begin()
        let stream = try peer.request()
        try peer.send(.headers(stream, status: 200, end: true))
        switch number {
        case 1:
          _ = try peer.request()
          // DATA on stream 0 is a connection error.
          try peer.send(.data(0, [1, 2, 3], end: false))
          while true { _ = try peer.frame() }
        case 2:
          _ = try peer.request()
          try peer.sendRaw([UInt8](repeating: 0xff, count: 100))
          while true { _ = try peer.frame() }
        default: try peer.answerAll()
        }
      })
    let lost = lane.owner.outcomes[.connectionLost, default: 0]
    #expect(lost >= 2)
    #expect(lane.owner.outcomes == [.answered: 40 - lost, .connectionLost: lost])
    #expect(lane.lost.map(\.code) == [.http2, .http2])
  }

  /// A window of one octet: bodies go out a byte at a time, and whole.
  @Test func aWindowOfOneOctet() throws {
    let lane = try lane(
      3, body: 300,
      script: { peer in
        try peer.begin([4: 1])
        var bodies: [Int32: Int] = [:]
        while true {
          let frame = try peer.frame()
          guard frame.type == Frame.data else { continue }
          // The first came before our SETTINGS.
          if frame.payload.count > 1 && frame.stream > 1 { throw PeerEnded() }
          bodies[frame.stream, default: 0] += frame.payload.count
          if frame.endsStream {
            try peer.send(.headers(frame.stream, status: bodies[frame.stream] == 300 ? 200 : 400, end: true))
          } else {
            try peer.send(.windowUpdate(frame.stream, 1), .windowUpdate(0, 1))
          }
        }
      })
    #expect(lane.owner.statuses == [200: 3])
  }

  /// The window never opens: the deadline ends it, and the stream is cancelled.
  @Test func aWindowThatStaysShut() throws {
    let cancelled = Box(0)
    let lane = try lane(
      2, client: { $0.deadline = 200 },
      script: { peer in
        try peer.begin([4: 0])
        while true {
          let frame = try peer.frame()
          if frame == .reset(frame.stream, 8) { cancelled.add(1) }
        }
      })
    #expect(lane.owner.outcomes == [.deadline: 1, .unsent: 1] || lane.owner.outcomes == [.deadline: 2])
  }

  /// Answers that wait in the kernel are read, even if what we write meanwhile is refused.
  @Test func whatWasSaidBeforeTheEndIsHeard() throws {
    let connections = Box(0)
    let lane = try lane(
      60,
      client: {
        $0.pool.maximumStreams = 30
      }, body: 60_000,
      script: { peer in
        connections.add(1)
        let isFirst = connections.value == 1
        try peer.begin([3: 30, 4: 1 << 20])
        peer.leavesBytesUnread = isFirst
        guard isFirst else {
          try peer.send(.windowUpdate(0, 1 << 30))
          return try peer.answerAll()
        }
        let probe = try peer.request()
        // All headers come; only a part of the bodies fits into the connection's window.
        try peer.send(.headers(probe, status: 200, end: true))
        var streams: [Int32] = []
        while streams.count < 30 {
          let frame = try peer.frame()
          if frame.type == Frame.headers { streams.append(frame.stream) }
        }
        // More room, so that the client is writing when we leave without reading it. In one piece, for
        // what still waits in our own kernel goes with the connection.
        let answers = streams.map { Frame.headers($0, status: 200, end: true) }
        try peer.sendRaw(
          ([.windowUpdate(0, 1 << 30)] + answers + [.goaway(last: streams[29])]).flatMap(\.bytes))
      })
    #expect(lane.owner.outcomes == [.answered: 60])
  }

  /// ENHANCE_YOUR_CALM and a debug text are handed up as they came, cut where they are long.
  @Test func goawayWithLongDebugData() throws {
    let lane = try lane(
      1, client: { $0.deadline = 300 },
      script: { peer in
        try peer.begin()
        _ = try peer.request()
        try peer.send(.goaway(last: 0, code: 11, String(repeating: "é", count: 4000)))
      })
    #expect(lane.goaways.contains { $0.utf8.count >= 255 && $0.utf8.count <= 260 })
    #expect(lane.owner.outcomes == [.unsent: 1])
  }
}

/// A number shared with a peer's threads.
final class Box: Sendable {
  private let number: Mutex<Int>
  init(_ value: Int) { number = Mutex(value) }
  var value: Int { number.withLock { $0 } }
  func add(_ more: Int) { number.withLock { $0 += more } }
  func raise(to least: Int) { number.withLock { $0 = max($0, least) } }
}
