/// The two time formats of proto JSON. Google, Protocol Buffers, ProtoJSON format.
enum FCMDuration {
  /// The nanoseconds of `"3.5s"`: at most nine decimals, a sign allowed; nil for another shape.
  static func nanoseconds(_ text: String) -> Int64? {
    guard text.hasSuffix("s") else { return nil }
    var digits = text.dropLast()
    let isNegative = digits.hasPrefix("-")
    if isNegative { digits.removeFirst() }
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, isNumber(whole), whole.utf8.count <= 9, let seconds = Int64(whole) else {
      return nil
    }
    var fraction: Int64 = 0
    if parts.count == 2 {
      guard isNumber(parts[1]), parts[1].utf8.count <= 9 else { return nil }
      let padded = parts[1] + String(repeating: "0", count: 9 - parts[1].utf8.count)
      fraction = Int64(padded) ?? 0
    }
    let total = seconds * 1_000_000_000 + fraction
    return isNegative ? -total : total
  }

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }

  /// Whether a text has the shape of an RFC 3339 time in UTC or with an offset.
  static func isTimestamp(_ text: String) -> Bool {
    let pattern = Array("0000-00-00T00:00:00".utf8)
    let bytes = Array(text.utf8)
    guard bytes.count > pattern.count else { return false }
    for (byte, shape) in zip(bytes, pattern) {
      if shape == UInt8(ascii: "0") ? !(0x30...0x39).contains(byte) : byte != shape { return false }
    }
    var rest = bytes[pattern.count...]
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      let decimals = rest.prefix { (0x30...0x39).contains($0) }
      guard (1...9).contains(decimals.count) else { return false }
      rest = rest.dropFirst(decimals.count)
    }
    if rest.elementsEqual("Z".utf8) { return true }
    guard rest.count == 6, rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") else {
      return false
    }
    let offset = Array(rest.dropFirst())
    return offset[2] == UInt8(ascii: ":") && [0, 1, 3, 4].allSatisfy { (0x30...0x39).contains(offset[$0]) }
  }
}
