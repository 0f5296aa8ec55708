import Store

/// `pushwire keys list`: who may ask what of the server.
struct KeysListCommand: Command {
  let name = "keys list"
  let summary = "List the server keys: names, tenants and scopes, never the keys"
  let syntax = Syntax(
    options: [.init(name: "all", short: "a", summary: "Revoked ones, too")] + StoreInput.options)
  let discussion = ""
  let examples = [
    Example("pushwire keys list", "Those that are active"),
    Example("pushwire keys list --all --json", "All that there were"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    var keys = try StoreInput.with(arguments) { store in
      try store.read { reader throws(StoreError) in try reader.keys() }
    }
    if !arguments.has("all") { keys.removeAll { $0.revokedAt != nil } }
    keys.sort { ($0.name, $0.createdAt) < ($1.name, $1.createdAt) }
    if context.json {
      context.print(["keys": .array(keys.map(\.json))])
      return .yes
    }
    guard !keys.isEmpty else {
      context.print("No key. `pushwire keys create NAME` makes one.")
      return .yes
    }
    let now = Instant.now()
    var table = Table("ID", "NAME", "TENANT", "SCOPES", "STATE")
    for key in keys {
      let state = key.revokedAt.map { "revoked " + Instant.distance($0, from: now) }
      table.add(
        .init(key.id), .init(key.name), .init(key.tenant.isEmpty ? "(default)" : key.tenant),
        .init(key.scopes.joined(separator: ",")),
        state.map { .init($0, .dim) } ?? .init("made " + Instant.distance(key.createdAt, from: now)))
    }
    context.output.write(table.text(context.output.style, width: context.output.width))
    return .yes
  }
}

/// `pushwire keys revoke ID`: from now on the key is refused.
struct KeysRevokeCommand: Command {
  let name = "keys revoke"
  let summary = "End a server key; it is refused from now on"
  let syntax = Syntax(
    options: StoreInput.options,
    positionals: [.init(name: "ID", summary: "The ten characters of `pushwire keys list`")])
  let discussion = """
    A server that is running refuses the key within a second. Exits 1 if no active key has this id.
    """
  let examples = [Example("pushwire keys revoke h4k2m9x3pq", "End this one")]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    var id = arguments.positional(0) ?? ""
    // Whoever has only the key may give that: its middle is the id.
    if id.hasPrefix("pwk_") { id = String(id.dropFirst(4).prefix { $0 != "_" }) }
    let isRevoked = try StoreInput.with(arguments) { store in
      try store.transaction { session throws(StoreError) in
        try session.revokeKey(id: id, now: Instant.now())
      }
    }
    guard isRevoked else {
      throw CommandError(
        CommandError.Code(rawValue: "unknown_key"), "No active key has the id \(quoted(id)).",
        advice: "`pushwire keys list` shows those that are.", exit: .no)
    }
    if context.json {
      context.print(["id": .string(id), "revoked": .bool(true)])
    } else {
      context.print("Key \(printable(id)) is revoked.")
    }
    return .yes
  }
}
