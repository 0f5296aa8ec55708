internal import Foundation
internal import Synchronization

/// What the suite's handle and its thread share.
final class EmulatorCore: Sendable {
  let state: Mutex<EmulatorState>
  let clock: @Sendable () -> Int64
  /// Rung when something was handed to a device that somebody plays.
  let bell = NSCondition()

  init(options: EmulatorOptions) {
    state = Mutex(EmulatorState(options: options))
    clock = options.clock
  }

  /// Wakes who waits for a delivery. Not under the state's lock.
  func ring() {
    bell.lock()
    bell.broadcast()
    bell.unlock()
  }
}
