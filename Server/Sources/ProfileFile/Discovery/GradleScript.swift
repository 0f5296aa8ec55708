/// What a Gradle build script says in plain words; what it computes stays unknown.
struct GradleScript {
  struct Value {
    var text: String
    /// In quotes, or a number; a name otherwise.
    var isLiteral: Bool
    var line: Int
  }

  let file: String
  private let lines: [String]

  init(_ file: String, text: String) {
    self.file = file
    lines = Self.withoutComments(text).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
  }

  /// Applies the application plugin, by its id or a version catalogue's alias, or names an
  /// application id, as scripts do whose plugins stand elsewhere.
  var isApplication: Bool {
    value("applicationId") != nil
      || lines.contains { line in
        line.contains("com.android.application") && !line.contains("apply false")
          || line.lowercased().contains("plugins.android.application") && !line.contains("apply false")
          || line.lowercased().contains("plugins.androidapplication") && !line.contains("apply false")
      }
  }

  /// The first of these properties: `minSdk 26`, `minSdk = 26`, `minSdkVersion(26)`.
  func value(_ names: String...) -> Value? {
    for (index, line) in lines.enumerated() {
      for statement in line.split(whereSeparator: { $0 == ";" || $0 == "{" || $0 == "}" }) {
        let words = BuildSettings.trimmed(statement)
        for name in names where words.hasPrefix(name) {
          let rest = words.dropFirst(name.count)
          guard let mark = rest.first, mark == " " || mark == "=" || mark == "(" || mark == "\t" else {
            continue
          }
          if let value = Self.value(rest, line: index + 1) { return value }
        }
      }
    }
    return nil
  }

  /// Names that the script itself gives a plain value: `def x = 26`, `val x = "a"`, `ext.x = 26`.
  func definition(of name: String) -> String? {
    for line in lines {
      guard let equals = line.firstIndex(of: "="),
        let left = line[..<equals].split(whereSeparator: \.isWhitespace).last
      else { continue }
      let bare = left.split(separator: ".").last.map(String.init)
      guard bare == name, let value = Self.value(line[equals...], line: 0), value.isLiteral else { continue }
      return value.text
    }
    return nil
  }

  private static func value(_ rest: Substring, line: Int) -> Value? {
    let text = BuildSettings.trimmed(rest.drop { $0 == " " || $0 == "=" || $0 == "(" || $0 == "\t" })
    guard let first = text.first else { return nil }
    if first == "\"" || first == "'" {
      let inner = text.dropFirst().prefix { $0 != first }
      guard inner.count + 1 < text.count else { return nil }
      return Value(text: String(inner), isLiteral: !inner.contains("$"), line: line)
    }
    let word = text.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
    guard !word.isEmpty else { return nil }
    return Value(text: String(word), isLiteral: word.allSatisfy(\.isNumber), line: line)
  }

  /// Comments become blanks; quotes are respected and lines stay.
  private static func withoutComments(_ text: String) -> String {
    var made: [UInt8] = []
    let bytes = Array(text.utf8)
    var (at, quote) = (0, UInt8(0))
    while at < bytes.count {
      let byte = bytes[at]
      let next = at + 1 < bytes.count ? bytes[at + 1] : 0
      if quote != 0 {
        if byte == UInt8(ascii: "\\") {
          made.append(byte)
          at += 1
          if at < bytes.count { made.append(bytes[at]) }
        } else {
          if byte == quote || byte == 0x0A { quote = 0 }
          made.append(byte)
        }
        at += 1
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "/") {
        while at < bytes.count, bytes[at] != 0x0A { at += 1 }
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        at += 2
        while at < bytes.count,
          !(bytes[at] == UInt8(ascii: "*") && at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "/"))
        {
          if bytes[at] == 0x0A { made.append(0x0A) }
          at += 1
        }
        at += 2
      } else {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
        made.append(byte)
        at += 1
      }
    }
    return String(decoding: made, as: UTF8.self)
  }
}
