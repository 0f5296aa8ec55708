import Foundation
import PushContract

/// `pushwire keys check`: are these credentials what they should be?
struct KeysCheckCommand: Command {
  let name = "keys check"
  let summary = "Say whether a .p8 key or a service account is what it should be"
  let syntax = Syntax(
    options: [
      ProfileInput.option,
      .init(name: "key-id", value: "ID", summary: "The key id that belongs to the .p8 file"),
      .init(name: "team-id", value: "ID", summary: "The team id that belongs to the .p8 file"),
    ],
    positionals: [
      .init(
        name: "FILE", summary: "A .p8 key or service account; those of the profile where absent",
        required: false,
        repeats: true)
    ])
  let discussion = """
    Looks at the files themselves: the kind of key, the key id, the team, the project, and whether they go \
    together. Nothing leaves this machine. Exits 0 if all are good, 1 if one is not, 3 if one cannot be read.
    """
  let examples = [
    Example("pushwire keys check", "The credentials of this folder's profile"),
    Example("pushwire keys check AuthKey_ABC123DEFG.p8 --team-id ABCDE12345", "One key, by itself"),
    Example("pushwire keys check firebase.json --json", "A service account, for a program"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let subjects =
      arguments.positionals.isEmpty
      ? try KeySubject.ofProfile(arguments) : try KeySubject.files(arguments)
    let reports = subjects.map { $0.inspect() }
    if context.json {
      context.print(["ok": .bool(reports.allSatisfy(\.isGood)), "keys": .array(reports.map(\.json))])
    } else {
      context.output.write(reports.map { $0.text(context.output.style) }.joined(separator: "\n"))
    }
    if reports.contains(where: \.isUnreadable) { return .unreadable }
    return reports.allSatisfy(\.isGood) ? .yes : .no
  }
}
