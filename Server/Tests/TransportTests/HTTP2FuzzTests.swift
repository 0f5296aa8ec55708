import Bytes
import Foundation
import Testing

@testable import Transport

/// What a hostile or broken server may send: nothing crashes, no exchange ends twice, memory stays bounded.
@Suite struct HTTP2FuzzTests {
  /// A client's session with exchanges in flight, worked off as the lane does it.
  private final class Client {
    static let capacity = 12
    var table = ExchangeTable(capacity: capacity)
    let session: ClientSession
    var queuedTimes = 0
    var endedTimes = 0
    private var shared = SharedFields()

    init() throws {
      session = try ClientSession(
        entries: table.entries, capacity: Self.capacity, connection: 0, captures: ["apns-id"])
      set(HeaderName(":method"), "POST")
      set(HeaderName(":scheme"), "https")
      set(HeaderName(":authority"), "a")
    }

    private func set(_ name: HeaderName, _ value: String) {
      var value = value
      value.withUTF8 { shared.set(name, $0) }
    }

    func submit(body: Int) {
      guard let index = table.begin() else { return }
      let entry = table.entries + Int(index)
      entry.pointee.field(HeaderName(":path"), "/3/device/1")
      entry.pointee.buffer.append([UInt8](repeating: 1, count: body))
      _ = table.enqueue(index)
      queuedTimes += 1
      send()
    }

    func send() {
      while session.takesRequests, let index = table.take(for: 0) {
        if !session.submit(index, shared) {
          table.requeue(index)
          return
        }
      }
    }

    func abandon(_ index: Int32) {
      guard table.entries[Int(index)].place == .inFlight else { return }
      session.abandon(index)
      table.finish(index, .deadline)
    }

    func settle() {
      session.drainEnded { ended in
        let entry = table.entries + Int(ended.exchange)
        guard entry.pointee.place == .inFlight, entry.pointee.stream == ended.stream else {
          Issue.record("a stream ended for an exchange that is not on it")
          return
        }
        if entry.pointee.isAnswered {
          table.finish(ended.exchange, .answered)
        } else if !entry.pointee.isSent || ended.errorCode == 7 {
          table.requeue(ended.exchange)
        } else {
          table.finish(ended.exchange, .reset)
        }
      }
      _ = session.takeEvents()
      check()
      endedTimes += table.finishedCount
      table.releaseFinished(table.finishedCount)
    }

    private func check() {
      for index in 0..<Self.capacity {
        let entry = table.entries + index
        let size = entry.pointee.answer.count - entry.pointee.answerBodyStart
        let (status, room) = (entry.pointee.status, entry.pointee.answer.capacity)
        if size > Exchange.maximumAnswer || room > 128 * 1024 || !(0...999).contains(status) {
          Issue.record("an answer of \(size) bytes in \(room), status \(status)")
        }
      }
    }

    /// The connection is gone.
    func end() {
      settle()
      for index in 0..<Int32(Self.capacity) where table.entries[Int(index)].place == .inFlight {
        table.finish(index, .connectionLost)
      }
      table.expireQueued(now: 0, all: true)
      endedTimes += table.finishedCount
      table.releaseFinished(table.finishedCount)
    }
  }

  /// A server's words in a whole conversation, recorded from the real session.
  private static func recorded() throws -> [[UInt8]] {
    let loop = try EventLoop()
    let handler = TestHandler { _ in }
    let server = try HTTPServer(loop: loop, tls: TestTLS().server, configuration: .init(), handler: handler)
    defer { server.close() }
    return try (0..<4).map { kind in
      let connection = try ServerConnection(server: server, stream: TCPStream(loop), number: 1)
      let session = try ServerSession(connection, maximumStreams: 100)
      let client = try Client()
      for body in [10, 300, 0, 70_000, 5, 6] { client.submit(body: body) }
      var count = 0
      handler.answer = { exchange in
        count += 1
        exchange.answer.append([UInt8](repeating: 65, count: kind == 1 ? 20_000 : count * 7))
        if kind == 2 && count == 3 { session.reset(exchange.streamID, 7) }
        if kind == 3 && count == 4 { session.goaway(exchange.streamID - 2, 0, "bye") }
        session.respond(exchange, status: 200 + count * 100 % 400, headers: [("apns-id", "id-\(count)")])
      }
      session.setMaximumConcurrentStreams(7)
      var said: [UInt8] = []
      for _ in 0..<8 {
        var up = ByteBuffer()
        var down = ByteBuffer()
        while try client.session.produce(into: &up, limit: 1 << 20) {}
        try session.receive(up.bytes)
        while try session.produce(into: &down, limit: 1 << 20) {}
        said += Array(down.bytes)
        try client.session.receive(down.bytes)
        client.settle()
        client.send()
      }
      client.end()
      withExtendedLifetime(connection) {}
      #expect(said.count > 100)
      return said
    }
  }

  /// The frames of a stream, as far as it is whole.
  private static func frames(_ bytes: [UInt8]) -> [[UInt8]] {
    var (frames, at): ([[UInt8]], Int) = ([], 0)
    while at + 9 <= bytes.count {
      let end = at + 9 + (Int(bytes[at]) << 16 | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]))
      guard end <= bytes.count else { break }
      frames.append(Array(bytes[at..<end]))
      at = end
    }
    return frames
  }

  /// Whole frames dropped, doubled, moved, mixed with others', their headers changed.
  private static func reshape(_ frames: [[UInt8]], _ all: [[[UInt8]]], _ random: inout Random) -> [UInt8] {
    var out = frames
    for _ in 0..<(1 + random.below(5)) where !out.isEmpty {
      let at = random.below(out.count)
      switch random.below(7) {
      case 0: out.remove(at: at)
      case 1: out.insert(out[at], at: random.below(out.count))
      case 2: out.swapAt(at, random.below(out.count))
      case 3:
        let other = all[random.below(all.count)]
        out.insert(other[random.below(other.count)], at: at)
      case 4: out[at][4] = UInt8(random.below(256))
      case 5: out[at][8] = UInt8(random.below(16))
      default: out[at][3] = UInt8(random.below(12))
      }
    }
    return out.flatMap { $0 }
  }

  @Test func nothingAServerSaysBreaksTheClient() throws {
    let seeds = try Fuzz.corpus("http2") + Self.recorded()
    let frames = seeds.map(Self.frames)
    #expect(frames.allSatisfy { !$0.isEmpty })
    var (queued, ended, answered, faults) = (0, 0, 0, 0)
    try Fuzz.rounds("HTTP/2 fuzz") { random, round in
      let client = try Client()
      let pick = random.below(seeds.count)
      // The first rounds are the seeds as they are.
      var input = round < seeds.count ? seeds[round] : seeds[pick]
      if round >= seeds.count {
        if !random.chance(4) { input = Self.reshape(frames[pick], frames, &random) }
        if random.chance(2) { input = Fuzz.mutate(input, seeds, &random) }
      }
      for _ in 0..<(1 + random.below(8)) {
        client.submit(body: random.chance(40) ? 100_000 : random.below(300))
      }
      var output = ByteBuffer(capacity: 1024)
      var sent = 0
      do {
        while try client.session.produce(into: &output, limit: 1 << 16) { output.removeAll() }
        for piece in Fuzz.pieces(input, &random) {
          try piece.withUnsafeBufferPointer { try client.session.receive($0) }
          answered += (0..<Client.capacity).count {
            let entry = client.table.entries + $0
            return entry.pointee.place == .inFlight && entry.pointee.isAnswered
          }
          client.settle()
          if random.chance(20) { client.abandon(Int32(random.below(Client.capacity))) }
          if random.chance(20) { client.submit(body: random.below(100)) }
          client.send()
          output.removeAll()
          while try client.session.produce(into: &output, limit: 1 << 16), output.count < 1 << 20 {
            sent += output.count
            output.removeAll()
          }
          client.settle()
        }
      } catch is TransportError { faults += 1 }
      // A connection error: nghttp2 has said GOAWAY and hears nothing more.
      if client.session.isOver && !client.session.hasGoaway { faults += 1 }
      client.end()
      if sent > 4 << 20 { Issue.record("round \(round): \(sent) bytes sent for \(input.count)") }
      if client.endedTimes != client.queuedTimes || client.table.freeCount != Client.capacity {
        Issue.record("round \(round): \(client.queuedTimes) exchanges, \(client.endedTimes) ends")
      }
      queued += client.queuedTimes
      ended += client.endedTimes
    }
    print("HTTP/2 fuzz: \(queued) exchanges, \(answered) answered, \(faults) sessions ended by a fault")
    #expect(queued == ended && answered > 0 && faults > 0)
  }
}
