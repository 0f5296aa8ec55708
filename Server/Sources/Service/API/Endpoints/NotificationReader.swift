internal import Bytes
internal import Compose
internal import PushContract
internal import PushCrypto
internal import Store

/// Reads one notification of a body, checks it against the class, and renders it for each provider, so
/// that whatever is accepted can be composed. Allocates little: this is the hot path.
struct NotificationReader: ~Copyable {
  static let names: [StaticString] = [
    "id", "class", "target", "parameters", "tenant", "not_before", "expires_at", "band", "validate_only",
  ]
  private static let targetNames: [StaticString] = [
    "account", "installation", "installations", "topic", "condition",
  ]
  /// Installations that one notification may name.
  static let mostInstallations = 1000
  /// Notifications may be scheduled a year ahead, milliseconds.
  static let farthest = 366 * 86_400_000
  /// Ids that begin so are the server's own.
  static let reservedPrefix = "pushwire."
  /// Its path is that of the batches.
  static let reservedID = "batch"

  let catalogue: ClassCatalogue
  /// Milliseconds since 1970.
  let now: Int
  private var scratch = ByteBuffer(capacity: 4096)
  private var canonical = ByteBuffer(capacity: 512)

  init(_ catalogue: ClassCatalogue, now: Int) {
    self.catalogue = catalogue
    self.now = now
  }

  /// A notification that can be stored, or would be.
  struct Found: Sendable {
    var request = NotificationRequest()
    var sizes = CompiledClass.Sizes()
    var isValidation = false
    /// Its end has come already: only an earlier acceptance of it could still be told.
    var isOver = false
  }

  mutating func read(
    _ object: borrowing JSONObject, tenant: (String?) throws(Problem) -> String?
  ) throws(Problem) -> Found {
    var found = Found()
    found.request.id = try Self.id(object)
    found.request.tenant = try tenant(Call.tenant(object.optional("tenant"))) ?? ""
    let name = try object.required("class")
    let compiled = try Self.compiled(name, catalogue)
    found.request.facts = compiled.facts
    let target = try object.required("target")
    found.request.target = try Self.target(target)
    if found.request.target.broadcast != nil { try Self.checkBroadcast(compiled, target) }
    let band = try object.optional("band")?.word(Band.allCases.map(\.name)) { Band(name: $0) }
    found.request.band = band ?? compiled.band
    let times = try times(object, compiled, &found)
    try parameters(object, compiled, &found)
    if let flag = object.optional("validate_only") { found.isValidation = try flag.boolean() }
    found.request.digest = try digest(found.request, band: band, times: times)
    return found
  }

  // MARK: What campaigns have as well

  /// Of a notification or campaign, as the backend names it.
  static func id(_ object: borrowing JSONObject) throws(Problem) -> String {
    guard let value = object.optional("id") else {
      throw object.missing("id", hint: "The id is yours, and makes it safe to send the same again.")
    }
    let id = try value.identifier()
    guard !id.hasPrefix(reservedPrefix), id != reservedID else {
      throw value.problem(
        .invalidValue, "\(reservedID) and ids that begin with \(reservedPrefix) are the server's own.")
    }
    return id
  }

  static func compiled(_ name: JSONValue, _ catalogue: ClassCatalogue) throws(Problem) -> CompiledClass {
    let text = try name.text(64)
    guard let compiled = catalogue.classes[text] else {
      throw name.problem(
        .unknownClass, "The profile has no such class.", hint: Hints.nearest(text, catalogue.names))
    }
    return compiled
  }

  // MARK: Target

  private static func target(_ value: JSONValue) throws(Problem) -> NotificationRequest.Target {
    let object = try value.object(targetNames)
    let account = object.optional("account")
    let one = object.optional("installation")
    let list = object.optional("installations")
    let topic = object.optional("topic")
    let condition = object.optional("condition")
    var named = (account == nil ? 0 : 1) + (one == nil ? 0 : 1) + (list == nil ? 0 : 1)
    named += (topic == nil ? 0 : 1) + (condition == nil ? 0 : 1)
    guard named == 1 else {
      throw value.problem(
        .invalidValue,
        "A target names one of account, installation, installations, topic or condition, and no other.")
    }
    if let topic { return .topic(try broadcast(.topic, topic)) }
    if let condition { return .condition(try broadcast(.condition, condition)) }
    if let account { return .account(try account.text(1, 256)) }
    if let one { return .installations([try one.identifier()]) }
    var installations: [String] = []
    if let list {
      var seen: Set<String> = []
      for item in try list.array(1...mostInstallations) {
        let id = try item.identifier()
        guard seen.insert(id).inserted else {
          throw item.problem(.invalidValue, "This installation stands twice.")
        }
        installations.append(id)
      }
    }
    return .installations(installations)
  }

  /// As FCM takes it: a topic without `/topics/`.
  static func broadcast(_ kind: FCMTarget.Kind, _ value: JSONValue) throws(Problem) -> String {
    var text = try value.text(1, 4096)
    let outcome: Result<String, ComposeError> = text.withUTF8 { bytes in
      do throws(ComposeError) {
        return .success(String(decoding: try FCMTarget(kind, bytes).bytes, as: UTF8.self))
      } catch { return .failure(error) }
    }
    switch outcome {
    case .success(let text): return text
    case .failure(let error): throw value.problem(.invalidValue, error.message.capitalizedSentence)
    }
  }

  /// Whoever subscribes gets it, so only what is for everybody may go there.
  private static func checkBroadcast(_ compiled: CompiledClass, _ target: JSONValue) throws(Problem) {
    guard compiled.hasFCM else {
      throw target.problem(
        .invalidValue, "The app has no Android part, and topics are FCM's.",
        hint: "Name installations or an account, or add app.android to pushwire.yaml.")
    }
    guard compiled.facts.audience == .public else {
      throw target.problem(
        .invalidValue,
        "Whoever subscribes gets it, and the class \(compiled.source.name) is not for everybody.",
        hint: "Write `audience: public` in pushwire.yaml where its content is for everybody.")
    }
  }

  // MARK: Times

  private func times(
    _ object: borrowing JSONObject, _ compiled: CompiledClass, _ found: inout Found
  ) throws(Problem) -> (begin: Int, end: Int) {
    var begin = 0
    if let value = object.optional("not_before") {
      begin = try Self.begin(value, now: now)
    }
    found.request.notBefore = begin > now ? begin : 0
    found.request.timeToLive = compiled.timeToLive
    guard let value = object.optional("expires_at") else { return (begin, 0) }
    let end = try Self.time(value)
    guard end > begin else { throw value.problem(.invalidValue, "This lies before not_before.") }
    let left = (end - max(begin, now)) / 1000
    if left <= 0 {
      found.isOver = true
    } else {
      found.request.timeToLive = min(compiled.timeToLive, left)
    }
    return (begin, end)
  }

  /// When something is to begin, a year ahead at most.
  static func begin(_ value: JSONValue, now: Int) throws(Problem) -> Int {
    let begin = try time(value)
    guard begin - now <= farthest else {
      throw value.problem(.invalidValue, "This is more than a year ahead.")
    }
    return begin
  }

  static func time(_ value: JSONValue) throws(Problem) -> Int {
    let text = try value.text(64)
    guard let time = Instant.parse(text) else {
      throw value.problem(
        .invalidValue, "This is no point in time as RFC 3339 writes it.",
        hint: "As in 2030-01-31T18:00:00Z, with Z or an offset.")
    }
    return time
  }

  // MARK: Parameters

  mutating func parameters(
    _ object: borrowing JSONObject, _ compiled: CompiledClass, _ found: inout Found
  ) throws(Problem) {
    let schema = compiled.source.parameters
    var row = ParameterRow(schema: schema)
    if let value = object.optional("parameters") {
      var members = try value.members()
      while let (key, member) = members.next() {
        let name = key.bytes
        let place =
          key.isEscaped
          ? compiled.parameterNames.firstIndex(of: key.tape.string(key.index))
          : compiled.parameterNames.firstIndex { $0.utf8.elementsEqual(name) }
        guard let place else {
          throw key.problem(
            .unknownParameter, "The class \(compiled.source.name) has no such parameter.",
            hint: Hints.nearest(key.tape.string(key.index), compiled.parameterNames)
              ?? (schema.isEmpty
                ? "It has none." : "It has \(compiled.parameterNames.joined(separator: ", "))."))
        }
        guard row.value(place) == nil else {
          throw key.problem(.duplicateMember, "This parameter stands twice.")
        }
        try set(&row, place, schema[place].type, member)
      }
    }
    guard row.isComplete else {
      let missing = row.missingNames
      throw Problem(
        .missingParameter,
        "The class \(compiled.source.name) needs a value for \(missing.joined(separator: ", ")).",
        field: object.value.tape.pointer(to: object.value.index) + "/parameters/" + (missing.first ?? ""))
    }
    var id = found.request.id
    let broadcast = found.request.target.broadcast
    let outcome: Result<CompiledClass.Sizes, ComposeError> = id.withUTF8 { id in
      do throws(ComposeError) {
        guard let broadcast else {
          return .success(try compiled.check(row, notification: id, scratch: &scratch, now: now / 1000))
        }
        return Self.check(compiled, row, id, broadcast, &scratch, now: now / 1000)
      } catch { return .failure(error) }
    }
    switch outcome {
    case .success(let sizes): found.sizes = sizes
    case .failure(let error): throw Self.problem(error, object)
    }
    found.request.inbox = compiled.inboxText(row)
    found.request.parameters = json(row)
  }

  private static func check(
    _ compiled: CompiledClass, _ row: borrowing ParameterRow, _ id: UnsafeBufferPointer<UInt8>,
    _ broadcast: String, _ scratch: inout ByteBuffer, now: Int
  ) -> Result<CompiledClass.Sizes, ComposeError> {
    var text = broadcast
    return text.withUTF8 { bytes in
      do throws(ComposeError) {
        let kind: FCMTarget.Kind = NotificationRequest.Target.isCondition(bytes) ? .condition : .topic
        return .success(
          try compiled.check(
            row, notification: id, broadcast: try FCMTarget(kind, bytes), scratch: &scratch, now: now))
      } catch { return .failure(error) }
    }
  }

  private func set(
    _ row: inout ParameterRow, _ place: Int, _ type: ParameterType, _ value: JSONValue
  ) throws(Problem) {
    switch (value.kind, type) {
    case (.string, _), (.number, .integer), (.number, .decimal), (.number, .timestamp), (.yes, .boolean),
      (.no, .boolean):
      break
    default:
      throw value.problem(
        .invalidParameter, "This is \(value.typeName), and the parameter is of the type \(type.rawValue).")
    }
    do throws(ComposeError) {
      guard value.isEscaped else { return try row.set(place, value.bytes) }
      var plain = ByteBuffer(capacity: value.bytes.count)
      JSONText.appendUnescaped(value.bytes, to: &plain)
      try row.set(place, plain.bytes)
    } catch { throw value.problem(.invalidParameter, error.message.capitalizedSentence) }
  }

  private static func problem(_ error: ComposeError, _ object: borrowing JSONObject) -> Problem {
    let base = object.value.tape.pointer(to: object.value.index) + "/parameters"
    let code: Problem.Code = error.code == .tooLarge ? .payloadTooLarge : .invalidParameter
    return Problem(
      code, error.message.capitalizedSentence, field: error.field.map { base + "/" + $0 } ?? base)
  }

  /// The parameters as a JSON object of strings, in the class's order.
  private mutating func json(_ row: borrowing ParameterRow) -> [UInt8] {
    scratch.removeAll()
    scratch.append(UInt8(ascii: "{"))
    for place in row.schema.indices {
      guard let value = row.value(place) else { continue }
      if place > 0 { scratch.append(UInt8(ascii: ",")) }
      scratch.appendJSONString(row.schema[place].name)
      scratch.append(UInt8(ascii: ":"))
      scratch.appendJSONString(value)
    }
    scratch.append(UInt8(ascii: "}"))
    return Array(scratch.bytes)
  }

  // MARK: Digest

  /// Over what was asked for, in an order of its own: how the members stood and what the profile made of
  /// them does not count. Each part after its length, so that none can run into the next.
  private mutating func digest(
    _ request: NotificationRequest, band: Band?, times: (begin: Int, end: Int)
  ) throws(Problem) -> [UInt8] {
    canonical.removeAll()
    canonical.append("1 ")
    part(request.facts.name)
    part(band?.name ?? "")
    canonical.appendDecimal(times.begin)
    canonical.append(" ")
    canonical.appendDecimal(times.end)
    canonical.append(" ")
    switch request.target {
    case .account(let account):
      canonical.append("a ")
      part(account)
    case .installations(let installations):
      canonical.append("i ")
      for installation in installations { part(installation) }
    case .topic(let topic):
      canonical.append("t ")
      part(topic)
    case .condition(let condition):
      canonical.append("c ")
      part(condition)
    }
    canonical.append("p ")
    request.parameters.withUnsafeBufferPointer { canonical.append($0) }
    guard let digest = try? Digest.sha256(canonical.bytes) else {
      throw Problem(.internalError, "No digest could be made.")
    }
    return digest
  }

  private mutating func part(_ text: String) {
    canonical.appendDecimal(text.utf8.count)
    canonical.append(" ")
    canonical.append(text)
  }
}

extension String {
  /// A sentence with its capital and its full stop.
  fileprivate var capitalizedSentence: String {
    guard let first else { return self }
    return first.uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".")
  }
}
