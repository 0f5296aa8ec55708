/// When a provider token is used again, replaced or left alone. Decided from `iat` alone.
///
/// A token lives for 60 minutes, and one that is renewed more often than every 20 minutes is answered
/// TooManyProviderTokenUpdates. Apple, Establishing a token-based connection to APNs.
public struct ProviderTokenState: Sendable, Equatable {
  /// From this age on a token is replaced, in seconds.
  public static let replaceAge = 50 * 60
  /// Two tokens are never closer than this, in seconds.
  public static let leastDistance = 20 * 60

  /// A token is answered ExpiredProviderToken after 60 minutes; one minute of them is for clocks that differ.
  static let longestLife = 59 * 60

  /// Whether APNs still takes a token with this `iat`.
  static func isAlive(iat: Int, now: Int) -> Bool { (0..<longestLife).contains(now - iat) }

  /// Tokens with these times of issue need no replacement, UNIX seconds.
  public static func fresh(now: Int) -> Range<Int> { now - replaceAge + 1..<now + leastDistance }

  /// The current token's `iat`, UNIX seconds; nil before the first.
  public private(set) var issuedAt: Int?

  public init(issuedAt: Int? = nil) { self.issuedAt = issuedAt }

  /// Whether a new token must be made before the next push.
  /// - Parameter now: UNIX seconds.
  public func needsToken(now: Int) -> Bool {
    guard let issuedAt else { return true }
    let age = now - issuedAt
    // A clock that was set back makes the token look as if from the future: young until proven old.
    return age >= Self.replaceAge || age <= -Self.leastDistance
  }

  /// A token with this `iat` is the current one from now on.
  public mutating func issued(at iat: Int) { issuedAt = iat }

  /// What to do when APNs calls a token expired.
  public enum Renewal: Sendable, Equatable {
    /// A newer one is there already: send again with it.
    case replaced
    /// Make a new one and send again, once.
    case renew
    /// By our clock it is not old enough to be expired: the clock is wrong. Hold, and make none.
    case wrongClock
  }

  /// What to do when APNs calls the token that was issued at `iat` expired.
  public func refused(iat: Int, now: Int) -> Renewal {
    guard let issuedAt, iat == issuedAt else { return .replaced }
    return needsToken(now: now) ? .renew : .wrongClock
  }
}
