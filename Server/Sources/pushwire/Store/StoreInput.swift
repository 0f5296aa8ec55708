import Foundation
import ProfileFile
import PushContract
import Service
import Store

/// The store as a command's input: the file that `pushwire serve` works with, which may be running.
enum StoreInput {
  /// Beside the profile.
  static let usualName = "pushwire.db"

  static let option = Syntax.Option(
    name: "store", short: "s", value: "STORE",
    summary: "The server's store, a file or a postgres:// URL; the profile's where absent")

  /// The options of commands that work with the store.
  static let options = [option, ProfileInput.option]

  /// What `--store` says; nil: the profile decides.
  static func named(_ arguments: Arguments) -> StorePlace? {
    arguments.value(option.name).map { StorePlace($0) }
  }

  /// What `--store` says, or the profile, or the usual file beside where the profile would be.
  static func place(_ arguments: Arguments) throws -> StorePlace {
    if let named = named(arguments) { return named }
    let path = arguments.value(ProfileInput.option.name) ?? ProfileInput.usualPath
    guard FileManager.default.fileExists(atPath: path) else { return StorePlace(.sqlite(nil), beside: path) }
    let reading: ProfileReading
    do throws(ProfileFileError) { reading = try ProfileFile.load(path: path) } catch {
      throw CommandError(error, path: path)
    }
    // Whatever else is wrong with it, its store is where it says.
    if let fault = reading.errors.first(where: { storeFaults.contains($0.code.rawValue) }) {
      throw CommandError(
        .configuration, ProfileInput.sentence(fault.message), place: "\(path):\(fault.line):\(fault.column)",
        advice: fault.hint.map(ProfileInput.sentence))
    }
    return StorePlace(reading.profile.store, beside: path)
  }

  private static let storeFaults: Set<String> = [
    "doubled-store", "store-mismatch", "bad-store-url", "password-in-profile",
  ]

  /// Runs `body` with the store, and closes it.
  /// - Parameter makes: a store that is not there yet is made.
  static func with<Result>(
    _ arguments: Arguments, makes: Bool = false, _ body: (any PushStore) throws -> Result
  ) throws -> Result {
    let place = try place(arguments)
    if let path = place.path, !makes, !FileManager.default.fileExists(atPath: path) {
      throw CommandError.unreadable(
        "There is no store.", place: path,
        advice: "Name it with --store, as for `pushwire serve`; `pushwire keys create` makes a new one.")
    }
    let store: any PushStore
    do throws(StoreError) {
      store = try place.open(isServer: false)
    } catch { throw CommandError(error, place) }
    defer { store.close() }
    do { return try body(store) } catch let error as StoreError { throw CommandError(error, place) }
  }
}

extension CommandError {
  init(_ error: StoreError, _ place: StorePlace) {
    self.init(error, path: place.shown)
    guard place.path == nil else { return }
    advice =
      switch error.code {
      case .tooNew: "Use the version of pushwire that wrote it, or a newer one."
      case .open:
        "Look at the URL, at the user's rights, and at its password: password_file in the profile, or PGPASSFILE."
      default: "Is the database running, and can it be reached from here? Try again."
      }
  }

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
