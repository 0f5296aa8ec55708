import AppFacts

/// Puts payloads, captured requests and FCM messages to the apps that they are for.
///
/// A topic or target bundle decides; where it is not known and one app was given, it is that one's.
enum MessageJoiner {
  static func join(_ facts: AuditFacts, _ result: inout Joiner.Result) {
    for index in facts.captures.indices { joinCapture(index, facts, &result) }
    for index in facts.payloads.indices where facts.payloads[index].capture == nil {
      let payload = facts.payloads[index]
      let target = payload.tree?["Simulator Target Bundle"]?.sourcedString
      guard let (app, by) = apple(target, facts, result) else { continue }
      result.apple[app].payloads.append(index)
      note(payload.place, app, by, facts, &result)
    }
    for index in facts.fcmBodies.indices {
      let body = facts.fcmBodies[index]
      let package = body.message?[path: ["android", "restricted_package_name"]]?.string
      let named = result.android.firstIndex { $0.applicationID == package && package != nil }
      guard let app = named ?? (result.android.count == 1 ? 0 : nil) else { continue }
      result.android[app].fcmBodies.append(index)
    }
  }

  private static func joinCapture(_ index: Int, _ facts: AuditFacts, _ result: inout Joiner.Result) {
    let capture = facts.captures[index]
    guard capture.service != .fcm else { return }
    guard let (app, by) = apple(capture.header("apns-topic"), facts, result) else { return }
    result.apple[app].captures.append(index)
    result.apple[app].payloads += facts.payloads.indices.filter { facts.payloads[$0].capture == index }
    note(capture.place, app, by, facts, &result)
  }

  /// The app of a topic or bundle id, and how that is known.
  private static func apple(
    _ topic: Sourced<String>?, _ facts: AuditFacts, _ result: Joiner.Result
  ) -> (Int, String)? {
    if let topic, topic.isKnown {
      let bundle = PushType.bundleID(ofTopic: topic.value)
      let ids = result.apple.map { $0.bundleIDs(facts) }
      let exact = ids.firstIndex { $0.contains(topic.value) }
      if let app = exact ?? ids.firstIndex(where: { $0.contains(bundle) }) {
        return (app, "topic \(topic.value)")
      }
    }
    return result.apple.count == 1 ? (0, "the only app given") : nil
  }

  private static func note(
    _ place: Place, _ app: Int, _ by: String, _ facts: AuditFacts, _ result: inout Joiner.Result
  ) {
    guard let other = result.apple[app].somePlace(facts) else { return }
    let join = Join(place, other, by: by)
    if !result.joins.contains(join) { result.joins.append(join) }
  }
}

extension AppleApp {
  /// Every bundle id that this app has in one of its configurations or builds; extensions' are not among them.
  func bundleIDs(_ facts: AuditFacts) -> Set<String> {
    var found: Set<String> = []
    if let bundleID { found.insert(bundleID) }
    for bundle in bundles { if let id = bundle.bundleID { found.insert(id) } }
    for target in appTargets(facts) {
      for configuration in target.configurations {
        if let id = configuration.bundleID?.value { found.insert(id) }
      }
    }
    return found
  }

  /// Whether some configuration's bundle id cannot be resolved from the files.
  func hasOpenBundleID(_ facts: AuditFacts) -> Bool {
    appTargets(facts).contains { target in
      target.configurations.contains { $0.settings["PRODUCT_BUNDLE_IDENTIFIER"] != nil && $0.bundleID == nil }
    }
  }

  func appTargets(_ facts: AuditFacts) -> [XcodeProject.Target] {
    targets.filter { !$0.isExtension }.compactMap { reference in
      guard facts.projects.indices.contains(reference.project) else { return nil }
      let targets = facts.projects[reference.project].targets
      return targets.indices.contains(reference.target) ? targets[reference.target] : nil
    }
  }

  /// A place that stands for the app.
  func somePlace(_ facts: AuditFacts) -> Place? {
    bundles.first?.place ?? appTargets(facts).first?.place ?? infoPlists.first?.place
      ?? profiles.first?.place ?? sources.first.map { Place(facts.sources[$0].file) }
  }
}
