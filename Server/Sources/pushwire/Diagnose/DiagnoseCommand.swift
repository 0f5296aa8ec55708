import Audit
import Diagnosis
import Foundation
import PushContract

/// `pushwire diagnose`: it never arrives. Which hop is broken, why, and what to test next.
struct DiagnoseCommand: Command {
  let name = "diagnose"
  let summary = "It never arrives: name the first broken hop, the likely causes and the next test"
  /// Files alone will do as well.
  let isOfServer = false
  let syntax = Syntax(
    options: [
      .init(
        name: "installation", short: "i", value: "ID",
        summary: "The device that waits; with --server or --store"),
      .init(
        name: "token", short: "t", value: "TOKEN",
        summary: "The device that waits, by its token; with --store"),
      .init(
        name: "notification", short: "n", value: "ID",
        summary: "The notification that did not come; with --server"),
      .init(name: "task", value: "ID", summary: "Not a push: a background task that never runs"),
      .init(name: "server", value: "URL", summary: "The running server; its key in --key or PUSHWIRE_KEY"),
      .init(name: "key", short: "k", value: "KEY", summary: "A server key that may read"),
      .init(name: "tenant", value: "TENANT", summary: "With a key for all tenants"),
      StoreInput.option,
      .init(name: "kind", value: "KIND", summary: "alert or silent, where nothing tells it"),
      .init(name: "platform", value: "NAME", summary: "ios, macos or android, where nothing tells it"),
      .init(
        name: "answer", short: "a", value: "QUESTION=ANSWER", repeats: true,
        summary: "What somebody at the device says: focus=off"),
      .init(name: "live", summary: "Ask Apple and Google too whether they take the credentials"),
      ProfileInput.option,
      .init(name: "key-id", value: "ID", summary: "With --live: of the .p8 among the files"),
      .init(name: "team-id", value: "ID", summary: "With --live: of the .p8 among the files"),
      .init(name: "topic", value: "BUNDLE-ID", summary: "With --live: the app, where nothing tells it"),
      .init(name: "env", short: "e", value: "NAME", summary: "With --live: sandbox or production; else both"),
    ] + DiagnoseLive.networkOptions,
    positionals: [
      .init(
        name: "PATH",
        summary: "All there is: app, sources, profile, payload, captured request or answer, keys",
        required: false, repeats: true)
    ])
  let discussion = """
    Walks the hops of a push in order, shows the evidence for each, and names the first one that is broken, else the \
    first one without proof. Causes are ranked, each with the reason for its place: what a provider, the server or the \
    device said, and what the audit found in the files. Then comes the one test that tells the most. What only a person \
    at the device can tell is asked last, and can be answered by --answer.

    --task does the same for a background task, and tells a fault from "the system has not chosen it yet".

    Nothing leaves this machine but questions to --server. --live asks the providers: FCM by a message that is only \
    validated; APNs, which has no dry run, by a push to a made-up token, where BadDeviceToken means that the key is good.

    Exits 0 if every hop is proven (or nothing speaks against the task), 1 if one is broken or without proof, 2 for wrong \
    usage, 3 if the server or a file could not be read and nothing is broken.
    """
  let examples = [
    Example("pushwire diagnose Parcel.ipa Sources order.apns", "Only files"),
    Example(
      "pushwire diagnose --installation 6F9619FF… --server https://push.example.com",
      "A device that gets nothing; the key in PUSHWIRE_KEY"),
    Example(
      "pushwire diagnose --notification order-1001 --server https://push.example.com Parcel.ipa --answer focus=off",
      "One notification, with the app and an answer"),
    Example(
      "pushwire diagnose --task dev.pushwire.parcel.refresh Parcel", "A background task that never runs"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let plan = try DiagnosePlan(arguments, context.environment)
    let audit = audit(plan.paths, context)
    if let task = plan.task {
      guard let audit else {
        throw CommandError.usage(
          "--task needs files.", advice: "Give the app's source tree, and its Info.plist or the app.")
      }
      var facts = TaskFacts(id: task, audit: audit)
      facts.answers = plan.answers
      let report = TaskDiagnosis.diagnose(facts)
      DiagnosePage(context).tell(report, audit)
      return exit(isGood: report.verdict == .notChosenYet, isBroken: report.verdict == .fault, audit, nil)
    }
    var facts = ArrivalFacts(plan.subject, now: Instant.now())
    facts.audit = audit
    facts.answers = plan.answers
    try DiagnoseServer(plan: plan).read(&facts)
    facts.kind = plan.kind ?? facts.kind ?? audit.flatMap(ArrivalFacts.kind)
    facts.platform = plan.platform ?? facts.platform ?? audit.flatMap(ArrivalFacts.platform)
    if plan.isLive { facts.probes = try DiagnoseLive(plan, context).ask(facts) }
    let report = Arrival.diagnose(facts)
    DiagnosePage(context).tell(report, facts)
    return exit(isGood: report.first == nil, isBroken: report.first?.status == .broken, audit, facts)
  }

  private func audit(_ paths: [String], _ context: Context) -> AuditResult? {
    guard !paths.isEmpty else { return nil }
    return Audit.run(AuditCommand.read(paths, context), now: Instant.now())
  }

  private func exit(isGood: Bool, isBroken: Bool, _ audit: AuditResult?, _ facts: ArrivalFacts?) -> Exit {
    if isBroken { return .no }
    if audit?.scope.facts.unreadable.isEmpty == false { return .unreadable }
    if case .unreachable = facts?.server { return .unreadable }
    return isGood ? .yes : .no
  }
}
