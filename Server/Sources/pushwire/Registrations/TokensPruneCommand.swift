import Store

/// `pushwire tokens prune`: what the server's sweep does, now.
struct TokensPruneCommand: Command {
  let name = "tokens prune"
  let summary = "Remove registrations that were not seen for too long, as the server's sweep does"
  /// In one transaction: short enough that a server which is running hardly waits.
  private static let step = 200

  let syntax = Syntax(
    options: [
      .init(name: "dry-run", summary: "Only say what would go"),
      .init(
        name: "unseen", value: "TIME",
        summary: "Not seen for so long; the profile's `prune_after` (270d) where absent"),
    ] + StoreInput.options)
  let discussion = """
    A running server does this by itself. Each registration that goes leaves its reason and time (`pushwire \
    tokens why`).
    """
  let examples = [
    Example("pushwire tokens prune --dry-run", "What would go"),
    Example("pushwire tokens prune --unseen 365d", "Those not seen for a year"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let times = try LifecycleTimes.of(arguments)
    let now = Instant.now()
    let unseen = try arguments.duration("unseen").map { $0 * 1000 } ?? times.pruneAfter
    let before = now - unseen
    return try StoreInput.with(arguments) { store in
      if arguments.has("dry-run") {
        try Self.preview(store, before, days: unseen / 86_400_000, context)
      } else {
        try Self.prune(store, before, now: now, context)
      }
    }
  }

  private static func preview(_ store: any PushStore, _ before: Int, days: Int, _ context: Context) throws
    -> Exit
  {
    var counts: [String: Int] = [:]
    var total = 0
    var query = RegistrationQuery()
    query.unseenSince = before
    try RegistrationPages.each(of: query, in: store) { registration in
      counts[registration.platform.name, default: 0] += 1
      total += 1
      return true
    }
    let parts = counts.sorted { $0.key < $1.key }
    if context.json {
      context.print([
        "dry_run": .bool(true), "unseen_since": Instant.json(before), "registrations": .integer(total),
        "platforms": .object(parts.map { ($0.key, .integer($0.value)) }),
      ])
    } else {
      let words = parts.map { "\(grouped($0.value)) \($0.key)" }.joined(separator: ", ")
      context.print(
        "\(grouped(total)) registrations were not seen for \(days) days and would go"
          + (words.isEmpty ? "." : ": \(words)."))
    }
    return .yes
  }

  private static func prune(_ store: any PushStore, _ before: Int, now: Int, _ context: Context) throws
    -> Exit
  {
    var removed = 0
    var outcome = SweepOutcome(hasMore: true)
    while outcome.hasMore {
      outcome = try store.transaction { session throws(StoreError) in
        try session.sweep(.prune(unseenSince: before), limit: step, now: now)
      }
      removed += outcome.removed
    }
    if context.json {
      context.print([
        "dry_run": .bool(false), "unseen_since": Instant.json(before), "removed": .integer(removed),
      ])
    } else {
      context.print("\(grouped(removed)) registrations are removed.")
    }
    return .yes
  }
}
