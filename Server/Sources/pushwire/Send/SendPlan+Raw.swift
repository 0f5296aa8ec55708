import Compose
import Providers
import PushContract

extension SendPlan {
  static let rawOptions: [Syntax.Option] = [
    .init(name: "payload", value: "FILE", summary: "Send this JSON instead of a class; - for standard input"),
    .init(name: "topic", value: "TOPIC", summary: "With --payload: the bundle id, where no profile says it"),
    .init(name: "push-type", value: "TYPE", summary: "With --payload: apns-push-type; else by its content"),
    .init(
      name: "priority", value: "N", summary: "With --payload: apns-priority 10, 5 or 1; else by the type"),
    .init(name: "ttl", value: "SECONDS", summary: "With --payload: how long it may be stored; 0: not at all"),
    .init(name: "collapse-id", value: "ID", summary: "With --payload: apns-collapse-id, 64 bytes at most"),
  ]

  /// A class says these things itself.
  static func refuseRawOptions(_ arguments: Arguments) throws {
    for option in rawOptions where arguments.value(option.name) != nil {
      throw CommandError.usage("--\(option.name) does not go with a class: the class says it.")
    }
  }

  /// A payload as it stands, checked first.
  static func apnsRaw(
    _ path: String, _ arguments: Arguments, _ bundle: String?, _ remarks: inout [String]
  ) throws -> APNsContent {
    let type = arguments.value("push-type").map(APNsPushType.init(rawValue:))
    let payload = RawPayload.apns(try read(path), pushType: type, priority: try priority(arguments))
    try refuse(payload, path, &remarks)
    guard let bundle = arguments.value("topic") ?? bundle else {
      throw CommandError.usage("Say which app it is for.", advice: "Add --topic with the bundle id.")
    }
    let collapseID = arguments.value("collapse-id")
    if let collapseID, collapseID.isEmpty || collapseID.utf8.count > 64 {
      throw CommandError.usage("--collapse-id has \(collapseID.utf8.count) bytes; APNs takes 1 to 64.")
    }
    let pushType = payload.pushType ?? .alert
    do {
      return .raw(
        APNsRawContent(
          payload: payload.bytes, topic: try pushType.topic(bundleID: bundle), pushType: pushType,
          priority: payload.priority, timeToLive: try timeToLive(arguments), collapseID: collapseID))
    } catch let error as ComposeError {
      throw CommandError.usage(ProfileInput.sentence(error.message))
    }
  }

  /// A message as it stands, checked first. `kind`: of the target that is added; nil: it names its own.
  static func fcmRaw(
    _ path: String, _ arguments: Arguments, _ kind: FCMTarget.Kind?, _ remarks: inout [String]
  ) throws -> FCMContent {
    for option in ["topic", "push-type", "priority", "collapse-id"] where arguments.value(option) != nil {
      throw CommandError.usage("--\(option) is for APNs; an FCM message says it in its own JSON.")
    }
    let payload = RawPayload.fcm(try read(path), target: kind)
    try refuse(payload, path, &remarks)
    return .raw(payload, timeToLive: try timeToLive(arguments))
  }

  private static func read(_ path: String) throws -> [UInt8] {
    try InputFile.read(path == "-" ? "/dev/stdin" : path, "payload", limit: 1 << 16)
  }

  private static func timeToLive(_ arguments: Arguments) throws -> Int {
    try arguments.integer("ttl", in: 0...APNsTemplate.longestTimeToLive) ?? 86_400
  }

  private static func priority(_ arguments: Arguments) throws -> Int? {
    guard let text = arguments.value("priority") else { return nil }
    guard let number = Int(text), [10, 5, 1].contains(number) else {
      throw CommandError.usage("--priority is 10, 5 or 1, not \(quoted(text)).")
    }
    return number
  }

  /// Errors keep it from being sent; warnings are told.
  private static func refuse(_ payload: RawPayload, _ path: String, _ remarks: inout [String]) throws {
    let errors = payload.findings.filter { $0.severity == .error }
    if let first = errors.first {
      let more = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
      throw CommandError(
        .configuration, "The payload has an error\(more): \(first.message)",
        place: "\(path):\(first.line):\(first.column)", advice: "Mend it; nothing was sent.")
    }
    remarks += payload.findings.map { "\(path):\($0.line):\($0.column): \($0.message)" }
  }
}
