/// What was found out about one credential's file. Holds no part of the key.
struct KeyReport: Sendable, Equatable {
  enum Kind: String, Sendable { case apns, fcm }

  /// Something that keeps the key from working.
  struct Problem: Sendable, Equatable {
    var code: String
    var message: String
    var advice: String?
  }

  var file: String
  var kind: Kind
  /// Names and values, in the order in which they are shown.
  var facts: [Fact] = []
  var problems: [Problem] = []
  /// What does not keep it from working.
  var notes: [String] = []
  /// There was nothing to judge: the file is missing or forbidden.
  var isUnreadable = false

  struct Fact: Sendable, Equatable {
    /// For machines: `key_id`.
    var code: String
    /// For people: `key id`.
    var name: String
    var value: String
  }

  var isGood: Bool { problems.isEmpty }

  mutating func fact(_ code: String, _ value: String) {
    facts.append(Fact(code: code, name: code.replacing("_", with: " "), value: value))
  }

  mutating func problem(_ code: String, _ message: String, _ advice: String? = nil) {
    problems.append(Problem(code: code, message: redacted(message), advice: advice.map(redacted)))
  }
}

extension KeyReport {
  /// The report of a file that could not be read.
  init(unreadable error: CommandError, file: String, kind: Kind) {
    self.init(file: file, kind: kind, isUnreadable: true)
    problem(error.code.rawValue, error.message, error.advice)
  }

  func text(_ style: Styler) -> String {
    let title = kind == .apns ? "APNs key" : "FCM service account"
    let state = isGood ? style.apply("good", .green) : style.apply("not usable", .red)
    var text = style.apply(printable(file), .bold) + ": \(title), \(state)\n"
    let width = facts.map { columns($0.name) }.max() ?? 0
    for fact in facts {
      let padding = String(repeating: " ", count: width - columns(fact.name) + 2)
      text += "  " + style.apply(fact.name, .dim) + padding + printable(fact.value) + "\n"
    }
    for problem in problems {
      text += "  " + style.apply("problem:", .red) + " " + printable(problem.message) + "\n"
      if let advice = problem.advice { text += "    to do: " + printable(advice) + "\n" }
    }
    for note in notes { text += "  " + style.apply("note:", .yellow) + " " + printable(note) + "\n" }
    return text
  }

  var json: JSON {
    var members: [(String, JSON)] = [
      ("file", .string(file)), ("kind", .string(kind.rawValue)), ("ok", .bool(isGood)),
    ]
    members += facts.map { ($0.code, .string($0.value)) }
    members.append(
      (
        "problems",
        .array(
          problems.map {
            ["code": .string($0.code), "message": .string($0.message), "advice": .text($0.advice)]
          })
      ))
    members.append(("notes", .array(notes.map(JSON.string))))
    return .object(members)
  }
}
