import Foundation

/// The program: finds the command, gives it its arguments and surroundings, and turns what it throws into
/// words and an exit code.
enum Pushwire {
  static let version = "0.1.0"

  static let commands: [any Command] = [
    SendCommand(), CheckCommand(), InitCommand(), GenerateCommand(), KeysCheckCommand(), EmulateCommand(),
    ExplainCommand(), AuditCommand(), PayloadLintCommand(), PayloadRenderCommand(),
    DemoCommand(), VerifyCommand(), DiagnoseCommand(), ServeCommand(),
    KeysCreateCommand(),
    KeysListCommand(),
    KeysRevokeCommand(),
    SecretsCreateCommand(),
    SecretsListCommand(), SecretsRemoveCommand(), TokensListCommand(), TokensShowCommand(),
    TokensWhyCommand(), TokensPruneCommand(), StatsCommand(), BackupCommand(), StoreMoveCommand(),
    AccountsEraseCommand(),
    TokensRetireCommand(), AudienceExportCommand(), CampaignCreateCommand(), CampaignListCommand(),
    CampaignShowCommand(), CampaignWatchCommand(), CampaignActCommand.pause, CampaignActCommand.resume,
    CampaignActCommand.cancel, TopicChangeCommand.subscribe, TopicChangeCommand.unsubscribe,
    TopicsListCommand(),
    OutboxDeadCommand("outbox dead"), OutboxDeadCommand(),
    OutboxDeadShowCommand(), OutboxDeadReplayCommand(), OutboxReplayCommand(), NodesCommand(),
    HelpCommand(),
  ]

  static func run(_ words: [String]) -> Exit {
    let environment = ProcessInfo.processInfo.environment
    let options = words.dropFirst().prefix { $0 != "--" }
    let colour = colourChoice(options)
    let output = Output(descriptor: 1, colour: colour, environment: environment)
    let errors = Output(descriptor: 2, colour: colour, environment: environment)
    let context = Context(
      output: output, errors: errors, json: options.contains("--json"), environment: environment,
      commands: commands)
    defer { output.flush() }
    do {
      return try dispatch(Array(words.dropFirst()), context)
    } catch {
      return report(error, context)
    }
  }

  /// Says what went wrong: to a person on standard error, to a program on standard output.
  private static func report(_ error: any Error, _ context: Context) -> Exit {
    let known =
      error as? CommandError
      ?? CommandError(.failed, String(describing: error))
    if context.json {
      context.print(known.json)
    } else {
      context.output.flush()
      context.errors.write(known.text(context.errors.style))
    }
    return known.exit
  }

  private static func dispatch(_ words: [String], _ context: Context) throws -> Exit {
    if words.prefix(while: { $0 != "--" }).contains("--version") {
      if context.json {
        context.print(["version": .string(version)])
      } else {
        context.print("pushwire \(version)")
      }
      return .yes
    }
    let (name, rest) = split(words)
    guard !name.isEmpty else {
      let arguments = try Arguments(rest, Syntax().complete)
      if arguments.has("help") {
        context.output.write(Help(context.output).overview(commands))
        return .yes
      }
      context.errors.write(Help(context.errors).overview(commands))
      return .usage
    }
    guard let command = commands.first(where: { $0.name == name }) else { throw unknown(name) }
    let arguments = try parse(rest, command)
    if arguments.has("help") {
      context.output.write(Help(context.output).page(command))
      return .yes
    }
    return try command.run(arguments, context)
  }

  private static func parse(_ words: [String], _ command: any Command) throws -> Arguments {
    do {
      let arguments = try Arguments(words, command.syntax.complete)
      _ = try arguments.choice("color", ColourChoice.self)
      return arguments
    } catch var error as CommandError {
      if error.advice == nil { error.advice = "`pushwire help \(command.name)` shows how it is used." }
      throw error
    }
  }

  /// The command's name and the words around it. Options of every command may stand before the name.
  static func split(_ words: [String]) -> (name: String, rest: [String]) {
    var at = 0
    while at < words.count, words[at].hasPrefix("-"), words[at] != "-", words[at] != "--" {
      at += words[at] == "--color" ? 2 : 1
    }
    guard at < words.count, words[at] != "--" else { return ("", words) }
    // The longest that is a command.
    let length =
      [3, 2].first { length in
        at + length <= words.count
          && commands.contains { $0.name == words[at..<at + length].joined(separator: " ") }
      } ?? 1
    let name = words[at..<at + length].joined(separator: " ")
    return (name, Array(words[..<at] + words[(at + length)...]))
  }

  /// The error for a name that no command has.
  static func unknown(_ name: String) -> CommandError {
    let children = commands.map(\.name).filter { $0.hasPrefix(name + " ") }
    if !children.isEmpty {
      return CommandError(
        .usage, "`\(name)` needs one word more.", advice: "There is \(list(children.map { "`\($0)`" })).")
    }
    return CommandError(
      .unknownCommand, "There is no command \(quoted(name)).",
      advice: (suggestion(for: name, in: commands.map(\.name)) + " `pushwire help` lists the commands.")
        .trimmedFront)
  }

  private static func colourChoice(_ options: ArraySlice<String>) -> ColourChoice {
    for (index, word) in zip(options.indices, options) {
      if word.hasPrefix("--color=") { return ColourChoice(rawValue: String(word.dropFirst(8))) ?? .auto }
      if word == "--color", index + 1 < options.endIndex {
        return ColourChoice(rawValue: options[index + 1]) ?? .auto
      }
    }
    return .auto
  }
}
