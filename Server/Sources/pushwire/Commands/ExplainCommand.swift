import Audit
import Providers

/// `pushwire explain WORD`: what a provider's answer or a finding of the audit means, and what to do.
struct ExplainCommand: Command {
  let name = "explain"
  let summary = "Say what a provider's answer or an audit's finding means, why it comes and what to do"
  let syntax = Syntax(positionals: [
    .init(
      name: "WORD",
      summary: "A reason, an HTTP status, an answer's body, or a rule's id or layer; everything where absent",
      required: false, repeats: true)
  ])
  let discussion = """
    The words come from the table that also decides what happens to a push, and from the rules of the audit. A reason or \
    rule is found in any case and inside a pasted text; a status lists the reasons that come with it, a layer (SIG) its \
    rules. Exits 1 if nothing is known of it.
    """
  let examples = [
    Example("pushwire explain BadDeviceToken", "One reason"),
    Example("pushwire explain 410", "All that come with a status"),
    Example("pushwire explain SIG002", "One rule of the audit"),
    Example("pushwire explain", "Both tables"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let asked = arguments.positionals.joined(separator: " ")
    let reasons = asked.isEmpty ? ReasonCatalogue.all : ReasonLookup.find(asked)
    let rules = asked.isEmpty ? AuditRules.all.map { $0.page } : RuleLookup.find(asked)
    guard !reasons.isEmpty || !rules.isEmpty else {
      let near = RuleLookup.nearest(asked) + ReasonLookup.nearest(asked)
      let meant = near.isEmpty ? "" : "Did you mean \(list(near))? "
      throw CommandError(
        CommandError.Code(rawValue: "unknown_reason"), "Nothing is known of \(quoted(asked)).",
        advice: meant + "`pushwire explain` lists all reasons and rules.", exit: .no)
    }
    let output = context.output
    if context.json {
      context.print(["reasons": .array(reasons.map(\.json)), "rules": .array(rules.map(\.json))])
    } else if asked.isEmpty {
      output.write(ReasonPage.table(reasons, output) + "\n" + RuleText.table(rules, output))
    } else if RuleLayer(rawValue: asked.uppercased()) != nil {
      output.write(RuleText.table(rules, output))
    } else {
      let pages = reasons.map { ReasonPage.text($0, output) } + rules.map { RuleText.text($0, output) }
      output.write(pages.joined(separator: "\n"))
    }
    return .yes
  }
}

/// Finds what a person means.
enum ReasonLookup {
  /// By name, alias or code; by status; or by the words of a pasted answer.
  static func find(_ text: String) -> [Reason] {
    let text = text.trimmingSpaces
    let exact = named(text)
    if !exact.isEmpty { return exact }
    if let status = Int16(text) { return ReasonCatalogue.all.filter { $0.statuses.contains(status) } }
    var found: [Reason] = []
    for word in words(text) {
      for reason in named(word) where !found.contains(where: { $0.code == reason.code }) {
        found.append(reason)
      }
    }
    return found
  }

  /// Where the case decides (`Unregistered` is APNs', `UNREGISTERED` FCM's) it is heeded.
  private static func named(_ word: String) -> [Reason] {
    let found = ReasonCatalogue.find(word)
    let sameCase = found.filter { $0.name == word || $0.code == word || $0.aliases.contains(word) }
    return sameCase.isEmpty ? found : sameCase
  }

  /// The names nearest to what was asked.
  static func nearest(_ text: String) -> [String] {
    words(text).prefix(4).flatMap { ReasonCatalogue.nearest($0, count: 2) }
  }

  private static func words(_ text: String) -> [String] {
    let parts = text.prefix(8192).split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
    return parts.filter { $0.count >= 4 && $0.count <= 64 }.prefix(200).map(String.init)
  }
}

/// A reason for people.
enum ReasonPage {
  static func table(_ reasons: [Reason], _ output: Output) -> String {
    var table = Table("provider", "reason", "status", "verdict", "meaning")
    for reason in reasons {
      table.add(
        .init(reason.provider.rawValue), .init(reason.title, .bold), .init(reason.statusText),
        .init(reason.kind.code), .init(reason.meaning))
    }
    return table.text(output.style, width: output.isTerminal ? output.width : nil)
  }

  static func text(_ reason: Reason, _ output: Output) -> String {
    let style = output.style
    let status = reason.statuses.isEmpty ? "" : ", HTTP \(reason.statusText)"
    var text = style.apply("\(reason.provider.title): \(reason.title)", .bold) + status + "\n\n"
    text += wrap(reason.meaning, width: output.width) + "\n"
    let causes = reason.causes.enumerated().map { "\($0.offset + 1). \($0.element)" }
    var rows = [("Why", causes.joined(separator: "\n")), ("Check", reason.check), ("Fix", reason.fix)]
    rows.append(("Verdict", "\(reason.kind.code): \(reason.kind.summary)"))
    if let field = reason.field { rows.append(("Field", field)) }
    rows.append(("Retried", reason.retryText))
    if let token = reason.tokenText { rows.append(("Token", token)) }
    if let hold = reason.holdText { rows.append(("Held", hold)) }
    if !reason.aliases.isEmpty { rows.append(("Also", reason.aliases.joined(separator: ", "))) }
    rows.append(("Source", reason.source.rawValue))
    for (name, value) in rows {
      let label = name + ":" + String(repeating: " ", count: 9 - name.count)
      let lines = wrap(value, width: max(40, output.width - 10)).split(separator: "\n")
      text +=
        style.apply(label, .cyan) + lines.joined(separator: "\n" + String(repeating: " ", count: 10)) + "\n"
    }
    return text
  }
}

extension Reason {
  /// For programs. Names and shape do not change; members may be added.
  fileprivate var json: JSON {
    [
      "code": .string(code), "provider": .string(provider.rawValue), "name": .string(name),
      "variant": variant.isEmpty ? .null : .string(variant),
      "statuses": .array(statuses.map { .integer(Int($0)) }), "verdict": .string(kind.code),
      "scope": .string(scope.rawValue), "field": .text(field), "meaning": .string(meaning),
      "causes": .array(causes.map(JSON.string)), "check": .string(check), "fix": .string(fix),
      "retry": .string(retryText), "token": .text(tokenText), "held": .text(holdText),
      "aliases": .array(aliases.map(JSON.string)), "source": .string(source.rawValue),
    ]
  }
}
