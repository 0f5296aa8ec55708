internal import CMicrohttpd

/// One connection: what all its requests share.
final class FrontConnection: Sendable {
  let worker: Worker
  let address: String
  /// The request whose answer it waits for.
  let waiting = Guarded<HTTPRequest?>(nil)

  init(worker: Worker, address: String) {
    self.worker = worker
    self.address = address
  }
}

/// The thread that takes connections and hands them to the server's threads in turn.
///
/// The library could listen by itself, but its threads then take connections as they wake, so that one of
/// them may serve all; and it aborts the process when it is told to stop listening at the wrong moment.
final class Acceptor: Sendable {
  private let core: FrontCore
  private let listener: Int32
  private let wake: (read: Int32, write: Int32)
  private let thread = Guarded<UInt?>(nil)

  init(core: FrontCore, listener: Int32) throws(HTTPFrontError) {
    var ends: (read: Int32, write: Int32) = (-1, -1)
    guard pw_inbox_open(&ends.read, &ends.write) == 0 else {
      close(listener)
      throw HTTPFrontError(.system, "No pipe for the thread that takes connections: \(errorText(pw_errno()))")
    }
    self.core = core
    self.listener = listener
    wake = ends
    let started = thread.withLock { thread -> Int32 in
      var id: UInt = 0
      let this = Unmanaged.passRetained(self)
      let failed = pw_thread_start(&id, acceptorMain, this.toOpaque())
      if failed == 0 { thread = id } else { this.release() }
      return failed
    }
    guard started == 0 else {
      for descriptor in [listener, ends.read, ends.write] { close(descriptor) }
      throw HTTPFrontError(.system, "No thread to take connections: \(errorText(started))")
    }
  }

  /// Stops listening; what the system had accepted and nobody took is reset.
  func stop() {
    let id = thread.withLock { held -> UInt? in
      defer { held = nil }
      return held
    }
    guard let id else { return }
    close(wake.write)
    pw_thread_join(id)
    close(wake.read)
  }

  fileprivate func run() {
    pw_name_thread("http-accept")
    while true {
      let socket = pw_accept(listener, wake.read)
      guard socket >= 0 else { break }
      core.take(socket)
    }
    close(listener)
  }
}

private let acceptorMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
  argument in
  if let argument { Unmanaged<Acceptor>.fromOpaque(argument).takeRetainedValue().run() }
  return nil
}

/// What the system says about an error number.
func errorText(_ code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  return String(cString: text)
}
