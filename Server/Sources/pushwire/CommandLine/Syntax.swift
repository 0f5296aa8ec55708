/// What a command takes: the one description that the parser and the help page share.
struct Syntax: Sendable {
  struct Option: Sendable {
    var name: String
    var short: Character?
    /// What stands for the value in help (`FILE`); nil for a flag.
    var value: String?
    /// May be given more than once.
    var repeats = false
    var summary: String
  }

  struct Positional: Sendable {
    var name: String
    var summary: String
    var required = true
    /// Takes all that follows.
    var repeats = false
  }

  var options: [Option] = []
  var positionals: [Positional] = []

  /// The options of every command.
  static let common: [Option] = [
    Option(name: "json", summary: "Print JSON on standard output: one object, or one a line"),
    Option(
      name: "color", value: "WHEN", summary: "Colours: auto (only on a terminal), always or never"),
    Option(name: "help", short: "h", summary: "Show this help"),
  ]

  /// With the options of every command.
  var complete: Syntax { Syntax(options: options + Syntax.common, positionals: positionals) }
}
