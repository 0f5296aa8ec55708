internal import Synchronization
internal import Transport

/// The devices' port: plain HTTP/1.1 on 127.0.0.1. Lives on the loop's thread.
final class DeviceFront: HTTPServerHandler {
  private let core: EmulatorCore
  private var desk = DeviceDesk(ids: IdentifierSource(seed: UInt64.random(in: 0...UInt64.max)))
  private var waiting: [Waiting] = []
  private var timer: LoopTimer?
  /// How often those that wait are looked at, milliseconds.
  private static let interval: UInt64 = 10

  private struct Waiting {
    let exchange: ServerExchange
    let token: String
    let after: Int
    let end: UInt64
  }

  /// Milliseconds since the front began, in steps of its timer.
  private var elapsed: UInt64 = 0

  init(loop: EventLoop, core: EmulatorCore) {
    self.core = core
    timer = LoopTimer(loop) { [weak self] in self?.look() }
  }

  func server(_ server: HTTPServer, received exchange: ServerExchange) {
    let request = EmulatedRequest(exchange)
    let now = core.clock()
    let (reply, rings) = core.state.withLock { state in
      let before = state.handedOver
      return (desk.answer(request, &state, now: now), state.handedOver > before)
    }
    if rings { core.ring() }
    switch reply {
    case .answer(let answer): give(answer, to: exchange)
    case .wait(let token, let after, let milliseconds):
      if waiting.isEmpty { timer?.set(after: Self.interval) }
      waiting.append(
        Waiting(exchange: exchange, token: token, after: after, end: elapsed + UInt64(milliseconds)))
    }
  }

  private func look() {
    elapsed += Self.interval
    var left: [Waiting] = []
    for one in waiting where one.exchange.connection != nil {
      let found = core.state.withLock { $0.deliveries(of: one.token, after: one.after) }
      if found.isEmpty, elapsed < one.end {
        left.append(one)
      } else if case .answer(let answer) = DeviceDesk.page(found) {
        give(answer, to: one.exchange)
      }
    }
    waiting = left
    if !waiting.isEmpty { timer?.set(after: Self.interval) }
  }

  private func give(_ answer: EmulatedAnswer, to exchange: ServerExchange) {
    exchange.respond(
      status: answer.status, headers: answer.headers.map { ($0.name, $0.value) }, body: answer.body)
  }
}
