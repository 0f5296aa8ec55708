import AppFacts

/// A payload for APNs with what is known of its request, wherever it was found: a file, a capture, the `apns` part
/// of an FCM message.
struct APNsMessage {
  /// How it came.
  enum Origin {
    /// A file of its own: no header is known.
    case file
    case capture(CapturedRequest)
    /// In an FCM message: Firebase sends it on, and adds headers that are not given.
    case fcm(FCMBody)
  }

  var origin: Origin
  var place: Place
  /// Nil where there is no JSON, or none was captured.
  var tree: Located?
  var payload: PayloadFile?
  /// The app that it was joined with.
  var app: AppleApp?
  /// Names in lower case; only values that are known.
  private var headers: [(name: String, value: Sourced<String>)] = []
  /// Headers that are there, with values that the files do not tell.
  private var openHeaders: Set<String> = []

  var aps: Located? { tree?["aps"] }
  var capture: CapturedRequest? { if case .capture(let capture) = origin { capture } else { nil } }
  /// All headers are there to be seen.
  var isRequest: Bool { capture?.service == .apns && capture?.isRequest == true }
  var isThroughFCM: Bool { if case .fcm = origin { true } else { false } }

  /// A header whose value is known.
  func header(_ name: String) -> Sourced<String>? { headers.first { $0.name == name }?.value }
  /// It is there, whatever its value.
  func has(_ name: String) -> Bool { header(name) != nil || openHeaders.contains(name) }
  var pushType: Sourced<String>? { header("apns-push-type") }
  var topic: Sourced<String>? { header("apns-topic") }

  /// For ``AuditFinding/about``.
  var about: Set<String> { ["message:" + place.text] }
  /// With the app that it is for.
  var aboutBoth: Set<String> { app.map { about.union([$0.about]) } ?? about }

  /// The same, for a fault that APNs answers with one of these reasons: the answer folds under it.
  func about(explaining reasons: String...) -> Set<String> {
    about.union(reasons.map { $0 + "@" + (capture?.place ?? place).text })
  }

  /// Something is shown or heard.
  var isVisible: Bool { ["alert", "badge", "sound"].contains { aps?[$0] != nil } }
  /// It asks for background time, in whatever spelling and type.
  var isSilent: Bool {
    !isVisible && (aps?.members.contains { ApsKeys.plain($0.key) == "contentavailable" } ?? false)
  }
  var isLiveActivity: Bool {
    pushType?.value == "liveactivity"
      || ["content-state", "attributes-type"].contains { aps?[$0] != nil } && aps?["event"] != nil
  }

  /// A note for exhibits of the request.
  func exhibit(_ header: Sourced<String>, _ name: String) -> Exhibit {
    Exhibit(header.place, quote: "\(name): \(header.value.shown)", "the request's header")
  }
  /// The request itself, for what is missing in it.
  func exhibit(missing what: String) -> Exhibit {
    Exhibit(capture?.place ?? place, what)
  }
}

extension APNsMessage {
  init(_ origin: Origin, _ place: Place, tree: Located?) {
    self.origin = origin
    self.place = place
    self.tree = tree
    switch origin {
    case .file: break
    case .capture(let capture):
      for header in capture.headers {
        let value = Sourced(header.value, header.place)
        if value.isKnown { headers.append((header.name, value)) } else { openHeaders.insert(header.name) }
      }
    case .fcm(let body):
      for member in body.message?[path: ["apns", "headers"]]?.members ?? [] {
        if let value = member.value.sourcedString { headers.append((member.key.lowercased(), value)) }
      }
    }
  }
}

extension AuditScope {
  /// Every payload for APNs, and every request to it.
  var apnsMessages: [APNsMessage] {
    var found: [APNsMessage] = []
    var bodies: [Int: PayloadFile] = [:]
    for payload in facts.payloads { if let capture = payload.capture { bodies[capture] = payload } }
    var appOfCapture: [Int: AppleApp] = [:]
    var appOfPayload: [Int: AppleApp] = [:]
    for app in appleApps {
      for index in app.captures { appOfCapture[index] = app }
      for index in app.payloads { appOfPayload[index] = app }
    }
    for (index, capture) in facts.captures.enumerated() where capture.service == .apns {
      let payload = bodies[index]
      var message = APNsMessage(.capture(capture), payload?.place ?? capture.place, tree: payload?.tree)
      message.payload = payload
      message.app = appOfCapture[index]
      found.append(message)
    }
    for (index, payload) in facts.payloads.enumerated() where payload.capture == nil {
      var message = APNsMessage(.file, payload.place, tree: payload.tree)
      message.payload = payload
      message.app = appOfPayload[index]
      found.append(message)
    }
    for body in facts.fcmBodies {
      guard let tree = body.message?[path: ["apns", "payload"]] else { continue }
      found.append(APNsMessage(.fcm(body), tree.place, tree: tree))
    }
    return found
  }
}

extension CapturedRequest {
  /// A request, not an answer alone.
  var isRequest: Bool { host != nil || path != nil || !headers.isEmpty }
  /// For ``AuditFinding/about``.
  var about: Set<String> { ["message:" + place.text] }
}

extension RuleReport {
  /// A finding of this rule as grave as its page says, with the page's fix where no other is said.
  mutating func add(
    _ page: RulePage, _ confidence: Confidence, _ message: String, at evidence: Exhibit...,
    counterpart: [Exhibit] = [], fix: String? = nil, about: Set<String>
  ) {
    add(
      AuditFinding(
        page.id, page.severity, confidence, message, evidence: evidence, counterpart: counterpart,
        fix: fix ?? page.fix, about: about))
  }

  /// A finding of this rule that is less grave than others of it.
  mutating func add(
    _ page: RulePage, _ severity: Severity, _ confidence: Confidence, _ message: String,
    at evidence: Exhibit..., counterpart: [Exhibit] = [], fix: String? = nil, about: Set<String>
  ) {
    add(
      AuditFinding(
        page.id, severity, confidence, message, evidence: evidence, counterpart: counterpart,
        fix: fix ?? page.fix, about: about))
  }
}

extension String {
  /// At most sixty characters of it.
  var shown: String { count > 60 ? prefix(60) + "…" : self }
}

extension Located {
  /// What it is called in a message.
  var typeName: String {
    switch kind {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .real: "a number"
    case .string: "a string"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// A short value as it stands in JSON.
  var shownValue: String {
    switch kind {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .string(let text): "\"" + text.shown + "\""
    default: typeName
    }
  }

  /// Bytes of it as JSON without white space.
  var compactSize: Int {
    switch kind {
    case .null: 4
    case .bool(let flag): flag ? 4 : 5
    case .integer(let number): String(number).utf8.count
    case .real(let number): String(number).utf8.count
    case .string(let text): text.jsonSize
    case .date, .data: 2
    case .array(let items): items.reduce(2 + Swift.max(items.count - 1, 0)) { $0 + $1.compactSize }
    case .object(let members):
      members.reduce(2 + Swift.max(members.count - 1, 0)) { $0 + $1.key.jsonSize + 1 + $1.value.compactSize }
    }
  }
}

extension String {
  /// Bytes of it as a JSON string in UTF-8.
  fileprivate var jsonSize: Int {
    utf8.reduce(2) { size, byte in
      switch byte {
      case 0x22, 0x5C, 0x0A, 0x0D, 0x09, 0x08, 0x0C: size + 2
      case 0..<0x20: size + 6
      default: size + 1
      }
    }
  }
}
