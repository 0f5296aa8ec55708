/// A generator that its seed repeats, the same everywhere (SplitMix64).
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// 0 to `bound` - 1; 0 where there is nothing below.
  public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<Swift.max(bound, 1), using: &self) }

  /// True once in so many times.
  public mutating func chance(_ one: Int) -> Bool { below(one) == 0 }

  /// One of the values, of which there must be some.
  public mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}
