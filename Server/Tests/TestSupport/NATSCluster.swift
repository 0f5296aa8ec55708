internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A cluster of nats-server with JetStream on free ports of 127.0.0.1, its files in a folder that goes with it.
/// A server that is killed can be started again on its files, or on none.
public final class NATSCluster: @unchecked Sendable {
  public enum Access: Sendable {
    case open
    case user(String, password: String)
    case token(String)
    /// The user's public key.
    case nkey(String)
  }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
    public init(description: String) { self.description = description }
  }

  public static var isInstalled: Bool { ForeignProgram.isInstalled("nats-server", "curl") }
  public static let whyMissing: String = "there is no nats-server: see make deps"

  private struct Node {
    let port: Int
    let routePort: Int
    let monitorPort: Int
    var watch: Process?
    /// Closed, it tells the watching shell to kill the server.
    var leash: Pipe?
  }

  public let folder: ScratchFolder
  /// Of the authority that signed the servers' certificates, where they have some.
  public let authorityFile: String?
  private let access: Access
  private let lock = NSLock()
  private var nodes: [Node]

  /// Starts it, and waits until it takes streams.
  public init(nodes count: Int = 3, access: Access = .open, isSecure: Bool = false) throws {
    folder = try ScratchFolder()
    self.access = access
    let ports = try Self.freePorts(count * 3)
    nodes = (0..<count).map {
      Node(port: ports[$0 * 3], routePort: ports[$0 * 3 + 1], monitorPort: ports[$0 * 3 + 2])
    }
    authorityFile = isSecure ? folder.url.appendingPathComponent("authority.pem").path : nil
    if isSecure { try Self.makeCertificates(folder.url) }
    do {
      for place in 0..<count { try start(place) }
      try waitUntilReady()
    } catch {
      stopAll()
      throw error
    }
  }

  deinit { stopAll() }

  public var count: Int { lock.withLock { nodes.count } }

  /// For clients. The servers' certificates are made for `localhost`.
  public var servers: [String] {
    lock.withLock {
      nodes.map { authorityFile == nil ? "nats://127.0.0.1:\($0.port)" : "tls://localhost:\($0.port)" }
    }
  }

  // MARK: Servers

  /// Starts a server that is not running, on whatever files it has.
  public func start(_ place: Int) throws {
    let url = try configure(place)
    guard let program = ForeignProgram.path("nats-server") else {
      throw Failure(description: Self.whyMissing)
    }
    let pidFile = folder.url.appendingPathComponent("server\(place).pid")
    try? FileManager.default.removeItem(at: pidFile)
    // A shell watches over it: when this process is gone, however it ends, so is the server.
    let watch = Process()
    watch.executableURL = URL(fileURLWithPath: "/bin/sh")
    watch.arguments = [
      "-c",
      """
      "$0" -c "$1" </dev/null >>"$2" 2>&1 &
      echo $! >"$3.new" && mv "$3.new" "$3"
      read -r line
      kill -9 $! 2>/dev/null
      wait $!
      """,
      program, url.path, logFile(place).path, pidFile.path,
    ]
    let leash = Pipe()
    watch.standardInput = leash
    watch.standardOutput = FileHandle.nullDevice
    watch.standardError = FileHandle.nullDevice
    try watch.run()
    lock.withLock {
      nodes[place].watch = watch
      nodes[place].leash = leash
    }
  }

  /// The process of a running server; nil: it does not run.
  public func processID(_ place: Int) -> Int32? {
    let text = try? String(
      contentsOf: folder.url.appendingPathComponent("server\(place).pid"), encoding: .utf8)
    return text.flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  /// kill -9, and waits for its end.
  public func kill(_ place: Int) {
    let (watch, leash) = lock.withLock { () -> (Process?, Pipe?) in
      defer { (nodes[place].watch, nodes[place].leash) = (nil, nil) }
      return (nodes[place].watch, nodes[place].leash)
    }
    guard let watch, let leash else { return }
    // The shell kills it by its process id.
    try? leash.fileHandleForWriting.close()
    watch.waitUntilExit()
  }

  public func stopAll() { for place in 0..<count { kill(place) } }

  /// Removes all that a server that is not running had stored.
  public func wipe(_ place: Int) throws {
    try? FileManager.default.removeItem(at: data(place))
  }

  /// The log of a server, for a test that failed.
  public func log(_ place: Int) -> String {
    (try? String(contentsOf: logFile(place), encoding: .utf8)) ?? ""
  }

  private func logFile(_ place: Int) -> URL { folder.url.appendingPathComponent("server\(place).log") }

  private func data(_ place: Int) -> URL { folder.url.appendingPathComponent("data\(place)") }

  /// Waits until every running server says that it is healthy, and the cluster has a leader.
  public func waitUntilReady(seconds: Int = 30) throws {
    let until = ContinuousClock.now + .seconds(seconds)
    let running = lock.withLock { nodes.filter { $0.watch != nil } }
    while ContinuousClock.now < until {
      if running.allSatisfy({ isHealthy($0) }) { return }
      usleep(20_000)
    }
    throw Failure(description: "nats-server is not ready:\n" + (0..<count).map { log($0) }.joined())
  }

  // Of the server alone: one that came back calls idle consumers "not current" until something reaches them.
  private func isHealthy(_ node: Node) -> Bool {
    guard let page = ask(node, "healthz?js-server-only=true"), page.contains("\"ok\"") else { return false }
    if count == 1 { return true }
    guard let state = ask(node, "jsz"),
      let object = try? JSONSerialization.jsonObject(with: Data(state.utf8)) as? [String: Any],
      let meta = object["meta_cluster"] as? [String: Any], let leader = meta["leader"] as? String
    else { return false }
    return !leader.isEmpty
  }

  private func ask(_ node: Node, _ page: String) -> String? {
    let url = "http://127.0.0.1:\(node.monitorPort)/\(page)"
    guard let ended = try? ForeignProgram.run("curl", ["-s", "-m", "2", url]), ended.status == 0 else {
      return nil
    }
    return ended.output
  }

  // MARK: Files

  private func configure(_ place: Int) throws -> URL {
    let nodes = lock.withLock { self.nodes }
    let node = nodes[place]
    var text = """
      listen: "127.0.0.1:\(node.port)"
      http: "127.0.0.1:\(node.monitorPort)"
      server_name: "node\(place)"
      jetstream { store_dir: "\(data(place).path)" }

      """
    if nodes.count > 1 {
      let routes = nodes.map { "\"nats://127.0.0.1:\($0.routePort)\"" }.joined(separator: ", ")
      text += "cluster { name: pushwire, listen: \"127.0.0.1:\(node.routePort)\", routes: [\(routes)] }\n"
    }
    if authorityFile != nil {
      let file = { (name: String) in self.folder.url.appendingPathComponent(name).path }
      text += "tls { cert_file: \"\(file("server.pem"))\", key_file: \"\(file("server.key"))\" }\n"
    }
    switch access {
    case .open: break
    case .user(let name, let password):
      text += "authorization { user: \"\(name)\", password: \"\(password)\" }\n"
    case .token(let token): text += "authorization { token: \"\(token)\" }\n"
    case .nkey(let key): text += "authorization { users: [ { nkey: \(key) } ] }\n"
    }
    return try folder.file("server\(place).conf", text)
  }

  private static func makeCertificates(_ folder: URL) throws {
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    func run(_ arguments: [String]) throws {
      let ended = try ForeignProgram.run("openssl", arguments, in: folder, joins: true)
      guard ended.status == 0 else { throw Failure(description: ended.output) }
    }
    try run(
      ["req", "-x509"] + key + [
        "-keyout", "authority.key", "-out", "authority.pem", "-days", "2", "-subj",
        "/CN=Parcel test authority",
      ])
    try run(
      ["req"] + key + ["-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost"])
    try Data("subjectAltName=DNS:localhost\n".utf8).write(to: folder.appendingPathComponent("names"))
    try run([
      "x509", "-req", "-in", "server.csr", "-CA", "authority.pem", "-CAkey", "authority.key",
      "-CAcreateserial", "-out", "server.pem", "-days", "2", "-extfile", "names",
    ])
  }

  /// Ports that were free a moment ago.
  private static func freePorts(_ count: Int) throws -> [Int] {
    var sockets: [Int32] = []
    defer { for socket in sockets { close(socket) } }
    var ports: [Int] = []
    for _ in 0..<count {
      #if canImport(Glibc)
        let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #else
        let made = socket(AF_INET, SOCK_STREAM, 0)
      #endif
      guard made >= 0 else { throw Failure(description: "no socket") }
      sockets.append(made)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(made, $0, size) == 0 && getsockname(made, $0, &size) == 0
        }
      }
      guard isBound else { throw Failure(description: "no free port") }
      ports.append(Int(UInt16(bigEndian: address.sin_port)))
    }
    return ports
  }
}
