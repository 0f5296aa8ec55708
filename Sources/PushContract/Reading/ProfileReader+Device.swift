/// What the device does: asking, places to go, channels, buttons, background work.
extension ProfileReader {
  func readPriming(_ fields: Fields) -> Priming {
    var priming = Priming()
    priming.valueMoments = fields.named("value_moments").compactMap { entry in
      guard let inner = fields.fields(entry, ProfileKeys.valueMoment) else { return nil }
      return ValueMoment(name: entry.name, explainer: inner.text("explainer"))
    }
    if !fields.isNone("reoffer"), let inner = fields.fields("reoffer", ProfileKeys.reoffer) {
      if let after = inner.duration("after"), let times = inner.integer("times", in: 1...100) {
        priming.reoffer = Reoffer(after: after, times: times)
      }
    }
    priming.provisional = fields.boolean("provisional") ?? false
    return priming
  }

  func readDestination(_ fields: Fields, _ entry: Fields.Named) -> Destination? {
    guard let inner = fields.fields(entry, ProfileKeys.destination) else {
      return Destination(name: entry.name)
    }
    var destination = Destination(name: entry.name)
    destination.parameters = inner.parameters("parameters")
    destination.accountRequired = inner.boolean("account_required") ?? false
    destination.fallback = inner.text("fallback")
    destination.path = linkPath(inner)
    return destination
  }

  func readChannel(_ fields: Fields, _ entry: Fields.Named) -> Channel? {
    guard let inner = fields.fields(entry, ProfileKeys.channel) else {
      return Channel(id: entry.name, name: entry.name)
    }
    var channel = Channel(id: entry.name, name: inner.text("name") ?? entry.name)
    if let importance = inner.choice("importance", Channel.Importance.self) {
      channel.importance = importance
    }
    channel.description = inner.text("description")
    return channel
  }

  func readCategory(_ fields: Fields, _ entry: Fields.Named) -> ActionCategory {
    var category = ActionCategory(id: entry.name)
    guard let listed = Fields.mapping(entry.node, path: entry.path, what: "a category", log: log) else {
      return category
    }
    if listed.isEmpty {
      log.error(
        "empty-value", "`\(entry.path)` has no actions", hint: "add one, or remove the category",
        at: entry.place, path: entry.path)
    }
    for item in listed {
      let path = Fields.join(entry.path, item.key)
      log.note(path, at: Fields.placeOf(item))
      guard ProfileName.isID(item.key) else {
        log.error(
          "bad-name", "`\(item.key)` is no id for an action", hint: "use letters, digits and ._-",
          at: item.position, path: path)
        continue
      }
      if let action = readAction(item, path: path) { category.actions.append(action) }
    }
    return category
  }

  private func readAction(_ item: ProfileNode.Entry, path: String) -> ActionCategory.Action? {
    guard
      let inner = Fields(item.value, ProfileKeys.action, path: path, place: item.position, log: log),
      let title = inner.localized("title")
    else { return nil }
    var action = ActionCategory.Action(id: item.key, title: title)
    action.foreground = inner.boolean("foreground") ?? false
    action.destructive = inner.boolean("destructive") ?? false
    action.authenticationRequired = inner.boolean("authentication_required") ?? false
    action.textInput = inner.boolean("text_input") ?? false
    return action
  }

  func readTask(_ fields: Fields, _ entry: Fields.Named) -> BackgroundTask? {
    guard let inner = fields.fields(entry, ProfileKeys.task) else { return nil }
    let id = inner.text("id") ?? ""
    guard let kind = inner.choice("kind", BackgroundTask.Kind.self) else { return nil }
    var task = BackgroundTask(name: entry.name, id: id, kind: kind)
    if inner.has("id"), !id.isEmpty, !ProfileName.isID(id) {
      inner.refuse(
        "id", "bad-task-id", "`\(id)` is no id of a background task",
        hint: id.utf8.contains(UInt8(ascii: "*"))
          ? "wildcards are not for refresh and processing tasks"
          : "as in com.example.app.refresh")
    }
    task.network = inner.boolean("network") ?? false
    task.power = inner.boolean("power") ?? false
    if !inner.isNone("earliest_begin") { task.earliestBegin = inner.duration("earliest_begin") ?? 0 }
    task.accountBound = inner.boolean("account_bound") ?? false
    return task
  }

  func readLifecycle(_ fields: Fields) -> Lifecycle {
    var lifecycle = Lifecycle()
    if let seconds = fields.duration("stale_after") { lifecycle.staleAfter = seconds }
    if let seconds = fields.duration("prune_after") { lifecycle.pruneAfter = seconds }
    if let seconds = fields.duration("quarantine") { lifecycle.quarantine = seconds }
    return lifecycle
  }

  func readAnalytics(_ fields: Fields) -> Analytics {
    var analytics = Analytics()
    if let on = fields.boolean("receipts") { analytics.receipts = on }
    if let on = fields.boolean("segments") { analytics.segments = on }
    if let seconds = fields.duration("retention") { analytics.retention = seconds }
    if let number = fields.integer("minimum_cohort", in: 1...1_000_000) { analytics.minimumCohort = number }
    analytics.label = label(fields, "label")
    return analytics
  }

  func label(_ fields: Fields, _ key: String) -> String? {
    guard let text = fields.text(key) else { return nil }
    if !ProfileName.isAnalyticsLabel(text) {
      fields.refuse(
        key, "bad-label", "`\(text)` is no analytics label",
        hint: "1 to 50 of letters, digits and -_.~%")
    }
    return text
  }
}
