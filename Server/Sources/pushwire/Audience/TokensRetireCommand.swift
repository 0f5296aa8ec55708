import Foundation
import Store

/// `pushwire tokens retire --from FILE`: takes back what another sender found dead.
struct TokensRetireCommand: Command {
  let name = "tokens retire"
  let summary = "Take out of use the tokens that another sender found dead"
  /// In one transaction: short enough that a server which is running hardly waits.
  static let step = 200
  /// So few are no sign of anything.
  static let alwaysAllowed = 20

  let syntax = Syntax(
    options: [
      .init(
        name: "from", short: "f", value: "FILE",
        summary:
          "A token or installation id a line, objects a line, or a table with a header; - reads standard input"
      ),
      .init(
        name: "as-of", value: "TIME",
        summary: "For lines without a time: what was confirmed since stays, as in 2030-01-31T18:00:00Z"),
      .init(name: "dry-run", summary: "Only say what would happen"),
      .init(
        name: "most", value: "PERCENT", summary: "Refuse more than this share of all tokens; 10 where absent"),
      .init(name: "yes", short: "y", summary: "However many they are"),
    ] + StoreInput.options)
  let discussion = """
    The rule is that of a provider's own answer: a token goes only if its device was last heard of \
    before the given time. Members `token` or `installation`, `time` and `reason` are read, others are \
    passed over; so the lines of `pushwire audience export` will do. First all of it is read and \
    counted: where it is more than a tenth of all tokens, nothing is done without --yes, for then the \
    environment or credential was wrong, and not the tokens. Doing it again changes nothing, and one \
    that broke off goes on so. What goes leaves its reason and time (`pushwire tokens why`).
    """
  let examples = [
    Example("pushwire tokens retire --from dead.csv --dry-run", "What would go"),
    Example(
      "pushwire tokens retire --from dead.txt --as-of 2030-01-31T18:00:00Z", "Tokens alone, a line each"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    guard let path = arguments.value("from") else {
      throw CommandError.usage(
        "--from is missing.", advice: "Write --from FILE, or --from - for standard input.")
    }
    let percent = try arguments.integer("most", in: 1...100) ?? 10
    let now = Instant.now()
    var asOf: Int?
    if let text = arguments.value("as-of") {
      guard let time = Instant.parse(text), time <= now else {
        throw CommandError.usage("--as-of takes a time that is over, as in 2030-01-31T18:00:00Z.")
      }
      asOf = time
    }
    let input = try RetireInput(path)
    defer { input.close() }
    let file = DeadTokenFile(place: input.place, asOf: asOf, now: now)
    return try StoreInput.with(arguments) { store in
      var expected = RetireCounts()
      try file.read(input.descriptor, batches: Self.step) { batch in
        expected.add(
          try store.read { reader throws(StoreError) in try reader.foresee(retiring: batch, now: now) })
      }
      if arguments.has("dry-run") {
        expected.print(context, isDryRun: true)
        return .yes
      }
      if !arguments.has("yes") { try Self.guardShare(expected, percent, store, now) }
      try input.rewind()
      var done = RetireCounts()
      try file.read(input.descriptor, batches: Self.step) { batch in
        let named = batch.map { report in
          var report = report
          report.reason = report.reason.isEmpty ? "another sender" : "another sender: " + report.reason
          return report
        }
        done.add(
          try store.transaction { session throws(StoreError) in try session.retire(named, now: now) })
      }
      done.print(context, isDryRun: false)
      return .yes
    }
  }

  /// As a lane's brake: where too many are dead at once, it is not the tokens.
  private static func guardShare(
    _ expected: RetireCounts, _ percent: Int, _ store: any PushStore, _ now: Int
  ) throws {
    let retired = expected[.retired]
    guard retired > alwaysAllowed else { return }
    let fleet = try store.read { reader throws(StoreError) in
      try reader.fleet(now: now, staleAfter: Int.max)
    }
    let all = fleet.reduce(0) { $0 + $1.withToken }
    guard retired > all / 100 * percent + all % 100 * percent / 100 else { return }
    throw CommandError(
      CommandError.Code(rawValue: "too_many_dead"),
      "\(grouped(retired)) of \(grouped(all)) tokens would go, more than \(percent) %. Nothing is done.",
      advice:
        "Look whether the other sender used the right environment and credential. If it did, say --yes.",
      exit: .no)
  }
}

/// A file, or standard input kept in a file without a name, so that it can be read twice.
private struct RetireInput {
  let place: String
  let descriptor: Int32

  init(_ path: String) throws {
    if path == "-" {
      place = "standard input"
      descriptor = try Self.spool()
      return
    }
    place = path
    let opened = open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else {
      throw CommandError.unreadable(
        "The file cannot be read: \(String(cString: strerror(errno))).", place: path)
    }
    descriptor = opened
    if lseek(opened, 0, SEEK_SET) < 0 {
      _ = Foundation.close(opened)
      throw CommandError.unreadable(
        "This is no file that can be read twice.", place: path, advice: "Send it into --from - instead.")
    }
  }

  private static func spool() throws -> Int32 {
    var name = Array((NSTemporaryDirectory() + "/pushwire-XXXXXX").utf8CString)
    let made = mkstemp(&name)
    guard made >= 0 else {
      throw CommandError.unreadable(
        "No temporary file can be made: \(String(cString: strerror(errno))).", place: NSTemporaryDirectory())
    }
    unlink(name)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(0, &chunk, chunk.count)
      if count == 0 { break }
      if count < 0, errno == EINTR { continue }
      guard count > 0, write(made, chunk, count) == count else {
        _ = Foundation.close(made)
        throw CommandError.unreadable("Standard input cannot be kept.", place: "standard input")
      }
    }
    lseek(made, 0, SEEK_SET)
    return made
  }

  func rewind() throws {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw CommandError.unreadable("The file cannot be read again.", place: place)
    }
  }

  func close() { _ = Foundation.close(descriptor) }
}

/// How many reports came to what.
struct RetireCounts: Equatable {
  private var counts: [RetireOutcome: Int] = [:]

  mutating func add(_ outcomes: [RetireOutcome]) {
    for outcome in outcomes { counts[outcome, default: 0] += 1 }
  }

  subscript(_ outcome: RetireOutcome) -> Int { counts[outcome] ?? 0 }

  func print(_ context: Context, isDryRun: Bool) {
    if context.json {
      context.print(
        .object(
          [("dry_run", .bool(isDryRun))]
            + RetireOutcome.allCases.map { ($0.rawValue, .integer(self[$0])) }))
      return
    }
    context.print("\(grouped(self[.retired])) tokens \(isDryRun ? "would be" : "are") out of use.")
    for (outcome, words) in [
      (RetireOutcome.confirmedSince, "stay: their devices confirmed them since"),
      (.noToken, "had none any more"), (.unknown, "are not known, or were taken out of use before"),
    ] where self[outcome] > 0 { context.print("\(grouped(self[outcome])) \(words).") }
  }
}
