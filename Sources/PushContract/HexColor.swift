/// A colour as `#rrggbb` or `#rrggbbaa`, the last two digits being how opaque it is.
public struct HexColor: Sendable, Equatable {
  /// 0 … 255 each.
  public var red, green, blue, alpha: UInt8
  /// Whether the text says how opaque it is; without it, wholly.
  public var hasAlpha: Bool

  /// Nil for anything but `#` and six or eight hexadecimal digits.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 7 || bytes.count == 9, bytes[0] == UInt8(ascii: "#") else { return nil }
    var parts: [UInt8] = []
    for index in stride(from: 1, to: bytes.count, by: 2) {
      guard let high = HexDigit.value(bytes[index]), let low = HexDigit.value(bytes[index + 1]) else {
        return nil
      }
      parts.append(high << 4 | low)
    }
    (red, green, blue) = (parts[0], parts[1], parts[2])
    hasAlpha = parts.count == 4
    alpha = hasAlpha ? parts[3] : .max
  }

  /// `#rrggbb`, without how opaque it is.
  public var opaqueText: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
