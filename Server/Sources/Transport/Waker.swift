internal import CUV
private import Synchronization

/// Wakes a loop from any thread: the one thing here that may be shared.
///
/// Many wakes before the loop turns are one call of its closure.
public final class Waker: Sendable {
  private struct Handle: ~Copyable {
    // Used under the mutex only; libuv allows the send itself from any thread.
    nonisolated(unsafe) let pointer: UnsafeMutablePointer<uv_async_t>
  }
  private let handle: Mutex<Handle?>

  init(_ pointer: sending UnsafeMutablePointer<uv_async_t>) {
    handle = Mutex(Handle(pointer: pointer))
  }

  /// Makes the loop call the closure soon. After the loop's end it does nothing.
  public func wake() {
    handle.withLock { held in
      switch held {
      case .some(let handle): uv_async_send(handle.pointer)
      case .none: break
      }
    }
  }

  /// Takes the handle away; on the loop's thread.
  fileprivate func close() {
    handle.withLock { $0 = nil }
  }
}

/// The loop's end of a ``Waker``; closes it when it goes.
public final class WakeTarget {
  private let loop: EventLoop
  private let pointer: UnsafeMutablePointer<uv_async_t>
  fileprivate let action: () -> Void
  public let waker: Waker

  public init(_ loop: EventLoop, _ action: @escaping () -> Void) {
    self.loop = loop
    self.action = action
    pointer = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
    uv_async_init(loop.uv, pointer, woken)
    // Handed over to the waker, which guards it by its mutex.
    nonisolated(unsafe) let shared = pointer
    waker = Waker(shared)
    pointer.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    waker.close()
    pointer.pointee.data = nil
    uv_close(pw_uv_handle(pointer)) { $0?.deallocate() }
  }
}

private let woken: @convention(c) (UnsafeMutablePointer<uv_async_t>?) -> Void = { handle in
  guard let data = handle?.pointee.data else { return }
  Unmanaged<WakeTarget>.fromOpaque(data).takeUnretainedValue().action()
}
