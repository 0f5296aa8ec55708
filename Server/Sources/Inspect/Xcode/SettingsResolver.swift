import AppFacts

/// Resolves build settings as Xcode layers them: the project's xcconfig and settings, then the target's.
struct SettingsResolver {
  /// Lowest first; of one key in one layer the last counts.
  private let layers: [[String: [BuildSetting]]]
  /// What Xcode itself sets.
  private let builtIn: [String: String]
  private let configuration: String
  private let isMac: Bool
  private let budget: Budget

  /// What all settings of a project may cost, in bytes that are looked at: values may name each other in a way
  /// that has no end within anybody's patience.
  final class Budget {
    private var left: Int
    init(_ bytes: Int = 64 << 20) { left = bytes }
    /// False: it is used up.
    func take(_ bytes: Int) -> Bool {
      left -= min(bytes, left)
      return left > 0
    }
  }

  private static let deepest = 24
  private static let longest = 64 << 10

  init(
    layers: [[BuildSetting]], builtIn: [String: String], configuration: String, budget: Budget = Budget()
  ) {
    self.budget = budget
    self.layers = layers.map { Dictionary(grouping: $0, by: \.key) }
    self.builtIn = builtIn
    self.configuration = configuration
    let roots = layers.joined().filter { $0.key == "SDKROOT" }.map(\.value)
    isMac = roots.last == "macosx"
  }

  /// Every setting that is written anywhere, resolved.
  func all() -> [String: Sourced<String>] {
    var settings: [String: Sourced<String>] = [:]
    for key in Set(layers.flatMap(\.keys)) {
      guard let top = layers.indices.last(where: { setting(key, $0) != nil }), let found = setting(key, top)
      else { continue }
      var steps = 0
      settings[key] = Sourced(expand(found.value, key, below: top, [key], &steps), found.place)
    }
    return settings
  }

  /// `$(…)` in a text that stands above all layers: a value of an Info.plist.
  func expand(_ text: String) -> String {
    var steps = 0
    return expand(text, nil, below: layers.count, [], &steps)
  }

  /// The setting of a key in one layer, for a device.
  private func setting(_ key: String, _ layer: Int) -> BuildSetting? {
    guard let written = layers[layer][key] else { return nil }
    let fitting = written.filter { $0.conditions.allSatisfy(holds) }
    return fitting.last { !$0.conditions.isEmpty } ?? fitting.last
  }

  private func holds(_ condition: (name: String, pattern: String)) -> Bool {
    switch condition.name {
    case "sdk": matches(condition.pattern, isMac ? "macosx" : "iphoneos")
    case "config": matches(condition.pattern, configuration)
    case "arch": matches(condition.pattern, "arm64")
    default: false
    }
  }

  /// With `*` at the end, as Xcode writes it.
  private func matches(_ pattern: String, _ value: String) -> Bool {
    if pattern.hasSuffix("*") { return value.hasPrefix(pattern.dropLast()) }
    return pattern == value
      || pattern.hasPrefix(value) && pattern.dropFirst(value.count).allSatisfy { $0.isNumber || $0 == "." }
  }

  private func lookUp(_ key: String, _ active: Set<String>, _ steps: inout Int) -> String? {
    guard !active.contains(key), active.count < Self.deepest else { return nil }
    if let top = layers.indices.last(where: { setting(key, $0) != nil }), let found = setting(key, top) {
      return expand(found.value, key, below: top, active.union([key]), &steps)
    }
    return builtIn[key].map { expand($0, key, below: 0, active.union([key]), &steps) }
  }

  /// What `$(inherited)` stands for: the same key further down.
  private func inherited(_ key: String, below layer: Int, _ active: Set<String>, _ steps: inout Int) -> String
  {
    guard let next = layers.indices.prefix(layer).last(where: { setting(key, $0) != nil }),
      let found = setting(key, next)
    else { return builtIn[key] ?? "" }
    return expand(found.value, key, below: next, active, &steps)
  }

  private func expand(
    _ text: String, _ key: String?, below layer: Int, _ active: Set<String>, _ steps: inout Int
  ) -> String {
    steps += 1
    guard text.utf8.contains(UInt8(ascii: "$")), steps < 2_000, budget.take(text.utf8.count + 64) else {
      return text
    }
    var output = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      // Finding the bracket that closes may look at all that is left.
      guard budget.take(rest.utf8.count) else { return text }
      output += rest[..<dollar]
      let after = rest.index(after: dollar)
      guard after < rest.endIndex, rest[after] == "(" || rest[after] == "{",
        let end = Self.closing(rest, from: after)
      else {
        output += "$"
        rest = rest[after...]
        continue
      }
      let inner = expand(String(rest[rest.index(after: after)..<end]), key, below: layer, active, &steps)
      let whole = "$(" + inner + ")"
      let parts = inner.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      let name = parts.first ?? ""
      var value: String?
      if name == "inherited" || name == key {
        if let key { value = inherited(key, below: layer, active, &steps) }
      } else {
        value = lookUp(name, active, &steps)
      }
      for modifier in parts.dropFirst() { value = Self.modified(value, by: modifier) }
      output += value ?? whole
      rest = rest[rest.index(after: end)...]
      guard output.utf8.count < Self.longest else { return text }
    }
    return output + rest
  }

  private static func closing(_ text: Substring, from open: Substring.Index) -> Substring.Index? {
    let (left, right): (Character, Character) = text[open] == "(" ? ("(", ")") : ("{", "}")
    var level = 0
    var index = open
    while index < text.endIndex {
      if text[index] == left { level += 1 }
      if text[index] == right {
        level -= 1
        if level == 0 { return index }
      }
      index = text.index(after: index)
    }
    return nil
  }

  private static func modified(_ value: String?, by modifier: String) -> String? {
    if modifier.hasPrefix("default=") {
      return value.map { $0.isEmpty } ?? true ? String(modifier.dropFirst(8)) : value
    }
    guard let value else { return nil }
    switch modifier {
    case "lower": return value.lowercased()
    case "upper": return value.uppercased()
    case "rfc1034identifier":
      return String(value.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" })
    case "c99extidentifier", "identifier":
      return String(
        value.enumerated().map { index, character in
          character.isLetter || character == "_" || (index > 0 && character.isNumber) ? character : "_"
        })
    case "dir": return FilePaths.folder(value)
    case "file": return value.split(separator: "/").last.map(String.init) ?? value
    case "base":
      let file = value.split(separator: "/").last.map(String.init) ?? value
      return file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    case "suffix": return value.lastIndex(of: ".").map { String(value[$0...]) } ?? ""
    case "standardizepath": return FilePaths.clean(value)
    case "quote": return value
    default: return nil
    }
  }
}
