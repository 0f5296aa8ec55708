import Foundation
import PushCrypto
import Store

/// The whole server on this machine, with the emulators and the load beside it: registrations, and
/// notifications from the API to the stored verdict.
struct ServerBench {
  let options: BenchOptions
  let folder: String
  let program: String
  let port: Int
  let server: Child
  let emulator: Child
  let key: String
  let secret: [UInt8]
  private var results = Results()

  static func run(_ words: [String]) throws {
    let options = try BenchOptions(words)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pushwire-bench-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let program = try options.required("pushwire")
    try ServerBenchProfile.text.write(toFile: folder + "/pushwire.yaml", atomically: true, encoding: .utf8)
    let emulator = try Child(
      [
        program, "emulate", "--any-token", "--quiet", "--json", "--folder", folder + "/emulator",
        "--profile", folder + "/pushwire.yaml", "--sandbox-port", "0", "--production-port", "0", "--fcm-port",
        "0",
      ])
    defer { emulator.stop() }
    try wait(30, "the emulators") {
      FileManager.default.fileExists(atPath: folder + "/emulator/emulator.json")
    }
    let secret = Array("bench-ticket-secret-of-32-bytes!".utf8)
    let key = try prepare(folder, secret)
    var server = [
      program, "serve", "--profile", folder + "/pushwire.yaml", "--store", folder + "/push.db", "--listen",
      "127.0.0.1:0", "--emulator", folder + "/emulator/emulator.json", "--ready-file", folder + "/ready.json",
      "--log-level", "warning",
    ]
    if let preload = options.text("preload") { server = ["env", "LD_PRELOAD=\(preload)"] + server }
    let child = try Child(server)
    defer { child.stop() }
    try wait(30, "the server") { FileManager.default.fileExists(atPath: folder + "/ready.json") }
    let ready = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: folder + "/ready.json")))
    guard let port = (ready as? [String: Any])?["port"] as? Int else { throw BenchError("no port") }
    var bench = ServerBench(
      options: options, folder: folder, program: program, port: port, server: child, emulator: emulator,
      key: key, secret: secret)
    try bench.run()
  }

  init(
    options: BenchOptions, folder: String, program: String, port: Int, server: Child, emulator: Child,
    key: String, secret: [UInt8]
  ) {
    self.options = options
    self.folder = folder
    self.program = program
    self.port = port
    self.server = server
    self.emulator = emulator
    self.key = key
    self.secret = secret
  }

  /// A server key and a ticket secret, put where the server finds them.
  private static func prepare(_ folder: String, _ secret: [UInt8]) throws -> String {
    let store = try SQLiteStore(path: folder + "/push.db")
    defer { store.close() }
    let key = String(repeating: "k", count: 43)
    let now = Int(Date().timeIntervalSince1970 * 1000)
    var record = ServerKeyRecord()
    record.id = "benchbench"
    record.name = "bench"
    record.tenant = "*"
    record.scopes = ["send", "read", "admin"]
    record.secretHash = try Digest.sha256(Array(key.utf8))
    record.createdAt = now
    let made = record
    try store.transaction { (session) throws(StoreError) in
      _ = try session.addKey(made)
      try session.setSecret(StoredSecret(name: "ticket.bench", value: secret, createdAt: now))
    }
    return "pwk_benchbench_" + key
  }

  private static func wait(_ seconds: Double, _ what: String, _ isThere: () throws -> Bool) throws {
    let until = ProcessInfo.processInfo.systemUptime + seconds
    while try !isThere() {
      guard ProcessInfo.processInfo.systemUptime < until else {
        throw BenchError("waited too long for \(what)")
      }
      usleep(5_000)
    }
  }

  private mutating func run() throws {
    let registrations = try options.number("registrations", 100_000)
    let notifications = try options.number("notifications", 200_000)
    let suffix = options.text("suffix") ?? ""
    let commits = try CommitRate.measure(folder, seconds: 2, preload: options.text("preload"))
    let connections = try options.number("connections", 256)
    let tickets = try (0..<registrations).map { try ticket("a\($0)") }
    let port = port
    var meter = Meter(self)
    let registered = try timed("registrations") {
      try HTTPLoad(port: port, connections: connections, threads: 1).run(registrations) { number, request in
        Self.registration(number, tickets[number], &request)
      }
    }
    meter.tell("registration", registrations)
    let confirmed = try timed("launches") {
      try HTTPLoad(port: port, connections: connections, threads: 1).run(registrations) { number, request in
        Self.registration(number, tickets[number], &request)
      }
    }
    meter.tell("launch", registrations)
    results.add("registrations_per_s" + suffix, registered.rate, "/s", reference: commits)
    results.add("registrations_p99_ms" + suffix, registered.result.quantile(0.99), "ms", reference: nil)
    results.add("launches_per_s" + suffix, confirmed.rate, "/s", reference: commits)

    let authorization = key
    let started = ProcessInfo.processInfo.systemUptime
    let sent = try timed("notifications") {
      try HTTPLoad(port: port, connections: connections, threads: 1).run(notifications) { number, request in
        Self.notification(
          "n\(number)", "order_shipped", "a\(number % registrations)", authorization, &request)
      }
    }
    try Self.wait(120, "the verdicts") { try ended() >= notifications }
    let wall = ProcessInfo.processInfo.systemUptime - started
    meter.tell("notification", notifications)
    results.add("notifications_per_s" + suffix, Double(notifications) / wall, "/s", reference: commits)
    results.add("notifications_p99_ms" + suffix, sent.result.quantile(0.99), "ms", reference: nil)
    results.add("accepted_per_s" + suffix, sent.rate, "/s", reference: nil)
    results.add("serve_rss_mb" + suffix, residentMegabytes(), "MB", reference: nil)
    results.add("sqlite_commits_per_s" + suffix, commits, "/s", reference: nil)
    if options.text("urgent") != "no" {
      results.add("urgent_p99_ms" + suffix, try urgent(registrations, notifications), "ms", reference: nil)
    }
    results.print("server, \(registrations) registrations and \(notifications) notifications:")
  }

  /// What one request cost, to standard error: it says what holds the rates.
  private struct Meter {
    private let bench: ServerBench
    private var server: ThreadTimes
    private var emulator: ThreadTimes
    // Its threads have ended by then.
    private var own: Double

    init(_ bench: ServerBench) {
      self.bench = bench
      server = ThreadTimes(of: bench.server.pid)
      emulator = ThreadTimes(of: bench.emulator.pid)
      own = Usage.own().cpu
    }

    /// Since the last call.
    mutating func tell(_ what: String, _ count: Int) {
      let now = Meter(bench)
      FileHandle.standardError.write(
        Data(
          """
          CPU of one \(what), microseconds:
            server: \((now.server - server).perRequest(count))
            emulators: \((now.emulator - emulator).perRequest(count))
            load: \(((now.own - own) * 1e7 / Double(count)).rounded() / 10)

          """.utf8))
      self = now
    }
  }

  /// Urgent messages, one after the other, while a bulk load of 200,000 waits: from the request to the
  /// stored verdict. The bulk load is due at one moment, and urgent messages count only while some of it is
  /// left.
  private func urgent(_ registrations: Int, _ before: Int) throws -> Double {
    let bulk = try options.number("bulk", 200_000)
    let authorization = key
    let each = 500
    let due = Date().addingTimeInterval(Double(bulk) / 15_000 + 3)
    let notBefore = ISO8601DateFormatter().string(from: due)
    _ = try HTTPLoad(port: port, connections: 8, threads: 1).run(bulk / each) { number, request in
      Self.batch(number, each, registrations, notBefore: notBefore, authorization, &request)
    }
    try Self.wait(120, "the bulk load to be due") { Date() > due }
    var times: [Double] = []
    for number in 0..<(try options.number("urgents", 200)) {
      if try ended() - before - number >= bulk { break }
      let started = ProcessInfo.processInfo.systemUptime
      _ = try HTTPLoad(port: port, connections: 1, threads: 1).run(1) { _, request in
        Self.notification("u\(number)", "login_code", "a\(number)", authorization, &request)
      }
      try Self.wait(30, "an urgent verdict") { try isAccepted("u\(number)") }
      times.append((ProcessInfo.processInfo.systemUptime - started) * 1000)
    }
    let gone = try ended() - before - times.count
    FileHandle.standardError.write(
      Data("urgent: \(times.count) sent; \(max(gone, 0)) of \(bulk) bulk messages had ended by then\n".utf8))
    guard times.count >= 20 else { throw BenchError("the bulk load was gone too soon; give a larger --bulk") }
    times.sort()
    return times[min(Int(Double(times.count) * 0.99), times.count - 1)]
  }

  private func timed(
    _ what: String, _ body: () throws -> HTTPLoad.Result
  ) throws -> (result: HTTPLoad.Result, rate: Double) {
    let started = ProcessInfo.processInfo.systemUptime
    let result = try body()
    let wall = ProcessInfo.processInfo.systemUptime - started
    guard result.count(200..<300) == result.sent else {
      throw BenchError("\(what): not all were taken: \(result.statuses)\n\(result.firstOdd ?? "")")
    }
    return (result, Double(result.sent) / wall)
  }

  private func ticket(_ account: String) throws -> String {
    let now = Int(Date().timeIntervalSince1970)
    return try JWT.sign(
      [
        "app": "Parcel", "sub": .text(account), "tenant": "", "iat": .integer(now),
        "exp": .integer(now + 890),
      ],
      keyID: "bench", by: .secret(secret))
  }

  /// Verdicts that are stored.
  private func ended() throws -> Int {
    let text = try get("/metrics")
    return text.split(separator: "\n").filter { $0.hasPrefix("pushwire_messages_ended_total{") }
      .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
  }

  private func isAccepted(_ id: String) throws -> Bool {
    try get("/v1/notifications/\(id)").contains("\"status\":\"accepted\"")
  }

  private func get(_ path: String) throws -> String {
    try SmallHTTP.get(port: port, path: path, authorization: key)
  }

  private func residentMegabytes() -> Double {
    let words = (try? String(contentsOfFile: "/proc/\(server.pid)/status", encoding: .utf8)) ?? ""
    let line = words.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Double($0) } ?? 0
    return kilobytes / 1024
  }
}
