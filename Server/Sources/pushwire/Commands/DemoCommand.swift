import Foundation

/// `pushwire demo`: every kind of answer once, against emulators on this machine, and each one proved.
struct DemoCommand: Command {
  let name = "demo"
  let summary = "Send pushes to strict emulators on this machine, and prove what becomes of each"
  let syntax = Syntax(options: [
    .init(name: "folder", value: "FOLDER", summary: "Where profile, keys and tokens go; it stays afterwards"),
    .init(name: "keep", short: "k", summary: "Keep the folder, and say how to go on by hand"),
  ])
  let discussion = """
    Needs nothing but this program: no account, no device, no network. Starts emulators of APNs (sandbox and \
    production), FCM and Google's token service on free ports of 127.0.0.1, writes a profile as `pushwire \
    init` does, and sends with the code of `pushwire send`. Then it runs the server, as `pushwire serve` does, with \
    a made-up backend and phones that talk to it over HTTP, and verifies it on virtual devices. At the end it \
    audits a small app with two faults in it. Each step is held against what must come out; what \
    differs is printed. Exits 0 if every step is as it must be, 1 if one is not or it was stopped, 2 if it \
    could not begin.
    """
  let examples = [
    Example("pushwire demo", "Watch it"),
    Example("pushwire demo --keep", "And go on by hand with its profile, keys and emulators"),
    Example("pushwire demo --json", "A JSON line for each push and step, and a summary"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let start = Date()
    let keeps = arguments.has("keep") || arguments.value("folder") != nil
    // Before anything is made, so that Ctrl-C leaves nothing behind.
    DemoInterruption.listen()
    let path = arguments.value("folder") ?? Self.temporaryFolder()
    var report = DemoReport(context)
    report.begin()
    let stage = try DemoStage(path: path)
    defer {
      stage.suite.stop()
      if !keeps { try? FileManager.default.removeItem(atPath: path) }
    }
    let hand = { (step: DemoStep, section: DemoSection) throws in
      report.add(step, section)
      if DemoInterruption.hasCome { throw DemoStage.stopped }
    }
    try DemoStory(stage: stage).tell(hand)
    let server = try DemoServer(stage)
    defer { server.stop() }
    try DemoServerStory(cast: try DemoCast(stage, server)).tell(hand)
    try DemoVerifyStory(stage, server).tell(hand)
    try DemoAuditStory(path).tell(hand)
    report.end(seconds: Date().timeIntervalSince(start), keeping: keeps ? stage : nil)
    return report.isProved ? .yes : .no
  }

  private static func temporaryFolder() -> String {
    let name = "pushwire-demo-" + UUID().uuidString.prefix(8).lowercased()
    return FileManager.default.temporaryDirectory.appendingPathComponent(name).path
  }
}
