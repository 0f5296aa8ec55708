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
    let high = next() & 0xffff_ffff_ffff_0fff | 0x0000_0000_0000_4000
    let low = next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    let text = Self.hex(high) + Self.hex(low)
    return text.enumerated().reduce(into: "") { result, item in
      if item.offset == 8 || item.offset == 12 || item.offset == 16 || item.offset == 20 { result += "-" }
      result.append(item.element)
    }
  }

  /// Sixteen lower-case hexadecimal digits.
  public mutating func hexWord() -> String { Self.hex(next()) }

  private static func hex(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
