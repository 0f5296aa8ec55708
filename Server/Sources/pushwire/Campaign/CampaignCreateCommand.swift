import PushClient

/// `pushwire campaign create`: one notification to an audience.
struct CampaignCreateCommand: Command {
  let name = "campaign create"
  let summary = "Create a campaign: one notification to everybody who fits an audience"
  let syntax = Syntax(
    options: [
      .init(name: "dry-run", summary: "Only count: whom it would go to, how long it takes, what it costs"),
      .init(name: "id", value: "ID", summary: "Its id, and the notification's on each device"),
      .init(
        name: "class", short: "c", value: "NAME", summary: "A class with `audience: public` or `account`"),
      .init(
        name: "parameters", value: "NAME=VALUE", repeats: true, summary: "A parameter of the class"),
      .init(name: "all", summary: "To all installations"),
      .init(name: "platform", value: "NAME", repeats: true, summary: "Only ios, macos or android"),
      .init(name: "tag", value: "TAG", summary: "Only installations with this tag"),
      .init(name: "min-app-version", value: "VERSION", summary: "Only from this version of the app on"),
      .init(name: "max-app-version", value: "VERSION", summary: "Only up to this version of the app"),
      .init(name: "account", short: "a", value: "ID", repeats: true, summary: "Only devices of this account"),
      .init(name: "topic", value: "NAME", summary: "To an FCM topic: Android only, and FCM fans it out"),
      .init(name: "condition", value: "TEXT", summary: "To an FCM condition over topics"),
      .init(name: "rate", value: "N", summary: "Messages a second; as fast as it goes where absent"),
      .init(name: "ramp-from", value: "N", summary: "Begin with so many a second, and double them"),
      .init(name: "ramp-step", value: "TIME", summary: "Double them after each such time; 1m where absent"),
      .init(name: "starts-at", value: "TIME", summary: "As in 2030-01-31T18:00:00Z; at once where absent"),
      .init(name: "ttl", value: "TIME", summary: "How long after its start it may be sent; the class's else"),
      .init(name: "receipts", value: "N", summary: "Count receipts of one device in N; 1: all, 0: none"),
    ] + CampaignPlaces.options,
    positionals: [
      .init(
        name: "FILE", summary: "The campaign as JSON, as `POST /v1/campaigns` takes it; options come on top",
        required: false)
    ])
  let discussion = """
    With --server it is handed to a running server. Else it is checked against the profile and written \
    into the store, where a server that runs with the delivery role finds it. The same id and content \
    again changes nothing; other content under a known id is refused. Parameters are the same for every \
    device, and no secret: they stand on the command line.
    """
  let examples = [
    Example(
      "pushwire campaign create --id spring --class news --parameters headline=Spring --all --dry-run",
      "Whom it would go to"),
    Example("pushwire campaign create spring.json --rate 500 --ramp-from 50", "With a slow start"),
    Example(
      "pushwire campaign create --id beta-2 --class news --parameters headline=Beta --tag beta --platform ios",
      "Only testers with an iPhone"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let body = try CampaignOrder.body(arguments)
    let answer = try CampaignPlaces.of(arguments, context).create(Array(body.text.utf8))
    if context.json {
      context.output.write(answer.text + "\n")
      return .yes
    }
    let style = context.output.style
    if answer["dry_run"].bool == true {
      context.output.write(CampaignText.forecast(answer, style))
      return .yes
    }
    let id = printable(answer["campaign"].string ?? "")
    context.print(
      answer["repeated"].bool == true ? "Campaign \(id) was created before." : "Campaign \(id) is created.")
    context.output.write(CampaignText.warnings(answer, style))
    context.print("`pushwire campaign watch \(id)` follows it.")
    return .yes
  }
}

/// The body of `POST /v1/campaigns`, of a file and options. What it says is judged by the API's own rules.
enum CampaignOrder {
  static func body(_ arguments: Arguments) throws -> PushClient.JSONValue {
    var members: [String: PushClient.JSONValue] = [:]
    if let path = arguments.positional(0) { members = try file(path) }
    if let id = arguments.value("id") { members["id"] = .string(id) }
    if let name = arguments.value("class") { members["class"] = .string(name) }
    let pairs = try arguments.pairs("parameters")
    if !pairs.isEmpty {
      var parameters: [String: PushClient.JSONValue] = [:]
      if case .object(let known)? = members["parameters"] { parameters = known }
      for (name, value) in pairs { parameters[name] = .string(value) }
      members["parameters"] = .object(parameters)
    }
    if let audience = try audience(arguments) { members["audience"] = audience }
    if let rate = try arguments.integer("rate", in: 1...1_000_000) {
      members["rate_per_second"] = .integer(rate)
    }
    if let from = try arguments.integer("ramp-from", in: 1...1_000_000) {
      members["ramp_up"] = .object([
        "from": .integer(from), "step_seconds": .integer(try arguments.duration("ramp-step") ?? 60),
      ])
    } else if arguments.value("ramp-step") != nil {
      throw CommandError.usage("--ramp-step needs --ramp-from.")
    }
    if let time = arguments.value("starts-at") { members["starts_at"] = .string(time) }
    if let seconds = try arguments.duration("ttl") { members["ttl"] = .integer(seconds) }
    if let one = try arguments.integer("receipts", in: 0...1_000_000) {
      members["receipt_sampling"] = .integer(one)
    }
    if arguments.has("dry-run") { members["dry_run"] = .bool(true) }
    try check(members)
    return .object(members)
  }

  private static func file(_ path: String) throws -> [String: PushClient.JSONValue] {
    let bytes = try InputFile.read(path, "campaign")
    let json: PushClient.JSONValue
    do throws(PushClient.JSONValue.Fault) { json = try PushClient.JSONValue(parsing: bytes) } catch {
      throw CommandError(
        .configuration, "The file is no JSON: it cannot be read from byte \(error.offset) on.", place: path)
    }
    guard case .object(let members) = json else {
      throw CommandError(
        .configuration, "The file holds no JSON object.", place: path,
        advice: "docs/campaigns.md shows one; it is the body of `POST /v1/campaigns`.")
    }
    return members
  }

  private static func audience(_ arguments: Arguments) throws -> PushClient.JSONValue? {
    var members: [String: PushClient.JSONValue] = [:]
    func list(_ option: String, _ name: String) {
      let values = arguments.all(option)
      if !values.isEmpty { members[name] = .array(values.map { .string($0) }) }
    }
    list("platform", "platforms")
    list("account", "accounts")
    for name in ["tag", "topic", "condition"] {
      if let value = arguments.value(name) { members[name] = .string(value) }
    }
    var versions: [String: PushClient.JSONValue] = [:]
    if let low = arguments.value("min-app-version") { versions["min"] = .string(low) }
    if let high = arguments.value("max-app-version") { versions["max"] = .string(high) }
    if !versions.isEmpty { members["app_version"] = .object(versions) }
    guard arguments.has("all") else { return members.isEmpty ? nil : .object(members) }
    guard members.isEmpty else {
      throw CommandError.usage("--all is everybody, and goes with nothing that says whom.")
    }
    return .string("all")
  }

  /// What is needed in any case, told in the words of the command line.
  private static func check(_ members: [String: PushClient.JSONValue]) throws {
    for (name, option) in [("id", "--id"), ("class", "--class"), ("audience", "--all or who it is for")]
    where members[name] == nil {
      throw CommandError.usage(
        "The campaign has no \(name).", advice: "Say \(option), or write it into the file.")
    }
  }
}
