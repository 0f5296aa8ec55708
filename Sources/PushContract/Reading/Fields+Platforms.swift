/// Values that only the blocks of one platform have: colours, points in time, short durations.
extension Fields {
  /// `#rrggbb`, and `#rrggbbaa` where `alpha`.
  func color(_ key: String, alpha: Bool) -> HexColor? {
    let form = alpha ? "#rrggbb or #rrggbbaa" : "#rrggbb"
    if case .scalar(let scalar)? = entry(key)?.content, scalar.isNull {
      refuse(
        key, "empty-value", "`\(at(key))` is empty",
        hint: "YAML reads # as the beginning of a comment; put the colour in quotes: \"#1a73e8\"")
      return nil
    }
    guard let text = text(key) else { return nil }
    guard let color = HexColor(text) else {
      refuse(
        key, "bad-color", "`\(at(key))` must be a colour as \(form), found `\(text)`",
        hint: "as in \"#1a73e8\", in quotes")
      return nil
    }
    if color.hasAlpha, !alpha {
      refuse(
        key, "bad-color", "`\(at(key))` must be a colour as \(form), found `\(text)`",
        hint: "an icon's colour is always opaque: write \"\(color.opaqueText)\"")
      return nil
    }
    return color
  }

  /// A time as in RFC 3339, or `"{parameter}"`.
  func eventTime(_ key: String) -> AndroidOptions.EventTime? {
    guard let text = text(key) else { return nil }
    if let template = try? Template(parsing: text), template.parts.count == 1,
      let name = template.parameterNames.first
    {
      return .parameter(name)
    }
    if ProfileTime.isTimestamp(text) { return .literal(text) }
    refuse(
      key, "bad-time", "`\(at(key))` must be a time or \"{parameter}\", found `\(text)`",
      hint: text.utf8.allSatisfy(ProfileName.isDigit)
        ? "UNIX seconds come from a timestamp parameter: \"{parameter}\""
        : "as in 2030-01-31T18:00:00Z, or +01:00 in place of Z")
    return nil
  }

  /// Milliseconds of a short duration such as `200ms`, `2s` or `1.5s`.
  func milliseconds(_ key: String) -> Int? {
    guard let scalar = scalar(key, expected: "a duration") else { return nil }
    return milliseconds(scalar, path: at(key), place: position(key))
  }

  /// A list of short durations, one at least.
  func milliseconds(listedAt key: String) -> [Int] {
    if let node = node(key), case .sequence(let items) = node.content, items.isEmpty {
      refuse(
        key, "empty-value", "`\(at(key))` is an empty list", hint: "as in [0ms, 200ms], or remove the key")
    }
    return list(key) { node, path -> Int? in
      guard case .scalar(let scalar) = node.content, !scalar.isNull else {
        log.error(
          "wrong-type", "`\(path)` must be a duration, found \(node.kindName)", at: node.position, path: path)
        return nil
      }
      return milliseconds(scalar, path: path, place: node.position)
    }
  }

  private func milliseconds(
    _ scalar: ProfileNode.Scalar, path: String, place: ProfilePosition
  ) -> Int? {
    if let found = ProfileDuration.milliseconds(scalar.text) { return found }
    log.error(
      "wrong-type", "`\(path)` must be a short duration, found `\(scalar.text)`",
      hint: Self.wholeNumber(scalar) == nil
        ? "write a number and a unit: 200ms, 2s, 1.5s" : "add a unit: \(scalar.text)ms", at: place, path: path
    )
    return nil
  }
}

extension ProfileDuration {
  /// Milliseconds of `200ms`, `2s` or `1.5s`; nil for anything else.
  public static func milliseconds(_ text: String) -> Int? {
    if text.hasSuffix("ms") { return number(text.utf8.dropLast(2), 1...9) }
    guard text.hasSuffix("s") else { return nil }
    let parts = text.utf8.dropLast().split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, let seconds = number(first, 1...6) else { return nil }
    guard parts.count == 2 else { return seconds * 1_000 }
    guard let part = number(parts[1], 1...3) else { return nil }
    return seconds * 1_000 + part * [100, 10, 1][parts[1].count - 1]
  }

  private static func number(_ digits: Substring.UTF8View, _ length: ClosedRange<Int>) -> Int? {
    guard length.contains(digits.count), digits.allSatisfy(ProfileName.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
