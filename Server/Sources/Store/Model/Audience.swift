/// Whom a hand-over to another sender is for.
public struct AudienceQuery: Sendable {
  /// Nil: any.
  public var tenant: String?
  public var platforms: [DevicePlatform] = []
  public var tag: String?
  /// As in `2.10.1`, compared part by part as numbers; both belong to it.
  public var minimumAppVersion: String?
  public var maximumAppVersion: String?
  /// The class that will be sent. Nil: what a class asks of a device (permission, account) is not asked.
  public var facts: ClassFacts?
  /// Milliseconds; unseen for so long, an installation gets no bulk.
  public var staleAfter = 30 * 86_400_000
  public init() {}
}

/// A stretch of the registrations, judged.
public struct AudiencePage: Sendable {
  public var eligible: [Registration] = []
  public var excluded: [Suppression: Int] = [:]
  /// That do not fit what was asked.
  public var others = 0
  /// The row to go on behind; nil: all were looked at.
  public var next: Int?
  public init() {}
}

/// A token, or an installation, that somebody else's sender found dead.
public struct DeadReport: Sendable, Equatable {
  public enum Subject: Sendable, Equatable {
    /// Secret.
    case token(String)
    case installation(String)
    /// An installation's id if there is one of it, else a token.
    case either(String)
  }
  public var subject: Subject
  /// When that was known, milliseconds since 1970: what was confirmed since is kept.
  public var asOf: Int
  /// The provider's word for it.
  public var reason: String

  public init(_ subject: Subject, asOf: Int, reason: String) {
    self.subject = subject
    self.asOf = asOf
    self.reason = reason
  }
}

/// What became, or would become, of a ``DeadReport``.
public enum RetireOutcome: String, Sendable, CaseIterable {
  case retired
  /// The device said since that the token is its own.
  case confirmedSince = "confirmed_since"
  /// The registration has no token (any more).
  case noToken = "no_token"
  /// No registration has this token or id: it may have been retired before.
  case unknown
}
