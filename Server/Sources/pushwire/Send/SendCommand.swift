import Delivery
import Foundation
import Providers
import Transport

/// `pushwire send`: puts a push on APNs or FCM and says what the provider answered.
struct SendCommand: Command {
  let name = "send"
  let summary = "Put a push on APNs or FCM, and say truthfully what became of it"
  let syntax = Syntax(
    options: [
      ProfileInput.option,
      .init(name: "platform", value: "NAME", summary: "ios, macos or android, where the app has several"),
      .init(
        name: "env", short: "e", value: "NAME",
        summary: "APNs environment of the token: sandbox or production"),
      .init(
        name: "via", value: "NAME", summary: "apns or fcm; else apns for Apple's platforms, fcm for Android"),
      .init(
        name: "kind", value: "KIND",
        summary: "What a target is: token (usual), or with FCM fid, topic, condition"),
      .init(
        name: "param", short: "P", value: "NAME=VALUE", repeats: true, summary: "A parameter of the class"),
      .init(
        name: "tokens", short: "t", value: "FILE",
        summary: "Targets, one a line, name=value behind tabs; - for input"),
      .init(name: "id", value: "ID", summary: "The notification id; else a new one"),
      .init(name: "dry-run", short: "n", summary: "Show the request for the first target and send nothing"),
      .init(name: "print-curl", summary: "Show it as a curl line, without secrets, and send nothing"),
      .init(name: "validate-only", summary: "FCM checks the message and delivers nothing"),
      .init(name: "results", value: "FILE", summary: "Write each attempt as a JSON line"),
      .init(name: "key", value: "FILE", summary: "An APNs key in place of the profile's"),
      .init(name: "key-id", value: "ID", summary: "Its key id, where the file's name does not say it"),
      .init(name: "team-id", value: "ID", summary: "Its team id"),
      .init(name: "service-account", value: "FILE", summary: "A service account in place of the profile's"),
    ] + SendPlan.rawOptions + SendNetwork.options,
    positionals: [
      .init(name: "CLASS", summary: "A class of the profile (left out with --payload)", required: false),
      .init(name: "TARGET", summary: "Device tokens, or what --kind says", required: false, repeats: true),
    ])
  let discussion = """
    Renders a class with its parameters, or takes a payload as it stands, and sends it to every target. \
    What may be tried again is; what the provider did not process goes out again at no cost; a wrong key or \
    topic stops the run instead of burning through it. An answer of 200 is called accepted: whether the \
    device got it, only the device can prove. Exits 0 if every message was accepted, 1 if one was not, 2 for \
    a mistake in options or profile, 3 if a file cannot be read.
    """
  let examples = [
    Example(
      "pushwire send order_shipped TOKEN --env sandbox -P order=8123 -P day=Friday", "One alert to one iPhone"
    ),
    Example("pushwire send orders_changed TOKEN --platform android", "A silent push through FCM"),
    Example(
      "pushwire send promo --tokens tokens.txt --env production --results out.jsonl",
      "Many, each attempt kept"),
    Example(
      "pushwire send order_shipped TOKEN -e sandbox -P order=1 -P day=x --dry-run", "See it, send nothing"),
    Example(
      "pushwire send --payload push.apns TOKEN -e sandbox --key AuthKey_ABC123DEFG.p8 --team-id ABCDE12345 "
        + "--topic com.example.parcel", "A payload and a key, no profile"),
  ]

  /// Messages whose ends are listed one by one.
  private static let listed = 20

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let isRaw = arguments.value("payload") != nil
    var words = arguments.positionals[...]
    let className = isRaw ? nil : words.popFirst()
    if !isRaw && className == nil {
      throw CommandError.usage(
        "Say what to send: a CLASS of the profile, or --payload FILE.",
        advice: "`pushwire help send` has examples.")
    }
    let targets = try SendTargets(Array(words), arguments)
    let hasTargets = targets.isFile || !words.isEmpty
    let plan = try SendPlan(arguments, className: className, hasTargets: hasTargets)
    var list = targets
    if !hasTargets {
      guard case .fcm(_, .raw(let raw, _)) = plan.route, raw.namesTarget else {
        throw CommandError.usage("There is no target.", advice: "Give a token, or --tokens FILE.")
      }
      // The message says whom it is for.
      list = .list([""])
    }
    if !context.json { for remark in plan.remarks { context.errors.write("note: \(printable(remark))\n") } }
    if arguments.has("dry-run") || arguments.has("print-curl") {
      return try preview(plan, list, curl: arguments.has("print-curl"), context)
    }
    return try send(plan, list, arguments, context)
  }

  private func preview(_ plan: SendPlan, _ targets: SendTargets, curl: Bool, _ context: Context) throws
    -> Exit
  {
    let runner = try SendRunner(plan, tally: SendTally(keeping: 0), tokenCache: nil)
    let source = targets.source(try runner.frame(isWhole: !targets.isFile)) { _, _ in }
    let provider: any PushProvider
    do throws(TransportError) {
      provider = try runner.provider(try TLSContext(trust: plan.network.trust))
    } catch { throw CommandError(error) }
    let preview = try RequestPreview(provider, source, parameters: plan.parameters, now: runner.clock())
    if context.json {
      context.print(preview.json)
    } else {
      context.output.write(curl ? preview.curl : preview.text(context.output.style))
    }
    return .yes
  }

  private func send(
    _ plan: SendPlan, _ targets: SendTargets, _ arguments: Arguments, _ context: Context
  ) throws -> Exit {
    let tally = SendTally(keeping: targets.isFile ? 0 : Self.listed)
    let runner = try SendRunner(
      plan, tally: tally, tokenCache: ProviderTokenCache(environment: context.environment))
    let results = try arguments.value("results").map { try ResultFile($0, targets) }
    if let results {
      tally.each = { [unowned tally] in results.write($0, $1, logID: tally.logID.bytes) }
      tally.eachRefusal = { results.write($0, $1) }
    }
    if !context.json { runner.note = { context.errors.write("\($0)\n") } }
    var badLines = 0
    let source = targets.source(try runner.frame(isWhole: !targets.isFile)) { line, why in
      badLines += 1
      results?.write(line, why)
      if badLines <= 5 && !context.json {
        context.errors.write("line \(line) is passed over: \(printable(why))\n")
      }
    }
    let bar = progress(runner, targets, context)
    if let bar {
      runner.note = { text in
        bar.clear()
        context.errors.write("\(text)\n")
      }
    }
    defer { bar?.clear() }
    try runner.run(source)
    bar?.clear()
    if case .file(let file, _) = targets { badLines += file.badLineCount }
    let report = SendReport(
      plan: plan, targets: targets, tally: tally, counters: runner.counters, heldBy: runner.heldBy,
      parkedBy: runner.parkedBy, waiting: runner.waiting, resends: runner.resends, badLines: badLines,
      oauthWords: runner.oauthWords, wasInterrupted: runner.wasInterrupted)
    if context.json {
      for result in tally.results { context.print(report.message(result)) }
      context.print(report.summaryJSON)
    } else {
      context.output.write(
        report.text(
          context.output.style, width: context.output.isTerminal ? context.output.width : nil,
          listing: !targets.isFile))
    }
    try results?.close()
    if case .file(let file, let path) = targets, let why = file.failure {
      throw CommandError.unreadable(
        "The rest of the file could not be read: \(why).", place: path,
        advice: "What stands up to line \(grouped(file.line)) was sent, the rest was not.")
    }
    return report.isAllAccepted ? .yes : .no
  }

  /// A bar by the file's bytes: how many lines it has is not known before its end.
  private func progress(_ runner: SendRunner, _ targets: SendTargets, _ context: Context) -> SendProgress? {
    guard case .file(let file, _) = targets, context.errors.isTerminal, !context.json else { return nil }
    let progress = SendProgress(context.errors, file)
    runner.tick = { progress.update($0) }
    return progress
  }
}

/// How far a file of targets is, while it is sent.
private final class SendProgress {
  private let file: TokenFile
  private var bar: ProgressBar

  init(_ output: Output, _ file: TokenFile) {
    self.file = file
    bar = ProgressBar(output, total: max(file.size, 1), now: Self.now, unit: .share)
  }

  private static var now: Double { Date().timeIntervalSinceReferenceDate }

  func update(_ lane: PushLane) {
    bar.update(file.position, note: "\(grouped(lane.counters.ended)) ended", now: Self.now)
  }

  func clear() { bar.finish() }
}
