/// How a class is delivered and how it behaves: the six mandatory decisions and the optional ones.
extension ProfileReader {
  func readDelivery(_ fields: Fields, _ made: inout NotificationClass) {
    if let priority = priority(fields, made.kind) { made.priority = priority }
    if fields.isNone("ttl") {
      made.timeToLive = .none
    } else if let seconds = fields.duration("ttl") {
      made.timeToLive = .seconds(seconds)
    }
    if !fields.isNone("collapse"), let key = fields.template("collapse") { made.collapse = .key(key) }
    if let badge = badge(fields) { made.badge = badge }
    if let sound = sound(fields) { made.sound = sound }
    if !fields.isNone("foreground") {
      made.foreground = fields.choices(
        "foreground", NotificationClass.Presentation.self, empty: "write `foreground: none`")
    }
  }

  func readBehaviour(_ fields: Fields, _ made: inout NotificationClass) {
    made.interruption = fields.choice("interruption", NotificationClass.Interruption.self)
    made.relevance = fields.decimal("relevance", in: 0...1)
    made.thread = fields.template("thread")
    made.category = fields.text("category")
    made.channel = fields.text("channel")
    made.inbox = fields.boolean("inbox") ?? false
    made.mutable = fields.boolean("mutable") ?? false
    made.filterCriteria = fields.text("filter_criteria")
    made.targetContentID = fields.template("target_content_id")
    made.launchImage = fields.text("launch_image")
  }

  /// `default` is 10 for an alert and 5 for a silent push.
  private func priority(
    _ fields: Fields, _ kind: NotificationClass.Kind
  ) -> NotificationClass.Priority? {
    let words = ["default", "high", "normal", "low"]
    guard let scalar = fields.scalar("priority", expected: Fields.oneOf(words)) else { return nil }
    switch scalar.text {
    case "default": return kind == .alert ? .high : .normal
    case "high", "10": return .high
    case "normal", "5": return .normal
    case "low", "1": return .low
    default:
      if Fields.wholeNumber(scalar) != nil {
        fields.refuse(
          "priority", "unknown-value", "`\(fields.at("priority"))` is \(scalar.text); APNs knows 10, 5 and 1")
      } else {
        _ = fields.choice(scalar.text, words, key: "priority")
      }
      return nil
    }
  }

  private func badge(_ fields: Fields) -> NotificationClass.Badge? {
    let expected = "none, clear, a number or \"{parameter}\""
    guard let scalar = fields.scalar("badge", expected: expected) else { return nil }
    if scalar.text == "none" { return NotificationClass.Badge.none }
    if scalar.text == "clear" { return .clear }
    if let number = Fields.wholeNumber(scalar) {
      if number == 0 {
        fields.refuse("badge", "out-of-range", "a badge of 0 removes it", hint: "write `badge: clear`")
      } else if number < 0 {
        fields.refuse("badge", "out-of-range", "a badge cannot be \(number)", hint: "write 1 or more")
      } else if number > NotificationClass.Badge.largest {
        fields.refuse(
          "badge", "out-of-range", "the largest badge is \(NotificationClass.Badge.largest)")
      }
      return .value(number)
    }
    if let template = try? Template(parsing: scalar.text), template.parts.count == 1,
      let name = template.parameterNames.first
    {
      return .parameter(name)
    }
    fields.refuse(
      "badge", "wrong-type", "`\(fields.at("badge"))` must be \(expected), found `\(scalar.text)`")
    return nil
  }

  /// `none`, `default`, a file's name, or `{ critical: name, volume: 0.8 }`.
  private func sound(_ fields: Fields) -> NotificationClass.Sound? {
    guard let node = fields.node("sound") else { return nil }
    if case .mapping = node.content {
      guard let inner = fields.fields("sound", ProfileKeys.criticalSound),
        let name = inner.text("critical"), let volume = inner.decimal("volume", in: 0...1)
      else { return nil }
      return .critical(name: name, volume: volume)
    }
    guard let text = fields.text("sound") else { return nil }
    switch text {
    case "none": return NotificationClass.Sound.none
    case "default": return .default
    default: return .named(text)
    }
  }
}
