internal import CUV

/// One thread's event loop. Everything made on it lives and is called on the thread that runs it.
public final class EventLoop {
  let uv: UnsafeMutablePointer<uv_loop_t>
  private let isReady: Bool
  /// Every read of this loop lands here first: a read is worked off before the next one starts.
  let readBuffer: UnsafeMutableBufferPointer<UInt8>

  /// More than a connection mostly has to read. libuv reads on from one connection, up to 32 times, as long as
  /// it fills the buffer: with a smaller one a busy connection made the others wait for half a second.
  private static let readSize = 256 * 1024

  /// Ignores SIGPIPE from now on, unless the program handles it.
  public init() throws(TransportError) {
    pw_uv_ignore_sigpipe()
    uv = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
    readBuffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.readSize)
    let result = uv_loop_init(uv)
    isReady = result == 0
    if !isReady {
      // The memory goes with `deinit`, which runs for what throws after its last property is set.
      throw TransportError(.system, "cannot start an event loop: \(uvMessage(result))")
    }
  }

  deinit {
    defer {
      uv.deallocate()
      readBuffer.deallocate()
    }
    guard isReady else { return }
    // All that was made on the loop keeps it alive, so that by now every handle is closing.
    // A `stop` that nobody ran into would end the first run early.
    for _ in 0..<2 {
      uv_run(uv, UV_RUN_DEFAULT)
      if uv_loop_close(uv) == 0 { break }
    }
  }

  /// Runs until `stop` is called or nothing is left to wait for.
  public func run() { uv_run(uv, UV_RUN_DEFAULT) }

  /// Ends `run` after the present turn. Only on the loop's own thread.
  public func stop() { uv_stop(uv) }

  /// Monotonic milliseconds, as of this turn of the loop.
  public var now: UInt64 { uv_now(uv) }
}

/// A libuv error in words.
func uvMessage(_ code: Int32) -> String { uv_strerror(code).map { String(cString: $0) } ?? "error \(code)" }

/// Calls back once after a while, and again when it is set again.
public final class LoopTimer {
  private let loop: EventLoop
  private let handle: UnsafeMutablePointer<uv_timer_t>
  fileprivate let fire: () -> Void

  public init(_ loop: EventLoop, _ fire: @escaping () -> Void) {
    self.loop = loop
    self.fire = fire
    handle = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
    uv_timer_init(loop.uv, handle)
    handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    handle.pointee.data = nil
    uv_close(pw_uv_handle(handle)) { $0?.deallocate() }
  }

  /// Milliseconds from now; an earlier setting is forgotten.
  public func set(after milliseconds: UInt64) { uv_timer_start(handle, timerFired, milliseconds, 0) }

  /// Forgets the setting.
  public func cancel() { uv_timer_stop(handle) }
}

private let timerFired: @convention(c) (UnsafeMutablePointer<uv_timer_t>?) -> Void = { handle in
  guard let data = handle?.pointee.data else { return }
  // The closure may drop its own timer.
  let timer = Unmanaged<LoopTimer>.fromOpaque(data).takeUnretainedValue()
  withExtendedLifetime(timer) { timer.fire() }
}
