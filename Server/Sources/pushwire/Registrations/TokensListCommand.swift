import Store

/// `pushwire tokens list`: what devices the server knows.
struct TokensListCommand: Command {
  let name = "tokens list"
  let summary = "List registrations, their tokens by their ends only"
  let syntax = Syntax(
    options: [
      .init(name: "platform", value: "NAME", summary: "Only ios, macos or android"),
      .init(name: "account", short: "a", value: "ID", summary: "Only those bound to this account"),
      .init(name: "tenant", short: "t", value: "NAME", summary: "Only this tenant's"),
      .init(name: "held", summary: "Only those that are in quarantine or in dispute"),
      .init(name: "unseen", value: "TIME", summary: "Only those not seen for so long, as in 30d"),
      .init(name: "limit", short: "n", value: "N", summary: "At most so many; 100 where absent"),
    ] + StoreInput.options)
  let discussion = ""
  let examples = [
    Example("pushwire tokens list --account alice", "Where a person can be reached"),
    Example("pushwire tokens list --held --json", "What providers call foreign, for a program"),
    Example("pushwire tokens list --unseen 30d --platform android", "Who is left out of bulk sends"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let limit = try arguments.integer("limit", in: 1...1_000_000) ?? 100
    let times = try LifecycleTimes.of(arguments)
    let now = Instant.now()
    var query = RegistrationQuery()
    query.tenant = arguments.value("tenant")
    query.account = arguments.value("account")
    if let text = arguments.value("platform") {
      guard let platform = DevicePlatform(name: text) else {
        let names = DevicePlatform.allCases.map(\.name)
        throw CommandError.usage(
          "--platform does not know \(quoted(text)).",
          advice: "It takes \(pushwire.list(names))." + suggestion(for: text, in: names))
      }
      query.platform = platform
    }
    query.onlyHeld = arguments.has("held")
    query.unseenSince = try arguments.duration("unseen").map { now - $0 * 1000 }
    let (found, hasMore) = try StoreInput.with(arguments) { store in
      try RegistrationPages.first(limit, of: query, in: store)
    }
    if context.json {
      context.print([
        "registrations": .array(found.map { $0.json(now: now, staleAfter: times.staleAfter) }),
        "more": .bool(hasMore),
      ])
      return .yes
    }
    guard !found.isEmpty else {
      context.print("No registration is like that.")
      return .yes
    }
    var table = Table(
      "INSTALLATION", "PLATFORM", "ENVIRONMENT", "TOKEN", ">GEN", "ACCOUNT", "PERMISSION", "SEEN", "STATE")
    for item in found {
      let state = item.state(now: now, staleAfter: times.staleAfter)
      table.add(
        .init(item.installation), .init(item.platform.name), .init(item.environment.name),
        .init(item.tokenForPeople), .init(String(item.generation)),
        .init(item.account ?? "(\(item.binding.name))"), .init(item.permission?.status ?? "not said"),
        .init(Instant.distance(item.lastConfirmedAt, from: now)),
        .init(state, state == "active" ? .green : .yellow))
    }
    context.output.write(table.text(context.output.style, width: nil))
    if hasMore { context.print("There are more: --limit \(limit * 10) shows more of them.") }
    return .yes
  }
}

/// Registrations, read page by page, so that no read lasts long.
enum RegistrationPages {
  static let pageSize = 500

  static func first(
    _ limit: Int, of query: RegistrationQuery, in store: any PushStore
  ) throws -> (found: [Registration], hasMore: Bool) {
    var found: [Registration] = []
    try each(of: query, in: store) { registration in
      found.append(registration)
      return found.count <= limit
    }
    return (Array(found.prefix(limit)), found.count > limit)
  }

  /// Until `body` says that it has enough.
  static func each(
    of query: RegistrationQuery, in store: any PushStore, _ body: (Registration) -> Bool
  ) throws {
    var query = query
    query.limit = pageSize
    while true {
      let page = try store.read { reader throws(StoreError) in try reader.registrations(query) }
      for registration in page where !body(registration) { return }
      guard let last = page.last, page.count == pageSize else { return }
      query.after = last.row
    }
  }
}
