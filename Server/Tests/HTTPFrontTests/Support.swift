import Foundation
import HTTPFront
import Testing

/// Does what its closures say, and keeps what it was asked.
final class TestHandler: HTTPHandler {
  private let admitting: @Sendable (HTTPRequest) -> HTTPAdmission
  private let handling: @Sendable (HTTPRequest) -> Void

  init(
    admit: @escaping @Sendable (HTTPRequest) -> HTTPAdmission = { _ in .body(limit: 1000) },
    handle: @escaping @Sendable (HTTPRequest) -> Void
  ) {
    admitting = admit
    handling = handle
  }

  func admit(_ head: HTTPRequest) -> HTTPAdmission { admitting(head) }
  func handle(_ request: HTTPRequest) { handling(request) }
}

extension HTTPAnswer {
  static func text(_ text: String, status: Int = 200) -> HTTPAnswer {
    HTTPAnswer(status: status, contentType: "text/plain", body: Array(text.utf8))
  }
}

extension HTTPRequest {
  var bodyText: String { withBody { String(decoding: $0, as: UTF8.self) } }
}

/// A front for one test, with problems that name their status.
func makeFront(
  _ handler: TestHandler, _ change: (inout HTTPFrontConfiguration) -> Void = { _ in }
) throws -> HTTPFront {
  var configuration = HTTPFrontConfiguration()
  configuration.problem = { .text("problem \($0)", status: $0) }
  change(&configuration)
  return try HTTPFront(configuration: configuration, handler: handler)
}

/// What a test gathers from several threads.
final class Gathered<Value: Sendable>: @unchecked Sendable {
  // Guarded by the lock; one that the thread sanitizer can see.
  private var held: [Value] = []
  private let lock = NSLock()
  func add(_ value: Value) { lock.withLock { held.append(value) } }
  func removeAll() { lock.withLock { held.removeAll() } }
  var values: [Value] { lock.withLock { held } }
  var count: Int { lock.withLock { held.count } }
}

/// Waits for a condition, at most a minute: a sanitizer on a busy machine is slow.
func eventually(_ what: Comment, _ condition: () -> Bool) throws {
  let end = ContinuousClock.now + .seconds(60)
  while !condition() {
    try #require(ContinuousClock.now < end, what)
    usleep(500)
  }
}
