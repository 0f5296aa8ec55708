import Emulators
import Foundation
import Store
import TestSupport
import Testing
import Transport

@testable import Service

/// Whole servers over one PostgreSQL database.
@Suite(.enabled(if: PostgresServer.isInstalled, "there is no PostgreSQL server here: see make deps"))
struct ServerNodesTests {
  static let token = "aabbccddeeff00112233445566778899aabbccddeeff00112233445566778899"

  /// The first node, with a device.
  private func first(
    at url: String? = nil, change: (inout ServerConfiguration) -> Void = { _ in }
  ) throws -> WholeServer {
    let url = try url ?? PostgresServer.shared().database()
    let whole = try WholeServer {
      $0.store = StorePlace(url)
      $0.nodeName = "first"
      change(&$0)
    }
    whole.suite.register(APNsDevice(token: Self.token, environment: .sandbox, topic: "com.example.demo"))
    return whole
  }

  private func nodes(_ server: PushServer) throws -> [NodeView] {
    try server.parts.store.read { (reader) throws(StoreError) in try reader.nodes() }
  }

  @Test func whatOneNodeTakesAnotherSends() throws {
    let whole = try first(change: { $0.roles = [.api] })
    let sender = try whole.node("sender", change: { $0.roles = [.delivery, .sweep] })
    defer { sender.stop() }
    #expect(try whole.register("phone", account: "ann", token: Self.token).status == 200)
    for number in 1...20 { #expect(try whole.ship("n\(number)", to: "ann").status == 202) }
    for number in 1...20 {
      #expect(try whole.ended("n\(number)").first?["status"] as? String == "accepted")
    }
    #expect(whole.suite.snapshot().count("accepted", on: .apnsSandbox) == 20, "each once")
    #expect(try whole.ask("GET", "/healthz", of: sender).status == 200)
    #expect(try whole.ask("GET", "/readyz", of: sender).status == 200)
    #expect(try whole.ship("n21", to: "ann", of: sender).status == 404)
    let seen = try nodes(whole.server)
    #expect(seen.map(\.name) == ["first", "sender"])
    #expect(seen.map(\.roles) == [["api"], ["delivery", "sweep"]])
    #expect(seen.map(\.leases) == [0, 0])
  }

  @Test func aNodeThatDiesCostsSeconds() throws {
    let shift = Guarded(0)
    let clock: @Sendable () -> Int = { PushServer.systemClock() + shift.withLock { $0 } }
    let whole = try first(change: { $0.roles = [.api] })
    let silent = try SilentPort()
    let dying = try whole.node("dying", clock: clock) {
      $0.roles = Set(NodeRole.allCases)
      // Nobody answers there, so what it has stays with it.
      $0.emulator?.apnsSandbox = Endpoint(host: "localhost", port: silent.port, address: "127.0.0.1")
    }
    #expect(try whole.register("phone", account: "ann", token: Self.token).status == 200)
    for number in 1...10 { #expect(try whole.ship("n\(number)", to: "ann", of: dying).status == 202) }
    let held = try #require(try nodes(whole.server).first { $0.name == "dying" }).leases
    #expect(held > 0)
    // Nothing of it reaches the store any more.
    dying.parts.life.fallSilent()
    dying.parts.writer.stop()

    let living = try whole.node("living", clock: clock, change: { $0.roles = [.delivery, .sweep] })
    defer { living.stop() }
    for _ in 1...8 {
      shift.withLock { $0 += NodePulse.beat }
      living.parts.life.beatNow()
      whole.server.parts.life.beatNow()
    }
    let left = try whole.waitFor("the dead one's leases") {
      // By the other's clock the first was asleep, too: it holds nothing, and enters again.
      let left = try nodes(living).map(\.name).filter { !$0.hasPrefix("first") }
      living.parts.life.beatNow()
      return left == ["living"] ? left : nil
    }
    #expect(left == ["living"])
    for number in 1...10 {
      #expect(try whole.ended("n\(number)").first?["status"] as? String == "accepted")
    }
    #expect(living.parts.metrics.value("leases_taken_back") == held)
    dying.stop()
  }

  @Test func manyNodesMakeOneProviderToken() throws {
    let whole = try first()
    let others = [try whole.node("second"), try whole.node("third")]
    defer { for node in others { node.stop() } }
    #expect(try whole.register("phone", account: "ann", token: Self.token).status == 200)
    let all = [whole.server] + others
    let backend = Backend(key: whole.key)
    let answers = Guarded<[Int: Int]>([:])
    DispatchQueue.concurrentPerform(iterations: 30) { number in
      let status = backend.ship("n\(number)", to: "ann", of: all[number % 3])
      answers.withLock { $0[number] = status }
    }
    let refused = answers.withLock { $0.filter { $0.value != 202 } }
    try #require(refused.isEmpty, "\(refused)")
    for number in 0..<30 {
      #expect(try whole.ended("n\(number)").first?["status"] as? String == "accepted")
    }
    let seen = whole.suite.snapshot()
    #expect(seen.count("TooManyProviderTokenUpdates", on: .apnsSandbox) == 0)
    #expect(seen.count("accepted", on: .apnsSandbox) == 30)
    for node in all {
      #expect(node.parts.engine.snapshot().lane(.iosSandbox)?.counters.accepted ?? 0 > 0, "each has sent")
    }
  }

  @Test func aRollingRestartFailsNoRequest() throws {
    let whole = try first()
    #expect(try whole.register("phone", account: "ann", token: Self.token).status == 200)
    // As a proxy does: requests go to whoever is in its list.
    let current = Guarded(whole.server)
    let answers = Guarded<[String: Int]>([:])
    let isOver = Guarded(false)
    let ended = DispatchSemaphore(value: 0)
    let backend = Backend(key: whole.key)
    let poster = Thread {
      var number = 0
      while !isOver.withLock({ $0 }) {
        let id = "r\(number)"
        let status = backend.ship(id, to: "ann", of: current.withLock { $0 })
        answers.withLock { $0[id] = status }
        number += 1
      }
      ended.signal()
    }
    poster.start()
    var old: PushServer? = nil
    for round in 1...3 {
      let before = answers.withLock { $0.count }
      _ = try whole.waitFor("requests") { answers.withLock { $0.count } > before + 20 ? true : nil }
      let fresh = try whole.node("round\(round)")
      #expect(try whole.ask("GET", "/readyz", of: fresh).status == 200)
      let replaced = current.withLock { current in
        defer { current = fresh }
        return current
      }
      let switched = answers.withLock { $0.count }
      // The request that was under way when the list changed.
      _ = try whole.waitFor("a request") { answers.withLock { $0.count } > switched + 1 ? true : nil }
      replaced.stop()
      old = fresh
    }
    isOver.withLock { $0 = true }
    ended.wait()
    let all = answers.withLock { $0 }
    #expect(all.count > 60)
    #expect(all.values.allSatisfy { $0 == 202 }, "\(all.filter { $0.value != 202 })")
    for id in all.keys {
      let status = try whole.waitFor(id) {
        let answer = try whole.asBackend("GET", "/v1/notifications/" + id, of: current.withLock { $0 })
        let status = (answer.json["messages"] as? [[String: Any]])?.first?["status"] as? String
        return status == "queued" ? nil : status
      }
      #expect(status == "accepted")
    }
    #expect(whole.suite.snapshot().count("accepted", on: .apnsSandbox) == all.count, "each once")
    old?.stop()
  }

  @Test func whileTheDatabaseIsAwayRequestsAreAnsweredWith503() throws {
    let database = try PostgresServer()
    let whole = try first(at: try database.database())
    #expect(try whole.register("phone", account: "ann", token: Self.token).status == 200)
    #expect(try whole.ship("before", to: "ann").status == 202)
    database.stop()
    let refused = try whole.ship("meanwhile", to: "ann")
    #expect(refused.status == 503, "\(refused.text)")
    #expect(refused.headers.lowercased().contains("retry-after:"))
    #expect(refused.json["code"] as? String == "store_unavailable")
    let readiness = try whole.waitFor("not ready") {
      let answer = try whole.ask("GET", "/readyz")
      return answer.status == 503 ? answer : nil
    }
    #expect((readiness.json["faults"] as? [String: Any])?["store"] != nil)
    try database.start()
    let taken = try whole.waitFor("the database") {
      let answer = try whole.ship("meanwhile", to: "ann")
      return answer.status == 202 ? answer : nil
    }
    #expect(taken.status == 202)
    for id in ["before", "meanwhile"] {
      #expect(try whole.ended(id).first?["status"] as? String == "accepted", "\(id)")
    }
    _ = try whole.waitFor("ready") { try whole.ask("GET", "/readyz").status == 200 ? true : nil }
  }

  @Test func aFileHasOneServer() throws {
    do {
      _ = try WholeServer { $0.roles = [.api] }
      Issue.record("a server of part of the roles began on a file")
    } catch let error as ServerError {
      #expect(error.code == .store)
    }
  }
}

/// Asks from any thread.
private struct Backend: Sendable {
  let key: String

  /// The status; 0: no answer.
  func ship(_ id: String, to account: String, of node: PushServer) -> Int {
    let body = """
      {"id":"\(id)","class":"order_shipped","target":{"account":"\(account)"},\
      "parameters":{"order":"8123","day":"Friday"}}
      """
    let head = """
      POST /v1/notifications HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
      Authorization: Bearer \(key)\r\nContent-Type: application/json\r\n\
      Content-Length: \(body.utf8.count)\r\n\r\n
      """
    let answer = try? PlainSocket.exchange(port: node.port, Array((head + body).utf8))
    return answer.flatMap { Int(String(decoding: $0, as: UTF8.self).dropFirst(9).prefix(3)) } ?? 0
  }
}

/// Takes connections, and never says a word.
private final class SilentPort: Sendable {
  let port: Int
  private let descriptor: Int32

  init() throws {
    #if os(Linux)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard isBound else { throw PlainSocket.Failure(words: "no port") }
  }

  deinit { close(descriptor) }
}
