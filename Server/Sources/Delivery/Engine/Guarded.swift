internal import Foundation

/// A value behind a lock, held as short as that. In place of `Mutex`, whose slow path the thread
/// sanitizer does not see: it would call two sections behind one mutex a race.
package final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  // Only read and changed with the lock held.
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  package func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
