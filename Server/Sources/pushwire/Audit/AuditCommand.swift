import AppFacts
import Audit
import Foundation
import Inspect
import PushContract

/// `pushwire audit PATH…`: what in an app's files keeps pushes from working.
struct AuditCommand: Command {
  let name = "audit"
  let summary = "Say what in an app, its sources or payloads keeps pushes from working"
  let syntax = Syntax(
    options: [
      .init(
        name: "format", short: "f", value: "FORMAT", summary: "text, json, sarif or github; text where absent"
      ),
      .init(
        name: "sarif", value: "FILE", summary: "Write SARIF 2.1.0 there, too; - for standard output alone"),
      .init(name: "rule", short: "r", value: "ID", repeats: true, summary: "Only this rule"),
      .init(
        name: "min-severity", value: "SEVERITY", summary: "Leave out what is below error, warning or info"),
      .init(name: "strict", summary: "Warnings are a no, too"),
      .init(name: "profile", short: "p", value: "FILE", summary: "The pushwire.yaml that belongs to it"),
    ],
    positionals: [
      .init(
        name: "PATH", summary: "Apps, archives, profiles, source trees, manifests, keys, payloads, captures",
        repeats: true)
    ])
  let discussion = """
    Reads what is given (.ipa, .app, .xcarchive, Mach-O, provisioning profiles, entitlements, Info.plist, Xcode and \
    Gradle source trees, .apk, .aab, AndroidManifest.xml, Google's files, .p8, .apns and JSON payloads, captured \
    requests, pushwire.yaml), puts together what belongs together, and judges it by rules. Give the app, its sources \
    and a payload at once: many faults show only between two of them. Nothing leaves this machine.
    Exits 0 without errors, 1 with any (--strict: or a warning), 3 where an input could not be read and there is no \
    error: what was not read is never clean. docs/audit.md says how findings are silenced with a reason.
    """
  let examples = [
    Example("pushwire audit Parcel.ipa", "One app as it is shipped"),
    Example("pushwire audit Parcel.xcarchive Sources order.apns", "With its sources and a payload"),
    Example("pushwire audit . --format github", "In a workflow, beside the lines of a pull request"),
    Example("pushwire audit app-release.apk --sarif audit.sarif", "For code scanning"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let format = try format(arguments, context)
    let rules = try rules(arguments)
    let least = try arguments.choice("min-severity", Severity.self) ?? .info
    let paths = try paths(arguments)
    let facts = Self.read(paths, context)
    let now = Int((Date().timeIntervalSince1970 * 1000).rounded())
    let output = AuditOutput(
      Audit.run(facts, now: now, rules: rules), least: least, isStrict: arguments.has("strict"))
    if let file = arguments.value("sarif"), file != "-" { try write(output.sarif, to: file) }
    output.write(format, context)
    return output.exit
  }

  /// Reads what was given, with a line of progress on a terminal where it takes long.
  static func read(_ paths: [String], _ context: Context) -> AuditFacts {
    let progress = AuditProgress(context.errors)
    var inspector = Inspector(swiftReader: SwiftReaderLocation.find())
    inspector.progress = { progress.reading($0) }
    let facts = inspector.read(paths)
    progress.finish()
    return facts
  }

  /// The format that was asked for, by `--format` or the options that imply one.
  func format(_ arguments: Arguments, _ context: Context) throws -> AuditFormat {
    var chosen = try arguments.choice("format", AuditFormat.self)
    for (given, format, option) in [
      (context.json, AuditFormat.json, "--json"), (arguments.value("sarif") == "-", .sarif, "--sarif -"),
    ] where given {
      if let chosen, chosen != format {
        throw CommandError.usage("\(option) and --format \(chosen.rawValue) ask for two formats at once.")
      }
      chosen = format
    }
    return chosen ?? .text
  }

  private func rules(_ arguments: Arguments) throws -> [any AuditRule.Type] {
    let asked = arguments.all("rule")
    guard !asked.isEmpty else { return AuditRules.all }
    return try asked.map { id in
      if let rule = AuditRules.rule(id.uppercased()) { return rule }
      throw CommandError.usage(
        "There is no rule \(quoted(id)).",
        advice: (suggestion(for: id.uppercased(), in: AuditRules.all.map { $0.id })
          + " `pushwire explain` lists the rules.").trimmedFront)
    }
  }

  private func paths(_ arguments: Arguments) throws -> [String] {
    if arguments.positionals.contains("-") {
      throw CommandError.usage("Audit does not read standard input.", advice: "Write it to a file.")
    }
    return arguments.positionals + arguments.all("profile")
  }

  private func write(_ json: JSON, to file: String) throws {
    do {
      try Data((json.text + "\n").utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    } catch {
      throw CommandError(
        .failed, "The SARIF file cannot be written.", place: file, advice: "Look at its folder and disk.")
    }
  }
}
