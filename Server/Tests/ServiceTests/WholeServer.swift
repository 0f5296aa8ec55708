import Emulators
import Foundation
import Store
import TestSupport
import Testing
import Transport

@testable import Service

/// A server with its sockets, its store in a folder of its own, and the emulators as providers.
final class WholeServer {
  let folder: ScratchFolder
  let suite: EmulatorSuite
  let providers: EmulatedProviders
  private(set) var server: PushServer
  private var configuration: ServerConfiguration
  let key: String

  init(
    profile: String = StageProfile.text, storeFolder: ScratchFolder? = nil, suite: EmulatorSuite? = nil,
    change: (inout ServerConfiguration) -> Void = { _ in }
  ) throws {
    let folder = try storeFolder ?? ScratchFolder()
    self.folder = folder
    let suite = try suite ?? EmulatorSuite.start()
    self.suite = suite
    try suite.issueAPNsKey(keyID: "EMULATED01", teamID: "ABCDE12345")
      .write(toFile: folder.path + "/emulated.p8", atomically: true, encoding: .utf8)
    try suite.issueServiceAccount(project: "demo-app")
      .write(toFile: folder.path + "/account.json", atomically: true, encoding: .utf8)
    try profile.write(toFile: folder.path + "/pushwire.yaml", atomically: true, encoding: .utf8)
    func endpoint(_ port: Int) -> Endpoint { Endpoint(host: "localhost", port: port, address: "127.0.0.1") }
    providers = EmulatedProviders(
      apnsSandbox: endpoint(suite.apnsSandbox.port), apnsProduction: endpoint(suite.apnsProduction.port),
      fcm: endpoint(suite.fcm.port), certificateAuthority: suite.caPath,
      apnsKeyPath: folder.path + "/emulated.p8", apnsKeyID: "EMULATED01", apnsTeamID: "ABCDE12345",
      serviceAccountPath: folder.path + "/account.json")
    var configuration = ServerConfiguration()
    configuration.profilePath = folder.path + "/pushwire.yaml"
    configuration.storePath = folder.path + "/push.db"
    configuration.port = 0
    configuration.emulator = providers
    configuration.deadline = 5_000
    configuration.drainSeconds = 5
    configuration.logLevel = .error
    change(&configuration)
    self.configuration = configuration
    let made = try ServerKey.make(
      name: UUID().uuidString, tenant: "*", scopes: [.admin], now: PushServer.systemClock())
    key = made.text
    let tool = try #require(configuration.store).open(isServer: false)
    let secret = try StoredSecret.ticket(now: PushServer.systemClock())
    let isAdded = try tool.transaction { (session) throws(StoreError) in
      try session.setSecret(secret)
      return try session.addKey(made.record)
    }
    tool.close()
    try #require(isAdded)
    server = try PushServer(configuration)
  }

  deinit { server.stop() }

  /// Ends in order and starts again on the same store.
  func restart() throws {
    server.stop()
    server = try PushServer(configuration)
  }

  /// Another node over the same store, with the same keys and providers.
  func node(
    _ name: String, clock: @escaping @Sendable () -> Int = PushServer.systemClock,
    change: (inout ServerConfiguration) -> Void = { _ in }
  ) throws -> PushServer {
    var configuration = configuration
    configuration.nodeName = name
    change(&configuration)
    return try PushServer(configuration, clock: clock)
  }

  /// As after a crash: the next server knows what was stored when this was called, and nothing later.
  func crash() throws {
    let copy = folder.path + "/crash.db"
    try server.parts.store.backup(to: copy)
    server.stop()
    let manager = FileManager.default
    for suffix in ["", "-wal", "-shm"] { try? manager.removeItem(atPath: configuration.storePath + suffix) }
    try manager.moveItem(atPath: copy, toPath: configuration.storePath)
    server = try PushServer(configuration)
  }

  // MARK: Requests

  struct Answer {
    var status: Int
    var headers: String
    var json: [String: Any]
    var text: String
  }

  @discardableResult
  func ask(
    _ method: String, _ path: String, _ body: Any? = nil, headers: [String: String] = [:],
    of node: PushServer? = nil
  ) throws -> Answer {
    var all = ["Host": "localhost", "Connection": "close"].merging(headers) { $1 }
    var bytes: [UInt8] = []
    if let body {
      bytes = Array(try JSONSerialization.data(withJSONObject: body))
      all["Content-Type"] = "application/json"
      all["Content-Length"] = "\(bytes.count)"
    }
    let head =
      "\(method) \(path) HTTP/1.1\r\n" + all.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
    let received = try PlainSocket.exchange(port: (node ?? server).port, Array(head.utf8) + bytes)
    let text = String(decoding: received, as: UTF8.self)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let status = Int(text.dropFirst(9).prefix(3)) ?? 0
    let content = parts.count > 1 ? String(parts[1]) : ""
    let json = (try? JSONSerialization.jsonObject(with: Data(content.utf8))) as? [String: Any] ?? [:]
    return Answer(status: status, headers: String(parts.first ?? ""), json: json, text: content)
  }

  @discardableResult
  func asBackend(
    _ method: String, _ path: String, _ body: Any? = nil, of node: PushServer? = nil
  ) throws -> Answer {
    try ask(method, path, body, headers: ["Authorization": "Bearer " + key], of: node)
  }

  func ticket(_ account: String) throws -> String {
    let answer = try asBackend("POST", "/v1/tickets", ["account": account])
    return try #require(answer.json["ticket"] as? String, "\(answer.text)")
  }

  static func secret(_ installation: String) -> String {
    "secret-of-\(installation)-" + String(repeating: "0", count: 32)
  }

  @discardableResult
  func register(
    _ installation: String, account: String, platform: String = "ios", token: String, generation: Int = 1
  ) throws -> Answer {
    let body: [String: Any] = [
      "app": "Demo", "platform": platform, "environment": platform == "android" ? "production" : "sandbox",
      "environment_source": "test", "token": token, "token_kind": "token", "generation": generation,
      "permission": ["status": "authorized"], "os_version": "18.1", "app_version": "4.2", "locale": "en",
      "time_zone": "UTC",
    ]
    return try ask(
      "PUT", "/v1/installations/" + installation, body,
      headers: [
        "Authorization": "Bearer " + ticket(account),
        "Pushwire-Installation-Secret": Self.secret(installation),
      ])
  }

  @discardableResult
  func ship(_ id: String, to account: String, of node: PushServer? = nil) throws -> Answer {
    try asBackend(
      "POST", "/v1/notifications",
      [
        "id": id, "class": "order_shipped", "target": ["account": account],
        "parameters": ["order": "8123", "day": "Friday"],
      ], of: node)
  }

  /// The messages of a notification, once all have ended.
  func ended(_ id: String) throws -> [[String: Any]] {
    try waitFor("\(id) to end") {
      let answer = try asBackend("GET", "/v1/notifications/" + id)
      let messages = answer.json["messages"] as? [[String: Any]] ?? []
      let isOver = !messages.isEmpty && messages.allSatisfy { $0["status"] as? String != "queued" }
      return isOver ? messages : nil
    }
  }

  func waitFor<Result>(_ what: String, seconds: Double = 20, _ body: () throws -> Result?) throws -> Result {
    let until = ProcessInfo.processInfo.systemUptime + seconds
    while ProcessInfo.processInfo.systemUptime < until {
      if let result = try body() { return result }
      usleep(2_000)
    }
    Issue.record("waited \(seconds) s for \(what)")
    throw StoreError(.closed, "waited too long for \(what)")
  }
}

/// One exchange on a socket of its own.
enum PlainSocket {
  struct Failure: Error { var words: String }

  static func exchange(port: Int, _ request: [UInt8]) throws -> [UInt8] {
    #if os(Linux)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw Failure(words: "no socket") }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw Failure(words: "cannot connect") }
    var at = 0
    while at < request.count {
      let count = request.withUnsafeBytes {
        send(descriptor, $0.baseAddress.map { $0 + at }, $0.count - at, 0)
      }
      guard count > 0 else { throw Failure(words: "cannot send") }
      at += count
    }
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return received }
      received.append(contentsOf: buffer[..<count])
    }
  }
}
