/// Counts requests against the rules of a scenario.
public struct ScenarioEngine: Sendable {
  private var rules: [Counted] = []

  private struct Counted {
    let rule: ScenarioRule
    /// Requests that met the conditions.
    var seen = 0
    /// How often the rule fired.
    var fired = 0
  }

  public init(_ scenario: Scenario = Scenario()) { rules = scenario.rules.map { Counted(rule: $0) } }

  /// What the rules say to a request.
  struct Plan: Equatable {
    /// In the order of the rules.
    var actions: [ScenarioAction] = []
    /// The names of the rules that fired.
    var names: [String] = []
  }

  var isEmpty: Bool { rules.isEmpty }

  /// How often each rule fired, by name.
  public var firings: [String: Int] {
    rules.reduce(into: [:]) { $0[$1.rule.name, default: 0] += $1.fired }
  }

  /// Counts a new connection.
  mutating func connected(_ server: EmulatedServer, connection: Int) -> Plan {
    plan { match in
      match.event == .connect && (match.server ?? server) == server
        && (match.connection ?? connection) == connection
    }
  }

  /// Counts a request.
  mutating func requested(_ request: EmulatedRequest, _ server: EmulatedServer, connection: Int) -> Plan {
    plan { match in
      guard match.event == .request, (match.server ?? server) == server,
        (match.connection ?? connection) == connection
      else { return false }
      if let path = match.path {
        if path.hasSuffix("*") {
          guard request.path.hasPrefix(path.dropLast()) else { return false }
        } else if request.path != path {
          return false
        }
      }
      if let token = match.token {
        let isInPath = request.path.hasSuffix("/" + token)
        guard isInPath || Self.contains(request.body, "\"\(token)\"") else { return false }
      }
      if let text = match.bodyContains { return Self.contains(request.body, text) }
      return true
    }
  }

  private mutating func plan(_ matches: (ScenarioMatch) -> Bool) -> Plan {
    var plan = Plan()
    for index in rules.indices {
      let match = rules[index].rule.match
      guard matches(match) else { continue }
      rules[index].seen += 1
      let number = rules[index].seen
      let isCounted = match.nth.isEmpty && match.every == nil
      guard number > match.after, rules[index].fired < match.times ?? .max,
        isCounted || match.nth.contains(number) || match.every.map({ $0 > 0 && number % $0 == 0 }) == true
      else { continue }
      rules[index].fired += 1
      plan.actions += rules[index].rule.actions
      plan.names.append(rules[index].rule.name)
    }
    return plan
  }

  private static func contains(_ body: [UInt8], _ text: String) -> Bool {
    text.isEmpty || body.firstRange(of: Array(text.utf8)) != nil
  }
}
