import Foundation
import PushClient
import Testing

@Suite struct StateFuzzTests {
  /// Whatever is saved: it is read or refused, never half read, and a device that goes on with it decides what comes,
  /// at the limits of numbers as well.
  @Test func fuzzSavedState() throws {
    var loaded = 0
    try Fuzz.run("state", Fuzz.corpus("state")) { bytes, random in
      var text = String(decoding: bytes, as: UTF8.self)
      if let json = try? JSONValue(parsing: text), random.chance(1, of: 2) {
        text = Self.changed(json, &random).text
      }
      let store = WalkStore()
      store.text = text
      var engine = ClientEngine(policy: WalkSetup.random(&random).policy, store: store)
      guard engine.loadFault == nil else {
        #expect(engine.state == ClientState(), Fuzz.shown(Array(text.utf8)))
        return
      }
      loaded += 1
      let again = try? ClientState(saved: engine.state.savedText)
      #expect(again == engine.state, Fuzz.shown(Array(text.utf8)))
      for event in Self.events(&random) { _ = try engine.take(event, now: random.pick(Self.times)) }
    }
    #expect(loaded > 10)
  }

  private static let times = [1_800_000_000_000, 1_800_000_000_001, 1_900_000_000_000, 0, 1]

  /// One value somewhere is another.
  private static func changed(_ json: JSONValue, _ random: inout WalkRandom) -> JSONValue {
    switch json {
    case .object(var members):
      guard let name = random.any(members.keys.sorted()), let member = members[name] else { return json }
      members[name] = random.chance(1, of: 3) ? other(than: member, &random) : changed(member, &random)
      return .object(members)
    case .array(var items):
      guard !items.isEmpty else { return .array([random.json()]) }
      let place = random.below(items.count)
      if random.chance(1, of: 6) {
        items.append(contentsOf: Array(repeating: items[place], count: random.below(600)))
      } else {
        items[place] = changed(items[place], &random)
      }
      return .array(items)
    default: return other(than: json, &random)
    }
  }

  /// Mostly of the same type, so that it fits.
  private static func other(than json: JSONValue, _ random: inout WalkRandom) -> JSONValue {
    switch json {
    case .integer where random.chance(5, of: 6):
      .integer(random.pick([Int.min, Int.min + 1, -1, 0, 1, 1 << 53, (1 << 53) - 1, Int.max - 1, Int.max]))
    case .bool(let flag) where random.chance(5, of: 6): .bool(!flag)
    case .string where random.chance(5, of: 6):
      .string(random.pick(["", "e\u{301}", "bound", "unbound", "pending", "ambiguous", "alice", "n-1/tap"]))
    default: random.json()
    }
  }

  /// An event of each area, with what a server may answer.
  private static func events(_ random: inout WalkRandom) -> [ClientEvent] {
    var launch = Launch()
    launch.freshInstallation = "i-2"
    launch.deviceKey = "d-1"
    launch.marker = Launch.Marker(
      installation: random.pick(["i-1", "6F9619FF-8B86-D011-B42D-00CF4FC964FF"]), deviceKey: "d-1")
    launch.taskHandlers = ["com.example.refresh"]
    launch.permittedTasks = launch.taskHandlers
    var token = DeviceToken()
    token.value = "t-8"
    var answer = ServerAnswer(random.pick([.ok, .stale, .unreachable, .refused, .unauthorized]))
    answer.generation = random.pick([Int.min, 0, 1 << 53, Int.max])
    answer.retryAfter = random.pick([nil, Int.min, Int.max])
    answer.binding = random.pick(["bound", "ambiguous", "unbound"])
    answer.bindingTag = "tag"
    var push = PushArrival()
    push.payload = ["pw": ["c": "promo", "n": "n-1", "r": .integer(random.pick([Int.min, Int.max]))]]
    var response = Response()
    response.payload = push.payload
    var local = LocalNotification()
    local.notification = "l-1"
    local.at = random.pick([Int.min, Int.max])
    let number = random.pick([Int.min, 1, 92, Int.max])
    var events: [ClientEvent] = [
      .launched(launch), .tokenReceived(token), .foregrounded, .uiReady, .loggedIn(account: "alice"),
      .pushArrived(push), .responded(response), .localAsked(local), .momentReached(name: "order_placed"),
      .explainerAnswered(accepted: false), .permissionRead(Permission(.denied)), .flushDue, .loggedOut,
      .registrationAnswered(request: number, answer), .receiptsAnswered(request: number, answer),
      .logoutAnswered(request: number, answer), .taskAsked(id: "com.example.refresh"),
      .taskStarted(id: "com.example.refresh", run: number), .taskExpired(run: number), .settingsOpened,
    ]
    events[1...].shuffle(using: &random)
    return events
  }
}
