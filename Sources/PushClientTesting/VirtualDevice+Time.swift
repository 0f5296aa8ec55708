internal import Foundation
internal import PushClient

extension VirtualDevice {
  /// Lets what is due happen: delayed receipts, time-outs, local notifications.
  public func tick() {
    fireAlarms()
    for local in system.pendingLocals.filter({ $0.at <= clock.now }) { localDue(local.notification) }
    settle()
  }

  /// Skips time; what falls due on the way happens at its time.
  public func advance(by milliseconds: Int) {
    let end = clock.now + milliseconds
    while let next = nextDue, next <= end {
      clock.advance(by: max(next - clock.now, 0))
      tick()
    }
    clock.advance(by: max(end - clock.now, 0))
    tick()
  }

  /// Sends the receipts that wait now, instead of at the time that was chosen for them.
  public func flush() {
    guard let process, process.timers.contains(where: { $0.kind == .flush }) else { return }
    process.timers.removeAll { $0.kind == .flush }
    process.steps.append(.event(.flushDue))
    settle()
  }

  /// Takes what arrives, and lets what is due happen, until the condition holds.
  ///
  /// Where nothing can arrive by itself (``MemoryBackend``), time is skipped to what is due next, and it ends
  /// when nothing is.
  /// - Parameters:
  ///   - milliseconds: of the machine's time, at the most.
  ///   - condition: asked after each arrival.
  /// - Returns: whether it holds.
  public func run(within milliseconds: Int = 10_000, until condition: (VirtualDevice) -> Bool) -> Bool {
    let end = ProcessInfo.processInfo.systemUptime + Double(milliseconds) / 1000
    var isReachable = true
    while true {
      tick()
      if condition(self) { return true }
      let left = Int((end - ProcessInfo.processInfo.systemUptime) * 1000)
      guard left > 0, isReachable else { return false }
      var came = 0
      do { came = try fetch(wait: min(left, 100)) } catch {
        note(.provider, "\(error)")
        isReachable = false
      }
      if came > 0 { continue }
      if !provider.arrivesByItself {
        guard let next = nextDue else { return false }
        clock.advance(by: max(next - clock.now, 0))
      } else if system.token == nil || !system.isOnline {
        // Nothing to wait for but time.
        Thread.sleep(forTimeInterval: 0.005)
      }
    }
  }

  private var nextDue: Int? {
    let alarms = process?.timers.map(\.due) ?? []
    return (alarms + system.pendingLocals.map(\.at)).min()
  }

  func setAlarm(_ kind: AppProcess.Alarm.Kind, after milliseconds: Int) {
    process?.timers.append(AppProcess.Alarm(due: clock.now + milliseconds, kind: kind))
  }

  private func fireAlarms() {
    guard let process else { return }
    let now = clock.now
    let due = process.timers.filter { $0.due <= now }.sorted { $0.due < $1.due }
    process.timers.removeAll { $0.due <= now }
    for alarm in due {
      switch alarm.kind {
      case .flush: process.steps.append(.event(.flushDue))
      case .token(let attempt):
        if clientState?.session.tokenAttempt == attempt {
          process.steps.append(.event(.tokenTimedOut(attempt: attempt)))
        }
      case .work(let work):
        guard openWorks.contains(where: { $0.work == work }) else { continue }
        note(.system, "work \(work) has no time left")
        process.steps.append(.event(.workExpired(work: work)))
      }
      settle()
    }
  }
}
