/// The devices' port as a pure function: programs on this machine play devices through it. No path of it is
/// one of APNs' or FCM's.
struct DeviceDesk: Sendable {
  /// Tokens are new at each start: a server keeps what it learned of the last one.
  var ids: IdentifierSource

  enum Reply {
    case answer(EmulatedAnswer)
    /// Nothing arrived so far; again when something does, or after so many milliseconds as it is.
    case wait(token: String, after: Int, milliseconds: Int)
  }

  /// The longest wait for a delivery, milliseconds.
  static let longestWait = 30_000

  /// Answers a request. `now` in milliseconds since 1970.
  mutating func answer(_ request: EmulatedRequest, _ state: inout EmulatorState, now: Int64) -> Reply {
    // A page in a browser of this machine must not play devices under a name that leads here.
    guard Self.isLocal(request.header("host")) else {
      return .problem(403, "Only 127.0.0.1 and localhost are answered.")
    }
    let parts = request.path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    guard path.first == "devices", path.count <= 3 else { return .problem(404, "There is nothing here.") }
    let token = path.count > 1 ? path[1] : nil
    switch (request.method, token, path.count > 2 ? path[2] : nil) {
    case ("POST", nil, nil): return open(request, &state)
    case (_, let token?, _) where !state.isKnown(token):
      return .problem(404, "No device has this token.")
    case ("GET", let token?, "deliveries"):
      return deliveries(token, FormFields(parts.count > 1 ? Array(parts[1].utf8) : []), state)
    case ("PATCH", let token?, nil): return change(token, request, &state, now: now)
    case ("DELETE", let token?, nil):
      state.removeApp(token, now: now)
      return .ok([:])
    default: return .problem(405, "\(request.method) is not for this path.")
    }
  }

  private static func isLocal(_ host: String?) -> Bool {
    guard let name = host?.split(separator: ":", omittingEmptySubsequences: false).first else { return false }
    return name == "127.0.0.1" || name.lowercased() == "localhost"
  }

  // MARK: The operations

  private func deliveries(_ token: String, _ query: FormFields, _ state: EmulatorState) -> Reply {
    guard state.isPlayed(token) else {
      return .problem(409, "Nobody plays this device: POST /devices with its token first.")
    }
    guard let after = Int(query["after"] ?? "0"), let wait = Int(query["wait"] ?? "0"), after >= 0, wait >= 0
    else { return .problem(400, "after and wait are whole numbers.") }
    let found = state.deliveries(of: token, after: after)
    if found.isEmpty, wait > 0 {
      return .wait(token: token, after: after, milliseconds: min(wait, Self.longestWait))
    }
    return Self.page(found)
  }

  static func page(_ deliveries: [DeviceDelivery]) -> Reply {
    .ok(["deliveries": .array(deliveries.map(\.json))])
  }

  private func change(
    _ token: String, _ request: EmulatedRequest, _ state: inout EmulatorState, now: Int64
  ) -> Reply {
    switch Self.body(request) {
    case .failure(let fault): return fault.reply
    case .success(let body):
      guard let isOnline = body["online"]?.bool, body.members?.count == 1 else {
        return .problem(400, "The body has online, true or false.")
      }
      state.set(isOnline: isOnline, token: token, now: now)
      return .ok([:])
    }
  }

  private mutating func open(_ request: EmulatedRequest, _ state: inout EmulatorState) -> Reply {
    let body: JSONValue
    switch Self.body(request) {
    case .failure(let fault): return fault.reply
    case .success(let read): body = read
    }
    let known: Set = ["platform", "topic", "environment", "package", "project", "kind", "token"]
    if let strange = body.members?.first(where: { !known.contains($0.name) }) {
      return .problem(400, "\(strange.name) is not known.")
    }
    var token = body["token"]?.string
    switch body["platform"]?.string {
    case "ios", "macos":
      guard let topic = body["topic"]?.string, APNsHeaders.isTopic(topic),
        let environment = APNsEnvironment(rawValue: body["environment"]?.string ?? "sandbox")
      else { return .problem(400, "topic is a bundle id, environment is sandbox or production.") }
      let made = (token ?? (0..<4).map { _ in ids.hexWord() }.joined()).lowercased()
      guard APNsHeaders.isToken(made.utf8) else { return .problem(400, "token is hexadecimal.") }
      state.sandbox.register(APNsDevice(token: made, environment: environment, topic: topic))
      state.production.register(APNsDevice(token: made, environment: environment, topic: topic))
      token = made
    case "android":
      guard let project = body["project"]?.string ?? state.fcm.onlyProject else {
        return .problem(400, "project is missing, and there is not just one.")
      }
      let isInstallation = body["kind"]?.string == "fid"
      let made = token ?? ids.registrationToken(isInstallation: isInstallation)
      guard FCMEmulator.isWellFormed(made, isInstallation: isInstallation) else {
        return .problem(400, "token is not one that FCM would give out.")
      }
      state.fcm.register(
        FCMDevice(
          token: made, project: project, isInstallation: isInstallation, package: body["package"]?.string))
      token = made
    case nil where token != nil: break
    default: return .problem(400, "platform is ios, macos or android; else token is that of a known device.")
    }
    guard let token, state.play(token) else { return .problem(404, "No device has this token.") }
    return .ok(["token": .string(token)], status: 201)
  }

  private struct Fault: Error { var reply: Reply }

  private static func body(_ request: EmulatedRequest) -> Result<JSONValue, Fault> {
    // No form of a page in a browser can send this type without asking first.
    guard request.header("content-type")?.hasPrefix("application/json") == true else {
      return .failure(Fault(reply: .problem(415, "The body is application/json.")))
    }
    guard case .success(let body) = JSONReader.read(request.body), body.members != nil else {
      return .failure(Fault(reply: .problem(400, "The body is not a JSON object.")))
    }
    return .success(body)
  }
}

extension DeviceDesk.Reply {
  static func ok(_ value: JSONValue, status: Int = 200) -> Self {
    .answer(.json(status, value, outcome: "ok"))
  }

  static func problem(_ status: Int, _ detail: String) -> Self {
    var answer = EmulatedAnswer.json(
      status, ["status": .number(String(status)), "detail": .string(detail)], outcome: "problem")
    answer.headers = [("content-type", "application/problem+json")]
    return .answer(answer)
  }
}

extension IdentifierSource {
  /// As FCM's look today: an installation id, and for a token a colon and a long word behind it.
  mutating func registrationToken(isInstallation: Bool) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    func word(_ length: Int) -> String {
      String((0..<length).map { _ in letters[Int(next() % UInt64(letters.count))] })
    }
    // An installation id begins with c, d, e or f.
    let id = ["c", "d", "e", "f"][Int(next() % 4)] + word(21)
    return isInstallation ? id : id + ":APA91b" + word(134)
  }
}

extension FCMEmulator {
  /// The project's id, where there is just one.
  var onlyProject: String? { projects.count == 1 ? projects.keys.first : nil }
}
