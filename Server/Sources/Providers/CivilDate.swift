/// A day of the proleptic Gregorian calendar, counted in days since 1970-01-01.
struct CivilDate: Equatable {
  let year: Int
  let month: Int
  let day: Int

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date of a day number. Years run from March, so that the leap day is the last.
  init(day number: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let inEra = shifted - era * 146_097
    let yearInEra = (inEra - inEra / 1460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * yearInEra + yearInEra / 4 - yearInEra / 100)
    let part = (5 * inYear + 2) / 153
    day = inYear - (153 * part + 2) / 5 + 1
    month = part < 10 ? part + 3 : part - 9
    year = yearInEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The day number.
  var dayNumber: Int {
    let year = month <= 2 ? self.year - 1 : self.year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearInEra = year - era * 400
    let inYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let inEra = yearInEra * 365 + yearInEra / 4 - yearInEra / 100 + inYear
    return era * 146_097 + inEra - 719_468
  }

  /// Whether the month has this day.
  var isValid: Bool {
    (1...12).contains(month) && day >= 1 && CivilDate(day: dayNumber) == self
  }
}
