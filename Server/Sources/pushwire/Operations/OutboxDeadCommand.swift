import Store

/// Which dead letters are meant.
struct DeadLetterFilter {
  static let options = [
    Syntax.Option(name: "class", short: "c", value: "NAME", summary: "Only of this class"),
    Syntax.Option(name: "lane", value: "NAME", summary: "Only of this lane, as in ios-production"),
    Syntax.Option(
      name: "since", value: "TIME", summary: "Only those set aside in the last so long, as in 2d"),
  ]

  var className: String?
  var lane: LaneCode?
  var since: Int?

  init(_ arguments: Arguments, now: Int) throws {
    className = arguments.value("class")
    if let text = arguments.value("lane") {
      lane = LaneCode.allCases.first { $0.name == text }
      if lane == nil {
        let names = LaneCode.allCases.map(\.name)
        throw CommandError.usage(
          "--lane does not know \(quoted(text)).",
          advice: "It takes \(list(names))." + suggestion(for: text, in: names))
      }
    }
    since = try arguments.duration("since").map { now - $0 * 1000 }
  }

  var isEmpty: Bool { className == nil && lane == nil && since == nil }

  func fits(_ letter: MessageView) -> Bool {
    (className == nil || letter.className == className) && (lane == nil || letter.lane == lane)
      && letter.at >= since ?? Int.min
  }

  /// Those that fit, in short reads, `limit` at most.
  func find(_ limit: Int, in store: any PushStore) throws(StoreError) -> [MessageView] {
    var found: [MessageView] = []
    var after = 0
    while found.count < limit {
      let page = try store.read { reader throws(StoreError) in
        try reader.deadLetters(after: after, limit: 500)
      }
      found += page.filter(fits)
      guard let last = page.last, page.count == 500 else { break }
      after = last.row
    }
    return Array(found.prefix(limit))
  }
}

/// `pushwire outbox dead list`: messages that three deliveries took and none brought back.
struct OutboxDeadCommand: Command {
  let name: String
  let summary = "List messages that were set aside after their third lost lease"
  let syntax = Syntax(
    options: [.init(name: "limit", short: "n", value: "N", summary: "At most so many; 100 where absent")]
      + DeadLetterFilter.options + StoreInput.options)
  let discussion = "Exits 1 if there are any: each is a message that brought a delivery down, or bad luck."
  let examples: [Example]

  /// `outbox dead` and `outbox dead list` are the same.
  init(_ name: String = "outbox dead list") {
    self.name = name
    examples = [
      Example("pushwire \(name)", "What lies there, and why"),
      Example("pushwire \(name) --lane android --since 1d", "Of one lane, since yesterday"),
    ]
  }

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let limit = try arguments.integer("limit", in: 1...100_000) ?? 100
    let now = Instant.now()
    let filter = try DeadLetterFilter(arguments, now: now)
    let letters = try StoreInput.with(arguments) { store in try filter.find(limit, in: store) }
    if context.json {
      context.print(["dead": .array(letters.map(\.deadJSON))])
      return letters.isEmpty ? .yes : .no
    }
    guard !letters.isEmpty else {
      context.print(filter.isEmpty ? "Nothing was set aside." : "Nothing of that was set aside.")
      return .yes
    }
    var table = Table("ID", "NOTIFICATION", "INSTALLATION", "CLASS", "LANE", "AT", "WHY")
    for letter in letters {
      table.add(
        .init(String(letter.row)), .init(letter.notification), .init(letter.installation),
        .init(letter.className), .init(letter.lane?.name ?? ""),
        .init(Instant.distance(letter.at, from: now)), .init(letter.cause))
    }
    context.output.write(table.text(context.output.style, width: nil))
    context.print("\nWhen the cause is gone: `pushwire outbox dead replay ID…`, or --all.")
    return .no
  }
}

extension MessageView {
  /// Why it was set aside, in words.
  var cause: String {
    let isLost = reason.isEmpty || reason == "lease_lost"
    let words = isLost ? "three leases ended, and nothing was heard" : reason
    return history.last.map { words + "; before that: " + $0.words } ?? words
  }

  var deadJSON: JSON {
    guard case .object(let members) = json else { return json }
    return .object(
      [("id", .integer(row)), ("installation", .string(installation)), ("cause", .string(cause))] + members)
  }
}

/// `pushwire outbox dead show ID`: all that is known of one, but for its parameters.
struct OutboxDeadShowCommand: Command {
  let name = "outbox dead show"
  let summary = "Show a message that was set aside, and its attempts; never its parameters"
  let syntax = Syntax(
    options: StoreInput.options,
    positionals: [.init(name: "ID", summary: "Its number in `pushwire outbox dead list`")])
  let discussion = "Exits 1 if no message with this number is set aside."
  let examples = [Example("pushwire outbox dead show 4711", "This one")]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let row = try DeadLetterID.read(arguments.positional(0) ?? "")
    let letter = try StoreInput.with(arguments) { store in
      try store.read { reader throws(StoreError) in
        try reader.deadLetters(after: row - 1, limit: 1).first { $0.row == row }
      }
    }
    guard let letter else { throw DeadLetterID.unknown(row) }
    if context.json {
      guard case .object(let members) = letter.deadJSON else { return .yes }
      context.print(.object(members + [("history", .array(letter.history.map(\.json)))]))
      return .yes
    }
    let now = Instant.now()
    let rows = [
      ("id", String(row)), ("notification", letter.notification), ("installation", letter.installation),
      ("class", letter.className), ("lane", letter.lane?.name ?? ""), ("cause", letter.cause),
      ("attempts", String(letter.attempts)),
      ("created", "\(Instant.text(letter.createdAt)), \(Instant.distance(letter.createdAt, from: now))"),
      ("set aside", "\(Instant.text(letter.at)), \(Instant.distance(letter.at, from: now))"),
    ]
    for (name, value) in rows where !value.isEmpty {
      context.print(
        context.output.style.apply(name, .dim) + String(repeating: " ", count: max(1, 14 - name.count))
          + printable(value))
    }
    for attempt in letter.history {
      context.print("  \(Instant.text(attempt.at))  " + printable(attempt.words))
    }
    return .yes
  }
}

extension AttemptView {
  var words: String {
    [verdict, reason, httpStatus == 0 ? "" : "HTTP \(httpStatus)"].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  var json: JSON {
    [
      "at": Instant.json(at), "verdict": verdict.isEmpty ? .null : .string(verdict),
      "reason": reason.isEmpty ? .null : .string(reason),
      "http_status": httpStatus == 0 ? .null : .integer(httpStatus),
    ]
  }
}

/// The number of a dead letter, as people type it.
enum DeadLetterID {
  static func read(_ text: String) throws -> Int {
    guard let row = Int(text), row > 0 else {
      throw CommandError.usage(
        "\(quoted(text)) is no number of a dead letter.", advice: "`pushwire outbox dead list` shows them.")
    }
    return row
  }

  static func unknown(_ row: Int) -> CommandError {
    CommandError(
      CommandError.Code(rawValue: "unknown_dead_letter"), "No message \(row) is set aside.",
      advice: "`pushwire outbox dead list` shows those that are.", exit: .no)
  }
}
