internal import Foundation

/// Observations of `NotificationCenter` that end with their owner.
final class Observers: @unchecked Sendable {
  private let lock = NSLock()
  private var tokens: [any NSObjectProtocol] = []

  func add(_ name: NSNotification.Name, _ body: @escaping @MainActor @Sendable () -> Void) {
    let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
      onMain(body)
    }
    lock.lock()
    tokens.append(token)
    lock.unlock()
  }

  deinit {
    for token in tokens { NotificationCenter.default.removeObserver(token) }
  }
}
