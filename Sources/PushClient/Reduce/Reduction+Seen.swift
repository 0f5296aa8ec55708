/// What was met before, and whom a notification is meant for.
///
/// A notification is told from another by its id alone: one without an id, or with one of more than 128 bytes, is
/// never taken for a repetition, and nothing is remembered of it. At most ``ClientConstant/seenCapacity`` are remembered; the one that was not
/// met for the longest time goes first.
extension Reduction {
  func seen(_ id: String?) -> SeenNotification? {
    guard let id else { return nil }
    return state.seen.last { $0.id == id }
  }

  /// Remembers what became of a notification, and the highest revision of it.
  mutating func remember(
    _ payload: PushPayload, isShown: Bool = false, isSuppressed: Bool = false, isWorked: Bool = false
  ) {
    guard let id = payload.notification else { return }
    var entry = SeenNotification()
    entry.id = id
    entry.revision = payload.revision
    if let index = state.seen.lastIndex(where: { $0.id == id }) {
      entry = state.seen.remove(at: index)
      entry.revision = max(entry.revision, payload.revision)
    }
    entry.isShown = entry.isShown || isShown
    entry.isSuppressed = entry.isSuppressed || isSuppressed
    entry.isWorked = entry.isWorked || isWorked
    state.seen.append(entry)
    if state.seen.count > ClientConstant.seenCapacity {
      state.seen.removeFirst(state.seen.count - ClientConstant.seenCapacity)
    }
  }

  /// Whether a notification is meant for an account: its class is, or its payload names one.
  func isForAccount(_ payload: PushPayload) -> Bool {
    payload.tag != nil || payload.notificationClass.flatMap { policy.classes[$0]?.audience } == .account
  }

  /// Why a notification is neither shown nor stored nor worked on; nil: it may be.
  ///
  /// | meant for | the account here | |
  /// |---|---|---|
  /// | nobody's account | any | may be |
  /// | an account | bound, and the tag is one of its tags | may be |
  /// | an account | bound, another tag or none | `other_account` |
  /// | an account | ambiguous | `ambiguous` |
  /// | an account | nobody, or not confirmed by the server | `unbound` |
  /// | an account, a local notification | signed in, not ambiguous, and it was made for this account | may be |
  /// | whatever was withheld before | any | `again` |
  func reasonToWithhold(_ payload: PushPayload) -> String? {
    if seen(payload.notification)?.isSuppressed == true { return "again" }
    guard isForAccount(payload) else { return nil }
    switch state.account.binding {
    case .ambiguous: return "ambiguous"
    case .unbound: return "unbound"
    case .pending, .bound:
      if let tag = payload.tag, tag.isSame(as: localTag) { return nil }
      if state.account.binding == .pending { return "unbound" }
      guard let tag = payload.tag, state.account.tags.contains(tag) else { return "other_account" }
      return nil
    }
  }

  /// The tag of local notifications of the account that is here. No tag of the server's looks like it.
  var localTag: String? { state.account.account.map(Self.localTag(of:)) }
  static func localTag(of account: String) -> String { "local:" + account }
}
