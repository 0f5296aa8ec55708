import Foundation
import Store

/// `pushwire store move --to URL`: a file's store into a PostgreSQL database.
struct StoreMoveCommand: Command {
  let name = "store move"
  let summary = "Move the store from its file into an empty PostgreSQL database"
  let syntax = Syntax(
    options: StoreInput.options + [
      .init(name: "to", value: "URL", summary: "The database, as in postgresql://push@db.example.com/push"),
      .init(name: "password-file", value: "FILE", summary: "A file with the database user's password alone"),
    ])
  let discussion = """
    Stop the server first: the move holds the file as a server does. Rows are copied in portions; where the move \
    is broken off, the same command goes on with what is missing, and no server starts on the database before it \
    has ended. At the end each table is read back and compared by its count and a checksum over its rows. The \
    file stays as it was. Its log of attempts stays behind.
    """
  let examples = [
    Example(
      "pushwire store move --to 'postgresql://push@db.example.com/push?sslmode=verify-full'",
      "Then name the database under store: in the profile")
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let source = try StoreInput.place(arguments)
    guard let path = source.path else {
      throw CommandError.usage(
        "A store is moved from a file, and this one is a database.", advice: "Name the file with --store.")
    }
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandError.unreadable("There is no store.", place: path, advice: "Name it with --store.")
    }
    guard let url = arguments.value("to"), case .postgres(var place) = StorePlace(url) else {
      throw CommandError.usage(
        "--to takes the URL of a PostgreSQL database.",
        advice: "As in --to postgresql://push@db.example.com/push.")
    }
    place.passwordFile = arguments.value("password-file")
    let shown = StorePlace.postgres(place).shown
    var move = StoreMove()
    if !context.json {
      move.progress = { (table, rows) throws(StoreError) in context.print("  \(table): \(grouped(rows)) rows")
      }
    }
    let tables: [StoreMove.Table]
    do throws(StoreError) {
      tables = try move.run(from: path, to: place, now: Instant.now())
    } catch {
      throw CommandError(
        CommandError.Code(rawValue: error.code.rawValue), ProfileInput.sentence(error.message), place: path,
        advice: Self.advice(error.code),
        exit: error.code == .damaged || error.code == .tooNew ? .unreadable : .usage)
    }
    let rows = tables.reduce(0) { $0 + $1.rows }
    if context.json {
      context.print([
        "to": .string(shown), "rows": .integer(rows),
        "tables": .array(
          tables.map {
            [
              "table": .string($0.name), "rows": .integer($0.rows),
              "checksum": .string(String($0.checksum, radix: 16)),
            ]
          }),
      ])
    } else {
      context.print(
        "\(grouped(rows)) rows in \(tables.count) tables, the same in both. Put \(shown) under store: in the profile."
      )
    }
    return .yes
  }

  private static func advice(_ code: StoreError.Code) -> String {
    switch code {
    case .busy: "Stop the server, then run this again."
    case .open: "Look at the URL, at the user's rights and password; the database has to be a new one."
    case .damaged: "The file is as it was. Make the database anew, and run this again."
    default: "The file is as it was. Run this again, and it goes on where it was."
    }
  }
}
