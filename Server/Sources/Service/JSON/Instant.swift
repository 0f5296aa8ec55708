internal import Bytes

/// Points in time as the API says them: RFC 3339, in UTC, with milliseconds.
enum Instant {
  /// The last millisecond of the year 9999.
  static let latest = 253_402_300_799_999

  /// `2030-01-31T18:00:00.000Z` of milliseconds since 1970.
  static func append(_ milliseconds: Int, to out: inout ByteBuffer) {
    let clamped = min(max(milliseconds, 0), latest)
    let (day, rest) = clamped.quotientAndRemainder(dividingBy: 86_400_000)
    let date = date(day)
    pad(date.year, 4, &out)
    out.append(UInt8(ascii: "-"))
    pad(date.month, 2, &out)
    out.append(UInt8(ascii: "-"))
    pad(date.day, 2, &out)
    out.append(UInt8(ascii: "T"))
    pad(rest / 3_600_000, 2, &out)
    out.append(UInt8(ascii: ":"))
    pad(rest / 60_000 % 60, 2, &out)
    out.append(UInt8(ascii: ":"))
    pad(rest / 1000 % 60, 2, &out)
    out.append(UInt8(ascii: "."))
    pad(rest % 1000, 3, &out)
    out.append(UInt8(ascii: "Z"))
  }

  static func text(_ milliseconds: Int) -> String {
    var out = ByteBuffer(capacity: 32)
    append(milliseconds, to: &out)
    return out.text
  }

  /// Milliseconds since 1970 of RFC 3339 text, as `2030-01-31T18:00:00Z` or `…T19:00:00.5+01:00`; nil where
  /// it is none, or lies before 1970.
  static func parse(_ text: String) -> Int? {
    var bytes = Array(text.utf8)[...]
    guard bytes.count <= 40 else { return nil }
    guard let year = digits(4, &bytes), take("-", &bytes), let month = digits(2, &bytes), take("-", &bytes),
      let day = digits(2, &bytes), take("T", &bytes) || take("t", &bytes) || take(" ", &bytes),
      let hour = digits(2, &bytes), take(":", &bytes), let minute = digits(2, &bytes), take(":", &bytes),
      let second = digits(2, &bytes), (1...12).contains(month), day >= 1, day <= length(year, month),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var fraction = 0
    if take(".", &bytes) {
      var places = 0
      while let first = bytes.first, (48...57).contains(first) {
        if places < 3 { fraction = fraction * 10 + Int(first) - 48 }
        places += 1
        bytes = bytes.dropFirst()
      }
      if places == 0 { return nil }
      while places < 3 {
        fraction *= 10
        places += 1
      }
    }
    var offset = 0
    if !(take("Z", &bytes) || take("z", &bytes)) {
      let sign = take("+", &bytes) ? 1 : take("-", &bytes) ? -1 : 0
      guard sign != 0, let hours = digits(2, &bytes), take(":", &bytes), let minutes = digits(2, &bytes),
        hours < 24, minutes < 60
      else { return nil }
      offset = sign * (hours * 60 + minutes)
    }
    guard bytes.isEmpty else { return nil }
    let seconds = days(year, month, day) * 86_400 + hour * 3600 + (minute - offset) * 60 + min(second, 59)
    let total = seconds * 1000 + fraction
    return (0...latest).contains(total) ? total : nil
  }

  private static func pad(_ number: Int, _ digits: Int, _ out: inout ByteBuffer) {
    var unit = 1
    for _ in 1..<digits { unit *= 10 }
    while unit > 0 {
      out.append(UInt8(truncatingIfNeeded: 48 + number / unit % 10))
      unit /= 10
    }
  }

  private static func digits(_ count: Int, _ bytes: inout ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= count else { return nil }
    var number = 0
    for byte in bytes.prefix(count) {
      guard (48...57).contains(byte) else { return nil }
      number = number * 10 + Int(byte) - 48
    }
    bytes = bytes.dropFirst(count)
    return number
  }

  private static func take(_ mark: Unicode.Scalar, _ bytes: inout ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: mark) else { return false }
    bytes = bytes.dropFirst()
    return true
  }

  private static func length(_ year: Int, _ month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // Days and dates since 1970 in the Gregorian calendar, counted in eras of 400 years from a 1st of March.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }
}
