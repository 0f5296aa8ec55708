import PushClient

/// Values as a hand-written payload may have them: numbers at the limits, texts of all kinds.
extension WalkRandom {
  /// Among them no two that Unicode calls equivalent: those are one key in Swift.
  static let oddNames = [
    "", " ", "a", "aps", "from", "gcm.x", "google", "pw", "pw.", "pw.p.", "pushwire_challenge", "e\u{301}",
    "\u{10FFFF}",
    "\u{0}", "\u{1F469}\u{200D}\u{1F680}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\"\\/",
  ]

  private static let texts = [
    "", "a", "n-1", "tap", "true", "1", "+1", "-0", "01", "1.0", "9223372036854775807", "9223372036854775808",
    "\u{7F}",
    "\u{E9}", "e\u{301}", "\u{2028}", "\u{FEFF}", "\u{FFFD}", "\u{1F469}\u{200D}\u{1F680}",
    "\u{0}\t\n\r\u{1F}", "\"\\/",
    String(repeating: "n", count: 128), String(repeating: "n", count: 129),
  ]

  private static let numbers = [
    "0", "-0", "1", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "9007199254740993", "0.1",
    "-0.0", "1e0", "1E400", "1e-400", "123456789012345678901234567890", "2.50",
  ]

  mutating func json(depth: Int = 0) -> JSONValue {
    switch below(depth < 3 ? 9 : 6) {
    case 0: return .null
    case 1: return .bool(chance(1, of: 2))
    // As the parser reads it.
    case 2, 3: return (try? JSONValue(parsing: pick(Self.numbers))) ?? .null
    case 4, 5: return .string(pick(Self.texts))
    case 6: return .array((0..<below(3)).map { _ in json(depth: depth + 1) })
    default:
      var members: [String: JSONValue] = [:]
      for _ in 0..<below(4) { members[pick(Self.oddNames)] = json(depth: depth + 1) }
      return .object(members)
    }
  }
}
