import Foundation
import Store

/// `pushwire audience export`: registrations for another sender.
struct AudienceExportCommand: Command {
  let name = "audience export"
  let summary = "Write the registrations that may be sent to, with their tokens, for another sender"
  static let step = 500

  let syntax = Syntax(
    options: [
      .init(
        name: "to", short: "o", value: "FILE",
        summary: "Into this file, for this user only; else to standard output"),
      .init(name: "format", value: "WORD", summary: "ndjson (an object a line, where absent) or csv"),
      .init(name: "all", summary: "Everybody; needed where nothing else says who"),
      .init(name: "platform", value: "NAME", repeats: true, summary: "Only ios, macos or android"),
      .init(name: "tag", value: "TAG", summary: "Only installations with this tag"),
      .init(name: "min-app-version", value: "VERSION", summary: "Only from this version of the app on"),
      .init(name: "max-app-version", value: "VERSION", summary: "Only up to this version of the app"),
      .init(
        name: "class", short: "c", value: "NAME",
        summary: "The class that will be sent: leaves out whom it may not go to"),
      .init(name: "accounts", summary: "With the accounts' ids"),
      .init(name: "tenant", short: "t", value: "NAME", summary: "Only this tenant's; all where absent"),
      .init(name: "force", summary: "Tokens may be shown on a terminal"),
    ] + StoreInput.options)
  let discussion = """
    Device tokens are secrets: whoever has them and a provider's credential can send. So they are not \
    printed on a terminal without --force, and a file is made for its user alone. Left out, and counted \
    on standard error by reason: no token, quarantined or disputed, environment unknown, stale \
    (lifecycle.stale_after); with --class also whoever has not permitted it, and for a class with \
    `audience: account` whoever is not bound. `pushwire tokens retire` takes back what the other sender \
    found dead.
    """
  let examples = [
    Example("pushwire audience export --all --class news --to news.ndjson", "For a provider's bulk send"),
    Example("pushwire audience export --platform android --format csv --to android.csv", "As a table"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let query = try Self.query(arguments)
    let format = try arguments.choice("format", AudienceFormat.self) ?? .ndjson
    let writer = try AudienceWriter(
      path: arguments.value("to"), format: format, withAccounts: arguments.has("accounts"),
      mayShow: arguments.has("force"), context)
    let now = Instant.now()
    var summary = AudienceSummary()
    do {
      try StoreInput.with(arguments) { store in
        var next: Int? = 0
        while let row = next {
          let page = try store.read { reader throws(StoreError) in
            try reader.audience(query, after: row, limit: Self.step, now: now)
          }
          for registration in page.eligible { try writer.write(registration) }
          summary.add(page)
          next = page.next
        }
      }
      try writer.finish()
    } catch {
      writer.discard()
      throw error
    }
    if context.json, arguments.value("to") != nil {
      context.print(summary.json)
    } else {
      context.output.flush()
      context.errors.write(context.json ? summary.json.text + "\n" : summary.text)
    }
    return .yes
  }

  private static func query(_ arguments: Arguments) throws -> AudienceQuery {
    var query = AudienceQuery()
    query.tenant = arguments.value("tenant")
    query.platforms = try arguments.all("platform").map { word in
      guard let platform = DevicePlatform(name: word) else {
        let names = DevicePlatform.allCases.map(\.name)
        throw CommandError.usage(
          "--platform does not know \(quoted(word)).",
          advice: "It takes \(pushwire.list(names))." + suggestion(for: word, in: names))
      }
      return platform
    }
    query.tag = arguments.value("tag")
    query.minimumAppVersion = try version(arguments, "min-app-version")
    query.maximumAppVersion = try version(arguments, "max-app-version")
    let saysWho =
      !query.platforms.isEmpty || query.tag != nil || query.minimumAppVersion != nil
      || query.maximumAppVersion != nil
    if arguments.has("all") == saysWho {
      throw CommandError.usage(
        saysWho ? "--all is everybody, and goes with nothing that says whom." : "Nothing says who is meant.",
        advice: saysWho ? nil : "Say --all, or --platform, --tag, --min-app-version, --max-app-version.")
    }
    query.staleAfter = try LifecycleTimes.of(arguments).staleAfter
    if let name = arguments.value("class") { query.facts = try facts(name, arguments) }
    return query
  }

  private static func version(_ arguments: Arguments, _ option: String) throws -> String? {
    guard let text = arguments.value(option) else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 8, parts.allSatisfy({ (1...9).contains($0.count) && $0.allSatisfy(\.isASCIIDigit) })
    else {
      throw CommandError.usage("--\(option) takes a version as 2.10.1, not \(quoted(text)).")
    }
    return text
  }

  private static func facts(_ name: String, _ arguments: Arguments) throws -> ClassFacts {
    let profile = try ProfileInput.usable(arguments).profile
    guard let found = profile.notificationClass(name) else {
      throw CommandError.usage(
        "The profile has no class \(quoted(name)).",
        advice: "It has \(pushwire.list(profile.classes.map(\.name), "and"))."
          + suggestion(for: name, in: profile.classes.map(\.name)))
    }
    var facts = ClassFacts()
    facts.name = found.name
    facts.isSilent = found.kind == .silent
    facts.channel = found.channel
    facts.audience =
      switch found.audience {
      case .account: .account
      case .installation: .installation
      case .public: .public
      }
    return facts
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

/// What was left out, and why.
struct AudienceSummary: Equatable {
  var written = 0
  var others = 0
  var excluded: [String: Int] = [:]

  mutating func add(_ page: AudiencePage) {
    written += page.eligible.count
    others += page.others
    for (reason, count) in page.excluded { excluded[reason.rawValue, default: 0] += count }
  }

  private var reasons: [(String, Int)] { excluded.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

  var json: JSON {
    [
      "exported": .integer(written), "excluded": .integer(excluded.values.reduce(0, +)),
      "excluded_by": .object(reasons.map { ($0.0, .integer($0.1)) }), "not_in_audience": .integer(others),
    ]
  }

  var text: String {
    var text = "\(grouped(written)) registrations are exported"
    let out = excluded.values.reduce(0, +)
    text += out == 0 ? ".\n" : "; \(grouped(out)) are left out:\n"
    for (reason, count) in reasons {
      let number = grouped(count)
      text += "  " + String(repeating: " ", count: max(0, 12 - number.count)) + number + "  \(reason)\n"
    }
    if others > 0 { text += "\(grouped(others)) are not in the audience.\n" }
    return text
  }
}
