import PushClient

extension JSONValue {
  /// For files that are read by people: what is short stands in one line.
  func pretty(indent: Int = 0, width: Int = 100) -> String {
    let flat = flatText
    if indent + flat.count <= width { return flat }
    let space = String(repeating: " ", count: indent + 2)
    let end = "\n" + String(repeating: " ", count: indent)
    switch self {
    case .array(let items):
      return "[\n"
        + items.map { space + $0.pretty(indent: indent + 2, width: width) }.joined(separator: ",\n") + end
        + "]"
    case .object(let members):
      let lines = Self.ordered(members).map { name, value in
        space + JSONValue.string(name).text + ": " + value.pretty(indent: indent + 2, width: width)
      }
      return "{\n" + lines.joined(separator: ",\n") + end + "}"
    default: return flat
    }
  }

  private var flatText: String {
    switch self {
    case .array(let items): "[" + items.map(\.flatText).joined(separator: ", ") + "]"
    case .object(let members):
      "{"
        + Self.ordered(members).map { JSONValue.string($0).text + ": " + $1.flatText }.joined(separator: ", ")
        + "}"
    default: text
    }
  }

  /// What tells one thing from another first, then by name.
  private static func ordered(_ members: [String: JSONValue]) -> [(String, JSONValue)] {
    let first = ["id", "title", "given", "events", "expect", "at", "event", "command", "commands", "metrics"]
    return members.map { ($0.key, $0.value) }.sorted { left, right in
      let places = [left.0, right.0].map { first.firstIndex(of: $0) ?? first.count }
      return places[0] != places[1]
        ? places[0] < places[1] : left.0.utf8.lexicographicallyPrecedes(right.0.utf8)
    }
  }
}
