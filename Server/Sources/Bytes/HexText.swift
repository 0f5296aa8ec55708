/// 32 bits as eight lower-case hexadecimal digits, the first in the lowest byte: all at once, since the
/// digits of ids and tokens are among what a push costs.
@inline(__always)
private func hexDigits(_ number: UInt32) -> UInt64 {
  // One nibble into each byte, the highest first in memory.
  var spread = UInt64(number)
  spread = (spread & 0xFFFF) << 32 | spread >> 16
  spread = (spread & 0x0000_00FF_0000_00FF) << 16 | (spread & 0x0000_FF00_0000_FF00) >> 8
  spread = (spread & 0x000F_000F_000F_000F) << 8 | (spread & 0x00F0_00F0_00F0_00F0) >> 4
  // A nibble above nine carries into the next half when six is added.
  let letters = (spread &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
  return spread &+ 0x3030_3030_3030_3030 &+ letters &* 39
}

extension ByteBuffer {
  /// 64 bits as 16 lower-case hexadecimal digits.
  public mutating func appendHex(_ number: UInt64) {
    append(upTo: 16) { to in
      let raw = UnsafeMutableRawPointer(to)
      raw.storeBytes(of: hexDigits(UInt32(truncatingIfNeeded: number >> 32)).littleEndian, as: UInt64.self)
      raw.storeBytes(
        of: hexDigits(UInt32(truncatingIfNeeded: number)).littleEndian, toByteOffset: 8, as: UInt64.self)
      return 16
    }
  }

  /// 128 bits as a UUID of version 8 ("custom"), canonical and in lower case. RFC 9562, section 5.8.
  ///
  /// Six bits give way to version and variant; 122 remain.
  public mutating func appendUUID(_ high: UInt64, _ low: UInt64) {
    let first = high & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
    let second = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let parts = (
      hexDigits(UInt32(truncatingIfNeeded: first >> 32)).littleEndian,
      hexDigits(UInt32(truncatingIfNeeded: first)).littleEndian,
      hexDigits(UInt32(truncatingIfNeeded: second >> 32)).littleEndian,
      hexDigits(UInt32(truncatingIfNeeded: second)).littleEndian
    )
    append(upTo: 36) { to in
      let raw = UnsafeMutableRawPointer(to)
      let dash = UInt8(ascii: "-")
      raw.storeBytes(of: parts.0, as: UInt64.self)
      to[8] = dash
      raw.storeBytes(of: UInt32(truncatingIfNeeded: parts.1), toByteOffset: 9, as: UInt32.self)
      to[13] = dash
      raw.storeBytes(of: UInt32(truncatingIfNeeded: parts.1 >> 32), toByteOffset: 14, as: UInt32.self)
      to[18] = dash
      raw.storeBytes(of: UInt32(truncatingIfNeeded: parts.2), toByteOffset: 19, as: UInt32.self)
      to[23] = dash
      raw.storeBytes(of: UInt32(truncatingIfNeeded: parts.2 >> 32), toByteOffset: 24, as: UInt32.self)
      raw.storeBytes(of: parts.3, toByteOffset: 28, as: UInt64.self)
      return 36
    }
  }
}
