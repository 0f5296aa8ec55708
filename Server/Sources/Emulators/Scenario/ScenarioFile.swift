/// Reads a scenario from JSON. Unknown keys are errors; docs/emulators.md describes the format.
public enum ScenarioFile {
  /// The scenario in these bytes, or where and why it cannot be read.
  public static func read(_ bytes: [UInt8]) throws(ScenarioError) -> Scenario {
    let root: JSONValue
    switch JSONReader.read(bytes) {
    case .success(let value): root = value
    case .failure(let fault):
      throw ScenarioError(
        .notJSON, "This is not JSON; reading stopped here.", place: "byte \(fault.offset)")
    }
    let fields = try ScenarioFields(root, at: "", keys: ["rules"])
    var rules: [ScenarioRule] = []
    for (index, value) in try fields.list("rules").enumerated() {
      rules.append(try rule(value, at: "rules[\(index)]", number: index + 1))
    }
    return Scenario(rules: rules)
  }

  private static func rule(_ value: JSONValue, at place: String, number: Int) throws(ScenarioError)
    -> ScenarioRule
  {
    let fields = try ScenarioFields(value, at: place, keys: ["name", "match", "actions"])
    var match = ScenarioMatch()
    if let value = fields["match"] { match = try self.match(value, at: place + ".match") }
    var actions: [ScenarioAction] = []
    for (index, value) in try fields.list("actions").enumerated() {
      actions.append(try ScenarioFields.action(value, at: "\(place).actions[\(index)]"))
    }
    guard !actions.isEmpty else {
      throw ScenarioError(.noAction, "A rule needs at least one action.", place: place + ".actions")
    }
    return ScenarioRule(try fields.text("name") ?? "rule \(number)", match: match, actions: actions)
  }

  private static func match(_ value: JSONValue, at place: String) throws(ScenarioError) -> ScenarioMatch {
    let fields = try ScenarioFields(
      value, at: place,
      keys: [
        "event", "server", "path", "token", "bodyContains", "connection", "nth", "every", "after", "times",
      ])
    var match = ScenarioMatch()
    match.event = try fields.choice("event", ScenarioMatch.Event.self) ?? .request
    match.server = try fields.choice("server", EmulatedServer.self)
    match.path = try fields.text("path")
    match.token = try fields.text("token")
    match.bodyContains = try fields.text("bodyContains")
    match.connection = try fields.count("connection")
    match.every = try fields.count("every")
    match.after = try fields.count("after", from: 0) ?? 0
    match.times = try fields.count("times")
    if let value = fields["nth"] {
      for element in value.elements ?? [value] {
        guard let number = element.integer, number > 0 else {
          throw ScenarioError(
            .badValue, "A number from 1, or a list of such, is expected.", place: place + ".nth")
        }
        match.nth.insert(Int(number))
      }
    }
    return match
  }
}
