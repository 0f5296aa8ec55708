internal import CMicrohttpd
internal import Synchronization

/// One thread of the front with the connections that it serves: a server of the library each.
///
/// The thread is ours, and waits for the library's epoll descriptor. The library's own (0.9.75) waits once more
/// without a look at the 128 events it has just been given, so that its connections stand still until another
/// one speaks. Where there is no epoll, the library waits by poll() on its own thread, which has no such fault.
final class Worker: Sendable {
  let core: FrontCore
  private let runsItself: Bool
  private let inbox: (read: Int32, write: Int32)
  // Set before the thread starts and used on it; but connections of it are resumed from any thread.
  nonisolated(unsafe) private var daemon: OpaquePointer?
  private let thread = Guarded<UInt?>(nil)
  /// How many connections the library has opened.
  let opened = Atomic<Int>(0)
  /// Connections that were laid aside and are to go on.
  private let answered = Guarded<[OpaquePointer]>([])

  init(core: FrontCore) throws(HTTPFrontError) {
    self.core = core
    runsItself = pw_mhd_has_epoll() == 0 || core.configuration.avoidsEpoll
    var ends: (read: Int32, write: Int32) = (-1, -1)
    guard pw_inbox_open(&ends.read, &ends.write) == 0 else {
      throw HTTPFrontError(.system, "No pipe for a thread of the HTTP server: \(errorText(pw_errno()))")
    }
    inbox = ends
    do throws(HTTPFrontError) {
      try start()
    } catch {
      stop()
      throw error
    }
  }

  private func start() throws(HTTPFrontError) {
    let configuration = core.configuration
    // The limit is kept by the core.
    let limit = UInt32(clamping: configuration.connections + 64)
    // The library's memory of a connection holds the head of a request and that of its answer.
    let memory = configuration.maximumHeader + 16 * 1024
    daemon = pw_mhd_start(
      runsItself ? 1 : 0, limit, UInt32(clamping: configuration.idleSeconds), memory, received, completed,
      connected, Unmanaged.passUnretained(self).toOpaque(), configuration.certificatePEM, configuration.keyPEM
    )
    guard daemon != nil else {
      throw core.isSecure
        ? HTTPFrontError(
          .tls, "The HTTP server takes no such certificate and key: both are PEM, and belong together.")
        : HTTPFrontError(.system, "The HTTP server does not start: \(errorText(pw_errno()))")
    }
    guard !runsItself else { return }
    var id: UInt = 0
    let this = Unmanaged.passRetained(self)
    let failed = pw_thread_start(&id, workerMain, this.toOpaque())
    guard failed == 0 else {
      this.release()
      throw HTTPFrontError(.system, "No thread for the HTTP server: \(errorText(failed))")
    }
    let running = id
    thread.withLock { $0 = running }
  }

  /// Takes a connection over; on the acceptor's thread.
  func take(_ socket: Int32) {
    if runsItself {
      add(socket)
    } else if pw_inbox_put(inbox.write, socket) == 0 {
      close(socket)
      core.gone()
    }
  }

  private func add(_ socket: Int32) {
    guard let daemon else {
      close(socket)
      return core.gone()
    }
    let before = opened.load(ordering: .relaxed)
    let isAdded = pw_mhd_add(daemon, socket) != 0
    // Where it was opened before it failed, its end was told as well.
    if !isAdded, runsItself || opened.load(ordering: .relaxed) == before { core.gone() }
  }

  /// Lets a connection go on that was laid aside; from any thread.
  ///
  /// The thread is called once for all that come before its next round, and does the library's part of it,
  /// so that whoever answers many requests waits for nothing.
  func resume(_ connection: OpaquePointer) {
    guard !runsItself else { return goOn(connection) }
    let isFirst = answered.withLock { answered in
      answered.append(connection)
      return answered.count == 1
    }
    // Where the pipe is full the thread has been called too.
    if isFirst { _ = pw_inbox_put(inbox.write, Int32(PW_INBOX_CALL)) }
  }

  /// The library may answer, and close the connection, before this returns; it touches nothing of the
  /// connection after its flag is set, and the front does not stop before `suspended` is 0.
  private func goOn(_ connection: OpaquePointer) {
    MHD_resume_connection(connection)
    core.suspended.subtract(1, ordering: .sequentiallyConsistent)
  }

  /// Closes every connection; no one may be laid aside any more, and none taken.
  func stop() {
    close(inbox.write)
    let id = thread.withLock { held -> UInt? in
      defer { held = nil }
      return held
    }
    if let id { pw_thread_join(id) }
    if let daemon { MHD_stop_daemon(daemon) }
    daemon = nil
    close(inbox.read)
  }

  fileprivate func run() {
    guard let daemon else { return }
    pw_name_thread("http")
    var connections: [OpaquePointer] = []
    let descriptor = pw_mhd_epoll(daemon)
    var isOpen = true
    while isOpen {
      if pw_wait(descriptor, inbox.read, pw_mhd_timeout(daemon)) != 0 {
        while isOpen {
          let socket = pw_inbox_take(inbox.read)
          if socket == PW_INBOX_EMPTY { break }
          if socket == PW_INBOX_CLOSED { isOpen = false }
          if socket >= 0 { add(socket) }
        }
      }
      // Before the round: who resumes a connection from here on calls again.
      answered.withLock { swap(&$0, &connections) }
      for connection in connections { goOn(connection) }
      connections.removeAll(keepingCapacity: true)
      MHD_run(daemon)
    }
  }
}

private let workerMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
  if let argument { Unmanaged<Worker>.fromOpaque(argument).takeRetainedValue().run() }
  return nil
}
