import Store

/// `pushwire tokens show ID`: all that is known of an installation, and its last messages.
struct TokensShowCommand: Command {
  let name = "tokens show"
  let summary = "Show all that is known of an installation, and how far its last messages got"
  let syntax = Syntax(
    options: [.init(name: "messages", short: "n", value: "N", summary: "So many messages; 10 where absent")]
      + StoreInput.options,
    positionals: [.init(name: "ID", summary: "The installation's id")])
  let discussion = "Exits 1 if no such installation is registered."
  let examples = [
    Example("pushwire tokens show 6F9619FF-8B86-D011-B42D-00CF4FC964FF", "For a person"),
    Example("pushwire tokens show 6F9619FF-8B86-D011-B42D-00CF4FC964FF --json", "For a program"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let id = arguments.positional(0) ?? ""
    let limit = try arguments.integer("messages", in: 0...1000) ?? 10
    let times = try LifecycleTimes.of(arguments)
    let now = Instant.now()
    let (found, messages) = try StoreInput.with(arguments) { store in
      try store.read { reader throws(StoreError) in
        let found = try reader.registration(tenant: nil, installation: id)
        return (found, try reader.messages(tenant: nil, installation: id, limit: limit))
      }
    }
    guard let found else { throw TokensWhyCommand.unknown(id) }
    let conditions = Condition.all(
      found, now: now, staleAfter: times.staleAfter, quarantine: times.quarantine)
    if context.json {
      context.print([
        "registration": found.json(now: now, staleAfter: times.staleAfter),
        "in_the_way": .array(conditions.map(\.json)), "messages": .array(messages.map(\.json)),
      ])
      return .yes
    }
    let style = context.output.style
    for (name, value) in found.facts(now: now, staleAfter: times.staleAfter) {
      let padding = String(repeating: " ", count: max(1, 16 - name.count))
      context.print(style.apply(name, .dim) + padding + printable(value))
    }
    for condition in conditions { context.output.write(condition.text(style, context.output.width)) }
    guard !messages.isEmpty else { return .yes }
    context.print("")
    var table = Table("NOTIFICATION", "CLASS", "AT", "STATUS", "LADDER")
    for message in messages {
      table.add(
        .init(message.notification), .init(message.className),
        .init(Instant.distance(message.at, from: now)), .init(message.state.name),
        .init(message.ladder))
    }
    context.output.write(table.text(style, width: nil))
    return .yes
  }
}

extension Condition {
  /// Two paragraphs for people.
  func text(_ style: Styler, _ width: Int) -> String {
    style.apply(isPartial ? "partly" : "not sent", .yellow) + ": "
      + wrap(printable(text), width: max(40, width - 10))
      + wrap("  to do: " + printable(advice), width: width)
  }
}

extension MessageView {
  /// The reason where there is one, and what the device reported.
  var ladder: String {
    var words: [String] = []
    if !reason.isEmpty { words.append(httpStatus == 0 ? reason : "\(httpStatus) \(reason)") }
    words += receipts.map { receipt in
      receipt.kind.rawValue + (receipt.result.map { " (\($0))" } ?? "")
    }
    return words.joined(separator: ", ")
  }

  var json: JSON {
    [
      "notification": .string(notification), "class": .string(className), "lane": .text(lane?.name),
      "status": .string(state.name), "reason": reason.isEmpty ? .null : .string(reason),
      "verdict": verdict.isEmpty ? .null : .string(verdict),
      "http_status": httpStatus == 0 ? .null : .integer(httpStatus),
      "provider_id": providerID.isEmpty ? .null : .string(providerID), "attempts": .integer(attempts),
      "at": Instant.json(at),
      "receipts": .array(
        receipts.map { receipt in
          [
            "kind": .string(receipt.kind.rawValue), "at": Instant.json(receipt.at),
            "result": .text(receipt.result), "milliseconds": .count(receipt.milliseconds),
            "provenance": .text(receipt.provenance),
          ]
        }),
    ]
  }
}
