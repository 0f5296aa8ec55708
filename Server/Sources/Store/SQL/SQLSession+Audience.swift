extension SQLSession: AudienceSession {
  func retire(_ reports: [DeadReport], now: Int) throws(StoreError) -> [RetireOutcome] {
    var outcomes: [RetireOutcome] = []
    for report in reports {
      let found = try judge(report, now: now)
      for registration in found.dead {
        guard let token = registration.token,
          let change = try retireToken(
            registration: registration.row, generation: registration.generation, token: token,
            asOf: report.asOf, reason: report.reason, now: now)
        else { continue }
        try note(change, of: registration, now: now)
      }
      outcomes.append(found.outcome)
    }
    return outcomes
  }

  /// What follows of a token that was found dead, as where its provider had said so here.
  private func note(
    _ change: VerdictEffects.TokenChange, of registration: Registration, now: Int
  ) throws(StoreError) {
    outbox.tally.add(.tokenDead, notificationClass: 0, platform: registration.platform.rawValue, now: now)
    var effects = VerdictEffects()
    try announce(change, &effects, now: now)
  }
}

extension SQLAccess {
  /// The registrations that a report is about, as far as their tokens go, and what becomes of it.
  func judge(
    _ report: DeadReport, now: Int
  ) throws(StoreError) -> (outcome: RetireOutcome, dead: [Registration]) {
    let found = try registrations(of: report.subject)
    guard !found.isEmpty else { return (.unknown, []) }
    var kept: RetireOutcome = .noToken
    var dead: [Registration] = []
    for registration in found {
      guard let token = registration.token else { continue }
      let verdict = Lifecycle.tokenDied(
        registration, token: token, generation: registration.generation, asOf: report.asOf,
        reason: report.reason, now: now)
      if case .done = verdict { dead.append(registration) } else { kept = .confirmedSince }
    }
    return (dead.isEmpty ? kept : .retired, dead)
  }

  private func registrations(of subject: DeadReport.Subject) throws(StoreError) -> [Registration] {
    switch subject {
    case .installation(let id): return try registration(installation: id).map { [$0] } ?? []
    case .token(let token): return try registrations(token: token)
    case .either(let text):
      if let found = try registration(installation: text) { return [found] }
      return try registrations(token: text)
    }
  }

  /// With this token, on whatever platform and in whatever environment.
  private func registrations(token: String) throws(StoreError) -> [Registration] {
    var found: [Registration] = []
    for platform in DevicePlatform.allCases {
      for environment in TokenEnvironment.allCases {
        let select = try connection.statement("SELECT * FROM registrations WHERE token_hash=?1")
        select.set(1, RegistrationRow.hash(platform, environment, token))
        for registration in try all(select)
        where registration.token == token && registration.platform == platform
          && registration.environment == environment
        { found.append(registration) }
      }
    }
    return found
  }
}
