internal import Synchronization

/// What the suite's handle and its thread share.
final class EmulatorCore: Sendable {
  let state: Mutex<EmulatorState>
  let clock: @Sendable () -> Int64

  init(options: EmulatorOptions) {
    state = Mutex(EmulatorState(options: options))
    clock = options.clock
  }
}
