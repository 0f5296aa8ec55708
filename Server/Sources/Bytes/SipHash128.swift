/// SipHash-2-4 with 128 bits of output: a keyed hash, fast on short input.
///
/// Aumasson and Bernstein, "SipHash: a fast short-input PRF", and the 128-bit variant of its authors'
/// reference implementation. Who does not know the key cannot aim for a collision; it is no signature.
public struct SipHash128: Sendable {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64
  private var tail: UInt64 = 0
  private var count = 0

  /// A hash under a key of 128 bits, given as two halves (read little-endian from its bytes).
  public init(key k0: UInt64, _ k1: UInt64) {
    v0 = 0x736f_6d65_7073_6575 ^ k0
    v1 = 0x646f_7261_6e64_6f6d ^ k1 ^ 0xee
    v2 = 0x6c79_6765_6e65_7261 ^ k0
    v3 = 0x7465_6462_7974_6573 ^ k1
  }

  /// Adds bytes. Parts of variable length that follow one another need their lengths added too, or
  /// "ab" + "c" would be "a" + "bc".
  public mutating func update(_ source: UnsafeBufferPointer<UInt8>) {
    guard let start = source.baseAddress else { return }
    let raw = UnsafeRawPointer(start)
    var at = 0
    while at < source.count, count & 7 != 0 {
      push(start[at])
      at += 1
    }
    while at + 8 <= source.count {
      compress(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)))
      count &+= 8
      at += 8
    }
    while at < source.count {
      push(start[at])
      at += 1
    }
  }

  /// Adds eight bytes, little-endian.
  public mutating func update(_ number: UInt64) {
    if count & 7 == 0 {
      compress(number)
      count &+= 8
    } else {
      for shift in 0..<8 { push(UInt8(truncatingIfNeeded: number >> UInt64(shift * 8))) }
    }
  }

  /// The hash of all that was added. Its bytes are `low`, then `high`, each little-endian.
  public consuming func finish() -> (low: UInt64, high: UInt64) {
    compress(tail | UInt64(truncatingIfNeeded: count) << 56)
    v2 ^= 0xee
    for _ in 0..<4 { round() }
    let low = v0 ^ v1 ^ v2 ^ v3
    v1 ^= 0xdd
    for _ in 0..<4 { round() }
    return (low, v0 ^ v1 ^ v2 ^ v3)
  }

  /// The hash of one piece of input.
  public static func hash(
    key k0: UInt64, _ k1: UInt64, _ source: UnsafeBufferPointer<UInt8>
  ) -> (low: UInt64, high: UInt64) {
    var state = SipHash128(key: k0, k1)
    state.update(source)
    return state.finish()
  }

  @inline(__always)
  private mutating func push(_ byte: UInt8) {
    tail |= UInt64(byte) << UInt64((count & 7) * 8)
    count &+= 1
    if count & 7 == 0 {
      compress(tail)
      tail = 0
    }
  }

  @inline(__always)
  private mutating func compress(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  @inline(__always)
  private mutating func round() {
    v0 = v0 &+ v1
    v1 = (v1 << 13 | v1 >> 51) ^ v0
    v0 = v0 << 32 | v0 >> 32
    v2 = v2 &+ v3
    v3 = (v3 << 16 | v3 >> 48) ^ v2
    v0 = v0 &+ v3
    v3 = (v3 << 21 | v3 >> 43) ^ v0
    v2 = v2 &+ v1
    v1 = (v1 << 17 | v1 >> 47) ^ v2
    v2 = v2 << 32 | v2 >> 32
  }
}
