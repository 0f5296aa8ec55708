internal import Dispatch

/// One thread waits until another has said something.
final class WaitOnce: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func signal() { semaphore.signal() }
  func wait() { semaphore.wait() }
}
