import Emulators

/// `pushwire emulate`: strict APNs and FCM on this machine, until interrupted.
struct EmulateCommand: Command {
  let name = "emulate"
  let summary = "Play APNs (both environments), FCM and OAuth on this machine, as strict as the originals"
  let syntax = Syntax(options: [
    ProfileInput.option,
    .init(
      name: "folder", value: "FOLDER",
      summary: "Where certificate, keys and tokens are written (pushwire-emulator)"),
    .init(name: "sandbox-port", value: "PORT", summary: "APNs sandbox (18443); 0 for any free port"),
    .init(name: "production-port", value: "PORT", summary: "APNs production (18444)"),
    .init(name: "fcm-port", value: "PORT", summary: "FCM and OAuth (18445)"),
    .init(name: "devices-port", value: "PORT", summary: "Where programs play devices, plain HTTP (18446)"),
    .init(name: "topic", value: "BUNDLE-ID", summary: "The app's bundle id, where there is no profile"),
    .init(name: "project", value: "ID", summary: "The Firebase project, where there is no profile"),
    .init(name: "scenario", value: "FILE", summary: "Faults to play, by a script (docs/emulators.md)"),
    .init(name: "log", value: "FILE", summary: "Write each request as a JSON line"),
    .init(name: "payloads", summary: "Put payloads into the log; they may hold private texts"),
    .init(name: "any-token", summary: "Take any well-formed token, for load tests"),
    .init(name: "quiet", short: "q", summary: "Do not print each request"),
    .init(name: "seconds", value: "NUMBER", summary: "Stop by itself after so long"),
  ])
  let discussion = """
    Listens on 127.0.0.1 only. The folder gets what a client needs: ca.pem (trust it for these servers only), a \
    .p8 key and a service account that the emulators know, one token file for each kind of device, and \
    emulator.json, which says all of it to a program. Keys of the profile are known to the emulators, too, where \
    their files are there. Each request is judged as Apple and Google document it, and printed with the answer. \
    Ends with Ctrl-C, and exits 0.
    """
  let examples = [
    Example("pushwire emulate", "For the app of this folder's profile, if there is one"),
    Example("pushwire emulate --scenario goaway.json --log requests.jsonl", "With faults, and a log"),
    Example("pushwire emulate --any-token --quiet --json", "For a load test"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let app = try EmulatedApp.choose(arguments)
    let seconds = try arguments.integer("seconds", in: 0...86_400 * 30)
    let options = try options(arguments)
    let scenario = try arguments.value("scenario").map(scenario)
    // Before anything starts, so that Ctrl-C at any time ends it in order.
    let interruption = Interruption()
    let folder = try EmulatorFolder(path: arguments.value("folder") ?? "pushwire-emulator")
    var started = options
    started.caPath = folder.path("ca.pem")
    let suite: EmulatorSuite
    do throws(EmulatorError) { suite = try EmulatorSuite.start(started) } catch { throw CommandError(error) }
    defer { suite.stop() }
    if let scenario { suite.script(scenario) }
    let setup = try EmulatorSetup.prepare(suite, app, folder)
    if context.json {
      context.print(setup.json)
    } else {
      context.output.write(setup.text(context.output.style))
    }
    context.output.flush()
    try watch(suite, interruption, seconds, printing: !arguments.has("quiet"), context)
    let log = suite.snapshot()
    if context.json {
      context.print(["event": "end", "requests": .integer(log.total)])
    } else {
      context.print("\(grouped(log.total)) request\(log.total == 1 ? "" : "s") answered.")
    }
    return .yes
  }

  /// Prints what arrives until it is time to end.
  private func watch(
    _ suite: EmulatorSuite, _ interruption: Interruption, _ seconds: Int?, printing: Bool, _ context: Context
  ) throws {
    var feed = ArrivalFeed()
    let ticks = seconds.map { $0 * 5 } ?? Int.max
    var tick = 0
    var isLast = false
    while !isLast {
      isLast = interruption.wait(milliseconds: tick < ticks ? 200 : 0) || tick >= ticks
      tick += 1
      do throws(EmulatorError) { try suite.flushLog() } catch { throw CommandError(error) }
      guard printing else { continue }
      let text = feed.text(suite.snapshot(), json: context.json, context.output.style)
      if !text.isEmpty {
        context.output.write(text)
        context.output.flush()
      }
    }
  }

  private func scenario(_ path: String) throws -> Scenario {
    let bytes = try InputFile.read(path, "scenario")
    do throws(ScenarioError) {
      return try ScenarioFile.read(bytes)
    } catch {
      throw CommandError(
        .configuration, error.message, place: error.place.isEmpty ? path : "\(path): \(error.place)",
        advice: "docs/emulators.md describes scenarios.")
    }
  }

  private func options(_ arguments: Arguments) throws -> EmulatorOptions {
    var options = EmulatorOptions()
    options.apnsSandboxPort = try arguments.integer("sandbox-port", in: 0...65_535) ?? 18_443
    options.apnsProductionPort = try arguments.integer("production-port", in: 0...65_535) ?? 18_444
    options.fcmPort = try arguments.integer("fcm-port", in: 0...65_535) ?? 18_445
    options.devicesPort = try arguments.integer("devices-port", in: 0...65_535) ?? 18_446
    options.logPath = arguments.value("log")
    options.logsPayloads = arguments.has("payloads")
    options.apnsRules.acceptsAnyToken = arguments.has("any-token")
    options.fcmRules.acceptsAnyToken = arguments.has("any-token")
    if arguments.has("quiet") { options.logCapacity = 0 }
    return options
  }
}

extension CommandError {
  /// The emulators could not start or go on.
  fileprivate init(_ error: EmulatorError) {
    self.init(
      Code(rawValue: error.code.rawValue), error.message, advice: "Look at the ports, the folder and the log."
    )
  }
}
