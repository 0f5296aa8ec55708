#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif
internal import Synchronization

/// One process may be the server of a file: it alone holds leases. The lock goes with the process, so
/// nothing is left to clean up after a crash.
final class ServerLock: Sendable {
  private let descriptor: Int32
  private let isReleased = Atomic<Bool>(false)

  init(beside path: String) throws(StoreError) {
    let file = path + ".server"
    descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StoreError(.open, "open \(file): \(String(cString: strerror(errno)))")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw StoreError(.busy, "Another server has \(path) open. One server may use a file; stop it first.")
    }
  }

  deinit { release() }

  /// Another server may have it from now on.
  func release() {
    if !isReleased.exchange(true, ordering: .acquiringAndReleasing) { close(descriptor) }
  }
}
