/// Plain values: texts, numbers, durations, words of a fixed set.
extension Fields {
  func scalar(_ key: String, expected: String) -> ProfileNode.Scalar? {
    guard let node = node(key) else { return nil }
    guard case .scalar(let scalar) = node.content else {
      wrongType(key, node, expected: expected, hint: Self.braceHint(node))
      return nil
    }
    return scalar
  }

  /// A text that is not empty.
  func text(_ key: String) -> String? {
    guard let scalar = scalar(key, expected: "a text") else { return nil }
    guard scalar.text.contains(where: { !$0.isWhitespace }) else {
      refuse(key, "empty-value", "`\(at(key))` is empty", hint: "write a value, or remove the key")
      return nil
    }
    return scalar.text
  }

  func boolean(_ key: String) -> Bool? {
    guard let scalar = scalar(key, expected: "true or false") else { return nil }
    switch (scalar.text, scalar.quoted) {
    case ("true", false): return true
    case ("false", false): return false
    default:
      let hint = scalar.quoted ? "remove the quotes" : "YAML's yes, no, on and off are not used here"
      refuse(
        key, "wrong-type", "`\(at(key))` must be true or false, found `\(scalar.text)`", hint: hint)
      return nil
    }
  }

  func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
    guard let scalar = scalar(key, expected: "a number") else { return nil }
    guard let number = Self.wholeNumber(scalar) else {
      refuse(
        key, "wrong-type", "`\(at(key))` must be a whole number, found `\(scalar.text)`",
        hint: scalar.quoted ? "remove the quotes" : nil)
      return nil
    }
    guard range.contains(number) else {
      refuse(key, "out-of-range", "`\(at(key))` is \(number); it must be \(Self.describe(range))")
      return nil
    }
    return number
  }

  func decimal(_ key: String, in range: ClosedRange<Double>) -> Double? {
    guard let scalar = scalar(key, expected: "a number") else { return nil }
    guard !scalar.quoted, scalar.text.utf8.count <= 32,
      scalar.text.utf8.allSatisfy({ ProfileName.isDigit($0) || $0 == 0x2E || $0 == 0x2D }),
      let number = Double(scalar.text)
    else {
      refuse(
        key, "wrong-type", "`\(at(key))` must be a number, found `\(scalar.text)`",
        hint: scalar.quoted ? "remove the quotes" : nil)
      return nil
    }
    guard range.contains(number) else {
      let (low, high) = (Self.short(range.lowerBound), Self.short(range.upperBound))
      refuse(key, "out-of-range", "`\(at(key))` is \(scalar.text); it must be from \(low) to \(high)")
      return nil
    }
    return number
  }

  /// One of an enum's words; `aliases` adds spellings.
  func choice<Value: RawRepresentable & CaseIterable>(
    _ key: String, _ type: Value.Type, aliases: [String: Value] = [:]
  ) -> Value? where Value.RawValue == String {
    let words = Value.allCases.map(\.rawValue)
    guard let scalar = scalar(key, expected: Self.oneOf(words)) else { return nil }
    return choice(scalar.text, words, key: key).flatMap { Value(rawValue: $0) }
  }

  /// The word itself, or a finding that names the words that may stand here.
  func choice(_ text: String, _ words: [String], key: String, path: String? = nil) -> String? {
    if words.contains(text) { return text }
    let known = ["development": "sandbox", "dev": "sandbox", "prod": "production", "push": "alert"]
    let meant = known[text].flatMap { words.contains($0) ? $0 : nil } ?? NearestWord.of(text, among: words)
    let path = path ?? at(key)
    log.error(
      "unknown-value", "`\(path)` must be \(Self.oneOf(words)), found `\(text)`",
      hint: meant.map { "did you mean `\($0)`?" }, at: log.positions.position(of: path), path: path)
    return nil
  }

  /// Seconds of a duration such as `30s`, `10m`, `4h` or `7d`, one second or more.
  func duration(_ key: String) -> Int? {
    guard let scalar = scalar(key, expected: "a duration") else { return nil }
    if let seconds = ProfileDuration.seconds(scalar.text) {
      if seconds > 0 { return seconds }
      refuse(
        key, "out-of-range", "`\(at(key))` is zero", hint: "write a duration above 0, or `none` where allowed"
      )
      return nil
    }
    let hint =
      Self.wholeNumber(scalar) == nil
      ? "write a number and a unit: 30s, 10m, 4h, 7d" : "add a unit: \(scalar.text)s, \(scalar.text)m …"
    refuse(key, "wrong-type", "`\(at(key))` must be a duration, found `\(scalar.text)`", hint: hint)
    return nil
  }

  func isNone(_ key: String) -> Bool {
    guard let node = entry(key), case .scalar(let scalar) = node.content else { return false }
    return scalar.text == "none"
  }

  // MARK: - Words

  static func wholeNumber(_ scalar: ProfileNode.Scalar) -> Int? {
    let digits = scalar.text.utf8.first == 0x2D ? scalar.text.utf8.dropFirst() : scalar.text.utf8[...]
    guard !scalar.quoted, !digits.isEmpty, digits.allSatisfy(ProfileName.isDigit) else { return nil }
    return Int(scalar.text)
  }

  static func oneOf(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func describe(_ range: ClosedRange<Int>) -> String {
    range.upperBound == Int.max
      ? "\(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
  }

  private static func short(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : String(number)
  }

  /// `badge: {unread}` is a mapping to YAML: say so.
  static func braceHint(_ node: ProfileNode) -> String? {
    guard case .mapping(let entries) = node.content, entries.count == 1, let only = entries.first,
      case .scalar(let value) = only.value.content, value.isNull
    else { return nil }
    return "YAML reads braces as a mapping; put the text in quotes: \"{\(only.key)}\""
  }
}

/// Durations as a profile writes them.
public enum ProfileDuration {
  /// Seconds of `30s`, `10m`, `4h` or `7d`; nil for anything else.
  public static func seconds(_ text: String) -> Int? {
    let units: [UInt8: Int] = [
      UInt8(ascii: "s"): 1, UInt8(ascii: "m"): 60, UInt8(ascii: "h"): 3_600, UInt8(ascii: "d"): 86_400,
    ]
    let digits = text.utf8.dropLast()
    guard let last = text.utf8.last, let unit = units[last], (1...9).contains(digits.count),
      digits.allSatisfy(ProfileName.isDigit), let number = Int(String(text.dropLast()))
    else { return nil }
    return number * unit
  }

  /// The shortest way to write so many seconds.
  public static func text(_ seconds: Int) -> String {
    for (unit, size) in [("d", 86_400), ("h", 3_600), ("m", 60)] where seconds != 0 && seconds % size == 0 {
      return "\(seconds / size)\(unit)"
    }
    return "\(seconds)s"
  }
}
