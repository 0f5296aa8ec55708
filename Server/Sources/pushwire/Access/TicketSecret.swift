import Service
import Store

/// A secret that signs registration tickets (HS256), by its key id.
enum TicketSecret {
  static let prefix = "ticket."
  /// So many at a time, so that one can be exchanged without a gap.
  static let limit = 2

  static func id(_ secret: StoredSecret) -> String { String(secret.name.dropFirst(prefix.count)) }
}

/// `pushwire secrets create`: for backends that sign registration tickets themselves.
struct SecretsCreateCommand: Command {
  let name = "secrets create"
  let summary = "Make a secret with which the app's backend signs registration tickets, and show it once"
  let syntax = Syntax(options: StoreInput.options)
  let discussion = """
    A registration ticket is a JWT that tells the server which account a device belongs to. A backend either \
    asks the server for one (POST /v1/tickets with a server key) or signs it with this secret: HS256, the \
    secret's characters as they are printed being the key, `kid` the id, the claims app, sub (the account), \
    tenant, iat, and exp at most 15 minutes later. Two may be active, so that one can be exchanged without a \
    gap. Exits 1 if two are active already.
    """
  let examples = [
    Example("pushwire secrets create", "Print it; the id goes to standard error"),
    Example("pushwire secrets create --json", "Id and secret for a program"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let made = try StoredSecret.ticket(now: Instant.now())
    let id = TicketSecret.id(made)
    let text = String(decoding: made.value, as: UTF8.self)
    let isAdded = try StoreInput.with(arguments, makes: true) { store in
      let present = try store.read { reader throws(StoreError) in
        try reader.secrets(prefix: TicketSecret.prefix)
      }
      guard present.count < TicketSecret.limit else { return false }
      try store.transaction { session throws(StoreError) in try session.setSecret(made) }
      return true
    }
    guard isAdded else {
      throw CommandError(
        CommandError.Code(rawValue: "two_active"), "Two ticket secrets are active already.",
        advice: "`pushwire secrets list` shows them; `pushwire secrets remove ID` ends one.", exit: .no)
    }
    if context.json {
      context.print(["id": .string(id), "algorithm": "HS256", "secret": .string(text)])
    } else {
      context.print(text)
      context.output.flush()
      context.errors.write(
        "Ticket secret \(id): HS256, with kid \(id). Keep it now; it is not shown again.\n")
    }
    return .yes
  }
}

/// `pushwire secrets list`.
struct SecretsListCommand: Command {
  let name = "secrets list"
  let summary = "List the ticket secrets by their ids, never the secrets"
  let syntax = Syntax(options: StoreInput.options)
  let discussion = ""
  let examples = [Example("pushwire secrets list", "Ids and ages")]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let secrets = try StoreInput.with(arguments) { store in
      try store.read { reader throws(StoreError) in try reader.secrets(prefix: TicketSecret.prefix) }
    }
    if context.json {
      context.print([
        "secrets": .array(
          secrets.map { ["id": .string(TicketSecret.id($0)), "created_at": Instant.json($0.createdAt)] })
      ])
      return .yes
    }
    guard !secrets.isEmpty else {
      context.print("No ticket secret. `pushwire secrets create` makes one.")
      return .yes
    }
    let now = Instant.now()
    var table = Table("ID", "MADE")
    for secret in secrets {
      table.add(.init(TicketSecret.id(secret)), .init(Instant.distance(secret.createdAt, from: now)))
    }
    context.output.write(table.text(context.output.style, width: context.output.width))
    return .yes
  }
}

/// `pushwire secrets remove ID`.
struct SecretsRemoveCommand: Command {
  let name = "secrets remove"
  let summary = "End a ticket secret; tickets signed with it are refused from now on"
  let syntax = Syntax(
    options: StoreInput.options,
    positionals: [.init(name: "ID", summary: "The id of `pushwire secrets list`")])
  let discussion = """
    Devices that are registered stay so; only tickets are concerned. Exits 1 if there is no such secret.
    """
  let examples = [Example("pushwire secrets remove k3m9xq", "End this one")]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let id = arguments.positional(0) ?? ""
    let isRemoved = try StoreInput.with(arguments) { store in
      let present = try store.read { reader throws(StoreError) in
        try reader.secrets(prefix: TicketSecret.prefix)
      }
      guard present.contains(where: { TicketSecret.id($0) == id }) else { return false }
      try store.transaction { session throws(StoreError) in
        try session.removeSecret(TicketSecret.prefix + id)
      }
      return true
    }
    guard isRemoved else {
      throw CommandError(
        CommandError.Code(rawValue: "unknown_secret"), "There is no ticket secret \(quoted(id)).",
        advice: "`pushwire secrets list` shows those that are.", exit: .no)
    }
    if context.json {
      context.print(["id": .string(id), "removed": .bool(true)])
    } else {
      context.print("Ticket secret \(printable(id)) is removed.")
    }
    return .yes
  }
}
