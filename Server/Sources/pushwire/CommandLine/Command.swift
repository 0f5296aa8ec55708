/// One thing that `pushwire` does.
///
/// A command composes: it reads its arguments, calls the modules, and says what came out. It runs on the
/// main thread.
protocol Command: Sendable {
  /// As typed, in one to three words: `send`, `keys check`, `outbox dead list`.
  var name: String { get }
  /// One line for the list of commands.
  var summary: String { get }
  /// What it takes, beside the options that every command has.
  var syntax: Syntax { get }
  /// Paragraphs for its help page, after the summary.
  var discussion: String { get }
  var examples: [Example] { get }
  /// Is of use beside a server only; the list of commands parts these from the others.
  var isOfServer: Bool { get }

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit
}

extension Command {
  /// What works with a server's store.
  var isOfServer: Bool { syntax.options.contains { $0.name == StoreInput.option.name } }
}

/// A command line that works, and what it is for.
struct Example: Sendable {
  var line: String
  var purpose: String
  init(_ line: String, _ purpose: String) {
    self.line = line
    self.purpose = purpose
  }
}

/// What a command may use of its surroundings.
struct Context: Sendable {
  var output: Output
  var errors: Output
  /// Standard output carries JSON only.
  var json: Bool
  var environment: [String: String]
  /// All commands, for help.
  var commands: [any Command]

  /// Prints one JSON value as a line.
  func print(_ json: JSON) { output.write(json.text + "\n") }
  /// Prints a line for a person.
  func print(_ line: String) { output.write(line + "\n") }
}
