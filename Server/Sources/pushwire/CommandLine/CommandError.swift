/// Why a command could not do what it was asked: what happened, where, and what to do.
struct CommandError: Error, Sendable, Equatable {
  /// Stable and open: scripts may compare it, new ones may come.
  struct Code: RawRepresentable, Sendable, Equatable {
    var rawValue: String
    static let usage = Code(rawValue: "usage")
    static let unknownCommand = Code(rawValue: "unknown_command")
    static let unknownOption = Code(rawValue: "unknown_option")
    static let configuration = Code(rawValue: "configuration")
    static let unreadable = Code(rawValue: "unreadable")
    static let failed = Code(rawValue: "failed")
  }

  var code: Code
  /// What happened, as a sentence without the secret parts of what was given.
  var message: String
  /// A file with line and column, an option, a host.
  var place: String?
  /// What to do about it.
  var advice: String?
  var exit: Exit

  init(_ code: Code, _ message: String, place: String? = nil, advice: String? = nil, exit: Exit = .usage) {
    self.code = code
    self.message = redacted(message)
    self.place = place
    self.advice = advice.map(redacted)
    self.exit = exit
  }

  /// A mistake on the command line.
  static func usage(_ message: String, advice: String? = nil) -> CommandError {
    CommandError(.usage, message, advice: advice)
  }

  /// A file or answer that cannot be read.
  static func unreadable(_ message: String, place: String? = nil, advice: String? = nil) -> CommandError {
    CommandError(.unreadable, message, place: place, advice: advice, exit: .unreadable)
  }
}

extension CommandError {
  /// For a person, on standard error.
  func text(_ style: Styler) -> String {
    var lines = [style.apply("error:", .bold, .red) + " " + printable(message)]
    if let place { lines.append("  where: " + printable(place)) }
    if let advice { lines.append("  to do: " + printable(advice)) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// For a program, on standard output.
  var json: JSON {
    [
      "error": [
        "code": .string(code.rawValue), "message": .string(message),
        "place": place.map(JSON.string) ?? .null, "advice": advice.map(JSON.string) ?? .null,
      ]
    ]
  }
}
