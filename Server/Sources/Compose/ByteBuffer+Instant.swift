import Bytes

extension ByteBuffer {
  /// A point in time as FCM takes it, `2030-01-31T18:00:00Z`: 20 bytes for the years 1970 to 9999.
  /// Allocates nothing.
  mutating func appendInstant(unixSeconds: Int) {
    let (day, second) = Swift.max(unixSeconds, 0).quotientAndRemainder(dividingBy: 86_400)
    let date = CivilDate(daysSince1970: day)
    append(upTo: 20) { place in
      func write(_ number: Int, _ digits: Int, at start: Int, then mark: UInt8) {
        var rest = number
        for index in stride(from: start + digits - 1, through: start, by: -1) {
          place[index] = UInt8(truncatingIfNeeded: 48 + rest % 10)
          rest /= 10
        }
        place[start + digits] = mark
      }
      write(date.year, 4, at: 0, then: UInt8(ascii: "-"))
      write(date.month, 2, at: 5, then: UInt8(ascii: "-"))
      write(date.day, 2, at: 8, then: UInt8(ascii: "T"))
      write(second / 3_600, 2, at: 11, then: UInt8(ascii: ":"))
      write(second / 60 % 60, 2, at: 14, then: UInt8(ascii: ":"))
      write(second % 60, 2, at: 17, then: UInt8(ascii: "Z"))
      return 20
    }
  }
}

/// A day of the Gregorian calendar.
struct CivilDate {
  var year, month, day: Int

  /// Counts in eras of 400 years and in years that begin in March, so that the leap day comes last.
  init(daysSince1970: Int) {
    let days = daysSince1970 + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * march + 2) / 5 + 1
    month = march < 10 ? march + 3 : march - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }
}
