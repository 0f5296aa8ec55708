internal import Bytes
internal import CMicrohttpd
internal import Synchronization

/// One request, from its head to its answer.
///
/// It may be kept and answered from any thread. The headers are the connection's: they can be read inside
/// ``HTTPHandler/admit(_:)`` and ``HTTPHandler/handle(_:)`` only, on the thread of that call; elsewhere
/// there are none. The body is there from `handle` on.
// Unchecked: what is not atomic is written by the server's thread before `stage` says that it is there, and
// never again; the answer is written by whoever set `isClaimed`, before `stage` says that it is there.
public final class HTTPRequest: @unchecked Sendable {
  /// Where a request is. It goes up only, except that it may skip `suspended`.
  enum Stage: UInt8, AtomicRepresentable {
    /// Its body comes in.
    case reading
    /// It is with the handler.
    case whole
    /// The server has laid the connection aside; the answer must resume it.
    case suspended
    /// The answer is there.
    case answered
  }

  private enum Response {
    case ready(HTTPAnswer)
    /// Made by the server's thread when it sends it.
    case late(@Sendable () -> HTTPAnswer)
  }

  /// As it was sent; methods are case-sensitive.
  public let method: String
  /// As it was sent, percent-encoded, without the query.
  public let path: String

  let core: FrontCore
  let connection: FrontConnection
  private let items: [RequestTarget.Item]
  // Touched on the server's thread while it has this request, and to resume a suspended connection.
  let handle: OpaquePointer
  private let stage = Atomic<Stage>(.reading)
  private let isClaimed = Atomic<Bool>(false)
  // The thread inside a call of the handler for this request, else 0.
  private let inside = Atomic<UInt>(0)
  private var buffer: ByteBuffer?
  private var response: Response?
  // Of the server's thread alone.
  var bodyLimit = 0
  var discarded = 0
  private(set) var isRefused = false
  private var wasSuspended = false

  init(
    core: FrontCore, connection: FrontConnection, handle: OpaquePointer, method: String, target: RequestTarget
  ) {
    self.core = core
    self.connection = connection
    self.handle = handle
    self.method = method
    path = target.path
    items = target.items
  }

  /// The method where it is one of the usual ones.
  public var usualMethod: HTTPMethod? { HTTPMethod(rawValue: method) }

  /// The parts of the path between its slashes, decoded; made anew at each call. Empty parts stay.
  public var components: [String] { RequestTarget.components(path) }

  /// The address at the other end of the connection, without the port. Behind a proxy it is the proxy's.
  public var remoteAddress: String { connection.address }

  /// Whether the connection is TLS.
  public var isSecure: Bool { core.isSecure }

  // MARK: Query

  /// The first value under this name, decoded; empty where the name stands without `=`.
  public func query(_ name: String) -> String? {
    for item in items where item.name == name { return item.value ?? "" }
    return nil
  }

  /// All names of the query, decoded, in the order in which they came, repeated ones too.
  public var queryNames: [String] { items.map(\.name) }

  // MARK: Headers

  /// The value of a header, the first where there are more; bytes that are not UTF-8 are replaced.
  public func header(_ name: StaticString) -> String? {
    withHeader(name) { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of a header's value, valid during the call. Costs no allocation.
  public func withHeader<Result>(
    _ name: StaticString, _ use: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    guard inside.load(ordering: .relaxed) == pw_thread(), name.hasPointerRepresentation else { return nil }
    var value: UnsafePointer<CChar>?
    var length = 0
    let found = name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount) {
      MHD_lookup_connection_value_n(handle, .HEADER_KIND, $0, name.utf8CodeUnitCount, &value, &length)
    }
    guard found == .YES, let value else { return nil }
    return try UnsafeRawPointer(value).withMemoryRebound(to: UInt8.self, capacity: length) {
      try use(UnsafeBufferPointer(start: $0, count: length))
    }
  }

  func within<Result>(_ body: () -> Result) -> Result {
    inside.store(pw_thread(), ordering: .relaxed)
    defer { inside.store(0, ordering: .relaxed) }
    return body()
  }

  // MARK: Body

  /// The whole body, empty where there is none and before ``HTTPHandler/handle(_:)``. The bytes stay as they
  /// are while the request lives.
  public func withBody<Result>(
    _ use: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    guard stage.load(ordering: .acquiring) != .reading, let bytes = buffer?.bytes else {
      return try use(UnsafeBufferPointer(start: nil, count: 0))
    }
    defer { extendLifetime(self) }
    return try use(bytes)
  }

  /// How long the body is, bytes.
  public var bodyCount: Int { withBody(\.count) }

  /// Makes room for a body of known length, within reason.
  func expectBody(_ length: Int) {
    buffer = ByteBuffer(capacity: min(max(length, 0), 64 * 1024))
  }

  /// Adds a part of the body. False: it is longer than admitted.
  func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if buffer == nil { buffer = ByteBuffer(capacity: bytes.count) }
    guard bytes.count <= bodyLimit - (buffer?.count ?? 0) else { return false }
    buffer?.append(bytes)
    return true
  }

  // MARK: Answer

  /// Answers. The first answer counts; a later one is thrown away.
  /// - Returns: whether this answer is the one that counts. The client may have gone meanwhile. Before
  ///   ``HTTPHandler/handle(_:)`` none counts: `admit` returns its answer.
  @discardableResult
  public func respond(_ answer: HTTPAnswer) -> Bool { respond(.ready(answer)) }

  /// Answers with what `make` gives. It is called on the thread of the front that sends the answer, not on
  /// this one, and not at all where the client has gone or another answer came first.
  @discardableResult
  public func respond(_ make: @escaping @Sendable () -> HTTPAnswer) -> Bool { respond(.late(make)) }

  private func respond(_ response: Response) -> Bool {
    guard stage.load(ordering: .acquiring) != .reading else { return false }
    guard
      isClaimed.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
    else { return false }
    self.response = response
    if stage.exchange(.answered, ordering: .acquiringAndReleasing) == .suspended {
      connection.worker.resume(handle)
    }
    return true
  }

  /// The front answers by itself, and the body is thrown away. On the server's thread, before the body
  /// is whole.
  func refuse(_ answer: HTTPAnswer) {
    isClaimed.store(true, ordering: .relaxed)
    response = .ready(answer)
    isRefused = true
    buffer = nil
  }

  /// What ``refuse(_:)`` was given.
  var refusal: HTTPAnswer? {
    if isRefused, case .ready(let answer) = response { answer } else { nil }
  }

  private var isAnswered: Bool { stage.load(ordering: .acquiring) == .answered }

  /// The answer if there is one; for the server's thread, once.
  func takeAnswer() -> HTTPAnswer? {
    guard isAnswered else { return nil }
    defer { response = nil }
    switch response {
    case .ready(let answer): return answer
    case .late(let make): return make()
    case nil: return nil
    }
  }

  /// The connection has no more to do with it.
  func end() {
    // What was not sent may hold this request.
    if isAnswered { response = nil }
    if wasSuspended { connection.waiting.withLock { $0 = nil } }
  }

  /// True once: the body is complete.
  func becomeWhole() -> Bool {
    stage.compareExchange(expected: .reading, desired: .whole, ordering: .acquiringAndReleasing).exchanged
  }

  /// Lays the connection aside until there is an answer. False: there is one already.
  func suspend() -> Bool {
    guard !isAnswered else { return false }
    core.suspended.add(1, ordering: .sequentiallyConsistent)
    if core.isStopping {
      // From here on nobody else may hold the front up: it answers, or waits for who is answering now.
      core.suspended.subtract(1, ordering: .sequentiallyConsistent)
      respond(core.configuration.problem(503))
      while !isAnswered { pw_pause_millisecond() }
      return false
    }
    MHD_suspend_connection(handle)
    let wasUnanswered = stage.compareExchange(
      expected: .whole, desired: .suspended, ordering: .acquiringAndReleasing)
    guard wasUnanswered.exchanged else {
      connection.worker.resume(handle)
      return true
    }
    wasSuspended = true
    connection.waiting.withLock { $0 = self }
    return true
  }
}
