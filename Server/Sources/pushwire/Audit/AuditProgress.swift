import Synchronization

/// A line on standard error that says what is being read, once reading has taken over a second; nothing where
/// that is no terminal. From any thread.
final class AuditProgress: Sendable {
  private let output: Output
  private let started = ContinuousClock.now
  private let state = Mutex(State())

  private struct State {
    var drawn: ContinuousClock.Instant?
    var count = 0
  }

  init(_ output: Output) { self.output = output }

  func reading(_ what: String) {
    guard output.isTerminal else { return }
    let now = ContinuousClock.now
    state.withLock { state in
      state.count += 1
      guard now - started > .seconds(1), state.drawn.map({ now - $0 > .milliseconds(100) }) ?? true else {
        return
      }
      state.drawn = now
      let words = "Reading \(grouped(state.count)): \(printable(what))"
      output.write("\r" + String(words.prefix(max(10, output.width - 1))) + "\u{1B}[K")
    }
  }

  /// Takes the line away.
  func finish() {
    state.withLock { state in
      guard state.drawn != nil else { return }
      state.drawn = nil
      output.write("\r\u{1B}[K")
    }
  }
}
