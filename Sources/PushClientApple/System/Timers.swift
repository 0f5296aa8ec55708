internal import Dispatch
internal import Foundation

/// Time, as far as the adapters need it. Tests turn it by hand.
@MainActor protocol Timers: AnyObject {
  /// Milliseconds since 1970.
  var now: Int { get }
  func after(_ milliseconds: Int, _ body: @escaping @MainActor @Sendable () -> Void) -> any RunningTimer
}

@MainActor protocol RunningTimer: AnyObject {
  func cancel()
}

final class SystemTimers: Timers {
  var now: Int { Int((Date().timeIntervalSince1970 * 1000).rounded(.down)) }

  func after(_ milliseconds: Int, _ body: @escaping @MainActor @Sendable () -> Void) -> any RunningTimer {
    let timer = SystemTimer(body)
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(max(0, milliseconds))) {
      MainActor.assumeIsolated { timer.fire() }
    }
    return timer
  }

  private final class SystemTimer: RunningTimer {
    private var body: (@MainActor @Sendable () -> Void)?
    init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }
    func cancel() { body = nil }
    func fire() {
      let due = body
      body = nil
      due?()
    }
  }
}
