import Audit
import PushContract

/// Finds the rules that a person means.
enum RuleLookup {
  /// By id in any case, by layer (`SIG`), or all ids that stand in a pasted text.
  static func find(_ text: String) -> [RulePage] {
    let asked = text.trimmingSpaces.uppercased()
    if let layer = RuleLayer(rawValue: asked) {
      return AuditRules.all.map { $0.page }.filter { $0.layer == layer }
    }
    var found: [RulePage] = []
    for word in asked.prefix(8192).split(whereSeparator: { !$0.isLetter && !$0.isNumber }).prefix(400) {
      guard let rule = AuditRules.rule(String(word)), !found.contains(where: { $0.id == rule.id }) else {
        continue
      }
      found.append(rule.page)
    }
    return found
  }

  /// The ids nearest to what was asked, where that looks like one.
  static func nearest(_ text: String) -> [String] {
    let asked = text.trimmingSpaces.uppercased()
    guard (4...12).contains(asked.count), asked.contains(where: \.isNumber) else { return [] }
    let letters = asked.prefix { $0.isLetter }
    let ids = AuditRules.all.map { $0.id }
    if let near = NearestWord.of(asked, among: ids) { return [near] }
    return Array(ids.filter { $0.hasPrefix(letters) && !letters.isEmpty }.prefix(3))
  }
}

/// A rule for people.
enum RuleText {
  static func table(_ pages: [RulePage], _ output: Output) -> String {
    var table = Table("rule", "severity", "layer", "what is found")
    for page in pages {
      table.add(
        .init(page.id, .bold), .init(page.severity.word), .init(page.layer.title), .init(page.summary))
    }
    return table.text(output.style, width: output.isTerminal ? output.width : nil)
  }

  static func text(_ page: RulePage, _ output: Output) -> String {
    let style = output.style
    var text = style.apply("\(page.id): \(page.summary)", .bold) + "\n\n"
    text += wrap(page.why, width: output.width) + "\n"
    var rows = [
      ("Severity", "\(page.severity.word), \(page.layer.title)"), ("Check", page.check), ("Fix", page.fix),
    ]
    if !page.rootCauses.isEmpty {
      rows.append(("Goes with", page.rootCauses.joined(separator: ", ") + ", where both are about the same"))
    }
    if !page.silentOn.isEmpty { rows.append(("Silent on", page.silentOn.joined(separator: "\n"))) }
    for reference in page.references {
      rows.append(("Rests on", "\(reference.title), \(reference.url) (read \(reference.reviewed))"))
    }
    for (name, value) in rows {
      let label = name + ":" + String(repeating: " ", count: max(1, 11 - name.count - 1))
      let lines = wrap(value, width: max(40, output.width - 11)).split(separator: "\n")
      text +=
        style.apply(label, .cyan) + lines.joined(separator: "\n" + String(repeating: " ", count: 11)) + "\n"
    }
    text += example("Has it", page.bad, style) + example("Has it not", page.good, style)
    return text
  }

  private static func example(_ title: String, _ example: RuleExample, _ style: Styler) -> String {
    var text = ""
    for file in example.files {
      text += "\n" + style.apply("\(title): \(file.name)", .bold) + "\n"
      var lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      while lines.last?.isEmpty == true { lines.removeLast() }
      for line in lines {
        text += line.isEmpty ? "\n" : "  \(line)\n"
      }
    }
    return text
  }
}

extension RulePage {
  /// For programs. Names and shape do not change; members may be added.
  var json: JSON {
    func json(_ example: RuleExample) -> JSON {
      .array(example.files.map { ["name": .string($0.name), "text": .string($0.text)] })
    }
    return [
      "id": .string(id), "layer": .string(layer.rawValue), "severity": .string(severity.rawValue),
      "summary": .string(summary), "why": .string(why), "check": .string(check), "fix": .string(fix),
      "silent_on": .array(silentOn.map(JSON.string)), "root_causes": .array(rootCauses.map(JSON.string)),
      "references": .array(
        references.map {
          ["title": .string($0.title), "url": .string($0.url), "reviewed": .string($0.reviewed)]
        }),
      "bad": json(bad), "good": json(good),
    ]
  }
}
