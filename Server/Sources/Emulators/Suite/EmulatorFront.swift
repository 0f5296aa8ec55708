internal import Synchronization
internal import Transport

/// The emulators' end of one HTTP server: hands requests to the state, and does what it says.
///
/// Lives on the loop's thread.
final class EmulatorFront: HTTPServerHandler {
  private let loop: EventLoop
  private let server: EmulatedServer
  private let core: EmulatorCore
  private var connections: [Int: ConnectionState] = [:]
  /// Timers of late answers and paused connections, by a number of their own.
  private var timers: [Int: LoopTimer] = [:]
  private var nextTimer = 0

  init(loop: EventLoop, server: EmulatedServer, core: EmulatorCore) {
    self.loop = loop
    self.server = server
    self.core = core
  }

  func server(_ server: HTTPServer, opened connection: ServerConnection) {
    var opened = ConnectionState(
      number: connection.number, isHTTP2: connection.agreedProtocol == "h2")
    let handling = core.state.withLock { $0.opened(self.server, &opened) }
    connections[connection.number] = opened
    apply(handling.steps, to: connection)
    if handling.closes { connection.close() }
  }

  func server(_ server: HTTPServer, closed connection: ServerConnection) {
    guard connections.removeValue(forKey: connection.number) != nil else { return }
    core.state.withLock { $0.closed(self.server) }
  }

  func server(_ server: HTTPServer, received exchange: ServerExchange) {
    guard let connection = exchange.connection else { return }
    let request = EmulatedRequest(exchange)
    let now = core.clock()
    let number = connection.number
    let (handling, rings) = core.state.withLock { state in
      let before = state.handedOver
      let handling = state.handle(
        request, on: self.server, stream: exchange.streamID,
        connection: &connections[number, default: ConnectionState(number: number)], now: now)
      return (handling, state.handedOver > before)
    }
    if rings { core.ring() }
    apply(handling.steps, to: connection)
    if handling.delay > 0 {
      after(milliseconds: handling.delay) { [weak self] in self?.finish(exchange, handling) }
    } else {
      finish(exchange, handling)
    }
  }

  private func apply(_ steps: [ConnectionStep], to connection: ServerConnection) {
    for step in steps {
      switch step {
      case .maxConcurrentStreams(let count): connection.setMaximumConcurrentStreams(count)
      case .goaway(let last, let debugData):
        connection.goaway(lastStreamID: last, debugData: debugData)
      case .pauseReading(let milliseconds):
        connection.pauseReading()
        after(milliseconds: milliseconds) { [weak connection] in connection?.resumeReading() }
      }
    }
  }

  private func finish(_ exchange: ServerExchange, _ handling: Handling) {
    switch handling.reply {
    case .answer(let answer):
      exchange.respond(
        status: answer.status, headers: answer.headers.map { ($0.name, $0.value) }, body: answer.body)
      // The answer leaves with the present turn of the loop.
      if handling.closes {
        after(milliseconds: 1) { [weak connection = exchange.connection] in connection?.close() }
        return
      }
    case .reset(let code): exchange.reset(code)
    case .refuse: exchange.refuse()
    case .silence: break
    }
    if handling.closes { exchange.connection?.close() }
  }

  private func after(milliseconds: Int, _ action: @escaping () -> Void) {
    nextTimer += 1
    let number = nextTimer
    let timer = LoopTimer(loop) { [weak self] in
      action()
      self?.timers.removeValue(forKey: number)
    }
    timers[number] = timer
    timer.set(after: UInt64(max(milliseconds, 0)))
  }
}

extension EmulatedRequest {
  /// The request as the server read it.
  init(_ exchange: ServerExchange) {
    self.init(method: "", path: "", body: Array(exchange.body))
    headers.reserveCapacity(exchange.fieldCount)
    for index in 0..<exchange.fieldCount {
      let (name, value) = exchange.field(index)
      let text = String(decoding: value, as: UTF8.self)
      if name.first == UInt8(ascii: ":") {
        switch String(decoding: name, as: UTF8.self) {
        case ":method": method = text
        case ":path": path = text
        default: break
        }
      } else {
        headers.append((String(decoding: name, as: UTF8.self), text))
      }
    }
  }
}
