/// Points in time as a profile writes them.
public enum ProfileTime {
  /// Whether a text is a time that FCM takes: RFC 3339 with upper-case `T` and `Z` or an offset, years
  /// 1 to 9999, at most nine decimals of a second (Protocol Buffers, ProtoJSON format, Timestamp).
  public static func isTimestamp(_ text: String) -> Bool {
    var rest = text.utf8[...]
    guard let year = number(&rest, 4), take(&rest, "-"), let month = number(&rest, 2), take(&rest, "-"),
      let day = number(&rest, 2), take(&rest, "T"), let hour = number(&rest, 2), take(&rest, ":"),
      let minute = number(&rest, 2), take(&rest, ":"), let second = number(&rest, 2)
    else { return false }
    guard year >= 1, (1...12).contains(month), day >= 1, day <= days(month, of: year), hour < 24,
      minute < 60, second < 60
    else { return false }
    if take(&rest, ".") {
      let decimals = rest.prefix(while: ProfileName.isDigit).count
      guard (1...9).contains(decimals) else { return false }
      rest = rest.dropFirst(decimals)
    }
    if take(&rest, "Z") { return rest.isEmpty }
    guard take(&rest, "+") || take(&rest, "-"), let hours = number(&rest, 2), take(&rest, ":"),
      let minutes = number(&rest, 2)
    else { return false }
    return rest.isEmpty && hours < 24 && minutes < 60
  }

  /// Milliseconds since 1970 at which a day such as `2027-01-31` begins in UTC; nil for anything else.
  public static func startOfDay(_ text: String) -> Int? {
    var rest = text.utf8[...]
    guard let year = number(&rest, 4), take(&rest, "-"), let month = number(&rest, 2), take(&rest, "-"),
      let day = number(&rest, 2), rest.isEmpty, year >= 1, (1...12).contains(month), day >= 1,
      day <= days(month, of: year)
    else { return nil }
    let before = year - 1
    let leapDays = before / 4 - before / 100 + before / 400
    let inYear = (1..<month).reduce(day - 1) { $0 + days($1, of: year) }
    // 719,162 days lie between the first day of year 1 and 1970.
    return (before * 365 + leapDays + inYear - 719_162) * 86_400_000
  }

  private static func days(_ month: Int, of year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  private static func number(_ rest: inout Substring.UTF8View, _ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(ProfileName.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func take(_ rest: inout Substring.UTF8View, _ mark: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
