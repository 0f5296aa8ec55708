import Store

/// `pushwire tokens why ID`: what became of an installation's tokens, and what is so now.
struct TokensWhyCommand: Command {
  let name = "tokens why"
  let summary = "Say why an installation is not sent to: each deletion and hold, and what is so now"
  let syntax = Syntax(
    options: StoreInput.options, positionals: [.init(name: "ID", summary: "The installation's id")])
  let discussion = """
    Every token that is taken out of use leaves its reason and time. Exits 0 if the installation can be sent \
    to, 1 if something stands in the way or nothing is known of it.
    """
  let examples = [
    Example("pushwire tokens why 6F9619FF-8B86-D011-B42D-00CF4FC964FF", "What happened, and what to do")
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let id = arguments.positional(0) ?? ""
    let times = try LifecycleTimes.of(arguments)
    let now = Instant.now()
    let (found, history) = try StoreInput.with(arguments) { store in
      try store.read { reader throws(StoreError) in
        let found = try reader.registration(tenant: nil, installation: id)
        return (found, Array(try reader.tombstones(tenant: nil, installation: id).reversed()))
      }
    }
    guard found != nil || !history.isEmpty else { throw Self.unknown(id) }
    let conditions =
      found.map {
        Condition.all($0, now: now, staleAfter: times.staleAfter, quarantine: times.quarantine)
      } ?? [Self.gone]
    let exit: Exit = conditions.contains { !$0.isPartial } ? .no : .yes
    if context.json {
      context.print([
        "installation": .string(id), "registered": .bool(found != nil), "reachable": .bool(exit == .yes),
        "history": .array(history.map(\.json)), "in_the_way": .array(conditions.map(\.json)),
      ])
      return exit
    }
    let style = context.output.style
    let width = context.output.width
    context.print(style.apply("What happened", .bold))
    if history.isEmpty { context.print("  Nothing was taken out of use.") }
    for event in history {
      context.print(
        "  \(Instant.text(event.at))  "
          + style.apply("token \(event.token), generation \(event.generation)", .dim))
      context.output.write(wrap("    " + printable(event.sentence), width: width))
      if let advice = event.advice {
        context.output.write(wrap("    To do: " + printable(advice), width: width))
      }
    }
    context.print(style.apply("Now", .bold))
    if conditions.isEmpty {
      context.print("  " + style.apply("Nothing stands in the way of a push.", .green))
    }
    for condition in conditions {
      context.output.write(wrap("  " + printable(condition.text), width: width))
      context.output.write(wrap("    To do: " + printable(condition.advice), width: width))
    }
    return exit
  }

  /// Registered no more.
  private static let gone = Condition(
    code: Suppression.unknownInstallation.rawValue, text: "Nothing is registered under this id any more.",
    advice: "The app's next launch registers it again.")

  static func unknown(_ id: String) -> CommandError {
    CommandError(
      CommandError.Code(rawValue: "unknown_installation"), "Nothing is known of installation \(quoted(id)).",
      advice: "`pushwire tokens list --account ID` shows what an account has; ids keep their case.", exit: .no
    )
  }
}
