import PushClient
import Testing

@Suite struct LinkFuzzTests {
  /// Whatever a link has: it leads to a place of the profile with parameters of their forms, or home; and it is the
  /// app's own wherever it leads elsewhere.
  @Test func fuzzLinks() throws {
    var led = 0
    try Fuzz.run("links", Fuzz.corpus("link")) { bytes, random in
      let url = String(decoding: bytes, as: UTF8.self)
      var setup = WalkSetup.random(&random)
      setup.policy.destinations["order"]?.accountRequired = false
      var state = ClientState()
      state.session.isLaunched = true
      state.session.isForeground = true
      state.session.isReady = true
      let reducer = ClientReducer(policy: setup.policy)
      let effects = reducer.reduce(&state, .linkOpened(url: url), now: 1_800_000_000_000)
      #expect(effects.commands.count == 1, Fuzz.shown(bytes))
      switch effects.commands.first {
      case .navigate(_, let destination, _, _):
        #expect(destination == Destination("home"), Fuzz.shown(bytes))
      case .authorize(_, let destination):
        led += 1
        let scheme = url.prefix { $0 != ":" }.lowercased()
        #expect(["https", "parcel"].contains(scheme), Fuzz.shown(bytes))
        let place = setup.policy.destinations[destination.name]
        #expect(place?.parameters.keys.sorted() == destination.parameters.keys.sorted(), Fuzz.shown(bytes))
        if let order = destination.parameters["order"] { #expect(WalkServer.isID(order), Fuzz.shown(bytes)) }
        if let number = destination.parameters["number"] { #expect(Int(number) != nil, Fuzz.shown(bytes)) }
      default: Issue.record(Fuzz.shown(bytes))
      }
    }
    #expect(led > 10)
  }
}
