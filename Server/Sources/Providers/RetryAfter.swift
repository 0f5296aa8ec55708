/// The `Retry-After` header: seconds, or an HTTP date. RFC 9110, section 10.2.3.
public enum RetryAfter {
  /// A provider that asks for more than a day is taken at a day.
  public static let longest = 86_400

  /// Whether a header's name is `Retry-After`, in any case: libraries hand names on in every case.
  public static func isHeader(_ name: some Collection<UInt8>) -> Bool {
    let wanted: StaticString = "retry-after"
    guard name.count == wanted.utf8CodeUnitCount else { return false }
    var at = wanted.utf8Start
    for byte in name {
      let lower = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
      if lower != at.pointee { return false }
      at += 1
    }
    return true
  }

  /// Whether a header's name is `Retry-After`, in any case.
  public static func isHeader(_ name: String) -> Bool { isHeader(name.utf8) }

  /// The pause in seconds, nil where the value is neither seconds nor a date. A date that has passed is 0.
  /// - Parameter now: UNIX seconds.
  public static func seconds(_ value: some Collection<UInt8>, now: Int) -> Int? {
    let text = String(decoding: value.prefix(64), as: UTF8.self)
      .split(separator: " ", omittingEmptySubsequences: true)
    guard let first = text.first, value.count <= 64 else { return nil }
    if text.count == 1 { return wholeSeconds(first) }
    guard let date = httpDate(text) else { return nil }
    return min(max(date - now, 0), longest)
  }

  /// The pause in seconds, nil where the value is neither seconds nor a date.
  public static func seconds(_ value: String, now: Int) -> Int? { seconds(value.utf8, now: now) }

  private static func wholeSeconds(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return min(Int(text) ?? longest, longest)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The three forms of RFC 9110, section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`,
  /// `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
  private static func httpDate(_ parts: [Substring]) -> Int? {
    if parts.count == 6, parts[5] == "GMT" {
      return date(year: number(parts[3]), month: parts[2], day: number(parts[1]), time: parts[4])
    }
    if parts.count == 4, parts[3] == "GMT" {
      let day = parts[1].split(separator: "-", omittingEmptySubsequences: false)
      guard day.count == 3, let short = number(day[2]), short < 100 else { return nil }
      let year = short < 70 ? 2000 + short : 1900 + short
      return date(year: year, month: day[1], day: number(day[0]), time: parts[2])
    }
    if parts.count == 5 {
      return date(year: number(parts[4]), month: parts[1], day: number(parts[2]), time: parts[3])
    }
    return nil
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  private static func date(year: Int?, month: Substring, day: Int?, time: Substring) -> Int? {
    guard let year, let day, let index = months.firstIndex(where: { $0 == month }) else { return nil }
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map(number)
    let civil = CivilDate(year: year, month: index + 1, day: day)
    guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      hour < 24, minute < 60, second <= 60, civil.isValid
    else { return nil }
    return civil.dayNumber * 86_400 + hour * 3600 + minute * 60 + second
  }
}
