internal import Bytes
public import Compose
public import Transport

/// FCM, one project, one service account.
public final class FCMProvider: PushProvider {
  /// Where FCM is. Firebase, REST reference.
  public static let endpoint = Endpoint(host: "fcm.googleapis.com", port: 443)

  public let endpoint: Endpoint
  public let project: String
  private let tokens: AccessTokens
  private let requests: [FCMRequest]
  private weak var client: HTTP2Client?
  private var serial: Int?
  /// The token service's own words for its last refusal, for a person.
  public var oauthWords: String? { tokens.words }

  /// `contents`: what drafts refer to by place. `endpoint`: nil for Google's own. `oauthEndpoint`: where
  /// the account's token service is reached, nil for its own address. `clock`: UNIX seconds.
  public init(
    loop: EventLoop, tls: TLSContext, account: ServiceAccount, contents: [FCMContent],
    validateOnly: Bool = false, endpoint: Endpoint? = nil, oauthEndpoint: Endpoint? = nil,
    proxy: Endpoint.Proxy? = nil, clock: @escaping () -> Int
  ) throws(TransportError) {
    project = account.projectID
    isForAppleOnly =
      !contents.isEmpty
      && contents.allSatisfy {
        if case .template(let template) = $0 { template.platforms == .apple } else { false }
      }
    var own = endpoint ?? Self.endpoint
    own.proxy = own.proxy ?? proxy
    self.endpoint = own
    var oauth = oauthEndpoint ?? Endpoint(host: account.tokenURI.host, port: account.tokenURI.port)
    oauth.proxy = oauth.proxy ?? proxy
    tokens = try AccessTokens(loop: loop, tls: tls, account: account, endpoint: oauth, clock: clock)
    requests = contents.map {
      FCMRequest($0, project: account.projectID, validateOnly: validateOnly)
    }
  }

  deinit { tokens.close() }

  public var name: String { "FCM \(project)" }
  public var probesFirst: Bool { false }
  public var needsID: Bool { true }
  public let isForAppleOnly: Bool
  public let captures: [StaticString] = ["retry-after"]

  public func timeToLive(content: Int) -> Int { requests[content].timeToLive }

  public func attach(_ client: HTTP2Client, changed: @escaping () -> Void) {
    self.client = client
    tokens.changed = changed
  }

  public func credential(now: Int) -> CredentialState {
    switch tokens.need(now: now) {
    case .use(let token), .useAndFetch(let token): return use(token)
    case .fetch, .wait: return .pending
    case .held(let until, let verdict): return held(until, verdict)
    }
  }

  /// What waiting cannot repair is said at once; the rest is asked for again at its time.
  private func held(_ until: Int, _ verdict: Verdict) -> CredentialState {
    verdict.hold == .nothing ? .waiting(until: until, verdict) : .refused(verdict)
  }

  private func use(_ token: OAuthState.Token) -> CredentialState {
    if serial != token.serial {
      serial = token.serial
      client?.setShared(FCMRequest.authorization, token.authorization)
    }
    return .ready(generation: token.serial)
  }

  public func renew(generation: Int, now: Int) -> CredentialState {
    tokens.refused(serial: generation, now: now)
    return credential(now: now)
  }

  public func repaired() { tokens.repaired() }

  @inline(__always)
  public func write(
    _ draft: borrowing PushDraft, into exchange: inout Exchange, now: Int
  ) throws(ComposeError) {
    try requests[draft.content].write(draft, into: &exchange, now: now)
  }

  public func verdict(of exchange: borrowing Exchange, generation: Int, now: Int) -> Verdict {
    if exchange.status == 200 { return FCMAnswer.withoutName }
    return FCMAnswer.verdict(
      status: exchange.status, body: exchange.answerBody,
      retryAfter: exchange.captured(0).flatMap { RetryAfter.seconds($0, now: now) })
  }

  /// The answer's `name`: `projects/…/messages/…`.
  public func acceptedID(of exchange: borrowing Exchange) -> UnsafeBufferPointer<UInt8>? {
    FCMAnswer.name(exchange.answerBody)
  }

  public func verdict(goaway debugData: String) -> Verdict? { nil }
}
