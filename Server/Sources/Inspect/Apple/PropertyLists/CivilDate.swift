/// Dates of the Gregorian calendar in UTC as milliseconds since 1970.
enum CivilDate {
  /// Nil where there is no such day or time. A second of 60 counts as the next minute's first.
  static func milliseconds(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) -> Int? {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    // Years from March, so that a leap day is the last day of its year.
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    return (days * 86400 + hour * 3600 + minute * 60 + second) * 1000
  }

  /// `2027-01-31T12:00:00Z`, as property lists write it.
  static func iso8601(_ text: String) -> Int? {
    let parts = text.utf8.split(omittingEmptySubsequences: false) { byte in
      [UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "T"), UInt8(ascii: "Z")].contains(byte)
    }
    guard parts.count == 7, parts[6].isEmpty, text.utf8.last == UInt8(ascii: "Z") else { return nil }
    let numbers = parts.prefix(6).compactMap { part in part.count <= 4 ? Int(String(part) ?? "") : nil }
    guard numbers.count == 6 else { return nil }
    return milliseconds(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
      second: numbers[5])
  }
}
