/// docs/rules: an index by layer, and a page a rule. A test keeps the files equal to this.
extension AuditRules {
  public static let writeCommand =
    "PUSHWIRE_WRITE_DOCS=1 swift test --package-path Server --filter theRulePagesAreTheRules"

  /// All files of docs/rules by name.
  public static func pages() -> [String: String] {
    var files = ["README.md": index()]
    for rule in all { files[rule.id + ".md"] = rule.page.markdown() }
    return files
  }

  private static func index() -> String {
    var text = """
      # The rules of pushwire audit

      \(all.count) rules in \(RuleLayer.allCases.count) layers, in the order in which a push meets them. An error: the
      push, or the task, does not work. A warning: it works by luck, or not everywhere. A note: worth knowing.
      `pushwire explain RULE` prints a page; [audit.md](../audit.md) says how the rules are used. These pages are
      made of the rules themselves (`Server/Sources/Audit/Rules`); their examples are the rules' tests. Renew them
      after a change: `\(writeCommand)`.

      """
    for layer in RuleLayer.allCases {
      let pages = all.map { $0.page }.filter { $0.layer == layer }
      guard !pages.isEmpty else { continue }
      text += "\n## \(layer.rawValue): \(layer.title)\n\n| rule | | what is found |\n|---|---|---|\n"
      for page in pages {
        text += "| [\(page.id)](\(page.id).md) | \(page.severity.word) | \(cell(page.summary)) |\n"
      }
    }
    return text
  }

  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}

extension Severity {
  /// For people: `note` for what is worth knowing.
  public var word: String { self == .info ? "note" : rawValue }
}

extension RulePage {
  /// The rule's page.
  public func markdown() -> String {
    var text = """
      # \(id): \(summary)

      Layer: \(layer.title). Severity: \(severity.word). [All rules](README.md)

      \(why)

      ## Check

      \(check)

      ## Fix

      \(fix)

      """
    if !silentOn.isEmpty {
      text += "\n## Silent on\n\n" + silentOn.map { "- \($0)\n" }.joined()
    }
    if !rootCauses.isEmpty {
      let links = rootCauses.map { "[\($0)](\($0).md)" }.joined(separator: ", ")
      text += "\n## Goes away with\n\n\(links), where both are about the same thing.\n"
    }
    text += "\n## Example with this finding\n" + bad.markdown()
    text += "\n## Example without any\n" + good.markdown()
    if !references.isEmpty {
      text += "\n## Rests on\n\n"
      for reference in references {
        text += "- [\(reference.title)](\(reference.url)), read \(reference.reviewed)\n"
      }
    }
    return text
  }
}

extension RuleExample {
  fileprivate func markdown() -> String {
    files.map { file in
      let text = file.text.last == "\n" ? file.text : file.text + "\n"
      let fence = text.contains("```") ? "~~~~" : "```"
      let note = file.isRecipe ? " (what matters in it)" : ""
      return "\n`\(file.name)`\(note):\n\n\(fence)\(file.language)\n\(text)\(fence)\n"
    }.joined()
  }
}

extension RuleExample.File {
  private var kind: String { name.split(separator: ".").last.map(String.init) ?? "" }

  /// No text in truth: it is shown by what matters in it.
  public var isRecipe: Bool {
    [
      "ipa", "app", "appex", "xcarchive", "mobileprovision", "provisionprofile", "macho", "apk", "aab", "p8",
    ].contains(kind)
  }

  /// What a fence is called, for colours.
  fileprivate var language: String {
    switch kind {
    case "swift": "swift"
    case "m", "mm", "h": "objc"
    case "kt", "kts": "kotlin"
    case "java": "java"
    case "json", "apns": "json"
    case "xml", "plist", "entitlements", "aab", "apk": "xml"
    case "yaml", "yml": "yaml"
    case "gradle": "groovy"
    case "sh", "curl": "sh"
    default: ""
    }
  }
}
