extension Verdict {
  /// Names the reason for machines: `apns.BadDeviceToken`; what no row knows as `unknown.<word>`; nil
  /// for an accepted push.
  public var reasonCode: String? {
    if let entry = reason.entry { return entry.code }
    if let text = reason.text { return "unknown." + text }
    return kind == .accepted ? nil : kind.code
  }

  /// The header or field at fault: as the provider named it, else as the table says.
  public var fieldName: String? { field.text ?? reason.entry?.field }

  /// The whole answer in one sentence or two, for a person.
  public var sentence: String {
    guard kind != .accepted else { return "Accepted by the provider; not a proof of delivery." }
    var text = headline + ": "
    if let entry = reason.entry {
      text += entry.meaning
    } else {
      text += "an answer that is not documented; it is kept word for word."
    }
    if let name = fieldName, kind == .messageInvalid || field != .none { text += " Field: \(name)." }
    if asOf > 0 { text += " Known to APNs since \(timestamp(asOf))." }
    if let word = carried.text { text += " APNs itself says \(word)." }
    if retryAfter >= 0 { text += " Asked to wait \(retryAfter) s." }
    return text
  }

  /// What to do about it, for a person; nil where nothing is known.
  public var advice: String? { reason.entry?.fix }

  /// The status and the reason: `410 Unregistered`.
  public var headline: String {
    let word =
      reason.entry.map { $0.provider == .transport && status != 0 ? "" : $0.name } ?? reason.text ?? ""
    let parts = [status == 0 ? "" : String(status), word].filter { !$0.isEmpty }
    return parts.isEmpty ? kind.code : parts.joined(separator: " ")
  }
}

/// Milliseconds since 1970 as `2026-01-31T23:59:59Z`; the civil calendar in UTC.
func timestamp(_ milliseconds: Int64) -> String {
  // Beyond the year 9999 and before 1970 there is nothing to show.
  let seconds = min(max(milliseconds / 1000, 0), 253_402_300_799)
  let date = CivilDate(day: Int(seconds / 86_400))
  let rest = Int(seconds % 86_400)
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
  let year = String(repeating: "0", count: max(0, 4 - String(date.year).count)) + String(date.year)
  return "\(year)-\(two(date.month))-\(two(date.day))T"
    + "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
}
