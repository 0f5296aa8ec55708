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
    guard let setting = raw(key), let value = expand(setting.value, from: key, depth: 0) else { return nil }
    return Setting(value: value, place: setting.place)
  }

  private func expand(_ text: String, from key: String, depth: Int) -> String? {
    guard depth < 16, text.utf8.count < 4_096 else { return nil }
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
      guard let value = inherited(name, from: key, depth: depth) else { return nil }
      made += parts.dropFirst().reduce(value) { Self.modify($0, String($1)) }
      rest = rest[rest.index(after: end)...]
    }
    return made + rest
  }

  private func inherited(_ name: String, from key: String, depth: Int) -> String? {
    if name != "inherited" {
      guard let setting = raw(name) else { return nil }
      return expand(setting.value, from: name, depth: depth + 1)
    }
    var weaker = self
    guard let first = layers.firstIndex(where: { $0[key] != nil }) else { return nil }
    weaker.layers.removeSubrange(...first)
    return weaker.raw(key).flatMap { weaker.expand($0.value, from: key, depth: depth + 1) } ?? ""
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

  /// The settings of an xcconfig file and what it includes.
  static func xcconfig(_ file: String, in tree: ProjectTree, depth: Int = 0) -> [String: Setting] {
    guard depth < 8, let text = tree.text(file) else { return [:] }
    var made: [String: Setting] = [:]
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let code = trimmed(withoutComment(line))
      if code.hasPrefix("#include") {
        let parts = code.split(separator: "\"")
        guard parts.count >= 2,
          let inner = ProjectTree.normalized(ProjectTree.join(ProjectTree.folder(of: file), String(parts[1])))
        else { continue }
        made.merge(xcconfig(inner, in: tree, depth: depth + 1)) { $1 }
      } else if let equals = code.firstIndex(of: "=") {
        let key = trimmed(code[..<equals])
        let value = trimmed(code[code.index(after: equals)...])
        let bare = key.split(separator: "[").first.map(String.init) ?? key
        if bare != key, made[bare] != nil { continue }
        made[bare] = Setting(value: value, place: "\(file):\(index + 1)")
      }
    }
    return made
  }

  private static func withoutComment(_ line: Substring) -> Substring {
    line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
  }

  static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
