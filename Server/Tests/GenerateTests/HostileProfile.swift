import Foundation
import ProfileFile
import PushContract

/// A profile that `check` lets pass, with names and texts chosen to break code that is made from them.
enum HostileProfile {
  /// Keywords and the names of types that the generated code uses.
  static let words = """
    actor any as associatedtype async await break case catch class continue default defer deinit do each else \
    enum extension false fileprivate for func guard if import in indirect init inout internal is lazy let nil \
    none open operator optional override package private protocol public repeat rethrows return self Self some \
    static struct subscript super switch throw throws true try Type Protocol typealias unowned var weak where \
    while abstract assert boolean byte char const double extends final finally float goto implements \
    instanceof int interface long native new null short strictfp synchronized this transient void volatile \
    record yield sealed permits fun object typeof val when field it to mapOf companion string String Object \
    integer Integer Long Double Boolean Instant Date Foundation PushClient Destination destination link path \
    from address other parameters policy place Place java javax dev kotlin hash hashValue hashCode equals \
    toString getClass name value component1 copy Moments Classes all step1 made item map list array math \
    a A aB a_b a__b AB ab_ HTTPServer httpServer http_server URL url Url home2 Home HOME x1 override_ \
    default_ DestinationValue destination_value Override parcel_destination names string_builder
    """.split(separator: " ").map(String.init)

  static let types = ["string", "id", "integer", "decimal", "boolean", "timestamp"]

  static let texts = [
    "\"quoted\" \\(code) ${code} $code \\u0041 */ // <xml> & 'single'", "line\nfeed\rand\ttab", "\\", "\"",
    "\u{202E}turned\u{2028}\u{2029}\u{0}\u{7}\u{7F}\u{85}\u{FEFF}", "👩‍👩‍👧 ä é\u{301} \u{10FFFF}\u{E000}",
    "\\u000a\\u0022",
    "\u{301}begins with a mark", "#\"raw\"#", "ends with \\",
  ]

  /// Longer than a constant of a class file.
  static let long = String(repeating: "long text with \"quotes\" and ä ", count: 3_000)

  /// - Parameter classes: how many further classes there are.
  static func text(classes: Int) -> String {
    var lines = [
      "version: 1", "app:", "  name: \(yaml("2 Ünï-\"côdé\" \\(x) $y\n*/ app"))",
      "  ios: { bundle_id: com.example.x }",
      "  android: { package: com.new.class.x_1.default }",
      "  links: { hosts: [a-1.example], schemes: [x+y.z-1] }", "priming:", "  reoffer: none",
      "  value_moments:",
    ]
    for (index, word) in words.enumerated() {
      lines.append("    \(word): { explainer: \(yaml(texts[index % texts.count])) }")
    }
    lines.append("    very_long: { explainer: \(yaml(long)) }")
    lines += ["destinations:", "  home: {}"]
    for (index, word) in words.enumerated() {
      lines.append("  \(word):")
      lines.append("    fallback: home")
      // Every word is a parameter once.
      let used = index % 6 == 0 ? words[index..<min(index + 6, words.count)] : []
      if !used.isEmpty {
        let list = used.enumerated().map { "\($1): \(types[($0 + index) % types.count])" }
        lines.append("    parameters: { \(list.joined(separator: ", ")) }")
      }
      let parts = ["d\(index).x"] + used.map { "{\($0)}" }
      if index % 2 == 0 { lines.append("    path: \"\(parts.joined(separator: "/"))\"") }
    }
    lines.append("channels:")
    for (index, id) in ids.enumerated() {
      lines.append("  \"\(id)\": { name: \(yaml(texts[index % texts.count])), importance: none }")
    }
    lines.append("actions:")
    for (index, id) in ids.enumerated() {
      lines += ["  \"\(id)\":", "    \"\(id)\": { title: \(yaml(brace(texts[index % texts.count]))) }"]
    }
    lines.append("tasks:")
    for (index, word) in words.prefix(20).enumerated() {
      lines.append("  \(word): { id: com.example.x.\(index), kind: processing, network: true }")
    }
    lines.append("classes:")
    for word in (0..<classes).map({ "class\($0)" }) + words.prefix(20) {
      lines += [
        "  \(word):", "    kind: alert", "    audience: public", "    owner: x", "    data_class: public",
        "    destination: home", "    title: x", "    priority: high", "    ttl: 1d", "    collapse: none",
        "    badge: none", "    sound: none", "    foreground: [banner, list]", "    channel: \"-\"",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func profile(classes: Int = 0) throws -> ProfileReading {
    try ProfileFile.read(bytes: Array(text(classes: classes).utf8))
  }

  private static let ids =
    words.suffix(20) + ["1", "-", "..", "_", "a.b", "a-b", "A-B", "1st", "id1st", "Id", "x-", "x."]

  private static func brace(_ text: String) -> String {
    text.replacing("{", with: "{{").replacing("}", with: "}}")
  }

  /// A YAML text in double quotes.
  private static func yaml(_ text: String) -> String {
    var made = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x20...0x21, 0x23...0x5B, 0x5D...0x7E: made.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        made += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return made + "\""
  }
}
