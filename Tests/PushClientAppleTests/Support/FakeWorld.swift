import Foundation
import PushClient

@testable import PushClientApple

/// Time that stands still until a test turns it.
@MainActor final class ManualTimers: Timers {
  var now = 1_700_000_000_000
  private var waiting: [(due: Int, order: Int, timer: ManualTimer)] = []
  private var order = 0

  func after(_ milliseconds: Int, _ body: @escaping @MainActor @Sendable () -> Void) -> any RunningTimer {
    order += 1
    let timer = ManualTimer(body)
    waiting.append((now + milliseconds, order, timer))
    return timer
  }

  /// Fires what is due on the way, in order.
  func advance(_ milliseconds: Int) {
    let end = now + milliseconds
    while let next = waiting.filter({ $0.timer.body != nil && $0.due <= end }).min(by: {
      ($0.due, $0.order) < ($1.due, $1.order)
    }) {
      now = max(now, next.due)
      let body = next.timer.body
      next.timer.body = nil
      body?()
    }
    waiting.removeAll { $0.timer.body == nil }
    now = end
  }

  /// Milliseconds until each timer that runs.
  var pending: [Int] { waiting.filter { $0.timer.body != nil }.map { $0.due - now }.sorted() }

  @MainActor final class ManualTimer: RunningTimer {
    var body: (@MainActor @Sendable () -> Void)?
    init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }
    func cancel() { body = nil }
  }
}

/// The server: answers at once, or when a test lets it.
final class FakeServer: HTTPTransport, @unchecked Sendable {
  private let lock = NSLock()
  private var taken: [HTTPCall] = []
  private var answer: @Sendable (HTTPCall) throws -> HTTPReply = FakeServer.friendly

  var calls: [HTTPCall] { lock.withLock { taken } }

  func calls(_ method: String, _ suffix: String) -> [HTTPCall] {
    calls.filter { $0.method == method && $0.url.absoluteString.hasSuffix(suffix) }
  }

  func answers(_ answer: @escaping @Sendable (HTTPCall) throws -> HTTPReply) {
    lock.withLock { self.answer = answer }
  }

  func send(_ call: HTTPCall) async throws -> HTTPReply {
    let answer = lock.withLock {
      taken.append(call)
      return self.answer
    }
    return try answer(call)
  }

  static func reply(_ status: Int, _ json: JSONValue) -> HTTPReply {
    HTTPReply(status: status, body: Data(json.text.utf8))
  }

  /// Confirms whatever is asked.
  @Sendable static func friendly(_ call: HTTPCall) -> HTTPReply {
    let body = call.json
    if call.method == "PUT" {
      let isBound = call.headers["Authorization"] != nil
      var reply: [String: JSONValue] = [
        "generation": body["generation"], "binding": isBound ? "bound" : "unbound",
      ]
      if isBound { reply["binding_tag"] = "tag-1" }
      return reply_(.object(reply))
    }
    if call.url.path.hasSuffix("/logout") {
      return reply_(["generation": .integer((body["generation"].integer ?? 0) + 1), "binding": "unbound"])
    }
    return reply_([:])
  }

  private static func reply_(_ json: JSONValue) -> HTTPReply { reply(200, json) }
}

extension HTTPCall {
  var json: JSONValue { (try? JSONValue(parsing: Array(body ?? Data()))) ?? .null }
}

@MainActor final class FakeNetwork: NetworkPath {
  private(set) var isOnline = true
  private var changed: (@MainActor @Sendable (Bool) -> Void)?
  func start(_ changed: @escaping @MainActor @Sendable (Bool) -> Void) { self.changed = changed }
  func become(online: Bool) {
    isOnline = online
    changed?(online)
  }
}

/// What happened on any thread, in order.
final class Record<Item: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var items: [Item] = []
  var all: [Item] { lock.withLock { items } }
  var count: Int { all.count }
  func add(_ item: Item) { lock.withLock { items.append(item) } }
}
