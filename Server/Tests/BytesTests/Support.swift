import Bytes
import Foundation

/// Runs `body` with the UTF-8 of `text`.
func withBytes<R>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
  var text = text
  return try text.withUTF8 { try body($0) }
}

/// A generator that a printed seed repeats (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  /// The seed of a run: `PUSHWIRE_FUZZ_SEED`, else a new one. Printed, so that the run can be repeated.
  static func seed(_ what: String) -> UInt64 {
    let given = ProcessInfo.processInfo.environment["PUSHWIRE_FUZZ_SEED"].flatMap(UInt64.init)
    let seed = given ?? UInt64.random(in: 0...UInt64.max)
    print("\(what): seed \(seed) (PUSHWIRE_FUZZ_SEED)")
    return seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
