internal import PushContract

extension Lifecycle {
  /// The token that the request brings, where it brings one.
  static func takeToken(
    _ request: RegistrationRequest, _ existing: Registration?, _ now: Int, _ change: inout Change
  ) {
    let stored = existing?.token
    guard let token = request.token else {
      // Without a token of its own, what it says of the environment is all there is.
      if stored == nil {
        place(request, &change.registration)
        change.registration.lastConfirmedAt = max(change.registration.lastConfirmedAt, now)
      }
      return
    }
    if let existing, stored != token {
      if stored != nil { change.tombstones.append(tombstone(existing, .rotated, "", now)) }
      if change.outcome.change != .created { change.outcome.change = .rotated }
      // A challenge proves the token that it was pushed to, and no other.
      clearToken(&change.registration)
    }
    change.registration.token = token
    place(request, &change.registration)
    change.registration.lastConfirmedAt = max(change.registration.lastConfirmedAt, now)
  }

  /// Who has the token: this installation, or nobody until it is proved.
  static func settle(
    _ request: RegistrationRequest, _ existing: Registration?, _ holders: [Registration], _ now: Int,
    _ change: inout Change
  ) {
    guard request.token != nil else { return }
    let hasEcho =
      isEcho(request, change.registration, now) || holders.contains { isEcho(request, $0, now) }
    if hasEcho { change.registration.provedAt = now }
    var rivals: [Registration] = []
    for holder in holders {
      guard let proof = proof(request, change.registration, against: holder, now, hasEcho: hasEcho) else {
        rivals.append(holder)
        continue
      }
      var after = holder
      clearToken(&after)
      unbind(&after)
      change.others.append(after)
      change.tombstones.append(tombstone(holder, .tokenMoved, proof, now))
      if change.outcome.retired == nil { change.outcome.retired = holder.installation }
    }
    guard !rivals.isEmpty else {
      if change.registration.hold != nil { change.registration.hold = nil }
      clearChallenge(&change.registration)
      return
    }
    dispute(request, rivals, now, &change)
  }

  /// In words, for the tombstone; nil: none.
  private static func proof(
    _ request: RegistrationRequest, _ claimant: Registration, against holder: Registration, _ now: Int,
    hasEcho: Bool
  ) -> String? {
    guard holder.binding != .unbound, let account = holder.account else {
      return "taken from an installation without an account"
    }
    if let claimed = request.account, claimed == account, request.tenant == holder.tenant {
      return "proved by a ticket of the same account"
    }
    if SecretHash.isSame(request.predecessorSecretHash, holder.secretHash) {
      return "proved by the installation's secret"
    }
    if hasEcho { return "proved by the echo of a challenge" }
    return hasProof(claimant, now) ? "proved by the echo of an earlier challenge" : nil
  }

  /// It echoed a challenge to this token, and lately: where it is still there, so is the token.
  private static func hasProof(_ registration: Registration, _ now: Int) -> Bool {
    registration.provedAt > 0 && now - registration.provedAt < proofLength
  }

  /// A claim without a proof does not hold it up.
  private static func isSafe(_ holder: Registration, _ now: Int) -> Bool {
    hasProof(holder, now) && now - holder.lastConfirmedAt < silenceLength
  }

  private static func isEcho(_ request: RegistrationRequest, _ registration: Registration, _ now: Int) -> Bool
  {
    now < registration.challengeUntil && registration.token == request.token
      && SecretHash.isSame(request.challengeHash, registration.challengeHash)
  }

  /// Holds all who claim the token, under one challenge; but for who has proved it lately.
  private static func dispute(
    _ request: RegistrationRequest, _ rivals: [Registration], _ now: Int, _ change: inout Change
  ) {
    var challenge = request.freshChallengeHash
    var until = now + challengeLength
    let running = ([change.registration] + rivals).first {
      $0.challengeUntil > now && $0.challengeHash != nil
    }
    if let running, let hash = running.challengeHash {
      challenge = hash
      until = running.challengeUntil
    } else {
      change.outcome.needsChallenge = !challenge.isEmpty
    }
    let claimant = change.registration
    hold(&change.registration, rivals[0], challenge, until, now, &change.tombstones)
    for rival in rivals where !isSafe(rival, now) {
      var after = rival
      hold(&after, claimant, challenge, until, now, &change.tombstones)
      if after != rival { change.others.append(after) }
    }
  }

  private static func hold(
    _ registration: inout Registration, _ rival: Registration, _ challenge: [UInt8], _ until: Int, _ now: Int,
    _ tombstones: inout [Tombstone]
  ) {
    if registration.hold?.kind != .tokenConflict {
      let who =
        registration.tenant == rival.tenant
        ? "installation \(rival.installation)" : "an installation of another tenant"
      let reason = "\(who) claims the same token"
      registration.hold = .init(kind: .tokenConflict, reason: reason, since: now)
      tombstones.append(tombstone(registration, .tokenConflict, reason, now))
    }
    guard !challenge.isEmpty else { return }
    registration.challengeHash = challenge
    registration.challengeUntil = until
  }

  // MARK: Parts

  /// Where the token belongs.
  private static func place(_ request: RegistrationRequest, _ registration: inout Registration) {
    registration.platform = request.platform
    registration.environment = request.environment
    registration.tokenKind = request.tokenKind
    if registration.environmentSource != request.environmentSource {
      registration.environmentSource = request.environmentSource
    }
    if registration.topic != request.topic { registration.topic = request.topic }
  }

  /// With all that hung on it.
  static func clearToken(_ registration: inout Registration) {
    registration.token = nil
    registration.hold = nil
    registration.provedAt = 0
    clearChallenge(&registration)
  }

  private static func clearChallenge(_ registration: inout Registration) {
    guard registration.challengeHash != nil || registration.challengeUntil != 0 else { return }
    registration.challengeHash = nil
    registration.challengeUntil = 0
  }

  /// As the registration was before.
  static func tombstone(
    _ before: Registration, _ kind: Tombstone.Kind, _ detail: String, _ now: Int
  ) -> Tombstone {
    Tombstone(
      tenant: before.tenant, installation: before.installation, kind: kind, detail: detail,
      token: TokenEnds.of(before.token), generation: before.generation, at: now)
  }
}
