/// `pushwire help [COMMAND]`.
struct HelpCommand: Command {
  let name = "help"
  let summary = "Show what pushwire can do, or how one command is used"
  let syntax = Syntax(positionals: [
    .init(name: "COMMAND", summary: "The command to explain", required: false, repeats: true)
  ])
  let discussion = ""
  let examples = [
    Example("pushwire help", "The commands"), Example("pushwire help send", "One command, with examples"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let name = arguments.positionals.joined(separator: " ")
    guard !name.isEmpty else {
      if context.json {
        context.print(
          .array(context.commands.map { ["name": .string($0.name), "summary": .string($0.summary)] }))
      } else {
        context.output.write(Help(context.output).overview(context.commands))
      }
      return .yes
    }
    guard let command = context.commands.first(where: { $0.name == name }) else {
      throw Pushwire.unknown(name)
    }
    if context.json {
      context.print(describe(command))
    } else {
      context.output.write(Help(context.output).page(command))
    }
    return .yes
  }

  private func describe(_ command: any Command) -> JSON {
    let options = command.syntax.complete.options.map { option -> JSON in
      [
        "name": .string("--" + option.name), "value": .text(option.value), "repeats": .bool(option.repeats),
        "summary": .string(option.summary),
      ]
    }
    let positionals = command.syntax.positionals.map { positional -> JSON in
      [
        "name": .string(positional.name), "required": .bool(positional.required),
        "repeats": .bool(positional.repeats),
      ]
    }
    return [
      "name": .string(command.name), "summary": .string(command.summary), "options": .array(options),
      "positionals": .array(positionals),
    ]
  }
}
