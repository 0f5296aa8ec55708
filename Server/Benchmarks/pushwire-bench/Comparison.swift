import Bytes
import Compose
import Foundation
import Providers
import PushContract
import Transport

/// h2load and the sender in turn against one server; the medians of the rounds.
enum Comparison {
  static func run(_ words: [String]) throws {
    let options = try BenchOptions(words)
    let pushes = try options.number("pushes", 500_000)
    let rounds = try options.number("rounds", 5)
    let connections = try options.number("connections", 2)
    let streams = try options.number("streams", 200)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pushwire-bench-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let ca = folder + "/ca.pem"
    let own = try ownPath()
    let server = try Child([own, "serve", "--ca", ca, "--streams", "1000"])
    defer { server.stop() }
    let port = try waitForPort(server)
    let sample = try Sample(folder: folder)

    var h2load: [Double] = []
    var sender: [Double] = []
    var rates: [Double] = []
    for _ in 0..<rounds {
      let other = try Child.run(
        [
          "h2load", "-t", "1", "-n", "\(pushes)", "-c", "\(connections)", "-m", "\(streams)", "-d",
          sample.body,
        ]
          + sample.headers.flatMap { ["-H", "\($0.0): \($0.1)"] } + [
            "https://localhost:\(port)\(sample.path)"
          ])
      guard other.output.contains(" \(pushes) succeeded") else {
        throw BenchError("h2load did not get an answer to every request:\n\(other.output)")
      }
      h2load.append(other.usage.cpu / Double(pushes) * 1e6)
      let ours = try Child.run([
        own, "send", "--port", "\(port)", "--ca", ca, "--pushes", "\(pushes)", "--connections",
        "\(connections)", "--window", "\(connections * streams)",
      ])
      let figures = try JSONDecoder().decode(Figures.self, from: Data(ours.output.utf8))
      sender.append(figures.cpu_us)
      rates.append(figures.per_s)
    }
    var results = Results()
    let (send, other) = (median(sender), median(h2load))
    results.add("send_cpu_us", send, "µs", reference: other)
    results.add("h2load_cpu_us", other, "µs", reference: other)
    results.add("send_cpu_ratio", median(zip(sender, h2load).map { $0 / $1 }), "×", reference: 1)
    results.add("send_per_s", median(rates), "1/s", reference: nil)
    if let program = options.text("pushwire") {
      let million = try options.number("file-pushes", 1_000_000)
      let resident = try MemoryBench.run(program, port: port, ca: ca, folder: folder, pushes: million)
      results.add("send_rss_mb", Double(resident) / 1_048_576, "MB", reference: 64)
    }
    results.print(
      "\(pushes) pushes a round, median of \(rounds) rounds, \(connections) connections of \(streams) streams; "
        + "user + system CPU of the client")
  }

  struct Figures: Decodable {
    var cpu_us: Double
    var user_us: Double
    var per_s: Double
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
  }

  private static func ownPath() throws -> String {
    guard let path = Bundle.main.executablePath else {
      throw BenchError("where this program is cannot be told")
    }
    return path
  }

  /// That a server printed as its first line.
  static func waitForPort(_ server: Child) throws -> Int {
    for _ in 0..<500 {
      if let line = server.output.split(separator: "\n").first, server.output.hasSuffix("\n"),
        let port = Int(line)
      {
        return port
      }
      usleep(10_000)
    }
    throw BenchError("the server does not start")
  }
}

/// One push of the sender's, taken apart for h2load: the same headers and the same payload.
struct Sample {
  var path: String
  var headers: [(String, String)]
  /// A file with the payload.
  var body: String

  init(folder: String) throws {
    let token = ProviderToken(key: try SendBench.makeKey(), environment: .sandbox)
    let provider = APNsProvider(
      environment: .sandbox, token: token,
      ids: MessageIDs(key: Array(0..<16)),
      contents: [.template(try APNsTemplate(SendBench.notificationClass(), bundleID: "com.example.parcel"))])
    var draft = PushDraft(row: ParameterRow(schema: SendBench.notificationClass().parameters))
    draft.createdAt = Int(time(nil))
    guard MadeUpSource(1_000_000).again(345_678, &draft) else { throw BenchError("no sample can be made") }
    var exchange = Exchange()
    try provider.write(draft, into: &exchange, now: draft.createdAt)
    path = ""
    headers = []
    for (name, value) in exchange.requestFields {
      if name == ":path" { path = value } else { headers.append((name, value)) }
    }
    headers.append(("authorization", try token.current(now: draft.createdAt).authorization))
    body = folder + "/payload.json"
    try Data(exchange.body).write(to: URL(fileURLWithPath: body))
  }
}
