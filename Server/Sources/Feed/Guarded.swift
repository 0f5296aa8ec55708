internal import Foundation

/// A value behind a lock, for what is touched once a batch.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  // Only read and changed with the lock held.
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
