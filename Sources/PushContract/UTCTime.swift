/// Times as people and programs read them, by the proleptic Gregorian calendar.
public enum UTCTime {
  /// As in `2026-11-30T08:50:54Z`; `time` in milliseconds since 1970.
  public static func text(_ time: Int) -> String {
    let seconds = Int((Double(time) / 1000).rounded(.down))
    let rest = seconds - days(time) * 86_400
    return day(time)
      + "T\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))Z"
  }

  /// As in `2026-11-30`.
  public static func day(_ time: Int) -> String {
    // Days counted from 1 March of year 0, in eras of 400 years.
    let shifted = days(time) + 719_468
    let era = Int((Double(shifted) / 146_097).rounded(.down))
    let inEra = shifted - era * 146_097
    let year = (inEra - inEra / 1460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * year + year / 4 - year / 100)
    let month = (5 * inYear + 2) / 153
    let date = inYear - (153 * month + 2) / 5 + 1
    let number = month < 10 ? month + 3 : month - 9
    let whole = year + era * 400 + (number <= 2 ? 1 : 0)
    return "\(padded(whole, 4))-\(padded(number, 2))-\(padded(date, 2))"
  }

  /// Since 1970.
  private static func days(_ time: Int) -> Int { Int((Double(time) / 86_400_000).rounded(.down)) }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
