import Diagnosis
import Foundation
import Generate
import PushClient
import PushClientTesting
import PushContract

/// `pushwire verify`: the checklist, hop by hop, with evidence.
struct VerifyCommand: Command {
  let name = "verify"
  let summary = "Prove a push integration hop by hop, on virtual devices or on a real one"
  let syntax = Syntax(options: [
    ProfileInput.option,
    .init(name: "virtual", summary: "On virtual devices, one for each check and platform"),
    .init(name: "device", short: "d", value: "INSTALLATION", summary: "On this real device, step by step"),
    .init(name: "server", value: "URL", summary: "The running server; with --virtual its own where absent"),
    .init(
      name: "key", short: "k", value: "KEY", summary: "A server key for send and read; else PUSHWIRE_KEY"),
    .init(name: "tenant", value: "TENANT", summary: "With a key for all tenants"),
    .init(
      name: "emulator", value: "FOLDER",
      summary: "With --virtual and --server: the folder of the `pushwire emulate` that the server sends to"),
    .init(
      name: "account", value: "ID", summary: "Who signs in on virtual devices; pushwire-verify where absent"),
    .init(name: "platform", value: "NAME", repeats: true, summary: "Only ios, macos or android"),
    .init(name: "only", value: "CHECK", repeats: true, summary: "Only this check"),
    .init(name: "alert", value: "CLASS", summary: "The alert to send; the first that fits where absent"),
    .init(
      name: "silent", value: "CLASS", summary: "The silent push to send; the first that fits where absent"),
    .init(
      name: "parameters", short: "P", value: "NAME=VALUE", repeats: true,
      summary: "A parameter of either class; made up by its type where absent"),
    .init(
      name: "wait", short: "w", value: "SECONDS",
      summary: "How long an answer or receipt is waited for; 10, and 90 with --device"),
    .init(
      name: "yes", short: "y", summary: "With --device: take each step as done, for a rig that does them"),
    .init(name: "report", short: "r", value: "FILE", summary: "Write the report there, in Markdown"),
  ])
  let discussion = """
    Ten checks: the token reaches the server; a send returns 200 with an id; an alert in the foreground, in the \
    background and while terminated; a tap from a cold start; silent work; logout; a removed app; an account switch. \
    Each ends proven, broken or unknown, with its evidence: what the server, the provider and the device itself said.

    --virtual plays devices on this machine, with emulators and a server of its own unless --server names one. What \
    is proven so is called proven (virtual): it holds for server, profile and the client's decisions, not for a \
    device. --device asks the person who holds a device for one step at a time, and waits for its receipts; what the \
    person says proves nothing. It sends to whoever is signed in there: use a test account, and expect the app to be \
    deleted at the end.

    Exits 0 if every check is proven, 1 if one is not or it was stopped, 2 for wrong usage, 3 if the server cannot \
    be reached.
    """
  let examples = [
    Example("pushwire verify --virtual", "The profile of this folder, else an example, on virtual devices"),
    Example(
      "pushwire verify --virtual --server http://127.0.0.1:8780 --emulator pushwire-emulator",
      "Against `pushwire serve --emulator` and `pushwire emulate`; the key in PUSHWIRE_KEY"),
    Example(
      "pushwire verify --device 6F9619FF… --server https://push.example.com --report report.md",
      "On a device, for a release"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    guard arguments.has("virtual") != (arguments.value("device") != nil) else {
      throw CommandError.usage("Say either --virtual or --device INSTALLATION.")
    }
    // Before anything is made, so that Ctrl-C leaves the report of what was found so far.
    DemoInterruption.listen()
    let plan = try VerifyPlan(arguments, context.environment)
    let file = try plan.reportPath.map(ReportFile.init)
    let page = VerifyPage(context)
    var report: VerifyReport
    if let installation = plan.installation {
      report = try onDevice(installation, plan, page, context)
    } else {
      report = try virtually(plan, page)
    }
    report.end = Instant.now()
    try file?.write(report.markdown)
    page.end(report, path: plan.reportPath)
    return report.isProven ? .yes : .no
  }

  // MARK: Virtual devices

  private func virtually(_ plan: VerifyPlan, _ page: VerifyPage) throws -> VerifyReport {
    let stage = plan.server == nil ? try VerifyStage(profile: plan.profilePath()) : nil
    defer { stage?.stop() }
    defer { plan.clean() }
    let transport = try CurlTransport()
    let server =
      plan.server ?? VerifyServer(stage?.address ?? "", key: stage?.key ?? "", transport: transport)
    try server.check()
    let devices = plan.devices ?? stage?.devices ?? ""
    let player = VerifyPlayer(server: server, content: plan.content, wait: plan.wait ?? 10_000)
    let run = VirtualRun(
      player: player, profile: plan.profile, policy: ClientPolicy(plan.profile),
      provider: HTTPDeliverySource(devices, transport: transport), account: plan.account, name: plan.name,
      checks: plan.checks)
    var report = plan.report(stage == nil ? server.address : "its own, with emulators")
    for platform in plan.platforms {
      page.head("\(platform.title) virtual device")
      report.devices.append(run.run(platform) { page.tell($0, of: platform.title) })
    }
    return report
  }

  // MARK: A real device

  private func onDevice(
    _ installation: String, _ plan: VerifyPlan, _ page: VerifyPage, _ context: Context
  ) throws -> VerifyReport {
    guard let server = plan.server else {
      throw CommandError.usage("--device needs --server URL: the server that the device talks to.")
    }
    guard plan.assumesYes || VerifyTerminal.isInteractive else {
      throw CommandError.usage(
        "--device asks a person, and standard input is no terminal.",
        advice: "Run it in a terminal, or say --yes where something else carries the steps out.")
    }
    try server.check()
    let terminal = VerifyTerminal(output: context.errors, assumesYes: plan.assumesYes)
    let player = VerifyPlayer(server: server, content: plan.content, wait: plan.wait ?? 90_000)
    let run = PersonRun(player: player, installation: installation, name: plan.name, checks: plan.checks)
    var report = plan.report(server.address)
    page.head("Installation \(installation)")
    let device = try run.run(
      ask: { terminal.ask($0, canBeAbsent: $1) },
      begin: { check in
        context.output.flush()
        context.errors.write("\n\(check.title.prefix(1).uppercased() + check.title.dropFirst())\n")
      },
      tell: { page.tell($0, of: installation) })
    report.devices = [device]
    return report
  }
}
