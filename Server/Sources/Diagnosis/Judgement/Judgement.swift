internal import PushContract

/// What the observations of a check amount to.
///
/// Proven: the server's record, the provider's answer and the device's receipts say so. Broken: one of them says
/// that it is not so. Everything else is unknown, and so is whatever a person's word alone speaks for or against.
struct Judgement {
  let check: Check
  let setting: CheckRun.Setting
  let observed: Observations

  init(_ check: Check, _ setting: CheckRun.Setting, _ observed: Observations) {
    self.check = check
    self.setting = setting
    self.observed = observed
  }

  var finding: Finding {
    if let early { return early }
    switch check {
    case .tokenReachesServer: return token
    case .sendAccepted: return accepted
    case .alertForeground: return alertForeground
    case .alertBackground, .alertTerminated: return alertAway
    case .tapColdStart: return tap
    case .silentCompletes: return silent
    case .logoutDeletesToken: return logout
    case .removedAppPruned: return removed
    case .accountSwitchSuppresses: return accountSwitch
    }
  }

  /// Where it could not be tested at all.
  private var early: Finding? {
    if observed.wasInterrupted { return unknown("the run was stopped before it was tested") }
    if observed.wasSkipped { return unknown("left out by the person") }
    if let why = observed.unreachable {
      return unknown("not tested to its end: \(why)", next: "Does it run, and is the address right?")
    }
    guard observed.wasReady == false else { return nil }
    return Finding(
      check, .unknown, "not tested: the device was not registered with an account", [registration],
      next: "First the token has to reach the server, with an account.")
  }

  // MARK: Words

  func proven(_ why: String, _ evidence: [Evidence]) -> Finding { Finding(check, .proven, why, evidence) }

  func broken(_ why: String, _ evidence: [Evidence], next: String) -> Finding {
    Finding(check, .broken, why, evidence, next: next)
  }

  func unknown(_ why: String, _ evidence: [Evidence] = [], next: String? = nil) -> Finding {
    Finding(check, .unknown, why, evidence, next: next)
  }

  /// Broken where what the device did is certain; unknown where only a person says that it was done.
  func brokenIfCertain(_ why: String, _ evidence: [Evidence], next: String) -> Finding {
    Finding(check, isVirtual ? .broken : .unknown, why, evidence, next: next)
  }

  var isVirtual: Bool { setting.means == .virtual }
  /// What provider and server say counts as much as they do.
  var played: String? {
    isVirtual || observed.installation?.isEmulated == true ? Provenance.virtual.rawValue : nil
  }

  // MARK: Evidence

  var registration: Evidence {
    guard let facts = observed.installation else {
      return Evidence("server", "the installation is not known", provenance: played)
    }
    var words = [
      facts.token.map { "token \($0)" } ?? "no token", "generation \(facts.generation)", facts.state,
    ]
    words.append(facts.account.map { "\(facts.binding) to \($0)" } ?? facts.binding)
    if !facts.environment.isEmpty, facts.platform != "android" {
      words.append(
        "environment \(facts.environment)" + (facts.environmentSource.map { " (from \($0))" } ?? ""))
    }
    return Evidence("server", at: facts.readAt, words.joined(separator: ", "), provenance: played)
  }

  /// The provider's answer, where there is one.
  func answer(_ id: String) -> Evidence? {
    guard let message = observed.messages[id] else { return nil }
    let status = message.httpStatus.map { "\($0)" }
    switch message.sending {
    case "accepted":
      let words = [status ?? "200", message.providerID.map { "id \($0)" }, "notification \(id)"]
      return Evidence(
        message.provider, at: message.at, words.compactMap { $0 }.joined(separator: ", "), provenance: played)
    case "rejected":
      let words = [status, message.reason, "notification \(id)"].compactMap { $0 }
      return Evidence(
        message.provider, at: message.at, words.joined(separator: ", "), provenance: played)
    default:
      let why = message.reason.map { " (\($0))" } ?? ""
      return Evidence(
        "server", at: message.at, "\(message.sending)\(why), notification \(id)", provenance: played)
    }
  }

  /// What the device said of a notification, in order; nil: nothing.
  func said(_ id: String) -> Evidence? {
    guard let receipts = observed.messages[id]?.receipts, let last = receipts.last else { return nil }
    let words = receipts.map { receipt in
      receipt.kind + (receipt.result.map { " (\($0))" } ?? "")
        + (receipt.milliseconds.map { " in \($0) ms" } ?? "")
    }
    let provenances = Set(receipts.compactMap(\.provenance))
    let weakest = Provenance.allCases.map(\.rawValue).first { provenances.contains($0) } ?? provenances.min()
    return Evidence(
      "device", at: last.at, words.joined(separator: ", "), provenance: weakest ?? played)
  }

  /// The provider's answer and what the device said.
  func trail(_ id: String) -> [Evidence] { [answer(id), said(id)].compactMap { $0 } }

  /// What a virtual device saw; a person saw it, too, but that is no evidence.
  var seen: [Evidence] {
    observed.seen.map { Evidence("virtual device", $0, provenance: Provenance.virtual.rawValue) }
  }
}
