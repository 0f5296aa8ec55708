public import Bytes
public import Compose
public import Transport

/// One message on its way into a request; used again for every message of a lane.
public struct PushDraft: ~Copyable {
  /// The source's own name for the message.
  public var reference = 0
  /// Which of the provider's contents it is rendered from.
  public var content = 0
  public var row: ParameterRow
  /// Whom it is for: a token, an installation id, a topic or a condition.
  public var target = ByteBuffer(capacity: 256)
  public var targetKind = FCMTarget.Kind.token
  /// The notification id of the app's backend.
  public var notification = ByteBuffer(capacity: 64)
  /// The binding tag; empty where no account is meant.
  public var binding = ByteBuffer(capacity: 32)
  /// The installation that it is for; empty: the target stands in for it. Part of the message's own id.
  public var installation = ByteBuffer(capacity: 64)
  /// The tenant, where a lane carries several; empty for the only one. Part of the message's own id.
  public var tenant = ByteBuffer(capacity: 32)
  /// When it was asked for, UNIX seconds.
  public var createdAt = 0
  /// Seconds that it lives; negative: as long as its content says, and never longer than that.
  public var timeToLive = -1
  /// Attempts that earlier claims of it made.
  public var attempts = 0
  /// One of those attempts was sent and not answered.
  public var wasUnanswered = false

  public init(row: consuming ParameterRow) { self.row = row }

  /// Ready for another message; keeps the memory.
  public mutating func removeAll() {
    row.removeAll()
    target.removeAll()
    notification.removeAll()
    binding.removeAll()
    installation.removeAll()
    tenant.removeAll()
    content = 0
    targetKind = .token
    timeToLive = -1
    attempts = 0
    wasUnanswered = false
  }

  /// Seconds that this message of a content lives which itself lives for `seconds`.
  @inline(__always)
  public func lifetime(_ seconds: Int) -> Int { timeToLive < 0 ? seconds : min(timeToLive, seconds) }
}

/// Whether a lane may send now.
public enum CredentialState: Sendable, Equatable {
  /// It may; the number counts up with each new credential.
  case ready(generation: Int)
  /// One is being fetched; the provider tells when it is there.
  case pending
  /// None before this time, UNIX seconds; why.
  case waiting(until: Int, Verdict)
  /// There is none to be had until somebody acts.
  case refused(Verdict)
}

/// One provider, one credential, one environment: how a message becomes a request, and an answer a
/// verdict. Everything is called on the lane's loop thread.
public protocol PushProvider: AnyObject {
  /// For people, as in "APNs sandbox".
  var name: String { get }
  var endpoint: Endpoint { get }
  /// Names of the answer's headers that `verdict` and `acceptedID` read.
  var captures: [StaticString] { get }
  /// One stream until the provider has accepted a request.
  var probesFirst: Bool { get }
  /// Seconds that a message of this content lives.
  func timeToLive(content: Int) -> Int
  /// Sets the headers of every request on the lane's client, now and after each new credential.
  /// `changed` is called when a pending credential has come, or was refused.
  func attach(_ client: HTTP2Client, changed: @escaping () -> Void)
  /// Whether there is a credential; starts to fetch one where there is not. `now` in UNIX seconds.
  func credential(now: Int) -> CredentialState
  /// The credential of this generation was called expired: renews it, once for all that say so.
  func renew(generation: Int, now: Int) -> CredentialState
  /// Somebody has repaired what was refused: the next credential is asked for at once.
  func repaired()
  /// Writes headers and body. On an error the exchange must be given back.
  func write(
    _ draft: borrowing PushDraft, into exchange: inout Exchange, now: Int
  ) throws(ComposeError)
  /// Everything that is sent goes to Apple devices through FCM: without the project's APNs key nothing does.
  var isForAppleOnly: Bool { get }
  /// A 200 is only believed with an id.
  var needsID: Bool { get }
  /// What the answer means, where it was no believable 200. `generation`: the credential it was sent with.
  func verdict(of exchange: borrowing Exchange, generation: Int, now: Int) -> Verdict
  /// The provider's own id of an accepted message; valid until the exchange is given back.
  func acceptedID(of exchange: borrowing Exchange) -> UnsafeBufferPointer<UInt8>?
  /// The key into the provider's own delivery log, where it gave one; valid until the exchange is given
  /// back.
  func logID(of exchange: borrowing Exchange) -> UnsafeBufferPointer<UInt8>?
  /// A verdict from GOAWAY's debug data, where the provider speaks there.
  func verdict(goaway debugData: String) -> Verdict?
}

extension PushProvider {
  public var isForAppleOnly: Bool { false }
  public func logID(of exchange: borrowing Exchange) -> UnsafeBufferPointer<UInt8>? { nil }
}
