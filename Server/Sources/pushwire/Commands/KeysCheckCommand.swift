import Foundation
import PushContract

/// `pushwire keys check`: are these credentials what they should be?
struct KeysCheckCommand: Command {
  let name = "keys check"
  let summary = "Say whether a .p8 key or a service account is what it should be"
  /// Of the options for the network those that make sense for one question.
  private static let networkOptions = ["endpoint", "ca", "port", "proxy", "deadline"]

  let syntax = Syntax(
    options: [
      ProfileInput.option,
      .init(name: "key-id", value: "ID", summary: "The key id that belongs to the .p8 file"),
      .init(name: "team-id", value: "ID", summary: "The team id that belongs to the .p8 file"),
      .init(name: "ask", summary: "Ask Apple and Google, too, whether they accept the keys"),
      .init(name: "topic", value: "BUNDLE-ID", summary: "With --ask: the app, where no profile says it"),
      .init(name: "env", short: "e", value: "NAME", summary: "With --ask: sandbox or production; else both"),
    ] + SendNetwork.options.filter { KeysCheckCommand.networkOptions.contains($0.name) },
    positionals: [
      .init(
        name: "FILE", summary: "A .p8 key or service account; those of the profile where absent",
        required: false,
        repeats: true)
    ])
  let discussion = """
    Looks at the files themselves: the kind of key, the key id, the team, the project, and whether they go \
    together. Nothing leaves this machine without --ask. With it each provider is asked: APNs by a background \
    push without content to a made-up token (it has no dry run: BadDeviceToken means that the key was accepted), \
    FCM by a message that is only validated. Exits 0 if all are good, 1 if one is not, 3 if one cannot be read.
    """
  let examples = [
    Example("pushwire keys check", "The credentials of this folder's profile"),
    Example("pushwire keys check AuthKey_ABC123DEFG.p8 --team-id ABCDE12345", "One key, by itself"),
    Example("pushwire keys check firebase.json --json", "A service account, for a program"),
    Example("pushwire keys check --ask", "Do Apple and Google accept the profile's keys?"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let subjects =
      arguments.positionals.isEmpty
      ? try KeySubject.ofProfile(arguments) : try KeySubject.files(arguments)
    let question = try question(arguments, subjects, context)
    let reports = try subjects.map { subject in
      var report = subject.inspect()
      if report.isGood { try question?.ask(subject, &report) }
      return report
    }
    if context.json {
      context.print(["ok": .bool(reports.allSatisfy(\.isGood)), "keys": .array(reports.map(\.json))])
    } else {
      context.output.write(reports.map { $0.text(context.output.style) }.joined(separator: "\n"))
    }
    if reports.contains(where: \.isUnreadable) { return .unreadable }
    return reports.allSatisfy(\.isGood) ? .yes : .no
  }

  /// What `--ask` asks; nil without it.
  private func question(_ arguments: Arguments, _ subjects: [KeySubject], _ context: Context) throws
    -> KeyQuestion?
  {
    guard arguments.has("ask") else {
      for option in ["topic", "env"] + Self.networkOptions where arguments.value(option) != nil {
        throw CommandError.usage("--\(option) goes with --ask.")
      }
      return nil
    }
    if arguments.value("endpoint") != nil, subjects.count > 1 {
      throw CommandError.usage("--endpoint is one server: name the one FILE to ask it about.")
    }
    let environment = try arguments.choice("env", APNsEnvironment.self)
    return KeyQuestion(
      network: try SendNetwork(arguments), topic: try arguments.value("topic") ?? topic(arguments),
      environments: environment.map { [$0] }, environment: context.environment)
  }

  /// The profile's app, where there is a profile.
  private func topic(_ arguments: Arguments) throws -> String? {
    let named = arguments.value(ProfileInput.option.name)
    guard named != nil || FileManager.default.fileExists(atPath: ProfileInput.usualPath) else { return nil }
    let app = try ProfileInput.usable(arguments).profile.app
    return app.ios?.bundleID ?? app.macos?.bundleID
  }
}
