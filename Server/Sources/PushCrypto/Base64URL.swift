/// Base64 with the URL alphabet and without padding. RFC 4648, section 5; RFC 7515, section 2.
public enum Base64URL {
  /// The text of `bytes`.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String { encode(Array(bytes)) }

  public static func encode(_ bytes: [UInt8]) -> String {
    var out: [UInt8] = []
    out.reserveCapacity((bytes.count * 4 + 2) / 3)
    var hold: UInt32 = 0
    var bits = 0
    for byte in bytes {
      hold = hold << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        out.append(digit(UInt8(truncatingIfNeeded: hold >> UInt32(bits)) & 63))
      }
      hold &= (1 << UInt32(bits)) - 1
    }
    if bits > 0 { out.append(digit(UInt8(truncatingIfNeeded: hold << UInt32(6 - bits)) & 63)) }
    return String(decoding: out, as: UTF8.self)
  }

  /// The bytes of `text`, or nil if it is not canonical: padding, another alphabet, white space, an
  /// impossible length, or leftover bits that are not zero (two spellings of one value).
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    if let decoded = text.withContiguousStorageIfAvailable({ decode($0) }) { return decoded }
    return Array(text).withUnsafeBufferPointer { decode($0) }
  }

  /// The bytes of `text`, or nil if it is not canonical.
  public static func decode(_ text: String) -> [UInt8]? { decode(text.utf8) }

  static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let rest = text.count % 4
    guard rest != 1 else { return nil }
    // Above 63 as soon as one character is not of the alphabet.
    var seen: UInt8 = 0
    var hold: UInt32 = 0
    let out = values.withUnsafeBufferPointer { values in
      [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 2) { out, count in
        var at = 0
        let whole = text.count - rest
        while at < whole {
          let first = values[Int(text[at])]
          let second = values[Int(text[at + 1])]
          let third = values[Int(text[at + 2])]
          let fourth = values[Int(text[at + 3])]
          seen |= first | second | third | fourth
          out[count] = first << 2 | second >> 4
          out[count + 1] = second << 4 | third >> 2
          out[count + 2] = third << 6 | fourth
          at += 4
          count += 3
        }
        // Two characters hold one more byte, three hold two; what is left over must be nothing.
        var bits = 0
        while at < text.count {
          let value = values[Int(text[at])]
          seen |= value
          hold = hold << 6 | UInt32(value)
          bits += 6
          if bits >= 8 {
            bits -= 8
            out[count] = UInt8(truncatingIfNeeded: hold >> UInt32(bits))
            count += 1
            hold &= (1 << UInt32(bits)) - 1
          }
          at += 1
        }
      }
    }
    return seen < 64 && hold == 0 ? out : nil
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: UInt8(ascii: "-")
    default: UInt8(ascii: "_")
    }
  }

  /// What each byte stands for; 255: it is not of the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for value: UInt8 in 0..<64 { values[Int(digit(value))] = value }
    return values
  }()
}
