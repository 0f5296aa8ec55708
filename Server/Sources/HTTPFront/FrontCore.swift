internal import CMicrohttpd
internal import Synchronization

/// What the threads of a front share.
final class FrontCore: Sendable {
  enum Stage: UInt8, AtomicRepresentable {
    case serving
    /// No new connections; those that are there end with their answer.
    case draining
    /// Every request is answered 503.
    case stopping
  }

  let configuration: HTTPFrontConfiguration
  let isSecure: Bool
  /// Requests that are not over.
  let active = Atomic<Int>(0)
  /// Requests whose connection is laid aside, or about to be.
  let suspended = Atomic<Int>(0)
  let stage = Atomic<Stage>(.serving)
  // Both are set before the first thread of the front starts, and taken away when the last has ended: they
  // are read on every request.
  nonisolated(unsafe) private(set) var handler: (any HTTPHandler)?
  nonisolated(unsafe) private var daemon: OpaquePointer?
  private let connections = Guarded<[ObjectIdentifier: FrontConnection]>([:])
  private let connectionCount = Atomic<Int>(0)

  init(configuration: HTTPFrontConfiguration, handler: any HTTPHandler) {
    self.configuration = configuration
    self.handler = handler
    isSecure = configuration.certificatePEM != nil
  }

  var isDraining: Bool { stage.load(ordering: .relaxed) != .serving }
  var isStopping: Bool { stage.load(ordering: .sequentiallyConsistent) == .stopping }
  var openConnections: Int { connectionCount.load(ordering: .relaxed) }

  // MARK: The server

  func start() throws(HTTPFrontError) {
    let threads = UInt32(configuration.threads)
    // The limit is kept in `take`; the library splits its own among the threads, which take turns.
    let limit = UInt32(clamping: (configuration.connections + 64) * configuration.threads)
    // The library's memory of a connection holds the head of a request and that of its answer.
    let memory = configuration.maximumHeader + 16 * 1024
    let this = Unmanaged.passUnretained(self).toOpaque()
    daemon = pw_mhd_start(
      threads, limit, UInt32(clamping: configuration.idleSeconds), memory, received, completed, connected,
      this,
      configuration.certificatePEM, configuration.keyPEM)
    if daemon == nil {
      throw isSecure
        ? HTTPFrontError(
          .tls,
          "The HTTP server does not start with this certificate and key: both are PEM, and belong together.")
        : HTTPFrontError(.system, "The HTTP server does not start: \(errorText(pw_errno()))")
    }
  }

  /// Nothing may be suspended any more.
  func end() {
    if let daemon { MHD_stop_daemon(daemon) }
    daemon = nil
    handler = nil
  }

  // MARK: Connections

  func take(_ socket: Int32, address: inout sockaddr_storage, length: socklen_t) {
    guard let daemon, openConnections < configuration.connections else {
      close(socket)
      return
    }
    // Where it fails the library has closed the socket.
    _ = pw_mhd_add(daemon, socket, &address, length)
  }

  func opened(_ connection: FrontConnection) {
    connectionCount.add(1, ordering: .relaxed)
    connections.withLock { $0[ObjectIdentifier(connection)] = connection }
  }

  func closed(_ connection: FrontConnection) {
    connectionCount.subtract(1, ordering: .relaxed)
    connections.withLock { $0[ObjectIdentifier(connection)] = nil }
  }

  /// Answers 503 for every request that waits for its answer.
  func answerWaiting() {
    for connection in connections.withLock({ Array($0.values) }) {
      connection.waiting.withLock({ $0 })?.respond(configuration.problem(503))
    }
  }
}

private let connected: MHD_NotifyConnectionCallback = { context, handle, held, code in
  guard let context, let handle, let held else { return }
  let core = Unmanaged<FrontCore>.fromOpaque(context).takeUnretainedValue()
  if code == .CONNECTION_NOTIFY_STARTED {
    let address = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text -> String in
      guard let start = text.baseAddress, pw_mhd_client(handle, start, 128) != 0 else { return "" }
      return String(cString: start)
    }
    let connection = FrontConnection(address: address)
    held.pointee = Unmanaged.passRetained(connection).toOpaque()
    core.opened(connection)
  } else if let pointer = held.pointee {
    held.pointee = nil
    core.closed(Unmanaged<FrontConnection>.fromOpaque(pointer).takeRetainedValue())
  }
}
