internal import CUV

/// Calls back on the loop's thread when the process gets a signal, in place of what the signal would do.
public final class LoopSignal {
  private let loop: EventLoop
  private let handle: UnsafeMutablePointer<uv_signal_t>
  fileprivate let fire: () -> Void

  /// `number`: as in `SIGINT`. Does not keep the loop running.
  public init(_ loop: EventLoop, _ number: Int32, _ fire: @escaping () -> Void) {
    self.loop = loop
    self.fire = fire
    handle = UnsafeMutablePointer<uv_signal_t>.allocate(capacity: 1)
    uv_signal_init(loop.uv, handle)
    handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    uv_signal_start(handle, signalled, number)
    uv_unref(pw_uv_handle(handle))
  }

  deinit {
    handle.pointee.data = nil
    uv_close(pw_uv_handle(handle)) { $0?.deallocate() }
  }
}

private let signalled: @convention(c) (UnsafeMutablePointer<uv_signal_t>?, Int32) -> Void = { handle, _ in
  guard let data = handle?.pointee.data else { return }
  Unmanaged<LoopSignal>.fromOpaque(data).takeUnretainedValue().fire()
}
