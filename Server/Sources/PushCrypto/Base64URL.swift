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
    guard text.count % 4 != 1 else { return nil }
    var out: [UInt8] = []
    out.reserveCapacity(text.count * 3 / 4)
    var hold: UInt32 = 0
    var bits = 0
    for character in text {
      guard let value = value(character) else { return nil }
      hold = hold << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        out.append(UInt8(truncatingIfNeeded: hold >> UInt32(bits)))
        hold &= (1 << UInt32(bits)) - 1
      }
    }
    return hold == 0 ? out : nil
  }

  /// The bytes of `text`, or nil if it is not canonical.
  public static func decode(_ text: String) -> [UInt8]? { decode(text.utf8) }

  private static func digit(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: UInt8(ascii: "-")
    default: UInt8(ascii: "_")
    }
  }

  private static func value(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
