import PushClient
import Testing

@Suite struct PayloadFuzzTests {
  /// Whatever a payload has: it is decided, every handle is completed as its way wants it, and nothing that is meant
  /// for an account is shown while nobody is signed in.
  @Test func fuzzPayloads() throws {
    var (read, ours) = (0, 0)
    try Fuzz.run("payloads", Fuzz.corpus("payload")) { bytes, random in
      guard let json = try? JSONValue(parsing: bytes) else { return }
      read += 1
      let payload = PushPayload(json)
      if payload.isOurs { ours += 1 }
      #expect(payload.notification.map(WalkServer.isID) ?? true, Fuzz.shown(bytes))
      #expect(payload.data["aps"] == nil && payload.data["pw"] == nil, Fuzz.shown(bytes))
      let policy = WalkSetup.random(&random).policy
      try Self.arrive(json, payload, policy, bytes)
      try Self.respond(json, policy, bytes, &random)
    }
    #expect(read > 100 && ours > 100)
  }

  /// Android's extras and Apple's `userInfo` of the same notification lead to the same.
  @Test func fuzzBothForms() {
    Fuzz.run("payload forms", [[]]) { _, random in
      var payload = WalkPayload()
      payload.notification = random.pick([nil, "n-1", "a~b:c"])
      payload.notificationClass = random.pick([nil, "promo", "e\u{301}"])
      payload.revision = random.pick([nil, 0, 7, -1, Int.max, Int.min])
      payload.tag = random.pick([nil, "tag"])
      let value = random.pick(["8123", "e\u{301}", "\u{0}", " "])
      payload.destination = random.pick([nil, Destination("order", ["order": value, "a.b": "1"])])
      payload.data["order_state"] = random.pick([nil, "sent"])
      #expect(PushPayload(payload.apple(isSilent: false)) == PushPayload(payload.android))
    }
  }

  private static func arrive(
    _ json: JSONValue, _ payload: PushPayload, _ policy: ClientPolicy, _ bytes: [UInt8]
  ) throws {
    let meansAccount =
      payload.tag != nil || payload.notificationClass.flatMap { policy.classes[$0] }?.audience == .account
    for way in [PushArrival.Way.presenting, .background, .message, .local, .extension] {
      var push = PushArrival()
      push.handle = 5
      push.way = way
      push.payload = json
      push.hasNotification = true
      var state = ClientState()
      state.session.isLaunched = true
      let effects = ClientReducer(policy: policy).reduce(&state, .pushArrived(push), now: 1_800_000_000_000)
      var (ends, shows) = (0, false)
      for command in effects.commands {
        switch command {
        case .present(5, let options): (ends, shows) = (ends + 1, shows || !options.isEmpty)
        case .deliver(5, let suppressed): (ends, shows) = (ends + 1, shows || !suppressed)
        case .display(5, _, _): (ends, shows) = (ends + 1, true)
        case .complete(5, _): ends += 1
        case .runWork(let work):
          ends += 1
          shows = true
          #expect(work.handle == 5 && !state.session.works.isEmpty)
        case .storeInbox: shows = true
        default: break
        }
      }
      #expect(ends == 1, "\(way): \(ends) ends \(Fuzz.shown(bytes))")
      #expect(!shows || !meansAccount || !payload.isOurs, "\(way) \(Fuzz.shown(bytes))")
    }
  }

  private static func respond(
    _ json: JSONValue, _ policy: ClientPolicy, _ bytes: [UInt8], _ random: inout WalkRandom
  ) throws {
    var response = Response()
    response.handle = 6
    response.payload = json
    response.action = random.pick([Response.tap, Response.dismiss, "track", "archive", "reply", "pay", "?"])
    var state = ClientState()
    state.session.isLaunched = true
    state.session.isForeground = true
    state.session.isReady = true
    let effects = ClientReducer(policy: policy).reduce(&state, .responded(response), now: 1_800_000_000_000)
    let ends = effects.commands.count { if case .complete(6, _) = $0 { true } else { false } }
    #expect(ends == 1, Fuzz.shown(bytes))
    for command in effects.commands {
      guard case .navigate(_, let destination, _, _) = command else { continue }
      let place = policy.destinations[destination.name]
      #expect(place?.accountRequired == false && place?.parameters.isEmpty == true, Fuzz.shown(bytes))
    }
  }
}
