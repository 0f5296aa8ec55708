extension ScenarioFields {
  /// An action: an object with exactly one key, or its bare name where it needs nothing else.
  static func action(_ value: JSONValue, at place: String) throws(ScenarioError) -> ScenarioAction {
    let known = [
      "answer", "apns", "fcm", "html", "delay", "reset", "refuse", "silence", "goaway",
      "maxConcurrentStreams", "close", "pauseReading",
    ]
    let name: String
    let content: JSONValue
    if let text = value.string {
      name = text
      content = .object([])
    } else {
      guard let members = value.members, members.count == 1, let member = members.first else {
        throw ScenarioError(
          .badValue, "An action is its name, or an object with its name as the only key.", place: place)
      }
      name = member.name
      content = member.value
    }
    let inner = place + "." + name
    switch name {
    case "answer": return .answer(try answer(content, at: inner))
    case "apns": return .answer(try apns(content, at: inner))
    case "fcm": return .answer(try fcm(content, at: inner))
    case "html": return .answer(.html(try number(content, at: inner, 100...599)))
    case "delay": return .delay(milliseconds: try number(content, at: inner, 0...3_600_000))
    case "refuse": return .refuse
    case "close": return .close
    case "maxConcurrentStreams":
      return .maxConcurrentStreams(try number(content, at: inner, 0...2_000_000_000))
    case "pauseReading": return .pauseReading(milliseconds: try number(content, at: inner, 0...3_600_000))
    case "silence":
      let fields = try ScenarioFields(content, at: inner, keys: ["processed"])
      return .silence(processed: try fields.flag("processed") ?? false)
    case "reset":
      let fields = try ScenarioFields(content, at: inner, keys: ["code", "processed"])
      return .reset(
        code: try errorCode(fields["code"], at: inner), processed: try fields.flag("processed") ?? false)
    case "goaway":
      let fields = try ScenarioFields(content, at: inner, keys: ["includesThis", "debugData"])
      return .goaway(
        includesThis: try fields.flag("includesThis") ?? true, debugData: try fields.text("debugData") ?? "")
    default:
      throw ScenarioError(
        .unknownKey, "Unknown action \"\(name)\"; known are \(known.joined(separator: ", ")).", place: place)
    }
  }

  private static func number(
    _ value: JSONValue, at place: String, _ range: ClosedRange<Int64>
  ) throws(ScenarioError) -> Int {
    guard let number = value.integer, range.contains(number) else {
      throw ScenarioError(
        .badValue, "A whole number from \(range.lowerBound) to \(range.upperBound) is expected.", place: place
      )
    }
    return Int(number)
  }

  /// The names of RFC 9113, section 7.
  private static let errorCodes: [String: UInt32] = [
    "NO_ERROR": 0, "PROTOCOL_ERROR": 1, "INTERNAL_ERROR": 2, "FLOW_CONTROL_ERROR": 3, "SETTINGS_TIMEOUT": 4,
    "STREAM_CLOSED": 5, "FRAME_SIZE_ERROR": 6, "REFUSED_STREAM": 7, "CANCEL": 8, "COMPRESSION_ERROR": 9,
    "CONNECT_ERROR": 10, "ENHANCE_YOUR_CALM": 11, "INADEQUATE_SECURITY": 12, "HTTP_1_1_REQUIRED": 13,
  ]

  private static func errorCode(_ value: JSONValue?, at place: String) throws(ScenarioError) -> UInt32 {
    guard let value else { return 2 }
    if let name = value.string, let code = errorCodes[name] { return code }
    guard let number = value.integer, let code = UInt32(exactly: number) else {
      throw ScenarioError(
        .badValue, "An HTTP/2 error code is expected: a number, or a name such as INTERNAL_ERROR.",
        place: place + ".code")
    }
    return code
  }

  private static func answer(_ value: JSONValue, at place: String) throws(ScenarioError) -> ScenarioAnswer {
    let fields = try ScenarioFields(value, at: place, keys: ["status", "headers", "body", "outcome"])
    guard let status = try fields.count("status", from: 100) else {
      throw ScenarioError(.badValue, "An HTTP status is expected.", place: place + ".status")
    }
    var answer = ScenarioAnswer(
      status: status, body: try fields.text("body") ?? "", outcome: try fields.text("outcome"))
    for member in fields["headers"]?.members ?? [] {
      guard let text = member.value.string else {
        throw ScenarioError(.badValue, "A text is expected.", place: "\(place).headers.\(member.name)")
      }
      answer.headers[member.name] = text
    }
    return answer
  }

  private static func apns(_ value: JSONValue, at place: String) throws(ScenarioError) -> ScenarioAnswer {
    if let reason = value.string { return .apns(APNsReason(rawValue: reason)) }
    let fields = try ScenarioFields(value, at: place, keys: ["reason", "status", "timestamp"])
    guard let reason = try fields.text("reason") else {
      throw ScenarioError(.badValue, "A reason such as ServiceUnavailable is expected.", place: place)
    }
    return .apns(
      APNsReason(rawValue: reason), status: try fields.count("status", from: 100),
      timestamp: fields["timestamp"]?.integer)
  }

  private static func fcm(_ value: JSONValue, at place: String) throws(ScenarioError) -> ScenarioAnswer {
    let fields = try ScenarioFields(
      value, at: place,
      keys: [
        "code", "status", "message", "errorCode", "field", "info", "apnsStatus", "apnsReason", "retryAfter",
      ])
    guard let code = try fields.count("code", from: 100), let status = try fields.text("status") else {
      throw ScenarioError(
        .badValue, "An HTTP code and a status such as UNAVAILABLE are expected.", place: place)
    }
    return .fcm(
      code, status, message: try fields.text("message") ?? "Scripted error.",
      errorCode: try fields.text("errorCode"), field: try fields.text("field"), info: try fields.text("info"),
      apnsStatus: try fields.count("apnsStatus", from: 100), apnsReason: try fields.text("apnsReason"),
      retryAfter: try fields.text("retryAfter"))
  }
}
