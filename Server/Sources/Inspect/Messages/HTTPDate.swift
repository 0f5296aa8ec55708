/// Dates of HTTP headers (RFC 9110, section 5.6.7, its usual form).
enum HTTPDate {
  /// `Mon, 30 Nov 2026 17:23:00 GMT` in milliseconds since 1970; nil where it is no such date.
  static func milliseconds(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = number(words[1], 1...31),
      let month = months.firstIndex(of: words[2].lowercased()), let year = number(words[3], 1970...9999)
    else { return nil }
    let clock = words[4].split(separator: ":")
    guard clock.count == 3, let hour = number(clock[0], 0...23), let minute = number(clock[1], 0...59),
      let second = number(clock[2], 0...60)
    else { return nil }
    return (days(year, month + 1, day) * 86_400 + hour * 3600 + minute * 60 + second) * 1000
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
    guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let value = Int(text), range.contains(value)
    else {
      return nil
    }
    return value
  }

  /// Days since 1970 of a date of the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let ofEra = year - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }
}
