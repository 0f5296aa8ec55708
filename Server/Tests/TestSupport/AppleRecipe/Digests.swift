/// SHA-1 and SHA-256 (FIPS 180-4), for what the tests sign: not the code that they check.
public enum Digest {
  public static func sha1(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    for block in blocks(of: message) {
      var words = block
      for index in 16..<80 {
        words.append(
          rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], left: 1))
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for (index, word) in words.enumerated() {
        let (mixed, constant): (UInt32, UInt32) =
          switch index {
          case 0..<20: ((b & c) | (~b & d), 0x5a82_7999)
          case 20..<40: (b ^ c ^ d, 0x6ed9_eba1)
          case 40..<60: ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc)
          default: (b ^ c ^ d, 0xca62_c1d6)
          }
        let next = rotate(a, left: 5) &+ mixed &+ e &+ constant &+ word
        (e, d, c, b, a) = (d, c, rotate(b, left: 30), a, next)
      }
      for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
    }
    return state.flatMap(bigEndian)
  }

  public static func sha256(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    for block in blocks(of: message) {
      var words = block
      for index in 16..<64 {
        let (early, late) = (words[index - 15], words[index - 2])
        let low = rotate(early, left: 25) ^ rotate(early, left: 14) ^ (early >> 3)
        let high = rotate(late, left: 15) ^ rotate(late, left: 13) ^ (late >> 10)
        words.append(words[index - 16] &+ low &+ words[index - 7] &+ high)
      }
      var s = state
      for (index, word) in words.enumerated() {
        let sum1 = rotate(s[4], left: 26) ^ rotate(s[4], left: 21) ^ rotate(s[4], left: 7)
        let choice = (s[4] & s[5]) ^ (~s[4] & s[6])
        let first = s[7] &+ sum1 &+ choice &+ constants[index] &+ word
        let sum0 = rotate(s[0], left: 30) ^ rotate(s[0], left: 19) ^ rotate(s[0], left: 10)
        let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2])
        s = [first &+ sum0 &+ majority, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
      }
      for (index, value) in s.enumerated() { state[index] &+= value }
    }
    return state.flatMap(bigEndian)
  }

  /// Sixteen words a block, with the padding that both digests have.
  private static func blocks(of message: [UInt8]) -> [[UInt32]] {
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    let bits = UInt64(message.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    return stride(from: 0, to: bytes.count, by: 64).map { start in
      stride(from: start, to: start + 64, by: 4).map { at in
        bytes[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }
      }
    }
  }

  private static func rotate(_ value: UInt32, left count: UInt32) -> UInt32 {
    value << count | value >> (32 - count)
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static let constants: [UInt32] = firstPrimes(64).map { prime in
    // The first 32 bits of the fractional part of the prime's cube root.
    var low: UInt64 = 0
    var high: UInt64 = 8 << 32
    while high - low > 1 {
      let middle = (low + high) / 2
      if isCubeAtMost(middle, prime) { low = middle } else { high = middle }
    }
    return UInt32(truncatingIfNeeded: low)
  }

  /// Whether (value / 2^32)^3 is at most the prime.
  private static func isCubeAtMost(_ value: UInt64, _ prime: UInt64) -> Bool {
    // value^3 in 128 bits against prime * 2^96.
    let square = value.multipliedFullWidth(by: value)
    let low = square.low.multipliedFullWidth(by: value)
    let high = square.high &* value &+ low.high
    return high < prime << 32 || (high == prime << 32 && low.low == 0)
  }

  private static func firstPrimes(_ count: Int) -> [UInt64] {
    var primes: [UInt64] = []
    var candidate: UInt64 = 2
    while primes.count < count {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes
  }
}
