/// A class of notification.
extension ProfileReader {
  func readClass(_ fields: Fields, _ entry: Fields.Named) -> NotificationClass? {
    guard let inner = fields.fields(entry, ProfileKeys.notificationClass) else { return nil }
    guard let kind = inner.choice("kind", NotificationClass.Kind.self) else { return nil }
    var made = NotificationClass(name: entry.name, kind: kind)
    if let audience = inner.choice("audience", NotificationClass.Audience.self) {
      made.audience = audience
    }
    if let dataClass = inner.choice("data_class", NotificationClass.DataClass.self) {
      made.dataClass = dataClass
    }
    made.owner = inner.text("owner")
    if let revision = inner.integer("revision", in: 1...1_000_000) { made.revision = revision }
    made.parameters = inner.parameters("parameters")
    made.destination = route(inner)
    readTexts(inner, &made)
    readDelivery(inner, &made)
    readBehaviour(inner, &made)
    made.data = inner.named("data", ProfileName.isDataKey).compactMap { item in
      guard let text = inner.scalarText(item.node, path: item.path),
        let value = inner.template(text, path: item.path)
      else { return nil }
      return NotificationClass.DataEntry(name: item.name, value: value)
    }
    made.analyticsLabel = label(inner, "analytics_label")
    readPlatforms(inner, &made)
    made.reconcile = inner.text("reconcile")
    made.timelyFor = inner.list("timely_for") { node, path in inner.scalarText(node, path: path) }
    return made
  }

  private func readTexts(_ fields: Fields, _ made: inout NotificationClass) {
    made.title = fields.localized("title")
    made.subtitle = fields.localized("subtitle")
    made.body = fields.localized("body")
    if let inner = fields.fields("preview", ProfileKeys.preview) {
      let title = inner.localized("title")
      if let body = inner.localized("body") {
        made.preview = NotificationClass.Preview(title: title, body: body)
      }
    }
    made.image = fields.text("image")
  }

  /// `destination: orders`, or `destination: { to: order, with: { order: order } }`.
  private func route(_ fields: Fields) -> NotificationClass.Route? {
    guard let node = fields.node("destination") else { return nil }
    if case .scalar = node.content {
      return fields.text("destination").map { NotificationClass.Route(destination: $0) }
    }
    guard let inner = fields.fields("destination", ProfileKeys.route), let to = inner.text("to") else {
      return nil
    }
    let arguments = inner.named("with").compactMap { item -> NotificationClass.Route.Argument? in
      guard let text = inner.scalarText(item.node, path: item.path) else { return nil }
      let bare = text.hasPrefix("{") && text.hasSuffix("}") ? String(text.dropFirst().dropLast()) : text
      return NotificationClass.Route.Argument(name: item.name, parameter: bare)
    }
    return NotificationClass.Route(destination: to, arguments: arguments)
  }
}
