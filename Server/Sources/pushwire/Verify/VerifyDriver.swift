import Diagnosis

/// Carries out what a check asks of a device.
protocol VerifyDriver: AnyObject {
  /// Nil: it has none yet.
  var installation: String? { get }
  /// Why nothing that the device did or did not can be taken for evidence; nil: all is well.
  var trouble: String? { get }
  func act(_ act: Act) -> Answer
  /// While an answer is waited for: lets the device take what came, or just time pass.
  func idle()
  /// What was waited for did not come: the last thing that can be done about it; false: nothing.
  func lastChance() -> Bool
}

extension VerifyDriver {
  fileprivate var troubled: Answer? { trouble.map { .unreachable($0) } }
}

/// Plays checks: each step to the driver or the server, until there is a finding.
struct VerifyPlayer {
  let server: VerifyServer
  let content: VerifyContent
  /// How long an answer or receipt is waited for, milliseconds.
  var wait: Int
  /// So often is looked at the least, however slow that is: for tests on busy machines.
  var leastLooks = 1
  /// Ctrl-C.
  var isStopped: () -> Bool = { DemoInterruption.hasCome }

  func play(_ run: inout CheckRun, with driver: any VerifyDriver) -> Finding {
    while true {
      if case .finish(let finding) = run.step { return finding }
      run.take(isStopped() ? .interrupted : driver.troubled ?? answer(run.step, run, driver))
    }
  }

  private func answer(_ step: Step, _ run: CheckRun, _ driver: any VerifyDriver) -> Answer {
    switch step {
    case .act(let act): return driver.act(act)
    case .send(let shipment):
      guard let id = driver.installation else { return .impossible("the device has no installation id") }
      let now = Instant.now()
      let body = content.body(shipment, installation: id, account: run.setting.account, now: now)
      return .sent(server.send(body, at: now))
    case .readInstallation(let condition):
      return poll(driver) { id in
        server.installation(id, at: Instant.now())
      } holds: { answer in
        if case .installation(let facts) = answer { condition.holds(facts) } else { false }
      }
    case .watch(let notification, let condition):
      return poll(driver) { id in
        server.message(notification, for: id, isStopped: isStopped)
      } holds: { answer in
        if case .message(let facts) = answer { condition.holds(facts) } else { false }
      }
    case .finish: return .interrupted
    }
  }

  /// Asks until it holds or the time is over; then what was seen last.
  private func poll(
    _ driver: any VerifyDriver, _ look: (String) -> Answer, holds: (Answer) -> Bool
  ) -> Answer {
    let end = ContinuousClock.now + .milliseconds(wait)
    var hasChance = true
    var looks = 0
    while true {
      guard !isStopped() else { return .interrupted }
      if let trouble = driver.troubled { return trouble }
      let answer = driver.installation.map(look) ?? .installation(nil)
      if holds(answer) { return answer }
      looks += 1
      if ContinuousClock.now >= end, looks >= leastLooks {
        guard hasChance, driver.lastChance() else { return answer }
        hasChance = false
        continue
      }
      driver.idle()
    }
  }
}
