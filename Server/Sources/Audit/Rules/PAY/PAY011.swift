import AppFacts

/// The topic.
enum PAY011: AuditRule {
  static let page = RulePage(
    "PAY011", .payload, .error, summary: "apns-topic is not the bundle id with the push type's suffix",
    why: """
      The topic is the app's bundle id and, for some push types, a suffix: `.voip`, `.push-type.liveactivity`. A wrong \
      one is answered BadTopic, MissingTopic, TopicDisallowed or DeviceTokenNotForTopic.
      """,
    check: "Compare apns-topic with the bundle id in Xcode, and its suffix with apns-push-type.",
    fix: "Send the bundle id of the build that registered, with the suffix of the push type once.",
    references: [.apnsRequest, .apnsAnswers],
    silentOn: [
      "topics that a variable fills in", "bundle ids that the project leaves to build settings",
      "mdm, whose topic is its certificate's", "a client certificate, which can imply the topic",
    ],
    bad: RuleExample(
      PAYExample.request(
        type: "voip", topic: "dev.pushwire.parcel.voip.voip", body: #"{"aps": {}, "call": "7"}"#)),
    good: RuleExample(
      PAYExample.request(type: "voip", topic: "dev.pushwire.parcel.voip", body: #"{"aps": {}, "call": "7"}"#))
  )

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages where message.isRequest {
      let type = message.pushType?.value
      if type == "mdm" || message.tree?["mdm"] != nil { continue }
      guard let topic = message.topic else {
        missing(message, &report)
        continue
      }
      if let why = fault(topic.value, type) {
        report.add(
          page, .proved, why, at: message.exhibit(topic, "apns-topic"),
          counterpart: message.pushType.map { [message.exhibit($0, "apns-push-type")] } ?? [],
          about: Self.about(message))
      } else if let app = message.app {
        compare(topic, app, message, scope, &report)
      }
    }
  }

  private static func missing(_ message: APNsMessage, _ report: inout RuleReport) {
    guard !message.has("apns-topic"), let capture = message.capture, capture.certificate == nil,
      capture.headers.contains(where: { $0.name == "authorization" })
    else { return }
    report.add(
      page, .proved, "apns-topic is not among the headers", at: message.exhibit(missing: "no apns-topic"),
      fix: "Send apns-topic with the app's bundle id.", about: Self.about(message))
  }

  /// What is wrong with a topic by itself.
  private static func fault(_ topic: String, _ type: String?) -> String? {
    let isID = topic.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
      default: false
      }
    }
    guard !topic.isEmpty, isID else { return "apns-topic is no bundle id" }
    let suffixes = PushType.suffixes.map(\.suffix).filter { !$0.isEmpty }
    for suffix in suffixes where topic.hasSuffix(suffix + suffix) {
      return "the topic's suffix \(suffix) stands twice"
    }
    guard let type, let wanted = PushType.suffix(type), !wanted.isEmpty else { return nil }
    guard !topic.hasSuffix(wanted) else { return nil }
    if let other = suffixes.first(where: topic.hasSuffix) {
      return "the topic ends in \(other), and push type \(type) takes \(wanted)"
    }
    return "push type \(type) takes the suffix \(wanted), and the topic has none"
  }

  private static func compare(
    _ topic: Sourced<String>, _ app: AppleApp, _ message: APNsMessage, _ scope: AuditScope,
    _ report: inout RuleReport
  ) {
    let ids = app.bundleIDs(scope.facts)
    guard !ids.isEmpty, !app.hasOpenBundleID(scope.facts), !ids.contains(topic.value) else { return }
    let base = PushType.bundleID(ofTopic: topic.value)
    let place = app.somePlace(scope.facts)
    if ids.contains(base) {
      // alert and background take no suffix.
      guard let type = message.pushType?.value, PushType.suffix(type)?.isEmpty == true else { return }
      report.add(
        page, .proved, "push type \(type) takes no suffix, and the topic is \(topic.value.shown)",
        at: message.exhibit(topic, "apns-topic"), fix: "Send \(base), or the push type of the suffix.",
        about: Self.about(message))
      return
    }
    let names = ids.sorted().prefix(3).joined(separator: ", ")
    report.add(
      page, .likely, "the topic is \(topic.value.shown), and the app's bundle id is \(names)",
      at: message.exhibit(topic, "apns-topic"),
      counterpart: place.map { [Exhibit($0, quote: names, "the app's bundle id")] } ?? [],
      about: Self.about(message).union([app.about]))
  }

  private static func about(_ message: APNsMessage) -> Set<String> {
    message.about(
      explaining: "BadTopic", "MissingTopic", "TopicDisallowed", "DeviceTokenNotForTopic", "InvalidPushType")
  }
}
