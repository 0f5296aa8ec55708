import Foundation
import Store

/// `pushwire accounts erase ACCOUNT`: what the store has of a person goes.
struct AccountsEraseCommand: Command {
  let name = "accounts erase"
  let summary = "Remove what the store has of an account: tokens, bindings, inbox, parameters"
  let syntax = Syntax(
    options: [
      .init(name: "tenant", short: "t", value: "NAME", summary: "Its tenant; the default one where absent"),
      .init(name: "yes", short: "y", summary: "Do not ask"),
    ] + StoreInput.options,
    positionals: [.init(name: "ACCOUNT", summary: "The account's id, as the app's backend gives it")])
  let discussion = """
    The same id in another tenant is another account and stays. Counts by day stay, too: they know no account. \
    On a terminal it asks first; without one it needs --yes. Backups made before still have the account.
    """
  let examples = [Example("pushwire accounts erase alice --tenant shop --yes", "On request of the person")]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let account = arguments.positional(0) ?? ""
    let tenant = arguments.value("tenant") ?? ""
    let place = tenant.isEmpty ? "the default tenant" : "tenant \(tenant)"
    if !arguments.has("yes") {
      guard isatty(0) == 1, context.errors.isTerminal else {
        throw CommandError.usage(
          "Erasing is for good, and nobody is there to be asked.", advice: "Write --yes.")
      }
      context.errors.write(
        "This removes everything of account \(printable(account)) in \(printable(place)), for good.\n"
          + "Type the account to go on: ")
      guard readLine() == account else {
        throw CommandError(.failed, "Nothing is erased.", exit: .no)
      }
    }
    let erased = try StoreInput.with(arguments) { store in
      try store.transaction { session throws(StoreError) in
        try session.erase(tenant: tenant, account: account, now: Instant.now())
      }
    }
    if context.json {
      context.print([
        "tenant": .string(tenant), "registrations": .integer(erased.registrations),
        "inbox": .integer(erased.inbox), "messages": .integer(erased.messages),
      ])
    } else {
      context.print(
        "Erased: \(grouped(erased.registrations)) registrations, \(grouped(erased.inbox)) inbox items, "
          + "\(grouped(erased.messages)) messages.")
    }
    return erased.registrations + erased.inbox + erased.messages > 0 ? .yes : .no
  }
}
