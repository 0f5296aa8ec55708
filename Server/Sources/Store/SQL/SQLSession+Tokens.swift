extension SQLSession {
  /// Deletes a token that its provider called dead, unless the device has said since that it is its own.
  ///
  /// - Parameters:
  ///   - registration: the row.
  ///   - generation: that the token was read with.
  ///   - asOf: the provider knew it dead at this time; for FCM the time of sending.
  /// - Returns: what was done; nil: it is kept.
  func retireToken(
    registration row: Int, generation: Int, token: String, asOf: Int, reason: String, now: Int
  ) throws(StoreError) -> VerdictEffects.TokenChange? {
    let verdict = Lifecycle.tokenDied(
      try registration(row: row), token: token, generation: generation, asOf: asOf, reason: reason, now: now)
    return try apply(verdict)
  }

  /// Holds a token that its provider called foreign, until the device confirms it again.
  ///
  /// - Parameter sentAt: of the attempt; a token that was confirmed since is kept.
  /// - Returns: what was done; nil: it is kept.
  func quarantineToken(
    registration row: Int, generation: Int, token: String, sentAt: Int, reason: String, now: Int
  ) throws(StoreError) -> VerdictEffects.TokenChange? {
    let verdict = Lifecycle.tokenSuspected(
      try registration(row: row), token: token, generation: generation, sentAt: sentAt, reason: reason,
      now: now)
    return try apply(verdict)
  }

  private func apply(_ verdict: Lifecycle.TokenVerdict) throws(StoreError) -> VerdictEffects.TokenChange? {
    guard case .done(let registration, let tombstone) = verdict else { return nil }
    try update(registration, before: nil)
    try bury(tombstone, row: registration.row)
    return VerdictEffects.TokenChange(
      tenant: registration.tenant, installation: registration.installation, kind: tombstone.kind,
      reason: tombstone.detail)
  }
}
