/// Where emulators take ids from: a generator with a seed, so that a run can be repeated.
///
/// SplitMix64. Ids only have to differ; nothing secret hangs on them.
public struct IdentifierSource: Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A version 4 UUID in its canonical lower-case form.
  public mutating func uuid() -> String {
    var words = (
      next() & 0xffff_ffff_ffff_0fff | 0x0000_0000_0000_4000,
      next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    )
    return String(unsafeUninitializedCapacity: 36) { buffer in
      for index in 0..<36 {
        if index == 8 || index == 13 || index == 18 || index == 23 {
          buffer[index] = UInt8(ascii: "-")
        } else {
          let digit = UInt8(words.0 >> 60)
          buffer[index] = digit < 10 ? 48 + digit : 87 + digit
          words = (words.0 << 4 | words.1 >> 60, words.1 << 4)
        }
      }
      return 36
    }
  }

  /// Sixteen lower-case hexadecimal digits.
  public mutating func hexWord() -> String { Self.hex(next()) }

  private static func hex(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
