import Store

/// `pushwire outbox dead`: messages that three deliveries took and none brought back.
struct OutboxDeadCommand: Command {
  let name = "outbox dead"
  let summary = "List messages that were set aside after their third lost lease"
  let syntax = Syntax(
    options: [.init(name: "limit", short: "n", value: "N", summary: "At most so many; 100 where absent")]
      + StoreInput.options)
  let discussion = "Exits 1 if there are any: each is a message that brought a delivery down, or bad luck."
  let examples = [Example("pushwire outbox dead", "What lies there, and why")]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let limit = try arguments.integer("limit", in: 1...100_000) ?? 100
    let letters = try StoreInput.with(arguments) { store in
      try store.read { reader throws(StoreError) in try reader.deadLetters(after: 0, limit: limit) }
    }
    if context.json {
      context.print(["dead": .array(letters.map(\.json))])
      return letters.isEmpty ? .yes : .no
    }
    guard !letters.isEmpty else {
      context.print("Nothing was set aside.")
      return .yes
    }
    let now = Instant.now()
    var table = Table("NOTIFICATION", "INSTALLATION", "CLASS", "AT", "WHY")
    for letter in letters {
      table.add(
        .init(letter.notification), .init(letter.installation), .init(letter.className),
        .init(Instant.distance(letter.at, from: now)), .init(letter.reason))
    }
    context.output.write(table.text(context.output.style, width: nil))
    context.print("\nWhen the cause is gone: `pushwire outbox replay`.")
    return .no
  }
}

/// `pushwire outbox replay`: dead letters go back into the queue.
struct OutboxReplayCommand: Command {
  let name = "outbox replay"
  let summary = "Put messages that were set aside back into the queue"
  let syntax = Syntax(
    options: [.init(name: "limit", short: "n", value: "N", summary: "At most so many; all where absent")]
      + StoreInput.options)
  let discussion = """
    What has outlived its time ends as expired. A message that had been sent and not answered may arrive a \
    second time; it has the same id, so that it replaces the first on the device.
    """
  let examples = [Example("pushwire outbox replay --limit 1", "Try one first")]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let limit = try arguments.integer("limit", in: 1...1_000_000) ?? Int.max
    let step = 500
    let count = try StoreInput.with(arguments) { store in
      var total = 0
      while total < limit {
        let wanted = min(step, limit - total)
        let count = try store.transaction { session throws(StoreError) in
          try session.replayDead(limit: wanted, now: Instant.now())
        }
        total += count
        if count < wanted { break }
      }
      return total
    }
    if context.json {
      context.print(["replayed": .integer(count)])
    } else {
      context.print("\(grouped(count)) messages are queued again.")
    }
    return .yes
  }
}
