internal import CMicrohttpd
internal import Synchronization

/// A small HTTP/1.1 server: requests in, answers out, at any time and from any thread.
///
/// It keeps its handler until ``stop()``.
public final class HTTPFront: Sendable {
  /// The port it listens on.
  public let port: Int
  private let core: FrontCore
  private let acceptor: Acceptor
  private let isStopped = Atomic<Bool>(false)
  private let hasEnded = Atomic<Bool>(false)

  /// Listens at once.
  public init(
    configuration: HTTPFrontConfiguration, handler: any HTTPHandler
  ) throws(HTTPFrontError) {
    try HTTPFront.check(configuration)
    var bound: Int32 = 0
    var failed: Int32 = 0
    var resolving: Int32 = 0
    let listener = pw_listen(configuration.host, Int32(configuration.port), &bound, &failed, &resolving)
    guard listener >= 0 else { throw HTTPFront.listenError(configuration, failed, resolving: resolving) }
    core = FrontCore(configuration: configuration, handler: handler)
    do throws(HTTPFrontError) {
      try core.start()
    } catch {
      close(listener)
      throw error
    }
    do throws(HTTPFrontError) {
      acceptor = try Acceptor(core: core, listener: listener)
    } catch {
      core.end()
      throw error
    }
    port = Int(bound)
  }

  deinit { stop() }

  /// Requests that are not over; for metrics.
  public var activeRequests: Int { core.active.load(ordering: .relaxed) }
  /// Connections that are open; for metrics.
  public var openConnections: Int { core.openConnections }

  /// Takes no new connections. Those that are open go on, each until its next answer.
  public func stopListening() {
    _ = core.stage.compareExchange(expected: .serving, desired: .draining, ordering: .sequentiallyConsistent)
    acceptor.stop()
  }

  /// Stops listening and waits until every request is answered and sent.
  /// - Parameter milliseconds: how long at most.
  /// - Returns: whether all of them were.
  public func drain(milliseconds: Int) -> Bool {
    stopListening()
    let end = pw_milliseconds() + Int64(clamping: milliseconds)
    while core.active.load(ordering: .sequentiallyConsistent) > 0 {
      guard pw_milliseconds() < end else { return false }
      pw_pause_millisecond()
    }
    return true
  }

  /// Answers 503 for what is open, closes every connection and waits for the threads to end. Not to be
  /// called inside the handler.
  public func stop() {
    guard !isStopped.exchange(true, ordering: .sequentiallyConsistent) else {
      while !hasEnded.load(ordering: .acquiring) { pw_pause_millisecond() }
      return
    }
    stopListening()
    core.stage.store(.stopping, ordering: .sequentiallyConsistent)
    // Answers get a moment to reach their clients; but while a connection is laid aside the library must
    // not be stopped at all.
    let end = pw_milliseconds() + 1000
    while true {
      core.answerWaiting()
      if core.suspended.load(ordering: .sequentiallyConsistent) == 0 {
        if core.active.load(ordering: .sequentiallyConsistent) == 0 || pw_milliseconds() >= end { break }
      }
      pw_pause_millisecond()
    }
    core.end()
    hasEnded.store(true, ordering: .releasing)
  }

  private static func check(_ configuration: HTTPFrontConfiguration) throws(HTTPFrontError) {
    guard (0...65_535).contains(configuration.port) else {
      throw HTTPFrontError(
        .configuration, "\(configuration.port) is not a port: 0 to 65535, 0 for any free one.")
    }
    guard (1...256).contains(configuration.threads), (1...1_000_000).contains(configuration.connections)
    else {
      throw HTTPFrontError(.configuration, "The server needs 1 to 256 threads and 1 to 1000000 connections.")
    }
    guard (512...1 << 20).contains(configuration.maximumHeader), configuration.maximumBody >= 0,
      configuration.idleSeconds > 0
    else {
      throw HTTPFrontError(
        .configuration, "The limits must be positive, that of the header 512 bytes to 1 MiB.")
    }
    guard (configuration.certificatePEM == nil) == (configuration.keyPEM == nil) else {
      throw HTTPFrontError(.tls, "TLS needs both a certificate and its key.")
    }
    if configuration.certificatePEM != nil && pw_mhd_has_tls() == 0 {
      throw HTTPFrontError(
        .tls,
        "This libmicrohttpd was built without TLS: install one with it, or put a reverse proxy in front.")
    }
  }

  private static func listenError(
    _ configuration: HTTPFrontConfiguration, _ failed: Int32, resolving: Int32
  ) -> HTTPFrontError {
    let place = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
    let address = "\(place):\(configuration.port)"
    if resolving != 0 {
      let why = gai_strerror(resolving).map { String(cString: $0) } ?? "error \(resolving)"
      return HTTPFrontError(.address, "\(configuration.host) is no address to listen on: \(why)")
    }
    switch failed {
    case EADDRINUSE:
      return HTTPFrontError(
        .portInUse, "Somebody else listens on \(address): stop that, or take another port.")
    case EADDRNOTAVAIL:
      return HTTPFrontError(.address, "\(configuration.host) is not an address of this machine.")
    case EACCES, EPERM:
      return HTTPFrontError(.notAllowed, "This process may not listen on \(address): take a port above 1023.")
    default:
      return HTTPFrontError(.system, "Cannot listen on \(address): \(errorText(failed))")
    }
  }
}
