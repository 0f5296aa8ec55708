/// One check of one device, from its first step to its finding. Knows no socket and no clock: it gives a step,
/// and takes what came of it.
///
/// It ends early where what comes next could show nothing any more: a push that was refused is not waited for.
public struct CheckRun: Sendable {
  /// What all checks of a device have in common.
  public struct Setting: Sendable, Equatable {
    public var means: Means
    /// Of the notification ids: different for each run, device and check.
    public var prefix: String
    /// Who is signed in first.
    public var account: String
    /// What the server knew of it before the check; nil: nothing. Only the server's own times are compared: its
    /// clock and ours may differ.
    public var known: InstallationFacts?
    public init(means: Means, prefix: String, account: String) {
      self.means = means
      self.prefix = prefix
      self.account = account
    }
  }

  public let check: Check
  public let setting: Setting
  public private(set) var observed: Observations
  /// What is still to be done; the first is waited for.
  private var script: [Step]

  /// - Parameter earlier: what the check of an alert while terminated found out: its tap need not be asked for
  ///   twice.
  public init(_ check: Check, _ setting: Setting, earlier: Observations? = nil) {
    self.check = check
    self.setting = setting
    observed = Observations()
    script = Script.steps(check, setting)
    if check == .tapColdStart, let earlier, let tapped = Script.tapped(earlier) {
      observed = earlier
      script = [.watch(notification: tapped, until: Script.routed)]
    }
  }

  /// The step to carry out now. The same again until ``take(_:)``.
  public var step: Step {
    script.first ?? .finish(Judgement(check, setting, observed).finding)
  }

  /// Takes what came of ``step``.
  public mutating func take(_ answer: Answer) {
    guard let step = script.first else { return }
    script.removeFirst()
    let goesOn =
      switch answer {
      case .done(let detail): took(step, detail)
      case .impossible(let why): end { $0.impossible = why }
      case .skipped: end { $0.wasSkipped = true }
      case .interrupted: end { $0.wasInterrupted = true }
      case .unreachable(let why): end { $0.unreachable = why }
      case .sent(let facts): took(step, facts)
      case .installation(let facts): took(step, facts)
      case .message(let facts): took(step, facts)
      }
    if !goesOn { script = [] }
  }

  private mutating func end(_ note: (inout Observations) -> Void) -> Bool {
    note(&observed)
    return false
  }

  private mutating func took(_ step: Step, _ detail: String?) -> Bool {
    guard case .act(let act) = step else { return false }
    observed.acts.append(act)
    if let detail { observed.seen.append(detail) }
    return true
  }

  private mutating func took(_ step: Step, _ facts: SendFacts) -> Bool {
    guard case .send(let shipment) = step else { return false }
    observed.sends[shipment.id] = facts
    return facts.isTaken
  }

  private mutating func took(_ step: Step, _ facts: InstallationFacts?) -> Bool {
    guard case .readInstallation(let condition) = step else { return false }
    observed.installation = facts
    let holds = condition.holds(facts)
    if condition == .ready { observed.wasReady = holds }
    return holds
  }

  private mutating func took(_ step: Step, _ facts: MessageFacts?) -> Bool {
    guard case .watch(let notification, let condition) = step else { return false }
    observed.messages[notification] = facts
    guard condition.holds(facts) else { return false }
    switch (check, condition) {
    case (.removedAppPruned, .settled):
      // Refused: no need to send again. Taken: the provider does not know yet.
      if facts?.sending != "accepted" { script.removeAll { $0.isSending } }
      return true
    case (.logoutDeletesToken, _), (_, .receipt), (_, .absentOrSettled): return true
    case (_, .settled): return facts?.sending == "accepted"
    }
  }
}

extension Step {
  fileprivate var isSending: Bool {
    switch self {
    case .send, .watch: true
    default: false
    }
  }
}
