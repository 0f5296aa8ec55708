public import PushContract
internal import PushCrypto
internal import Synchronization

/// The provider token of one key in one environment, shared by all its connections.
public final class ProviderToken: Sendable {
  /// A token as it goes out. Secret: never log it.
  public struct Issued: Sendable, Equatable {
    /// The value of the `authorization` header: `bearer <jwt>`.
    public let authorization: String
    /// The JWT's `iat`, UNIX seconds.
    public let issuedAt: Int

    /// A token that another process or node made.
    public init(authorization: String, issuedAt: Int) {
      self.authorization = authorization
      self.issuedAt = issuedAt
    }
  }

  public let key: APNsKeyFile
  public let environment: APNsEnvironment
  private struct Held {
    var state = ProviderTokenState()
    var issued: Issued?
    /// When a new one could not be settled, UNIX seconds.
    var failedAt = Int.min / 2
  }
  private let held = Mutex(Held())
  private let settle = Mutex<(@Sendable (Issued) -> Issued?)?>(nil)
  /// A new token that cannot be settled is tried again after so many seconds, as long as the old one lives.
  static let settleAgain = 15

  public init(key: APNsKeyFile, environment: APNsEnvironment) {
    self.key = key
    self.environment = environment
  }

  /// The token to send with; a new one is made where ``ProviderTokenState`` says so.
  /// - Parameter now: UNIX seconds.
  public func current(now: Int) throws -> Issued {
    try held.withLock { held in
      if let issued = held.issued, !held.state.needsToken(now: now) { return issued }
      // The one before lives a little longer than it is used.
      let old = held.issued.flatMap { ProviderTokenState.isAlive(iat: $0.issuedAt, now: now) ? $0 : nil }
      if let old, now - held.failedAt < Self.settleAgain { return old }
      let made = try make(now: now)
      let settle = settle.withLock { $0 }
      let settled = settle == nil ? made : settle?(made)
      guard let issued = settled ?? (old == nil ? made : nil) else {
        held.failedAt = now
        return old ?? made
      }
      held.state = ProviderTokenState(issuedAt: issued.issuedAt)
      held.issued = issued
      return issued
    }
  }

  /// Called with each new token before anybody sends with it, and gives the one that counts: that of another
  /// node, where both made one. Nil: it could not be found out; the token before is used as long as it lives, and
  /// where there is none, the new one, which then cannot be replaced for 20 minutes.
  public func settleEach(_ settle: @escaping @Sendable (Issued) -> Issued?) {
    self.settle.withLock { $0 = settle }
  }

  /// The token in use; nil before the first. Makes none.
  public var present: Issued? { held.withLock { $0.issued } }

  /// Under which name a token of this key is kept where several processes share it: environment, and a
  /// digest of the key, its id and its team. A new key under an old id has a name of its own.
  public var storageName: String {
    let identity = ((try? key.key.publicKey.der()) ?? []) + Array("\n\(key.keyID)\n\(key.teamID)".utf8)
    let digest = ((try? Digest.sha256(identity)) ?? []).prefix(8).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "apns-\(environment.rawValue)-\(digest.joined())"
  }

  /// APNs called the token that was issued at `iat` expired. After `renew` and `replaced`, ``current(now:)``
  /// gives the token to send again with.
  public func refused(iat: Int, now: Int) -> ProviderTokenState.Renewal {
    held.withLock { $0.state.refused(iat: iat, now: now) }
  }

  /// Takes over a token that another process or node made with the same key, if it is newer and usable.
  @discardableResult
  public func adopt(_ issued: Issued, now: Int) -> Bool {
    held.withLock { held in
      let state = ProviderTokenState(issuedAt: issued.issuedAt)
      guard !state.needsToken(now: now), issued.issuedAt > held.state.issuedAt ?? .min else { return false }
      held.state = state
      held.issued = issued
      return true
    }
  }

  /// `iss`, `iat` and the header's `kid`, as Apple lists them.
  private func make(now: Int) throws -> Issued {
    let jwt = try JWT.sign(
      ["iss": .text(key.teamID), "iat": .integer(now)], keyID: key.keyID, by: .key(key.key))
    return Issued(authorization: "bearer " + jwt, issuedAt: now)
  }
}

/// All provider tokens of a process: one per key and environment, whoever asks.
public final class ProviderTokens: Sendable {
  private struct Name: Hashable {
    let keyID: String
    let teamID: String
    let environment: APNsEnvironment
  }

  private let tokens = Mutex<[Name: ProviderToken]>([:])

  public init() {}

  /// The one token of this key in this environment.
  public func token(key: APNsKeyFile, environment: APNsEnvironment) -> ProviderToken {
    tokens.withLock { tokens in
      let name = Name(keyID: key.keyID, teamID: key.teamID, environment: environment)
      if let token = tokens[name] { return token }
      let token = ProviderToken(key: key, environment: environment)
      tokens[name] = token
      return token
    }
  }
}
