import Testing

@testable import Transport

/// A lane with its owner on a loop of its own, and our server where the test wants one.
final class Lane {
  let loop: EventLoop
  let owner: TestOwner
  let client: HTTP2Client
  let handler: TestHandler
  let server: HTTPServer?
  private var guardian: LoopTimer?
  private(set) var isOver = false

  /// A lane to a peer at `endpoint`.
  init(
    _ total: Int, to endpoint: Endpoint, trust: TLSContext, loop: EventLoop? = nil,
    _ change: (inout HTTP2Client.Configuration) -> Void = { _ in }
  ) throws {
    self.loop = try loop ?? EventLoop()
    owner = TestOwner(self.loop, total: total)
    handler = TestHandler { _ in }
    server = nil
    client = try Self.client(self.loop, endpoint, trust, owner, change)
  }

  /// A lane to our own server, which answers with `answer`.
  init(
    _ total: Int, tls: TestTLS? = nil, host: String = "127.0.0.1",
    server change: (inout HTTPServer.Configuration) -> Void = { _ in },
    client changeClient: (inout HTTP2Client.Configuration) -> Void = { _ in },
    answer: @escaping (ServerExchange) -> Void
  ) throws {
    let tls = try tls ?? TestTLS()
    loop = try EventLoop()
    owner = TestOwner(loop, total: total)
    handler = TestHandler(answer)
    var configuration = HTTPServer.Configuration()
    change(&configuration)
    let server = try HTTPServer(
      loop: loop, tls: tls.server, configuration: configuration, handler: handler)
    self.server = server
    client = try Self.client(
      loop, Endpoint(host: host, port: server.port, address: host == "127.0.0.1" ? nil : "127.0.0.1"),
      tls.client, owner, changeClient)
  }

  private static func client(
    _ loop: EventLoop, _ endpoint: Endpoint, _ trust: TLSContext, _ owner: TestOwner,
    _ change: (inout HTTP2Client.Configuration) -> Void
  ) throws -> HTTP2Client {
    var configuration = HTTP2Client.Configuration()
    configuration.pool.stagger = 5
    configuration.pool.backoffFloor = 20
    configuration.pool.backoffCeiling = 100
    configuration.deadline = 20_000
    change(&configuration)
    return try HTTP2Client(
      loop: loop, endpoint: endpoint, tls: trust, configuration: configuration, owner: owner)
  }

  /// Sends all and waits for all; a lane that hangs is a failure, not a test that never ends.
  func run(seconds: UInt64 = 60) {
    owner.fill(client)
    spin(seconds: seconds)
    #expect(owner.ended == owner.total)
    #expect(owner.times.allSatisfy { $0 == 1 }, "a request ended twice or never")
    #expect(client.unfinished == 0)
  }

  /// Lets the loop turn until somebody stops it.
  func spin(seconds: UInt64 = 60) {
    let guardian = LoopTimer(loop) { [unowned self] in
      Issue.record("the lane hangs: \(owner.outcomes), \(client.queued) queued, \(client.inFlight) in flight")
      loop.stop()
    }
    guardian.set(after: seconds * 1000)
    loop.run()
    guardian.cancel()
  }

  /// Calls back after so many milliseconds of the loop.
  func after(_ milliseconds: UInt64, _ body: @escaping () -> Void) {
    let timer = LoopTimer(loop, body)
    timer.set(after: milliseconds)
    timers.append(timer)
  }
  private var timers: [LoopTimer] = []

  var lost: [TransportError] {
    owner.events.compactMap { if case .lost(_, let error, _) = $0 { error } else { nil } }
  }
  var opened: Int { owner.events.count { if case .opened = $0 { true } else { false } } }
  var goaways: [String] {
    owner.events.compactMap { if case .goaway(_, _, let reason) = $0 { reason } else { nil } }
  }

  func close() {
    client.close()
    server?.close()
    timers.removeAll()
  }
}

/// The answer of a server that likes everything.
func accept(_ exchange: ServerExchange) { exchange.respond(status: 200) }
