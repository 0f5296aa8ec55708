extension Lifecycle {
  /// Why a token that a provider spoke ill of stays.
  public enum Kept: String, Sendable, CaseIterable {
    /// There is no such registration any more.
    case gone
    /// It has another token by now, or none.
    case otherToken
    /// Bound or rotated since the message was made.
    case otherGeneration
    /// The device said since that the token is its own.
    case confirmedSince
    /// It is held already.
    case heldAlready
  }

  public enum TokenVerdict: Sendable, Equatable {
    case kept(Kept)
    case done(Registration, Tombstone)
  }

  /// The provider says that a token is dead: APNs 410 (`Unregistered`, `ExpiredToken`), FCM `UNREGISTERED`.
  ///
  /// | registration | then |
  /// |---|---|
  /// | gone | kept |
  /// | another token, or another generation | kept |
  /// | last confirmed at `asOf` or later | kept |
  /// | else | the token is deleted; account and secret stay, and the device may bring a token again |
  ///
  /// - Parameter asOf: for APNs the answer's `timestamp` (Handling notification response from APNs: the time
  ///   at which it "confirmed that the token was no longer valid"); for FCM, and where APNs did not say,
  ///   the time of sending. One that lies ahead of `now` counts as `now`.
  public static func tokenDied(
    _ registration: Registration?, token: String, generation: Int, asOf: Int, reason: String, now: Int
  ) -> TokenVerdict {
    guard let registration else { return .kept(.gone) }
    if let kept = kept(registration, token, generation, since: min(asOf, now)) { return .kept(kept) }
    var after = registration
    clearToken(&after)
    return .done(after, tombstone(registration, .tokenDead, reason, now))
  }

  /// The provider says that a token is not ours, or not of this environment: `BadDeviceToken`,
  /// `DeviceTokenNotForTopic`, `SENDER_ID_MISMATCH`, FCM 400 on the token.
  ///
  /// | registration | then |
  /// |---|---|
  /// | gone, another token or generation, confirmed since `sentAt` | kept |
  /// | held | kept as it is |
  /// | else | quarantined: kept, and not sent to until the device confirms it or the quarantine is lifted |
  public static func tokenSuspected(
    _ registration: Registration?, token: String, generation: Int, sentAt: Int, reason: String, now: Int
  ) -> TokenVerdict {
    guard let registration else { return .kept(.gone) }
    if let kept = kept(registration, token, generation, since: min(sentAt, now)) { return .kept(kept) }
    guard registration.hold == nil else { return .kept(.heldAlready) }
    var after = registration
    after.hold = .init(kind: .quarantined, reason: reason, since: now)
    return .done(after, tombstone(registration, .quarantined, reason, now))
  }

  private static func kept(
    _ registration: Registration, _ token: String, _ generation: Int, since: Int
  ) -> Kept? {
    if registration.token != token { return .otherToken }
    if registration.generation != generation { return .otherGeneration }
    return registration.lastConfirmedAt >= since ? .confirmedSince : nil
  }

  /// How long ago the device was heard of.
  public enum Age: Sendable, Equatable, CaseIterable {
    case fresh
    /// Left out of bulk sends.
    case stale
    /// To be removed.
    case expired
  }

  /// - Parameters:
  ///   - staleAfter: milliseconds; from exactly then on it is stale.
  ///   - pruneAfter: milliseconds; from exactly then on it is expired.
  public static func age(lastConfirmedAt: Int, now: Int, staleAfter: Int, pruneAfter: Int) -> Age {
    let unseen = now - lastConfirmedAt
    if unseen >= pruneAfter { return .expired }
    return unseen >= staleAfter ? .stale : .fresh
  }
}
