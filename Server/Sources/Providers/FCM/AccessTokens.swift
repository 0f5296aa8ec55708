internal import Transport

/// The access token of one service account, fetched when it is wanted; for whoever sends with it. On the
/// loop's thread.
final class AccessTokens {
  private let account: ServiceAccount
  private let clock: () -> Int
  private let post: FormPost
  private var state = OAuthState()
  private var random = SystemRandomNumberGenerator()
  /// The token service's own words for its last refusal, for a person.
  private(set) var words: String?
  /// A fetch has ended, one way or the other.
  var changed: () -> Void = {}

  /// `endpoint`: where the account's token service is reached. `clock`: UNIX seconds.
  init(
    loop: EventLoop, tls: TLSContext, account: ServiceAccount, endpoint: Endpoint,
    clock: @escaping () -> Int
  ) throws(TransportError) {
    self.account = account
    self.clock = clock
    post = try FormPost(loop: loop, endpoint: endpoint, path: account.tokenURI.path, tls: tls)
  }

  func close() { post.close() }

  /// The token, or what it waits for; begins to fetch one where that is needed. Never `fetch` or
  /// `useAndFetch`: that is seen to.
  func need(now: Int) -> OAuthState.Need {
    switch state.need(now: now) {
    case .useAndFetch(let token):
      fetch(now)
      return .use(token)
    case .fetch:
      fetch(now)
      // A fetch that could not even begin is told here: nobody would call `changed`.
      if case .held(let until, let verdict) = state.need(now: now) { return .held(until: until, verdict) }
      return .wait
    case let need: return need
    }
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
      if case .failed(_, let words) = read { self.words = words }
      state.answered(read, now: now, random: random.next())
    } else {
      state.failed(
        TransportAnswer.verdict(answer.outcome, error: answer.error), now: now, random: random.next())
    }
    changed()
  }

  /// The token of this serial was called expired.
  func refused(serial: Int, now: Int) {
    state.refused(
      serial: serial, verdict: FCMAnswer.accessTokenExpired, now: now, random: random.next())
  }

  /// Somebody has repaired what was refused.
  func repaired() { state.forgetFailure() }
}
