/// From a tap or link to the one place it leads to, once.
///
/// Captured:
///
/// | what | |
/// |---|---|
/// | not Pushwire's | completed |
/// | notification id, revision and action known already, waiting or consumed | completed |
/// | dismissed | counted; consumed |
/// | a button: `Reduction+Actions` | |
/// | a tap or link, its place found | waits, then `Reduction+Judge` |
/// | a place that cannot be found; of another account | waits to lead home, and nothing of it is kept |
///
/// A tap is consumed when it leads somewhere, and that is saved before it does: it never leads there twice. At
/// most ``ClientConstant/consumedCapacity`` are remembered, and ``ClientConstant/tapCapacity`` wait.
extension Reduction {
  var resolver: DestinationResolver { DestinationResolver(policy: policy) }

  mutating func responded(_ response: Response) {
    let payload = PushPayload(response.payload)
    if payload.isOurs { take(response, payload) }
    if let handle = response.handle { command(.complete(handle: handle, result: .noData)) }
  }

  mutating func linkOpened(_ url: String) {
    var tap = WaitingTap()
    lead(&tap, to: resolver.resolve(link: url))
    keep(tap)
  }

  private mutating func take(_ response: Response, _ payload: PushPayload) {
    let isButton = response.action != Response.tap && response.action != Response.dismiss
    let button = isButton ? self.button(response.action, of: payload) : nil
    if isButton, button == nil { return metric("tap", "unknown_action") }
    guard !isKnown(payload, response.action) else { return metric("tap", "repeated") }

    provesDisplay(payload)
    if response.action == Response.dismiss {
      consume(payload.notification, payload.revision, response.action)
      metric("tap", "dismissed")
    } else if let button, !opensApp(button) {
      runInBackground(button, response, payload)
    } else {
      if !payload.isLocal { receipt(payload.notification, .opened) }
      tapped(payload, button?.id)
    }
  }

  private mutating func tapped(_ payload: PushPayload, _ action: String?) {
    var tap = WaitingTap()
    tap.notification = payload.notification
    tap.revision = payload.revision
    tap.isLocal = payload.isLocal
    tap.action = action
    tap.tag = payload.tag
    tap.account = payload.tag.flatMap(owner)
    lead(&tap, to: payload.destination.flatMap(resolver.resolve))
    if tap.tag == nil, isForAccount(payload) { fallBack(&tap, "other_account", resolver.home) }
    keep(tap)
  }

  private func lead(_ tap: inout WaitingTap, to destination: Destination?) {
    tap.destination = destination ?? resolver.home
    if destination == nil { tap.why = "unavailable" }
  }

  private mutating func keep(_ tap: WaitingTap) {
    var tap = tap
    tap.tap = nextNumber()
    tap.at = now
    state.taps.waiting.append(tap)
    if state.taps.waiting.count > ClientConstant.tapCapacity { supersede(state.taps.waiting[0]) }
    judgeTaps()
  }

  /// What a person acts on was shown.
  private mutating func provesDisplay(_ payload: PushPayload) {
    if !payload.isLocal, seen(payload.notification)?.isShown != true {
      receipt(payload.notification, .displayed)
    }
    shown(payload)
  }

  // MARK: Once

  private func isKnown(_ payload: PushPayload, _ action: String) -> Bool {
    guard let notification = payload.notification else { return false }
    return state.taps.consumed.contains(Self.key(notification, payload.revision, action))
      || state.taps.waiting.contains {
        $0.notification == notification && $0.revision == payload.revision
          && ($0.action ?? Response.tap) == action
      }
  }

  mutating func consume(_ notification: String?, _ revision: Int, _ action: String?) {
    guard let notification else { return }
    state.taps.consumed.append(Self.key(notification, revision, action ?? Response.tap))
    if state.taps.consumed.count > ClientConstant.consumedCapacity {
      state.taps.consumed.removeFirst(state.taps.consumed.count - ClientConstant.consumedCapacity)
    }
  }

  /// A notification that took the place of an earlier revision of itself can be tapped again.
  private static func key(_ notification: String, _ revision: Int, _ action: String) -> String {
    notification + "/" + action + (revision == 1 ? "" : "/\(revision)")
  }
}
