internal import CMicrohttpd

/// A value behind a lock of the C library, which the thread sanitizer sees; that of Synchronization it
/// does not where two threads meet, and then calls them a race.
// Unchecked: the value is touched between lock and unlock only.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  func withLock<Result>(_ use: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try use(&value)
  }
}
