import Foundation
import Store

/// The store as a command's input: the file that `pushwire serve` works with, which may be running.
enum StoreInput {
  /// Beside the profile.
  static let usualName = "pushwire.db"

  static let option = Syntax.Option(
    name: "store", short: "s", value: "FILE",
    summary: "The server's store; \(usualName) beside the profile where absent")

  /// The options of commands that work with the store.
  static let options = [option, ProfileInput.option]

  static func path(_ arguments: Arguments) -> String {
    arguments.value(option.name)
      ?? KeySubject.beside(arguments.value(ProfileInput.option.name) ?? ProfileInput.usualPath, usualName)
  }

  /// Runs `body` with the store, and closes it.
  /// - Parameter makes: a store that is not there yet is made.
  static func with<Result>(
    _ arguments: Arguments, makes: Bool = false, _ body: (any PushStore) throws -> Result
  ) throws -> Result {
    let path = path(arguments)
    guard makes || FileManager.default.fileExists(atPath: path) else {
      throw CommandError.unreadable(
        "There is no store.", place: path,
        advice: "Name it with --store, as for `pushwire serve`; `pushwire keys create` makes a new one.")
    }
    let store: any PushStore
    do throws(StoreError) { store = try open(path) } catch { throw CommandError(error, path: path) }
    defer { store.close() }
    do { return try body(store) } catch let error as StoreError { throw CommandError(error, path: path) }
  }

  private static func open(_ path: String) throws(StoreError) -> any PushStore {
    try SQLiteStore(path: path)
  }
}

extension CommandError {
  /// What the store says, and what to do about it.
  init(_ error: StoreError, path: String) {
    let advice: String
    var exit = Exit.unreadable
    switch error.code {
    case .busy:
      advice = "The server is writing without a pause; try again."
      exit = .usage
    case .unavailable:
      advice = "Look at the disk: is it full, or not writable for this user?"
      exit = .usage
    case .damaged: advice = "Stop the server and put the last `pushwire backup` in its place."
    case .tooNew: advice = "Use the version of pushwire that wrote it, or a newer one."
    case .open: advice = "Look at the path, and at the rights of the file and its folder."
    default:
      advice = "Look at the file and its disk."
      exit = .usage
    }
    self.init(
      CommandError.Code(rawValue: error.code.rawValue), ProfileInput.sentence(error.message), place: path,
      advice: advice, exit: exit)
  }
}
