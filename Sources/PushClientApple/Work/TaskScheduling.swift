internal import PushClient

/// The system's scheduler of background tasks.
@MainActor protocol TaskScheduling: AnyObject {
  /// Once for each id, before the launch has ended. `started` is told of each run.
  func register(_ id: String, _ started: @escaping @MainActor @Sendable (any SystemRun) -> Void) -> Bool
  /// - Parameter earliest: milliseconds since 1970; a floor, not a schedule.
  /// - Returns: why not, in the core's words; nil: it is pending.
  func submit(_ id: String, _ policy: TaskPolicy, earliest: Int) -> String?
  func cancel(_ id: String)
}

/// A run that the system began.
@MainActor protocol SystemRun: AnyObject {
  /// Tells once when the system wants its time back; at once where it already does.
  func onExpiration(_ body: @escaping @MainActor @Sendable () -> Void)
  /// Exactly once counts; what comes later does nothing.
  func complete(success: Bool)
}
