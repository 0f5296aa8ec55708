import Synchronization

/// A line on standard error that says what is being read, once reading has taken over a second; nothing where
/// that is no terminal. From any thread.
final class AuditProgress: Sendable {
  private let write: @Sendable (String) -> Void
  private let width: Int
  private let isWatched: Bool
  private let patience: Duration
  private let started = ContinuousClock.now
  private let state = Mutex(State())

  private struct State {
    var drawn: ContinuousClock.Instant?
    var count = 0
  }

  convenience init(_ output: Output) {
    self.init(width: output.width, patience: .seconds(1), isWatched: output.isTerminal) { output.write($0) }
  }

  /// - Parameter patience: how long nothing is shown.
  init(width: Int, patience: Duration, isWatched: Bool = true, write: @escaping @Sendable (String) -> Void) {
    self.write = write
    self.width = width
    self.patience = patience
    self.isWatched = isWatched
  }

  func reading(_ what: String) {
    guard isWatched else { return }
    let now = ContinuousClock.now
    state.withLock { state in
      state.count += 1
      guard now - started >= patience, state.drawn.map({ now - $0 > .milliseconds(100) }) ?? true else {
        return
      }
      state.drawn = now
      let words = "Reading \(grouped(state.count)): \(printable(what))"
      write("\r" + String(words.prefix(max(10, width - 1))) + "\u{1B}[K")
    }
  }

  /// Takes the line away.
  func finish() {
    state.withLock { state in
      guard state.drawn != nil else { return }
      state.drawn = nil
      write("\r\u{1B}[K")
    }
  }
}
