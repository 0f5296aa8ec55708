import PushContract

/// What the parts of an APNs payload say together.
extension PayloadWalker {
  /// The push type that the content asks for.
  var derivedPushType: APNsPushType { derivedPushType("") }

  func derivedPushType(_ root: String) -> APNsPushType {
    let aps = root + "aps."
    if has(root + "mdm") && !has(root + "aps") { return .mdm }
    if APNsFields.liveActivityKeys.contains(where: { has(aps + $0) }) { return .liveActivity }
    if has(aps + "content-changed") { return .widgets }
    let shows = ["alert", "badge", "sound"].contains { has(aps + $0) }
    // Also where it is spelt or typed wrongly, which is reported: that is what was meant.
    let silent = ["content-available", "content_available"].contains { has(aps + $0) }
    return !shows && silent ? .background : .alert
  }

  /// Everything that needs more than one key, or the push type. `root` is where the payload stands in a
  /// larger text.
  mutating func checkAPNs(_ type: APNsPushType, priority: Int?, size: Int, root: String = "") {
    if size > type.maximumPayload {
      let limit = type.maximumPayload
      report(
        .error, .tooLarge, root, "the payload is \(size) bytes, \(size - limit) over APNs' limit of \(limit)")
    }
    if !APNsPushType.known.contains(type) {
      let hint = NearestWord.hint(type.rawValue, among: APNsPushType.known.map(\.rawValue))
      report(.warning, .badValue, root, "push type \(type.rawValue) is not among Apple's\(hint)")
    }
    if let priority, ![10, 5, 1].contains(priority) {
      report(.error, .badValue, root, "apns-priority is 10, 5 or 1")
    }
    checkPlaces(root)
    switch type {
    case .background: checkBackground(priority, root)
    case .alert: checkAlert(root)
    case .liveActivity: checkLiveActivity(root)
    case .mdm where has(root + "aps"):
      report(.warning, .contradiction, root + "aps", "an mdm push has no aps")
    default: break
    }
    let aps = root + "aps."
    if integer(aps + "mutable-content") == 1 && !has(aps + "alert") {
      report(
        .warning, .contradiction, aps + "mutable-content",
        "mutable-content without an alert: the service extension does not run")
    }
    if type != .liveActivity, has(aps + "relevance-score"), let score = seen[aps + "relevance-score"],
      score.token.kind == .number, PayloadValue.fault(.fraction, .number, decoded(score.token)) != nil
    {
      report(.error, .badValue, aps + "relevance-score", "relevance-score is 0 to 1")
    }
  }

  private mutating func checkPlaces(_ root: String) {
    for name in APNsFields.oftenMisplaced where has(root + name) {
      report(.warning, .misplacedKey, root + name, "\(root)\(name) stands beside aps; Apple reads it inside")
    }
    if !has(root + "aps") {
      let near = ["APS", "Aps", "apns"].first { has(root + $0) }
      if let near { report(.error, .misspeltKey, root + near, "\(near) is read by nobody; the key is aps") }
    }
  }

  private mutating func checkBackground(_ priority: Int?, _ root: String) {
    let aps = root + "aps."
    if let priority, priority != 5 {
      report(
        .error, .contradiction, root,
        "a background push must have priority 5, not \(priority): APNs refuses or drops it")
    }
    let marked = seen[aps + "content-available"]
    // A wrong type has been reported already.
    if marked == nil || (marked?.token.kind == .number && integer(aps + "content-available") != 1) {
      report(
        .error, .missing, marked == nil ? root + "aps" : aps + "content-available",
        "a background push needs \"content-available\": 1 in aps")
    }
    for name in APNsFields.names where name != "content-available" && has(aps + name) {
      let visible = ["alert", "badge", "sound"].contains(name)
      report(
        .error, .contradiction, aps + name,
        visible
          ? "\(name) in a background push: send it with push type alert, or take it out"
          : "\(name) in a background push: its aps holds content-available only")
    }
  }

  private mutating func checkAlert(_ root: String) {
    let aps = root + "aps."
    if ["alert", "badge", "sound"].contains(where: { has(aps + $0) }) { return }
    if integer(aps + "content-available") == 1 {
      report(
        .error, .contradiction, aps + "content-available",
        "nothing to show and content-available: this is a push of type background, priority 5")
    } else {
      report(
        .error, .missing, has(root + "aps") ? root + "aps" : root,
        "an alert push needs alert, badge or sound in aps")
    }
  }

  private mutating func checkLiveActivity(_ root: String) {
    let aps = root + "aps."
    var needed = ["timestamp", "event"]
    let event = string(aps + "event")
    if event == "start" { needed += ["attributes-type", "attributes", "alert", "content-state"] }
    if event == "update" { needed += ["content-state"] }
    for name in needed where !has(aps + name) {
      report(
        .error, .missing, has(root + "aps") ? root + "aps" : root,
        "a Live Activity push\(event.map { " that says \($0)" } ?? "") needs \(name) in aps")
    }
    if has(aps + "dismissal-date") && event != "end" {
      report(
        .warning, .contradiction, aps + "dismissal-date", "dismissal-date counts only where event is end")
    }
  }
}
