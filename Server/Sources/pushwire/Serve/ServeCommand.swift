import Foundation
import Service

/// `pushwire serve`: the server, until it is told to end.
struct ServeCommand: Command {
  let name = "serve"
  let summary = "Take registrations and notifications over HTTP, and send them"
  let syntax = Syntax(
    options: [
      StoreInput.option, ProfileInput.option,
      .init(
        name: "listen", short: "l", value: "HOST:PORT",
        summary: "Where to listen; 127.0.0.1:8780 where absent"),
      .init(
        name: "behind-proxy", summary: "A proxy speaks TLS in front; plain HTTP may leave this machine for it"
      ),
      .init(name: "certificate", value: "FILE", summary: "Speak TLS with this certificate chain (PEM)"),
      .init(name: "certificate-key", value: "FILE", summary: "The certificate's private key (PEM)"),
      .init(
        name: "emulator", value: "FOLDER",
        summary: "Send to the emulators that `pushwire emulate` runs, by the folder it wrote"),
      .init(
        name: "role", value: "ROLES",
        summary: "What this node does: api, delivery, sweep, or several with commas; all where absent"),
      .init(
        name: "node", value: "NAME",
        summary: "This node's name among those that share the store; the machine's name and port where absent"
      ),
      .init(name: "threads", value: "N", summary: "Threads that answer HTTP; 2 where absent"),
      .init(
        name: "connections", value: "N", summary: "Connections of each lane to its provider; 2 where absent"),
      .init(
        name: "deadline", value: "SECONDS", summary: "Wait so long for a provider's answer; 30 where absent"),
      .init(name: "window", value: "N", summary: "Messages of one lane in memory at once; 8192 where absent"),
      .init(
        name: "drain", value: "SECONDS", summary: "On SIGTERM, let work end for so long; 20 where absent"),
      .init(name: "log-level", value: "LEVEL", summary: "debug, info (usual), warning or error"),
      .init(name: "ready-file", value: "FILE", summary: "Write the address there, as JSON, once it listens"),
    ])
  let discussion = """
    Alone it is one process with one file: registrations and outbox are kept in SQLite, and a notification that was \
    answered with 202 is on the disk. With PostgreSQL (store.postgres in the profile, or --store postgres://…) any \
    number of nodes work on one store. Logs are JSON lines on standard error, without tokens or payloads. SIGTERM and Ctrl-C end it in \
    order, SIGHUP reads profile and keys again; a bad new profile is refused, and the old one kept. Nothing but this \
    machine can reach it unless TLS is spoken, by itself or by a proxy. docs/server.md has the rest, docs/api.md every \
    request.
    """
  let examples = [
    Example("pushwire serve", "With pushwire.yaml and pushwire.db of this folder"),
    Example("pushwire serve --emulator pushwire-emulator", "Without Apple and Google: against the emulators"),
    Example(
      "pushwire serve --store postgres://pushwire@db.internal/pushwire --role delivery,sweep",
      "One of several nodes, which only sends"),
    Example("pushwire serve --listen 0.0.0.0:8780 --behind-proxy", "Behind a reverse proxy that speaks TLS"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let configuration = try configuration(arguments)
    // Before anything starts, so that a signal at any time ends it in order.
    let signals = ServeSignals()
    let server: PushServer
    do throws(ServerError) { server = try PushServer(configuration) } catch { throw CommandError(error) }
    defer { server.stop() }
    let url =
      "\(configuration.certificatePath == nil ? "http" : "https")://\(configuration.host):\(server.port)"
    let ready: JSON = [
      "event": "ready", "url": .string(url), "port": .integer(server.port), "pid": .integer(Int(getpid())),
    ]
    if let path = arguments.value("ready-file") { try writeReady(ready, path) }
    if context.json {
      context.print(ready)
    } else {
      context.print("Listening on \(url). Ctrl-C ends in order.")
    }
    context.output.flush()
    while signals.wait() == .reload {
      // What is wrong stands in the log; the old settings stay.
      do throws(ServerError) { try server.reload() } catch {
        context.errors.write(CommandError(error).text(context.errors.style))
      }
    }
    return .yes
  }

  private func configuration(_ arguments: Arguments) throws -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.profilePath = arguments.value(ProfileInput.option.name) ?? ProfileInput.usualPath
    configuration.store = StoreInput.named(arguments)
    configuration.version = Pushwire.version
    if let words = arguments.value("role") { configuration.roles = try roles(words) }
    if let name = arguments.value("node") { configuration.nodeName = try nodeName(name) }
    if let text = arguments.value("listen") { (configuration.host, configuration.port) = try address(text) }
    configuration.isBehindProxy = arguments.has("behind-proxy")
    configuration.certificatePath = arguments.value("certificate")
    configuration.certificateKeyPath = arguments.value("certificate-key")
    if configuration.certificateKeyPath != nil, configuration.certificatePath == nil {
      throw CommandError.usage("--certificate-key needs --certificate.")
    }
    configuration.threads = try arguments.integer("threads", in: 1...64) ?? configuration.threads
    configuration.connections = try arguments.integer("connections", in: 1...64) ?? configuration.connections
    configuration.deadline =
      (try arguments.integer("deadline", in: 1...600)).map { $0 * 1000 } ?? configuration.deadline
    configuration.window = try arguments.integer("window", in: 16...1_000_000) ?? configuration.window
    configuration.drainSeconds = try arguments.integer("drain", in: 1...600) ?? configuration.drainSeconds
    if let word = arguments.value("log-level") {
      guard let level = ServerLog.Level(name: word) else {
        throw CommandError.usage(
          "--log-level is \(list(ServerLog.Level.allCases.map(\.name), "or")), not \(quoted(word)).")
      }
      configuration.logLevel = level
    }
    if let path = arguments.value("emulator") { configuration.emulator = try EmulatedProviders(path) }
    return configuration
  }

  private func roles(_ text: String) throws -> Set<NodeRole> {
    var roles: Set<NodeRole> = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let role = NodeRole(rawValue: String(word)) else {
        throw CommandError.usage(
          "--role has \(quoted(String(word))); there is \(list(NodeRole.allCases.map(\.rawValue), "and")).",
          advice: "Write several with commas, as in --role api,delivery.")
      }
      roles.insert(role)
    }
    return roles
  }

  private func nodeName(_ text: String) throws -> String {
    let isGood =
      (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "._:-".utf8.contains(byte)
      }
    guard isGood else {
      throw CommandError.usage("--node takes 1 to 128 letters, digits and ._:-, not \(quoted(text)).")
    }
    return text
  }

  private func address(_ text: String) throws -> (String, Int) {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
      let port = Int(text[text.index(after: colon)...]), (0...65_535).contains(port)
    else {
      throw CommandError.usage("--listen is written HOST:PORT, as 127.0.0.1:8780, not \(quoted(text)).")
    }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    return (host, port)
  }

  /// Whole or not at all: whoever waits for it reads it at once.
  private func writeReady(_ ready: JSON, _ path: String) throws {
    do {
      try Data((ready.text + "\n").utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CommandError.unreadable("The ready file cannot be written.", place: path)
    }
  }
}

extension CommandError {
  /// The server could not start, or did not take new settings.
  init(_ error: ServerError) {
    self.init(
      Code(rawValue: error.code.rawValue), ProfileInput.sentence(error.message), place: error.place,
      advice: error.advice, exit: error.code == .store ? .unreadable : .usage)
  }
}
