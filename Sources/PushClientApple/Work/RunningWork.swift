internal import PushClient

/// The app's work under way. It ends once: by itself, or cancelled, and after either nothing of it has an
/// effect any more.
@MainActor final class RunningWork {
  private let gate: EffectGate
  private var task: Task<Void, Never>?
  private var timer: (any RunningTimer)?

  /// - Parameter ended: told how it ended, unless it was cancelled before.
  init<Outcome: Sendable>(
    _ reason: PushwireWork.Reason, data: JSONValue = .object([:]),
    _ body: @escaping @Sendable (PushwireWork) async throws -> Outcome,
    ended: @escaping @MainActor @Sendable (Outcome?) -> Void
  ) {
    let gate = EffectGate()
    self.gate = gate
    let work = PushwireWork(reason: reason, data: data, gate: gate)
    task = Task.detached { [weak self] in
      let outcome = try? await body(work)
      await self?.close(outcome, ended)
    }
  }

  func limit(_ timer: any RunningTimer) { self.timer = timer }

  private func close<Outcome>(_ outcome: Outcome?, _ ended: @MainActor @Sendable (Outcome?) -> Void) {
    guard gate.isOpen else { return }
    end()
    ended(outcome)
  }

  func cancel() {
    task?.cancel()
    end()
  }

  private func end() {
    gate.close()
    timer?.cancel()
    timer = nil
  }
}
