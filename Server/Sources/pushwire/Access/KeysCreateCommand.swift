import Service
import Store

/// `pushwire keys create NAME`: a key for the app's backend.
struct KeysCreateCommand: Command {
  let name = "keys create"
  let summary = "Make a server key for the app's backend, and show it once"
  let syntax = Syntax(
    options: [
      .init(
        name: "scopes", value: "LIST",
        summary: "What it may do: send, read, admin, with commas; send,read where absent"),
      .init(name: "tenant", short: "t", value: "NAME", summary: "Its tenant; the default one where absent"),
      .init(name: "all-tenants", summary: "It may name any tenant"),
    ] + StoreInput.options,
    positionals: [.init(name: "NAME", summary: "Whom it is for; keys of one name are one caller")])
  let discussion = """
    The key is printed on standard output and nowhere kept: the store has a hash of it. A server that is \
    running knows it within a second. Two keys of a name may be active, so that one can be exchanged without a gap: \
    create the second, let the backend use it, revoke the first. The first key that may send makes a ticket \
    secret, too (`pushwire secrets list`). Exits 1 if two are active already.
    """
  let examples = [
    Example("pushwire keys create shop-backend", "May send and read, for the default tenant"),
    Example("pushwire keys create dashboard --scopes read --all-tenants", "May read everything"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let keyName = arguments.positional(0) ?? ""
    try AccessName.check(keyName, "name for a key")
    let scopes = try ServerKey.Scope.list(arguments.value("scopes") ?? "send,read")
    if arguments.has("all-tenants"), arguments.value("tenant") != nil {
      throw CommandError.usage("--tenant and --all-tenants exclude each other.")
    }
    let tenant = arguments.value("tenant") ?? ""
    if !tenant.isEmpty { try AccessName.check(tenant, "tenant") }
    let key = try ServerKey.make(
      name: keyName, tenant: arguments.has("all-tenants") ? "*" : tenant, scopes: scopes, now: Instant.now())
    let isAdded = try StoreInput.with(arguments, makes: true) { store in
      try Self.add(key, to: store)
    }
    guard isAdded else {
      throw CommandError(
        CommandError.Code(rawValue: "two_active"), "Two keys named \(quoted(keyName)) are active already.",
        advice: "`pushwire keys list` shows them; `pushwire keys revoke ID` ends one.", exit: .no)
    }
    if context.json {
      context.print(["key": .string(key.text), "record": key.record.json])
    } else {
      context.print(key.text)
      context.output.flush()
      context.errors.write(
        "Key \(key.record.id) of \(keyName), for \(key.record.tenantForPeople): "
          + "\(key.record.scopes.joined(separator: ", ")). Keep it now; it is not shown again.\n")
    }
    return .yes
  }
}

extension KeysCreateCommand {
  /// False: two of its name are active already. A key that may send may ask for registration tickets: the
  /// first one brings the secret that they are signed with.
  static func add(_ key: ServerKey.Made, to store: any PushStore) throws -> Bool {
    let secrets = try store.read { reader throws(StoreError) in
      try reader.secrets(prefix: TicketSecret.prefix)
    }
    let maySend = key.record.scopes.contains { $0 != ServerKey.Scope.read.rawValue }
    let secret = secrets.isEmpty && maySend ? try StoredSecret.ticket(now: key.record.createdAt) : nil
    return try store.transaction { session throws(StoreError) in
      guard try session.addKey(key.record) else { return false }
      if let secret { try session.setSecret(secret) }
      return true
    }
  }
}

extension ServerKeyRecord {
  var tenantForPeople: String {
    switch tenant {
    case "": "the default tenant"
    case "*": "all tenants"
    default: "tenant \(tenant)"
    }
  }

  var json: JSON {
    [
      "id": .string(id), "name": .string(name), "tenant": .string(tenant),
      "scopes": .array(scopes.map(JSON.string)), "created_at": Instant.json(createdAt),
      "revoked_at": Instant.json(revokedAt),
    ]
  }
}
