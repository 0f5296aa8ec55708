import Foundation
import PushClient
import Testing

/// `contract/states` has a state as each version wrote it, with everything in it.
@Suite struct SavedStateTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../contract/states").standardizedFileURL

  static func fixture(_ version: Int) throws -> String {
    try String(contentsOf: folder.appending(path: "v\(version).json"), encoding: .utf8)
  }

  private let fixture: String
  private let json: JSONValue

  init() throws {
    fixture = try Self.fixture(ClientState.current)
    json = try JSONValue(parsing: fixture)
  }

  @Test func aStateOfEachVersionLoads() throws {
    for version in 1...ClientState.current {
      let state = try ClientState(saved: Self.fixture(version))
      #expect(state.version == ClientState.current && state.session == SessionState())
      #expect(try ClientState(saved: state.savedText) == state)
    }
  }

  @Test func whatIsSavedIsWhatWasRead() throws {
    #expect(try ClientState(saved: fixture).savedText == json.text)
  }

  @Test func theFixtureHasEverything() throws {
    let state = try ClientState(saved: fixture)
    let untouched = Self.untouched(state, ClientState(), "state")
    #expect(untouched == ["state.session", "state.version"], "give these a value in the fixture")
  }

  @Test func unknownMembersAreNoFault() throws {
    let state = try ClientState(saved: fixture)
    let grown = Self.grown(json)
    #expect(grown != json)
    #expect(try ClientState(saved: grown.text) == state)
  }

  @Test func aNewerVersionIsRefused() throws {
    for version in [ClientState.current + 1, Int.max] {
      let text = with("version", .integer(version)).text
      #expect(throws: ClientState.Fault.newer(version)) { try ClientState(saved: text) }
    }
  }

  @Test func aValueOfAnotherTypeIsRefused() throws {
    for name in json.object?.keys.sorted() ?? [] {
      for wrong: JSONValue in [true, 5, "text", [[]], ["a": []], .decimal("1.5")] {
        let text = with(name, wrong).text
        guard let state = try? ClientState(saved: text) else { continue }
        // It fitted: then it is there.
        let kept = try JSONValue(parsing: state.savedText)[name]
        #expect(kept == wrong || wrong == ["a": []] || name == "version", "\(name): \(wrong.text)")
      }
    }
    #expect(throws: ClientState.Fault.malformed) { try ClientState(saved: self.with("counter", "1").text) }
    #expect(throws: ClientState.Fault.malformed) { try ClientState(saved: self.with("seen", [5]).text) }
    #expect(throws: ClientState.Fault.notJSON) { try ClientState(saved: "[]") }
  }

  /// Wherever the file ends, the device begins anew and says why.
  @Test func aTruncatedStateIsNoState() throws {
    let bytes = Array(fixture.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
    for length in 0..<bytes.count {
      let text = String(decoding: bytes.prefix(length), as: UTF8.self)
      #expect(throws: ClientState.Fault.notJSON) { try ClientState(saved: text) }
      guard length % 64 == 0 else { continue }
      let store = WalkStore()
      store.text = text
      let engine = ClientEngine(policy: ClientPolicy(), store: store)
      #expect(engine.loadFault != nil && engine.state == ClientState())
    }
  }

  @Test func aDeviceWhoseStateIsNewerBeginsAnew() throws {
    let store = WalkStore()
    store.text = with("version", 2).text
    var engine = ClientEngine(policy: ClientPolicy(), store: store)
    #expect(engine.loadFault == "the saved state has version 2, newer than this code")
    var launch = Launch()
    launch.freshInstallation = "i-2"
    launch.deviceKey = "d-1"
    launch.marker = Launch.Marker(installation: "i-1", deviceKey: "d-1")
    let effects = try engine.take(.launched(launch), now: 1_700_000_000_000)
    #expect(effects.commands.first == .adoptInstallation(id: "i-2", predecessor: "i-1"))
  }

  private func with(_ name: String, _ value: JSONValue) -> JSONValue {
    var members = json.object ?? [:]
    members[name] = value
    return .object(members)
  }

  /// With a member more in each record. What the app names freely has none.
  private static func grown(_ json: JSONValue) -> JSONValue {
    switch json {
    case .array(let items): return .array(items.map(grown))
    case .object(let members):
      var more = members.mapValues(grown)
      if let parameters = members["parameters"] { more["parameters"] = parameters }
      more["of_a_later_version"] = ["x": [1, .null]]
      return .object(more)
    default: return json
    }
  }

  /// The paths of what has the value it has in a blank record.
  private static func untouched(_ value: Any, _ blank: Any, _ path: String) -> [String] {
    if let items = value as? [any Coded], let first = items.first {
      return untouched(first, type(of: first).init(), path + "[0]")
    }
    let isRecord = value is any Coded
    let members = Mirror(reflecting: value).children
    guard isRecord, !members.isEmpty else {
      return String(reflecting: value) == String(reflecting: blank) ? [path] : []
    }
    let blanks = Dictionary(
      uniqueKeysWithValues: Mirror(reflecting: blank).children.map { ($0.label ?? "", $0.value) })
    let paths = members.flatMap { member -> [String] in
      let name = member.label ?? ""
      guard let blank = blanks[name], String(reflecting: member.value) != String(reflecting: blank) else {
        return ["\(path).\(name)"]
      }
      // An optional record has no blank one beside it.
      guard
        let inner = Mirror(reflecting: member.value).displayStyle == .optional
          ? Mirror(reflecting: member.value).children.first?.value : member.value
      else { return ["\(path).\(name)"] }
      let fresh = (inner as? any Coded).map { type(of: $0).init() as Any } ?? blank
      return untouched(inner, fresh, "\(path).\(name)")
    }
    return paths.sorted()
  }
}
