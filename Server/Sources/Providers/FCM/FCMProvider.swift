internal import Bytes
public import Compose
public import Transport

/// FCM, one project, one service account.
public final class FCMProvider: PushProvider {
  /// Where FCM is. Firebase, REST reference.
  public static let endpoint = Endpoint(host: "fcm.googleapis.com", port: 443)

  public let endpoint: Endpoint
  public let project: String
  private let account: ServiceAccount
  private let clock: () -> Int
  private let post: FormPost
  private let requests: [FCMRequest]
  private weak var client: HTTP2Client?
  private var changed: () -> Void = {}
  private var state = OAuthState()
  private var serial: Int?
  private var random = SystemRandomNumberGenerator()
  /// The token service's own words for its last refusal, for a person.
  public private(set) var oauthWords: String?

  /// `contents`: what drafts refer to by place. `endpoint`: nil for Google's own. `oauthEndpoint`: where
  /// the account's token service is reached, nil for its own address. `clock`: UNIX seconds.
  public init(
    loop: EventLoop, tls: TLSContext, account: ServiceAccount, contents: [FCMContent],
    validateOnly: Bool = false, endpoint: Endpoint? = nil, oauthEndpoint: Endpoint? = nil,
    proxy: Endpoint.Proxy? = nil, clock: @escaping () -> Int
  ) throws(TransportError) {
    self.account = account
    self.clock = clock
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
    post = try FormPost(loop: loop, endpoint: oauth, path: account.tokenURI.path, tls: tls)
    requests = contents.map {
      FCMRequest($0, project: account.projectID, validateOnly: validateOnly)
    }
  }

  deinit { post.close() }

  public var name: String { "FCM \(project)" }
  public var probesFirst: Bool { false }
  public var needsID: Bool { true }
  public let isForAppleOnly: Bool
  public let captures: [StaticString] = ["retry-after"]

  public func timeToLive(content: Int) -> Int { requests[content].timeToLive }

  public func attach(_ client: HTTP2Client, changed: @escaping () -> Void) {
    self.client = client
    self.changed = changed
  }

  public func credential(now: Int) -> CredentialState {
    switch state.need(now: now) {
    case .use(let token): return use(token)
    case .useAndFetch(let token):
      fetch(now)
      return use(token)
    case .fetch:
      fetch(now)
      // A fetch that could not even begin is told here: nobody would call `changed`.
      if case .held(let until, let verdict) = state.need(now: now) { return held(until, verdict) }
      return .pending
    case .wait: return .pending
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

  private func fetch(_ now: Int) {
    do {
      let form = try OAuthRequest.body(account, now: now)
      let began = post.post(form) { [weak self] answer in self?.fetched(answer) }
      if !began { state.failed(TransportAnswer.closed, now: now, random: random.next()) }
    } catch {
      state.failed(TransportAnswer.closed, now: now, random: random.next())
    }
  }

  private func fetched(_ answer: FormPost.Answer) {
    let now = clock()
    if answer.outcome == .answered {
      let pause = answer.retryAfter.flatMap { RetryAfter.seconds($0, now: now) }
      let read = answer.body.withUnsafeBufferPointer {
        OAuthAnswer.read(status: answer.status, body: $0, retryAfter: pause)
      }
      if case .failed(_, let words) = read { oauthWords = words }
      state.answered(read, now: now, random: random.next())
    } else {
      state.failed(
        TransportAnswer.verdict(answer.outcome, error: answer.error), now: now, random: random.next())
    }
    changed()
  }

  public func renew(generation: Int, now: Int) -> CredentialState {
    state.refused(
      serial: generation, verdict: FCMAnswer.accessTokenExpired, now: now, random: random.next())
    return credential(now: now)
  }

  public func repaired() { state.forgetFailure() }

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
