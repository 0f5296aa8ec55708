import AppFacts
import Audit
import Foundation
import Inspect

/// `pushwire payload lint FILE…`: the audit of payloads, captured requests, FCM messages and keys alone.
struct PayloadLintCommand: Command {
  let name = "payload lint"
  let summary = "Say what is wrong in payloads, captured requests, FCM messages and keys"
  let syntax = Syntax(
    options: [
      .init(
        name: "format", short: "f", value: "FORMAT", summary: "text, json, sarif or github; text where absent"
      ),
      .init(
        name: "min-severity", value: "SEVERITY", summary: "Leave out what is below error, warning or info"),
      .init(name: "strict", summary: "Warnings are a no, too"),
    ],
    positionals: [
      .init(
        name: "FILE", summary: "An .apns or JSON payload, a curl line, HTTP as text, an FCM message, a .p8",
        repeats: true)
    ])
  let discussion = """
    The rules of `pushwire audit` that need no app: JSON, sizes, keys and types of aps, headers, topic, host, provider \
    token, FCM's form, and what a provider's answer may mean. Give app and payload to `pushwire audit` together to have \
    them compared. Tokens are masked as they are read. Exits 0 without errors, 1 with any (--strict: or a warning), 3 \
    where a file could not be read.
    """
  let examples = [
    Example("pushwire payload lint order.apns", "One payload"),
    Example(
      "pushwire payload lint push.sh AuthKey_ABC123DEFG.p8", "A curl line, and the key it was signed with"),
  ]

  /// What this command is for; anything else is the audit's.
  private static let kinds: Set<InputFact.Kind> = [
    .payload, .capture, .fcmBody, .providerKey, .pushwireProfile, .serviceAccount, .unknown,
  ]
  private static let alsoRules: Set<RuleID> = ["FLOW008", "FLOW009"]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let format = try AuditCommand().format(arguments, context)
    let least = try arguments.choice("min-severity", Severity.self) ?? .info
    for path in arguments.positionals {
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
        throw CommandError.usage(
          "\(quoted(path)) is a folder.", advice: "`pushwire audit \(path)` reads folders.")
      }
    }
    let facts = Inspector().read(arguments.positionals)
    if let other = facts.inputs.first(where: { !Self.kinds.contains($0.kind) }) {
      throw CommandError.usage(
        "\(quoted(other.place.file)) is no payload, request, message or key.",
        advice: "`pushwire audit` reads it.")
    }
    let rules = AuditRules.all.filter { rule in
      [.payload, .host, .key, .fcm].contains(rule.page.layer) || Self.alsoRules.contains(rule.id)
    }
    let now = Int((Date().timeIntervalSince1970 * 1000).rounded())
    let output = AuditOutput(
      Audit.run(facts, now: now, rules: rules), sections: [], least: least,
      isStrict: arguments.has("strict"))
    output.write(format, context)
    return output.exit
  }
}
