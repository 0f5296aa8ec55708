internal import Dispatch
internal import Foundation

/// Runs on the main thread: at once where the caller is there already, so that what came first is handled
/// first.
func onMain(_ body: @escaping @MainActor @Sendable () -> Void) {
  if Thread.isMainThread || MainQueue.isCurrent {
    MainActor.assumeIsolated(body)
  } else {
    DispatchQueue.main.async { MainActor.assumeIsolated(body) }
  }
}

/// Linux may run the main queue on a thread that is not the main one.
private enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}

/// What a system's callback hands over from its thread to the main thread, and does not touch any more itself.
struct Handed<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
