/// A completion handler that the system waits for: called exactly once, by whoever claims it first. Who is
/// silent past the limit leaves it to the safe default.
@MainActor final class Completion<Value: Sendable> {
  private var body: ((Value) -> Void)?
  private var timer: (any RunningTimer)?

  /// - Parameters:
  ///   - limit: milliseconds.
  ///   - expired: told after the default was given.
  init(
    limit: Int, fallback: Value, timers: any Timers, expired: @escaping @MainActor @Sendable () -> Void = {},
    _ body: @escaping (Value) -> Void
  ) {
    self.body = body
    timer = timers.after(limit) { [weak self] in
      if self?.claim(fallback) == true { expired() }
    }
  }

  var isOpen: Bool { body != nil }

  /// - Returns: false: somebody was faster.
  @discardableResult func claim(_ value: Value) -> Bool {
    guard let body else { return false }
    self.body = nil
    timer?.cancel()
    timer = nil
    body(value)
    return true
  }
}
