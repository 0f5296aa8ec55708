public import Compose
public import PushContract
public import Transport

/// APNs, one environment, one key.
public final class APNsProvider: PushProvider {
  /// Where APNs is. Apple, Sending notification requests to APNs.
  public static func endpoint(_ environment: APNsEnvironment, port: Int = 443) -> Endpoint {
    switch environment {
    case .production: Endpoint(host: "api.push.apple.com", port: port)
    case .sandbox: Endpoint(host: "api.sandbox.push.apple.com", port: port)
    }
  }

  public let environment: APNsEnvironment
  public let endpoint: Endpoint
  private let token: ProviderToken
  private let ids: MessageIDs
  private let requests: [APNsRequest]
  private weak var client: HTTP2Client?
  private var generation: Int?
  private var unusable: Verdict?

  /// `contents`: what drafts refer to by place. `endpoint`: nil for Apple's own.
  public init(
    environment: APNsEnvironment, token: ProviderToken, ids: MessageIDs, contents: [APNsContent],
    endpoint: Endpoint? = nil
  ) {
    self.environment = environment
    self.token = token
    self.ids = ids
    self.endpoint = endpoint ?? Self.endpoint(environment)
    requests = contents.map { APNsRequest($0) }
  }

  public var name: String { "APNs \(environment.rawValue)" }
  public var probesFirst: Bool { true }
  public var needsID: Bool { false }
  public let captures: [StaticString] = ["apns-id", "retry-after", "apns-unique-id"]

  public func timeToLive(content: Int) -> Int { requests[content].timeToLive }

  public func attach(_ client: HTTP2Client, changed: @escaping () -> Void) { self.client = client }

  public func credential(now: Int) -> CredentialState {
    if let unusable { return .refused(unusable) }
    do {
      let issued = try token.current(now: now)
      if generation != issued.issuedAt {
        generation = issued.issuedAt
        client?.setShared(APNsRequest.authorization, issued.authorization)
      }
      return .ready(generation: issued.issuedAt)
    } catch {
      // A key that was read cannot fail to sign, but for a lack of memory.
      let verdict = APNsAnswer.cannotSign
      unusable = verdict
      return .refused(verdict)
    }
  }

  public func renew(generation: Int, now: Int) -> CredentialState {
    _ = token.refused(iat: generation, now: now)
    return credential(now: now)
  }

  public func repaired() { unusable = nil }

  @inline(__always)
  public func write(
    _ draft: borrowing PushDraft, into exchange: inout Exchange, now: Int
  ) throws(ComposeError) {
    try requests[draft.content].write(draft, ids: ids, into: &exchange)
  }

  public func verdict(of exchange: borrowing Exchange, generation: Int, now: Int) -> Verdict {
    APNsAnswer.verdict(
      status: exchange.status, body: exchange.answerBody,
      retryAfter: exchange.captured(1).flatMap { RetryAfter.seconds($0, now: now) },
      tokenAge: now - generation)
  }

  public func acceptedID(of exchange: borrowing Exchange) -> UnsafeBufferPointer<UInt8>? {
    exchange.captured(0)
  }

  /// `apns-unique-id`, from the sandbox only: the key into the delivery log of Apple's Push Notifications
  /// Console. Apple, Handling notification responses from APNs.
  public func logID(of exchange: borrowing Exchange) -> UnsafeBufferPointer<UInt8>? {
    exchange.captured(2)
  }

  public func verdict(goaway debugData: String) -> Verdict? {
    var text = debugData
    return text.withUTF8 { APNsAnswer.goAway(debugData: $0) }
  }
}
