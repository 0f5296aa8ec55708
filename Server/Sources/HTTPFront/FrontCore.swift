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
  // Set before the first thread of the front starts, and taken away when the last has ended: they are read
  // on every request.
  nonisolated(unsafe) private(set) var handler: (any HTTPHandler)?
  nonisolated(unsafe) private var workers: [Worker] = []
  private let turn = Atomic<Int>(0)
  private let connections = Guarded<[ObjectIdentifier: FrontConnection]>([:])
  private let connectionCount = Atomic<Int>(0)
  /// Given to a worker and not closed yet. One number, so that no connection counts twice on its way to a worker.
  private let taken = Atomic<Int>(0)

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
    do throws(HTTPFrontError) {
      for _ in 0..<configuration.threads { workers.append(try Worker(core: self)) }
    } catch {
      end()
      throw error
    }
  }

  /// Nothing may be suspended any more.
  func end() {
    for worker in workers { worker.stop() }
    workers = []
    handler = nil
  }

  // MARK: Connections

  /// Gives a connection to the worker whose turn it is; on the acceptor's thread.
  func take(_ socket: Int32) {
    guard taken.load(ordering: .relaxed) < configuration.connections else {
      close(socket)
      return
    }
    taken.add(1, ordering: .relaxed)
    workers[turn.add(1, ordering: .relaxed).oldValue % workers.count].take(socket)
  }

  /// What was given to a worker has ended, or no connection could be made of it.
  func gone() { taken.subtract(1, ordering: .relaxed) }

  func opened(_ connection: FrontConnection) {
    connectionCount.add(1, ordering: .relaxed)
    connections.withLock { $0[ObjectIdentifier(connection)] = connection }
  }

  func closed(_ connection: FrontConnection) {
    gone()
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

let connected: MHD_NotifyConnectionCallback = { context, handle, held, code in
  guard let context, let handle, let held else { return }
  let worker = Unmanaged<Worker>.fromOpaque(context).takeUnretainedValue()
  if code == .CONNECTION_NOTIFY_STARTED {
    let address = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text -> String in
      guard let start = text.baseAddress, pw_mhd_client(handle, start, 128) != 0 else { return "" }
      return String(cString: start)
    }
    let connection = FrontConnection(worker: worker, address: address)
    held.pointee = Unmanaged.passRetained(connection).toOpaque()
    worker.opened.add(1, ordering: .relaxed)
    worker.core.opened(connection)
  } else if let pointer = held.pointee {
    held.pointee = nil
    worker.core.closed(Unmanaged<FrontConnection>.fromOpaque(pointer).takeRetainedValue())
  }
}
