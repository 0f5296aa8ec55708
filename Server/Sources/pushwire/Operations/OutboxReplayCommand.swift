import Store

/// `pushwire outbox dead replay`: dead letters go back into the queue.
struct OutboxDeadReplayCommand: Command {
  let name = "outbox dead replay"
  let summary = "Put messages that were set aside back into the queue"
  let syntax = Syntax(
    options: [
      .init(name: "all", summary: "All of them, or all that fit"),
      .init(name: "limit", short: "n", value: "N", summary: "With --all: at most so many"),
    ] + DeadLetterFilter.options + StoreInput.options,
    positionals: [
      .init(
        name: "ID", summary: "Numbers of `pushwire outbox dead list`", required: false, repeats: true)
    ])
  let discussion = """
    What has outlived its time ends as expired. A message that had been sent and not answered may arrive \
    a second time; it has the same id, so that it replaces the first on the device. Exits 1 if one of \
    the numbers is no dead letter; the others go back all the same.
    """
  let examples = [
    Example("pushwire outbox dead replay 4711", "Try one first"),
    Example("pushwire outbox dead replay --all --lane ios-production", "Then all of a lane"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let filter = try DeadLetterFilter(arguments, now: Instant.now())
    let limit = try arguments.integer("limit", in: 1...1_000_000)
    let rows = try arguments.positionals.map(DeadLetterID.read)
    guard arguments.has("all") == rows.isEmpty else {
      throw CommandError.usage(
        rows.isEmpty ? "Nothing says which ones." : "Name numbers, or say --all.",
        advice: rows.isEmpty ? "Name their numbers, or say --all." : nil)
    }
    guard rows.isEmpty || (filter.isEmpty && limit == nil) else {
      throw CommandError.usage("--class, --lane, --since and --limit go with --all.")
    }
    let (count, wanted) = try StoreInput.with(arguments) { store in
      let wanted = rows.isEmpty ? try filter.find(limit ?? Int.max, in: store).map(\.row) : rows
      return (try Self.replay(wanted, in: store), Set(wanted).count)
    }
    if context.json {
      context.print(["replayed": .integer(count), "not_dead": .integer(wanted - count)])
    } else {
      context.print("\(grouped(count)) messages are queued again.")
      if count < wanted { context.print("\(grouped(wanted - count)) are not set aside (any more).") }
    }
    return rows.isEmpty || count == wanted ? .yes : .no
  }

  private static func replay(_ rows: [Int], in store: any PushStore) throws(StoreError) -> Int {
    var count = 0
    var rest = rows[...]
    while !rest.isEmpty {
      let some = Array(rest.prefix(500))
      rest = rest.dropFirst(500)
      count += try store.transaction { session throws(StoreError) in
        try session.replayDead(rows: some, now: Instant.now())
      }
    }
    return count
  }
}

/// `pushwire outbox replay`: the short way to all of them.
struct OutboxReplayCommand: Command {
  let name = "outbox replay"
  let summary = "Put all messages that were set aside back into the queue"
  let syntax = Syntax(
    options: [.init(name: "limit", short: "n", value: "N", summary: "At most so many; all where absent")]
      + StoreInput.options)
  let discussion = """
    What has outlived its time ends as expired. A message that had been sent and not answered may arrive \
    a second time; it has the same id, so that it replaces the first on the device. `pushwire outbox \
    dead replay` takes single ones.
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
