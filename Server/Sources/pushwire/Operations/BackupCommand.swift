import Foundation
import Store

/// `pushwire backup FILE`: the whole store, consistent, while the server works.
struct BackupCommand: Command {
  let name = "backup"
  let summary = "Copy the store into a file, consistent, while the server may be running"
  let syntax = Syntax(
    options: StoreInput.options, positionals: [.init(name: "FILE", summary: "The copy; must not exist yet")])
  let discussion = """
    The copy has device tokens, keys' hashes and ticket secrets in it: only this user can read it, and it \
    belongs where secrets belong. To go back, stop the server and put the copy in the store's place, without \
    the -wal and -shm files beside it.
    """
  let examples = [Example("pushwire backup /var/backups/pushwire-today.db", "Every night, say")]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let copy = arguments.positional(0) ?? ""
    guard !FileManager.default.fileExists(atPath: copy) else {
      throw CommandError(
        .configuration, "The file exists already; it stays as it is.", place: copy,
        advice: "Give the copy a name of its own, with the date in it, say.")
    }
    try StoreInput.with(arguments) { store in
      do throws(StoreError) { try store.backup(to: copy) } catch {
        throw CommandError(error, path: copy)
      }
    }
    let size = (try? FileManager.default.attributesOfItem(atPath: copy)[.size] as? Int) ?? 0
    if context.json {
      context.print(["file": .string(copy), "bytes": .integer(size)])
    } else {
      context.print("\(printable(copy)): \(grouped(size)) bytes.")
    }
    return .yes
  }
}
