import PushClient

/// Events that no adapter would send like this: late, doubled, of things that never were, with odd contents.
/// The core may ignore them; it may not break its rules over them.
extension Walk {
  func doOddly() throws {
    guard setup.isOdd, !isCalm, process != nil else { return }
    switch random.below(12) {
    case 0: try oddAnswer()
    case 1: try take(.workFinished(work: oddNumber(), result: .newData))
    case 2: try take(.workExpired(work: oddNumber()))
    case 3:
      let tap = oddNumber()
      if process?.asked[tap] == nil { try take(.accessAnswered(tap: tap, access: .allowed)) }
    case 4 where process?.openRuns.isEmpty == true:
      try take(
        random.chance(1, of: 2)
          ? .taskExpired(run: oddNumber()) : .taskFinished(run: oddNumber(), success: true))
    case 5 where process?.explainer == nil: try take(.explainerAnswered(accepted: true))
    case 6 where !state.session.isPrompting:
      var answer = PromptAnswer()
      answer.granted = random.chance(1, of: 2)
      answer.milliseconds = oddNumber()
      try take(.promptAnswered(answer))
    case 7: try take(.momentReached(name: random.pick(["", "no_such_moment", "order_placed\u{0}"])))
    case 8: try take(.linkOpened(url: oddText()))
    case 9: try take(.tokenTimedOut(attempt: oddNumber()))
    case 10:
      try take(
        .taskSubmitted(
          id: random.pick(["com.example.refresh", "x", ""]), fault: random.pick([nil, "too_many", "?"])))
    default: try oddNotification()
    }
  }

  /// Small ones hit what is open now and then; the limits are where arithmetic ends.
  private func oddNumber() -> Int {
    random.chance(1, of: 4)
      ? random.pick([Int.min, -1, 0, Int.max, 1 << 53, 1 << 31]) : max(0, state.counter - random.below(12))
  }

  private func oddText() -> String {
    random.pick([
      "", "a/b", "e\u{301}", "\u{E9}", "\u{202E}evil", "parcel://", "parcel:", "://", "https://", "%",
      "parcel://offers/%zz",
      "parcel://order?order=7", "\u{1F469}\u{200D}\u{1F680}", String(repeating: "x", count: 3000),
      "\u{0}\n\"\\",
    ])
  }

  /// Of a request that is not open: an open one is answered by ``answerRequest()``.
  private func oddAnswer() throws {
    let number = oddNumber()
    let session = state.session
    let open = [session.registration?.request, session.logout?.request, session.post?.request]
    guard !open.contains(number) else { return }
    var answer = ServerAnswer(random.pick([.ok, .unreachable, .stale, .unauthorized, .refused]))
    answer.generation = oddNumber()
    answer.binding = random.pick(["bound", "unbound", "ambiguous", "?"])
    answer.bindingTag = "tag"
    switch random.below(3) {
    case 0: try take(.registrationAnswered(request: number, answer))
    case 1: try take(.logoutAnswered(request: number, answer))
    default: try take(.receiptsAnswered(request: number, answer))
    }
  }

  /// Nobody's, with a tag that is nobody's.
  private func oddNotification() throws {
    var payload = WalkPayload()
    payload.notification = random.chance(1, of: 2) ? oddText() : "odd-\(random.below(50))"
    payload.notificationClass = random.pick([
      nil, "", "promo", "order_shipped", "orders_changed", "no_such_class", oddText(),
    ])
    payload.revision = random.chance(1, of: 2) ? oddNumber() : nil
    payload.tag = random.chance(1, of: 3) ? oddText() : nil
    payload.destination = Destination(random.pick(["order", "offers", "", oddText()]), ["order": oddText()])
    payload.data[random.pick(WalkRandom.oddNames)] = random.json()
    var push = WalkPush()
    push.payload =
      random.chance(1, of: 2) ? payload.android : payload.apple(isSilent: random.chance(1, of: 3))
    if random.chance(1, of: 4) { push.payload = oddPayload(push.payload) }
    push.notification = PushPayload(push.payload).notification
    push.notificationClass = PushPayload(push.payload).notificationClass
    push.destination = PushPayload(push.payload).destination
    if setup.policy.classes[push.notificationClass ?? ""]?.audience == .account {
      push.account = WalkAccount("somebody")
    }
    if random.chance(1, of: 3) {
      try respond(push, random.pick([Response.tap, Response.dismiss, "track", "reply", ""]), hasHandle: true)
    } else {
      let ways: [PushArrival.Way] = [.presenting, .background, .message, .local, .extension]
      try arrive(
        push, random.pick(ways), hasNotification: random.chance(1, of: 2),
        hasOtherOwner: random.chance(1, of: 4))
    }
  }

  /// With members of other types than they should have.
  private func oddPayload(_ payload: JSONValue) -> JSONValue {
    guard case .object(var members) = payload, random.chance(4, of: 5) else { return random.json() }
    guard case .object(var ours) = payload["pw"] else {
      members["pw." + random.pick(["n", "c", "r", "b", "d", "p.order", "p"])] = random.json()
      return .object(members)
    }
    ours[random.pick(["n", "c", "r", "b", "d", "p", "l"])] = random.json()
    members["pw"] = random.chance(5, of: 6) ? .object(ours) : random.json()
    return .object(members)
  }
}
