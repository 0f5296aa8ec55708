internal import Foundation

/// Lets effects through until it is closed. Whoever closes it waits for an effect that is under way, and none
/// begins afterwards.
final class EffectGate: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private var isClosed = false

  func close() {
    lock.lock()
    isClosed = true
    lock.unlock()
  }

  var isOpen: Bool {
    lock.lock()
    defer { lock.unlock() }
    return !isClosed
  }

  func perform<Value>(_ effect: () throws -> Value) throws -> Value {
    lock.lock()
    defer { lock.unlock() }
    guard !isClosed else { throw CancellationError() }
    return try effect()
  }
}
