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

  /// A time in UTC as RFC 3339 writes it. `milliseconds` since 1970.
  static func timestamp(_ milliseconds: Int64) -> String {
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
    let seconds = max(milliseconds, 0) / 1000
    // The civil calendar counted from 1 March of the year 0, so that a leap day ends its year.
    let days = seconds / 86_400 + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(clock.joined(separator: ":"))"
      + ".\(padded(milliseconds % 1000, 3))Z"
  }
}
