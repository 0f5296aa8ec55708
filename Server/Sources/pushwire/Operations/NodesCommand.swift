import Store

/// `pushwire nodes`: who works on the store.
struct NodesCommand: Command {
  let name = "nodes"
  let summary =
    "List the nodes that share the store: roles, version, when they were last seen, what they hold"
  let syntax = Syntax(options: StoreInput.options)
  let discussion = """
    A node says every two seconds that it lives. One that was not seen for ten is dead: the others take back what it \
    held and remove it from this list. A node that ends in order is gone at once. Exits 1 if there is none, or one \
    that has not been seen for so long.
    """
  let examples = [
    Example("pushwire nodes", "Those of the profile's store"),
    Example("pushwire nodes --store postgres://pushwire@db.internal/pushwire --json", "For a monitor"),
  ]

  /// Unseen for so long, a node is dead or about to be: milliseconds.
  static let lateAfter = 10_000

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let (nodes, duties, now, isShared) = try StoreInput.with(arguments) { store in
      let found = try store.read { reader throws(StoreError) in (try reader.nodes(), try reader.duties()) }
      return (found.0, found.1, store.now(Instant.now()), store.isShared)
    }
    // The one server of a file is not watched by anybody.
    let late = isShared ? nodes.filter { now - $0.seenAt > Self.lateAfter } : []
    let exit: Exit = nodes.isEmpty || !late.isEmpty ? .no : .yes
    if context.json {
      context.print([
        "nodes": .array(
          nodes.map { node in
            [
              "id": .integer(node.id), "name": .string(node.name),
              "roles": .array(node.roles.map(JSON.string)), "version": .string(node.version),
              "started_at": Instant.json(node.startedAt), "seen_at": Instant.json(node.seenAt),
              "leases": .integer(node.leases), "late": .bool(late.contains { $0.id == node.id }),
              "duties": .array(duties.filter { $0.node == node.id }.map { .string($0.name) }),
            ]
          })
      ])
      return exit
    }
    guard !nodes.isEmpty else {
      context.print("No node works on this store.")
      return exit
    }
    var table = Table("NODE", "ROLES", "VERSION", "STARTED", "SEEN", "HOLDS", "DUTIES")
    for node in nodes {
      let seen = Instant.distance(node.seenAt, from: now)
      table.add(
        .init(node.name), .init(node.roles.joined(separator: ",")), .init(node.version),
        .init(Instant.distance(node.startedAt, from: now)),
        late.contains { $0.id == node.id } ? .init(seen, .red) : .init(seen), .init(grouped(node.leases)),
        .init(duties.filter { $0.node == node.id }.map(\.name).joined(separator: ",")))
    }
    context.output.write(table.text(context.output.style, width: context.output.width))
    return exit
  }
}
