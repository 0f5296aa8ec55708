/// The keys of `aps` (Apple, Generating a remote notification; Starting and updating Live Activities with
/// ActivityKit push notifications; Updating widgets with WidgetKit push notifications).
enum ApsKeys {
  static let aps: Set<String> = [
    "alert", "badge", "sound", "thread-id", "category", "content-available", "mutable-content",
    "target-content-id", "interruption-level", "relevance-score", "filter-criteria", "stale-date",
    "content-state", "timestamp", "event", "dismissal-date", "attributes-type", "attributes",
    "input-push-token", "input-push-channel", "content-changed", "url-args",
  ]
  static let alert: Set<String> = [
    "title", "subtitle", "body", "launch-image", "title-loc-key", "title-loc-args", "subtitle-loc-key",
    "subtitle-loc-args", "loc-key", "loc-args", "action", "action-loc-key", "sound",
  ]
  static let sound: Set<String> = ["critical", "name", "volume"]

  /// Keys that mean nothing beside `aps`, and have no other likely meaning there.
  static let onlyInAps: Set<String> = [
    "content-available", "mutable-content", "interruption-level", "thread-id", "relevance-score",
    "content-state",
  ]

  /// Without case, hyphens and underscores.
  static func plain(_ key: String) -> String {
    String(key.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " })
  }

  /// The key that was meant; nil where this is one, or nothing like one.
  static func meant(_ key: String, among known: Set<String>) -> String? {
    guard !known.contains(key) else { return nil }
    let plain = plain(key)
    if let same = known.first(where: { Self.plain($0) == plain }) { return same }
    // Letters left out, doubled or swapped in a long key.
    guard plain.count >= 10 else { return nil }
    return known.filter { $0.count >= 10 }.sorted().first { isSlip(plain, Self.plain($0)) }
  }

  /// One letter more, less or other, or two neighbours swapped.
  static func isSlip(_ left: String, _ right: String) -> Bool {
    let (a, b) = (Array(left.utf8), Array(right.utf8))
    guard a != b, abs(a.count - b.count) <= 1 else { return false }
    let head = zip(a, b).prefix { $0 == $1 }.count
    let tail = zip(a.reversed(), b.reversed()).prefix { $0 == $1 }.count
    let longest = max(a.count, b.count)
    if head + tail >= longest - 1 { return true }
    guard a.count == b.count, head + tail >= longest - 2, head + 1 < a.count else { return false }
    return a[head] == b[head + 1] && a[head + 1] == b[head]
  }
}
