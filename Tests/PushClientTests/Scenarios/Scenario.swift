import Foundation
import PushClient

/// One file of `contract/scenarios`: a state, events, and all that the core makes of them.
struct Scenario {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../contract/scenarios").standardizedFileURL

  struct Fault: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }

  enum Step {
    case event(ClientEvent, at: Int)
    /// The process ends; the next one reads what was saved.
    case restart
  }

  var id: String
  var title: String
  var policy: ClientPolicy
  var state: ClientState
  var steps: [Step]
  var expect: JSONValue

  /// Reads a file. A member that nobody knows is a fault: else a misspelt one would prove nothing.
  init(_ name: String, policy common: ClientPolicy) throws {
    let json = try Self.read(name)
    try Self.expect(json, only: ["id", "title", "given", "events", "expect"], name)
    guard let id = json["id"].string, let title = json["title"].string else {
      throw Fault("\(name): no id or title")
    }
    guard "\(id).json" == name else { throw Fault("\(name): its id is \(id)") }
    self.id = id
    self.title = title
    let given = json["given"]
    try Self.expect(given, only: ["platform", "state", "policy"], id)
    policy = given["policy"].isNull ? common : try Self.record(given["policy"], "\(id): policy")
    state = given["state"].isNull ? ClientState() : try Self.record(given["state"], "\(id): state")
    if given["state"]["session"]["platform"].isNull, !given["platform"].isNull {
      guard let platform = Platform(json: given["platform"]) else { throw Fault("\(id): platform") }
      state.session.platform = platform
    }
    guard let events = json["events"].array, !events.isEmpty else { throw Fault("\(id): no events") }
    steps = try events.enumerated().map { try Self.step($1, "\(id): event \($0)") }
    expect = json["expect"]
  }

  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") && $0 != "policy.json" }
      .sorted(by: Catalogue.precedes)
  }

  static func commonPolicy() throws -> ClientPolicy { try record(read("policy.json"), "policy.json") }

  static func read(_ name: String) throws -> JSONValue {
    let data = try Data(contentsOf: folder.appending(path: name))
    do {
      return try JSONValue(parsing: [UInt8](data))
    } catch {
      throw Fault("\(name): no JSON at byte \(error.offset)")
    }
  }

  private static func step(_ json: JSONValue, _ place: String) throws -> Step {
    if json["restart"].bool == true {
      try expect(json, only: ["at", "restart"], place)
      return .restart
    }
    guard case .object(var members) = json, let at = json["at"].integer else {
      throw Fault("\(place): no time")
    }
    members["at"] = nil
    let event = JSONValue.object(members)
    guard let read = ClientEvent(json: event) else { throw Fault("\(place) does not fit: \(event.text)") }
    // An event says itself in one way: so nothing in the file was passed over.
    let written = read.json.object ?? [:]
    for (name, member) in members {
      guard let same = written[name] else {
        throw Fault("\(place): \(name) is unknown, or says what is so anyway")
      }
      guard same == member else { throw Fault("\(place): \(name) reads as \(same.text)") }
    }
    return .event(read, at: at)
  }

  private static func record<Value: Coded>(_ json: JSONValue, _ place: String) throws -> Value {
    var unknown: [String] = []
    guard let value = Value.read(json, unknown: &unknown), unknown.isEmpty else {
      throw Fault("\(place) does not fit \(unknown.sorted())")
    }
    guard value.json == json else {
      throw Fault(
        "\(place): something in it is unknown, or says what is so anyway; it reads as \(value.json.text)")
    }
    return value
  }

  private static func expect(_ json: JSONValue, only names: Set<String>, _ place: String) throws {
    guard let members = json.object else { throw Fault("\(place): no object") }
    let others = Set(members.keys).subtracting(names)
    guard others.isEmpty else { throw Fault("\(place): unknown \(others.sorted())") }
  }
}

extension Scenario {
  /// What the core makes of it, in the form of `expect`.
  func run() throws -> JSONValue {
    let reducer = ClientReducer(policy: policy)
    var state = state
    var commands: [JSONValue] = []
    var metrics: [JSONValue] = []
    for step in steps {
      switch step {
      case .restart: state = try ClientState(saved: state.savedText)
      case .event(let event, let at):
        let effects = reducer.reduce(&state, event, now: at)
        commands += effects.commands.map(\.json)
        metrics += effects.metrics.map(\.json)
      }
    }
    return ["commands": .array(commands), "state": state.json, "metrics": .array(metrics)]
  }
}
