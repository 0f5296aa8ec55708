import TestSupport

// The shared seeds and generator under the names that this module uses.
typealias Fuzz = TestSupport.Fuzz
typealias Random = SeededRandom

extension SeededRandom {
  init(state: UInt64) { self.init(seed: state) }
}
