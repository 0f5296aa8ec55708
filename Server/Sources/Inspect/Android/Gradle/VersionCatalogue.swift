/// A Gradle version catalogue (`libs.versions.toml`), read as far as its lines are plain.
struct VersionCatalogue: Equatable {
  /// Coordinates without a version, by the alias as build scripts write it: `firebase.messaging`.
  var libraries: [String: String] = [:]
  var plugins: [String: String] = [:]
  /// Aliases of libraries, by the bundle's alias.
  var bundles: [String: [String]] = [:]
  var versions: [String: String] = [:]

  init() {}

  init(_ text: String) {
    var section = ""
    var lines = text.split(omittingEmptySubsequences: true) { $0.isNewline }[...]
    while let raw = lines.popFirst() {
      var line = Self.uncommented(raw)
      if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
        section = String(line[line.index(after: line.startIndex)..<end]).trimmed
        continue
      }
      guard let equals = line.firstIndex(of: "=") else { continue }
      let alias = Self.accessor(String(line[..<equals]).trimmed)
      line = String(line[line.index(after: equals)...])
      // A list may go on over lines.
      var open = line.balance
      for _ in 0..<200 {
        guard open > 0, let more = lines.popFirst() else { break }
        let part = Self.uncommented(more)
        open += part.balance
        line += " " + part
      }
      take(alias, line, section)
    }
  }

  private mutating func take(_ alias: String, _ value: String, _ section: String) {
    let texts = Self.texts(value)
    switch section {
    case "versions":
      if let text = texts.first { versions[alias] = text }
    case "libraries":
      if let module = Self.value("module", value) ?? (value.contains("{") ? nil : texts.first) {
        libraries[alias] = module.split(separator: ":").prefix(2).joined(separator: ":")
      } else if let group = Self.value("group", value), let name = Self.value("name", value) {
        libraries[alias] = group + ":" + name
      }
    case "plugins":
      if let id = Self.value("id", value) ?? (value.contains("{") ? nil : texts.first) {
        plugins[alias] = id.split(separator: ":").first.map(String.init) ?? id
      }
    case "bundles": bundles[alias] = texts.map(Self.accessor)
    default: break
    }
  }

  /// `firebase-messaging` and `firebase_messaging` are written `firebase.messaging` in scripts.
  static func accessor(_ alias: String) -> String {
    String(alias.filter { $0 != "\"" && $0 != "'" }.map { $0 == "-" || $0 == "_" ? "." : $0 })
  }

  /// The text behind `key =` in an inline table.
  private static func value(_ key: String, _ table: String) -> String? {
    var rest = table[...]
    while let equals = rest.firstIndex(of: "=") {
      let before = rest[..<equals].trimmingSuffix { $0 == " " || $0 == "\t" }
      rest = rest[rest.index(after: equals)...]
      let start = before.lastIndex { !($0.isLetter || $0 == "." || $0 == "-" || $0 == "_") }
      let name = before[(start.map(before.index(after:)) ?? before.startIndex)...]
      if name == key { return texts(String(rest)).first }
    }
    return nil
  }

  /// All texts in quotes.
  private static func texts(_ line: String) -> [String] {
    var found: [String] = []
    var quote: Character?
    var current = ""
    for character in line {
      if let open = quote {
        if character == open {
          found.append(current)
          quote = nil
        } else {
          current.append(character)
        }
      } else if character == "\"" || character == "'" {
        quote = character
        current = ""
      }
    }
    return found
  }

  private static func uncommented(_ line: Substring) -> String {
    var quote: Character?
    for index in line.indices {
      let character = line[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "#" {
        return String(line[..<index]).trimmed
      }
    }
    return String(line).trimmed
  }
}

extension String {
  /// Without blanks at its ends.
  fileprivate var trimmed: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
    return String(drop(while: isBlank).trimmingSuffix(while: isBlank))
  }
  /// Brackets that are open at its end.
  fileprivate var balance: Int {
    utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "[") ? 1 : $1 == UInt8(ascii: "]") ? -1 : 0) }
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isOut: (Character) -> Bool) -> Substring {
    var end = endIndex
    while end > startIndex, isOut(self[index(before: end)]) { end = index(before: end) }
    return self[..<end]
  }
}
