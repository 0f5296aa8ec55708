/// What a provider's answer, or its absence, means for us.
///
/// A small value without references, so that millions can be kept and copied. What to do about it is
/// asked of its projections (`Verdict+Meaning.swift`); what to tell a person, of its text
/// (`Verdict+Text.swift`). Verdicts are only made from the table of reasons.
public struct Verdict: Sendable, Equatable, BitwiseCopyable {
  /// The kinds. Each question about a kind is an exhaustive switch: a new kind does not compile until
  /// every answer is given.
  public enum Kind: UInt8, Sendable, CaseIterable, BitwiseCopyable {
    /// The provider took the message. Not a proof that it was delivered.
    case accepted
    /// The token no longer exists.
    case tokenDead
    /// The token is not one for this app, environment or project.
    case tokenSuspect
    /// This message can never be sent as it is.
    case messageInvalid
    /// Our set-up is wrong, not this message.
    case laneFault
    /// The provider token or access token is too old.
    case credentialExpired
    /// The provider does not take our credential.
    case credentialRefused
    /// Too many, for now.
    case throttled
    /// The provider or the way to it fails, for now.
    case unavailable
    /// An answer that the table does not know; kept word for word.
    case unknown
    /// Sent, never answered, and out of time: a final state that claims nothing.
    case unconfirmed
  }

  public var kind: Kind
  /// The HTTP status, 0 where there was no answer.
  public var status: Int16
  /// The provider's reason.
  public var reason: ReasonID
  /// The field that the provider named; see also ``fieldName``.
  public var field: Word
  /// APNs' own reason inside an answer of FCM.
  public var carried: ReasonID
  /// Seconds to wait as the provider said, -1 where it said nothing.
  public var retryAfter: Int32
  /// When APNs last knew the token to be dead: milliseconds since 1970, 0 where not said.
  public var asOf: Int64

  @inlinable
  public init(
    kind: Kind, status: Int16 = 0, reason: ReasonID = .none, field: Word = .none, carried: ReasonID = .none,
    retryAfter: Int32 = -1, asOf: Int64 = 0
  ) {
    self.kind = kind
    self.status = status
    self.reason = reason
    self.field = field
    self.carried = carried
    self.retryAfter = retryAfter
    self.asOf = asOf
  }

  /// The provider took the message.
  @inlinable
  public static func accepted(status: Int16 = 200) -> Verdict { Verdict(kind: .accepted, status: status) }
}
