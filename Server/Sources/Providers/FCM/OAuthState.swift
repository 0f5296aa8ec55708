/// The access token of one service account: who fetches it, when, and what the others do meanwhile.
///
/// One fetch at a time for any number of callers. A token is used until shortly before its end and
/// renewed ahead of it while the old one still serves. A failure is never kept as an answer: it only
/// sets the time of the next try.
public struct OAuthState: Sendable {
  /// Renewed when less than this is left, in seconds.
  public static let renewAhead = 300
  /// Not used when less than this is left, in seconds: it must not expire on its way.
  public static let leastLeft = 30
  /// A fetch that nobody reported the end of is given up after this, in seconds.
  public static let fetchLimit = 60
  /// A token that is refused sooner than this after it was fetched is not simply fetched again, in seconds.
  public static let freshAge = 60

  /// A token as it goes out. Secret: never log it.
  public struct Token: Sendable, Equatable {
    /// The value of the `authorization` header: `Bearer <token>`.
    public let authorization: String
    /// When it ends, UNIX seconds.
    public let expiresAt: Int
    /// Counts the tokens; names the one that was refused.
    public let serial: Int
    let fetchedAt: Int
  }

  /// What a caller has to do.
  public enum Need: Sendable, Equatable {
    /// Send with this token.
    case use(Token)
    /// Send with this token, and fetch the next one: this caller and no other.
    case useAndFetch(Token)
    /// Fetch one: this caller and no other. Report the end by ``answered(_:now:random:)`` or
    /// ``failed(_:now:random:)``.
    case fetch
    /// Another caller is fetching; ask again when it has ended.
    case wait
    /// The last try failed so; ask again at this time, UNIX seconds.
    case held(until: Int, Verdict)
  }

  private var token: Token?
  private var fetchingSince: Int?
  private var failure: (verdict: Verdict, until: Int)?
  private var failures = 0
  private var serials = 0
  private let backoff: Backoff

  public init(backoff: Backoff = Backoff(base: 1000, cap: 60_000)) { self.backoff = backoff }

  /// What a caller has to do now.
  /// - Parameter now: UNIX seconds.
  public mutating func need(now: Int) -> Need {
    let usable = token.flatMap { $0.expiresAt - now >= Self.leastLeft ? $0 : nil }
    if let usable, usable.expiresAt - now >= Self.renewAhead { return .use(usable) }
    if let since = fetchingSince, (0..<Self.fetchLimit).contains(now - since) {
      return usable.map(Need.use) ?? .wait
    }
    if let failure, now < failure.until {
      return usable.map(Need.use) ?? .held(until: failure.until, failure.verdict)
    }
    fetchingSince = now
    return usable.map(Need.useAndFetch) ?? .fetch
  }

  /// The fetch has ended with this answer.
  /// - Parameter random: any 64 random bits.
  public mutating func answered(_ answer: OAuthAnswer, now: Int, random: UInt64) {
    switch answer {
    case .token(let text, let expiresIn):
      fetchingSince = nil
      failure = nil
      failures = 0
      serials += 1
      token = Token(
        authorization: "Bearer " + text, expiresAt: now + expiresIn, serial: serials, fetchedAt: now)
    case .failed(let verdict, _):
      failed(verdict, now: now, random: random)
    }
  }

  /// The fetch has ended without an answer, or with a refusal.
  public mutating func failed(_ verdict: Verdict, now: Int, random: UInt64) {
    fetchingSince = nil
    failures += 1
    let pause = backoff.pause(
      attempt: failures, retryAfter: Int(verdict.retryAfter), remaining: .max, random: random)
    // At least a second, so that a crowd of callers does not turn into a crowd of tries.
    failure = (verdict, now + max(1, ((pause ?? 0) + 999) / 1000))
  }

  /// Somebody has repaired what was refused: the next caller fetches at once.
  public mutating func forgetFailure() {
    failure = nil
    failures = 0
  }

  /// FCM called the token with this serial expired (ACCESS_TOKEN_EXPIRED); ask ``need(now:)`` again.
  public mutating func refused(serial: Int, verdict: Verdict, now: Int, random: UInt64) {
    guard let current = token, current.serial == serial else { return }
    token = nil
    // A fresh token that is refused will not get better by fetching at full speed.
    if now - current.fetchedAt < Self.freshAge { failed(verdict, now: now, random: random) }
  }
}
