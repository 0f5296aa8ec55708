/// What was given on a command line, checked against a ``Syntax``.
struct Arguments: Sendable, Equatable {
  private(set) var values: [String: [String]] = [:]
  private(set) var flags: Set<String> = []
  private(set) var positionals: [String] = []

  /// Whether a flag was given.
  func has(_ flag: String) -> Bool { flags.contains(flag) }
  /// An option's value.
  func value(_ option: String) -> String? { values[option]?.last }
  /// All values of an option that may be repeated, in order.
  func all(_ option: String) -> [String] { values[option] ?? [] }
  /// The positional at this place.
  func positional(_ index: Int) -> String? { index < positionals.count ? positionals[index] : nil }

  /// An option's value as a whole number within a range.
  func integer(_ option: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw CommandError.usage(
        "--\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound), not \(quoted(text))."
      )
    }
    return number
  }

  /// An option's value as one of an enumeration's words.
  func choice<Choice: RawRepresentable & CaseIterable>(_ option: String, _ type: Choice.Type) throws
    -> Choice?
  where Choice.RawValue == String {
    guard let text = value(option) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    throw CommandError.usage(
      "--\(option) does not know \(quoted(text)).",
      advice: "It takes \(list(words))." + suggestion(for: text, in: words))
  }

  /// An option's value of the form `name=value`, for each time it was given.
  func pairs(_ option: String) throws -> [(name: String, value: String)] {
    try all(option).map { text in
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw CommandError.usage(
          "--\(option) takes NAME=VALUE, and \(quoted(text)) has no name before a `=`.")
      }
      return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
  }
}

extension Arguments {
  /// Reads words against a syntax. Options and positionals may be mixed; `--` ends the options.
  init(_ words: some Sequence<String>, _ syntax: Syntax) throws {
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      if word == "--" {
        positionals += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        positionals.append(word)
        continue
      }
      let (name, attached) = Arguments.split(word)
      guard let option = Arguments.find(name, syntax) else { throw Arguments.unknown(name, syntax) }
      try take(option, attached, &rest)
    }
    try checkPositionals(syntax)
  }

  private mutating func take(
    _ option: Syntax.Option, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws {
    guard let placeholder = option.value else {
      if attached != nil { throw CommandError.usage("--\(option.name) takes no value.") }
      flags.insert(option.name)
      return
    }
    // A value may start with one dash (a negative number), with two only behind `=`.
    guard let value = attached ?? (rest.first?.hasPrefix("--") == true ? nil : rest.popFirst()) else {
      throw CommandError.usage(
        "--\(option.name) needs a value.", advice: "Write --\(option.name) \(placeholder).")
    }
    if !option.repeats, values[option.name] != nil {
      throw CommandError.usage("--\(option.name) is given twice; it takes one value.")
    }
    values[option.name, default: []].append(value)
  }

  private func checkPositionals(_ syntax: Syntax) throws {
    if has("help") { return }
    let required = syntax.positionals.filter(\.required)
    if positionals.count < required.count {
      let missing = required[positionals.count]
      throw CommandError.usage("\(missing.name) is missing: \(missing.summary.lowercasedFirst).")
    }
    let takesAll = syntax.positionals.last?.repeats == true
    if !takesAll, positionals.count > syntax.positionals.count {
      throw CommandError.usage("\(quoted(positionals[syntax.positionals.count])) is one argument too many.")
    }
  }

  private static func split(_ word: String) -> (name: String, value: String?) {
    guard let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  private static func find(_ name: String, _ syntax: Syntax) -> Syntax.Option? {
    if name.hasPrefix("--") { return syntax.options.first { $0.name == name.dropFirst(2) } }
    return syntax.options.first { option in option.short.map { name == "-\($0)" } ?? false }
  }

  private static func unknown(_ name: String, _ syntax: Syntax) -> CommandError {
    let names = syntax.options.map { "--" + $0.name }
    return CommandError(
      .unknownOption, "There is no option \(quoted(name)).",
      advice: (suggestion(for: name, in: names) + " --help lists the options.").trimmedFront)
  }
}
