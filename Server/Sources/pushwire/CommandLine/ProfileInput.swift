import ProfileFile
import PushContract

/// The profile as a command's input.
enum ProfileInput {
  /// Where a profile is looked for when none is named.
  static let usualPath = "pushwire.yaml"

  /// The option of commands that work from a profile.
  static let option = Syntax.Option(
    name: "profile", short: "p", value: "FILE",
    summary: "The profile; pushwire.yaml of this folder where absent")

  /// The profile that `--profile` names, if it can be used. Errors in it are errors of configuration.
  static func usable(_ arguments: Arguments) throws -> ProfileReading {
    try usable(path: arguments.value(option.name) ?? usualPath)
  }

  static func usable(path: String) throws -> ProfileReading {
    let reading: ProfileReading
    do throws(ProfileFileError) {
      reading = try ProfileFile.load(path: path)
    } catch {
      throw CommandError(error, path: path)
    }
    guard let first = reading.errors.first else { return reading }
    let more = reading.errors.count > 1 ? " (and \(reading.errors.count - 1) more)" : ""
    throw CommandError(
      .configuration, "The profile has an error\(more): \(first.message).",
      place: "\(path):\(first.line):\(first.column)",
      advice: (first.hint.map { sentence($0) + " " } ?? "") + "`pushwire check \(path)` shows all.")
  }

  /// Text that starts with a capital and ends with a full stop.
  static func sentence(_ text: String) -> String {
    let ended = text.last.map { ".!?".contains($0) } == true ? text : text + "."
    return ended.prefix(1).uppercased() + ended.dropFirst()
  }
}

extension CommandError {
  /// A profile that could not be read at all, or is no YAML; or a project's files (`isProfile` false).
  init(_ error: ProfileFileError, path: String, isProfile: Bool = true) {
    var place = error.file ?? path
    if let line = error.line { place += ":\(line)" + (error.column.map { ":\($0)" } ?? "") }
    let isUnreadable = error.kind == .unreadable
    var advice = error.hint.map(ProfileInput.sentence)
    if error.code == .notFound, isProfile {
      advice = "Name it with its path, or write a first one: `pushwire init`."
    }
    self.init(
      isUnreadable ? .unreadable : .configuration, ProfileInput.sentence(error.message), place: place,
      advice: advice, exit: isUnreadable ? .unreadable : .usage)
  }
}
