import Foundation

/// SplitMix64, so that a run can be repeated from its seed.
struct Random: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<Swift.max(bound, 1), using: &self) }
  mutating func chance(_ one: Int) -> Bool { below(one) == 0 }
}

/// How long and from which seed random tests run; the seed is printed, so that a failure can be repeated.
enum Fuzz {
  static let seconds = environment("PUSHWIRE_FUZZ_SECONDS").flatMap(Double.init) ?? 2
  static let seed =
    environment("PUSHWIRE_FUZZ_SEED").flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)

  static func environment(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

  /// A generator of its own for each test, from the one seed.
  static func random(_ what: String) -> Random {
    print("\(what): seed \(seed) (PUSHWIRE_FUZZ_SEED)")
    return Random(state: seed)
  }
}
