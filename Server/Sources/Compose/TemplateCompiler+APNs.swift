import PushContract

/// The JSON of APNs. Apple, Generating a remote notification.
extension TemplateCompiler {
  /// The whole payload: `aps`, what Pushwire adds, and the class's own keys.
  mutating func apnsPayload(_ text: VisibleText) throws(ComposeError) {
    let source = source
    try DataKeys.check(source, keptBy: .apns)
    try object { payload throws(ComposeError) in
      try payload.object("aps") { aps throws(ComposeError) in
        if source.kind == .silent {
          // Nothing else may stand here. Apple, Pushing background updates to your app.
          aps.member("content-available", raw: "1")
        } else {
          try aps.alert(text)
          try aps.presentation()
        }
      }
      try payload.wireObject(image: text.image)
      for entry in source.data { try payload.member(entry.name, entry.value) }
    }
  }

  private mutating func alert(_ text: VisibleText) throws(ComposeError) {
    let launchImage = source.launchImage
    if case .text(let body)? = text.body, text.title == nil, text.subtitle == nil, launchImage == nil {
      try member("alert", body, visible: true)
      return
    }
    try object("alert") { alert throws(ComposeError) in
      try alert.localized(text.title, text: "title", key: "title-loc-key", arguments: "title-loc-args")
      try alert.localized(
        text.subtitle, text: "subtitle", key: "subtitle-loc-key", arguments: "subtitle-loc-args")
      try alert.localized(text.body, text: "body", key: "loc-key", arguments: "loc-args")
      if let launchImage { alert.member("launch-image", launchImage) }
    }
  }

  /// One text that people read: as it is, or as a key of the app's translations with arguments.
  mutating func localized(
    _ value: LocalizedText?, text: String, key: String, arguments: String
  ) throws(ComposeError) {
    switch value {
    case nil: return
    case .text(let template): try member(text, template, visible: true)
    case .localized(let name, let values):
      member(key, name)
      try self.arguments(arguments, values)
    }
  }

  private mutating func presentation() throws(ComposeError) {
    switch source.badge {
    case .none: break
    case .clear: member("badge", raw: "0")
    case .value(let number): member("badge", raw: "\(try badge(number))")
    case .parameter(let name):
      key("badge")
      list.add(.number, try badgeParameter(name))
    }
    switch source.sound {
    case .none: break
    case .default: member("sound", "default")
    case .named(let name): member("sound", name)
    case .critical(let name, let volume):
      let loudness = try fraction(volume, field: "sound volume")
      try object("sound") { sound throws(ComposeError) in
        sound.member("critical", raw: "1")
        sound.member("name", name)
        sound.member("volume", raw: loudness)
      }
    }
    if let thread = source.thread { try member("thread-id", thread) }
    if let category = source.category { member("category", category) }
    if source.mutable { member("mutable-content", raw: "1") }
    if let target = source.targetContentID { try member("target-content-id", target) }
    if let level = source.interruption { member("interruption-level", level.rawValue) }
    if let relevance = source.relevance {
      member("relevance-score", raw: try fraction(relevance, field: "relevance"))
    }
    if let criteria = source.filterCriteria { member("filter-criteria", criteria) }
  }

  /// `"pw":{…}`: values are strings but for the revision, so that ids and large numbers stay exact.
  private mutating func wireObject(image: String?) throws(ComposeError) {
    let source = source
    try object(WireKey.root) { wire throws(ComposeError) in
      wire.key(WireKey.notification)
      wire.list.add("\"")
      wire.list.add(.notification)
      wire.list.add("\"")
      wire.member(WireKey.notificationClass, source.name)
      wire.member(WireKey.revision, raw: "\(source.revision)")
      wire.binding(WireKey.binding)
      if let route = source.destination {
        wire.member(WireKey.destination, route.destination)
        if !route.arguments.isEmpty {
          try wire.object(WireKey.parameters) { place throws(ComposeError) in
            for argument in route.arguments {
              try place.member(argument.name, Template(parts: [.parameter(argument.parameter)]))
            }
          }
        }
      }
      // For the service extension, which runs only where the notification may be changed.
      if let image, source.mutable { wire.member(WireKey.image, image) }
    }
  }

  func badge(_ number: Int) throws(ComposeError) -> Int {
    let largest = NotificationClass.Badge.largest
    guard number >= 0, number <= largest else {
      throw ComposeError(.badClass, "class \(source.name): a badge is 0 to \(largest)", field: "badge")
    }
    return number
  }

  /// The place of the parameter that fills the badge.
  func badgeParameter(_ name: String) throws(ComposeError) -> Int {
    let index = try parameter(name, field: "badge", visible: false)
    guard source.parameters[index].type == .integer else {
      throw ComposeError(
        .badClass,
        "class \(source.name): the badge needs an integer parameter, {\(name)} is"
          + " \(source.parameters[index].type.rawValue)", field: "badge")
    }
    return index
  }

  private func fraction(_ value: Double, field: String) throws(ComposeError) -> String {
    guard value >= 0, value <= 1 else {
      throw ComposeError(.badClass, "class \(source.name): \(field) is 0 to 1", field: field)
    }
    return "\(value)"
  }
}
