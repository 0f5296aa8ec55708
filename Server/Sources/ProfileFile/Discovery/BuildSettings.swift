/// Build settings in layers, the strongest first: a target's own, its xcconfig's, the project's …
struct BuildSettings {
  struct Setting {
    var value: String
    var place: String
  }
  var layers: [[String: Setting]] = []
  /// Settings that Xcode itself defines.
  var builtIn: [String: String] = [:]

  func raw(_ key: String) -> Setting? {
    for layer in layers {
      if let setting = layer[key] { return setting }
    }
    return builtIn[key].map { Setting(value: $0, place: "Xcode") }
  }

  /// The value with `$(NAME)` and `${NAME}` filled in; nil where one of them is not known.
  func resolved(_ key: String) -> Setting? {
    var budget = 200
    guard let setting = raw(key), let value = expand(setting.value, from: key, &budget) else { return nil }
    return Setting(value: value, place: setting.place)
  }

  /// `budget` is how many more places may be filled in: settings can name each other without end.
  private func expand(_ text: String, from key: String, _ budget: inout Int) -> String? {
    guard text.utf8.count < 4_096 else { return nil }
    var made = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      made += rest[..<dollar]
      let open = rest.index(after: dollar)
      guard open < rest.endIndex, rest[open] == "(" || rest[open] == "{" else {
        made += "$"
        rest = rest[open...]
        continue
      }
      let close: Character = rest[open] == "(" ? ")" : "}"
      guard let end = rest[open...].firstIndex(of: close) else { return nil }
      let parts = rest[rest.index(after: open)..<end].split(separator: ":")
      guard let name = parts.first.map(String.init), name != key else { return nil }
      budget -= 1
      guard budget > 0, let value = inherited(name, from: key, &budget), value.utf8.count < 4_096 else {
        return nil
      }
      made += parts.dropFirst().reduce(value) { Self.modify($0, String($1)) }
      rest = rest[rest.index(after: end)...]
    }
    return made + rest
  }

  private func inherited(_ name: String, from key: String, _ budget: inout Int) -> String? {
    if name != "inherited" {
      guard let setting = raw(name) else { return nil }
      return expand(setting.value, from: name, &budget)
    }
    var weaker = self
    guard let first = layers.firstIndex(where: { $0[key] != nil }) else { return nil }
    weaker.layers.removeSubrange(...first)
    guard let setting = weaker.raw(key) else { return "" }
    return weaker.expand(setting.value, from: key, &budget)
  }

  private static func modify(_ value: String, _ modifier: String) -> String {
    switch modifier {
    case "lower": value.lowercased()
    case "upper": value.uppercased()
    case "rfc1034identifier":
      String(value.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "-" })
    case "c99extidentifier": String(value.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    default: value
    }
  }

  static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
