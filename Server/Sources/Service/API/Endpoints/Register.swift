internal import Compose
internal import HTTPFront
internal import PushCrypto
internal import Store

/// PUT /v1/installations/{id}: a launch, a rotation or a login. Repeating it changes nothing.
extension Call {
  static let registrationNames: [StaticString] = [
    "app", "platform", "environment", "environment_source", "topic", "token", "token_kind", "generation",
    "permission", "os_version", "app_version", "locale", "time_zone", "replaces_account",
    "predecessor_secret", "challenge",
  ]

  func register() throws(Problem) {
    let ticket = try ticketOrApp()
    let secretHash = try installationSecret()
    try countInstallation(id)
    let catalogue = api.context.catalogue.current
    var asked = try body(Self.registrationNames) { (body) throws(Problem) in
      try Self.request(body, app: api.context.appID, catalogue, hasTicket: ticket != nil)
    }
    asked.installation = id
    asked.secretHash = secretHash
    asked.tenant = ticket?.tenant ?? ""
    asked.account = ticket?.account
    let ready = asked
    let facts = catalogue.challenge
    let capacity = api.context.capacity
    try writeMessages(expects: { (session) throws(StoreError) in try session.expect(ready) }) {
      (session, now, claimed) throws(StoreError) -> Registered in
      // Hardly one registration in a thousand needs one.
      var fresh: Challenge?
      var done = Registered(
        outcome: try session.register(
          ready,
          freshChallenge: { () throws(StoreError) in
            let made = try Challenge.make()
            fresh = made
            return made.hash
          }, now: now))
      if case .stored(let registration, let stored) = done.outcome, stored.needsChallenge, let fresh {
        done.challenge = try fresh.push(
          to: registration, facts, session, capacity: capacity, claimed: &claimed, now: now)
      }
      return done
    } done: { call, done throws(Problem) in
      try call.registered(done)
    }
  }

  private struct Registered: Sendable {
    var outcome: RegistrationOutcome
    var challenge = false
  }

  private func registered(_ done: Registered) throws(Problem) -> HTTPAnswer {
    switch done.outcome {
    case .refused(.wrongSecret): throw stranger("wrong installation secret")
    case .refused(.staleGeneration(let current)):
      var problem = Problem(
        .staleGeneration, "The stored generation is \(current).", field: "/generation")
      problem.generation = current
      throw problem
    case .refused(.generationConflict(let current)):
      var problem = Problem(
        .generationConflict, "Generation \(current) belongs to another token of this installation.",
        field: "/generation")
      problem.generation = current
      throw problem
    case .refused(.accountFull(let limit)):
      throw Problem(.accountFull, "\(limit) installations are bound to this account, and no more may be.")
    case .stored(let registration, let stored):
      return .json(
        JSONWriter.object { out in
          out.member("installation", registration.installation)
          out.member("generation", registration.generation)
          out.member("change", stored.change.rawValue)
          out.member("state", registration.stateName)
          out.member("binding", registration.binding.name)
          if registration.binding == .bound, let account = registration.account {
            out.member(
              "binding_tag",
              api.context.bindingKey.tag(
                tenant: registration.tenant, account: account, installation: registration.installation,
                generation: registration.generation))
          }
          if done.challenge { out.member("challenge_sent", true) }
        })
    }
  }

  // MARK: The body

  private static func request(
    _ body: borrowing JSONObject, app: String, _ catalogue: ClassCatalogue, hasTicket: Bool
  ) throws(Problem) -> RegistrationRequest {
    var request = RegistrationRequest()
    let named = try body.required("app")
    guard try named.text(256) == app else {
      throw named.problem(.wrongApp, "This server serves another app.")
    }
    let platform = try body.required("platform")
    request.platform = try platform.word(DevicePlatform.allCases.map(\.name)) { DevicePlatform(name: $0) }
    guard let topic = catalogue.topic(request.platform) else {
      throw platform.problem(
        .invalidValue, "The app is not on \(request.platform.name).",
        hint: "Add the platform under app: in pushwire.yaml.")
    }
    request.topic = topic
    if let given = body.optional("topic"), try given.text(256) != topic {
      throw given.problem(
        .invalidValue, "The app's topic on \(request.platform.name) is another.",
        hint: "It is \(topic), as pushwire.yaml says.")
    }
    try environment(body, &request)
    try token(body, &request)
    request.generation = try body.required("generation").integer(0...largestGeneration)
    if let permission = body.optional("permission") { request.permission = try Permission(permission) }
    request.osVersion = try body.optional("os_version")?.text(64) ?? ""
    request.appVersion = try body.optional("app_version")?.text(64) ?? ""
    request.locale = try body.optional("locale")?.text(64) ?? ""
    request.timeZone = try body.optional("time_zone")?.text(64) ?? ""
    if let replaced = body.optional("replaces_account") {
      guard hasTicket else {
        throw replaced.problem(.invalidValue, "Without a ticket no account can be replaced.")
      }
      request.replacesAccount = try replaced.text(1, 256)
    }
    if let predecessor = body.optional("predecessor_secret") {
      let text = try predecessor.text(256)
      var secret = text
      guard secret.withUTF8({ InstallationSecret.isValid($0) }) else {
        throw predecessor.problem(
          .invalidValue, "An installation secret is 32 to 256 characters of base64url.")
      }
      request.predecessorSecretHash = try InstallationSecret.hash(text)
    }
    if let echo = body.optional("challenge") {
      request.challengeHash = try InstallationSecret.hash(try echo.text(1, 128))
    }
    return request
  }

  /// What a double holds exactly, so that every JSON reader counts the same.
  private static let largestGeneration = 1 << 53

  private static func environment(
    _ body: borrowing JSONObject, _ request: inout RegistrationRequest
  ) throws(Problem) {
    if request.platform == .android, body.optional("environment") == nil {
      request.environment = .production
    } else {
      request.environment = try body.required("environment").word(
        TokenEnvironment.allCases.map(\.name)
      ) { TokenEnvironment(name: $0) }
    }
    request.environmentSource = try body.optional("environment_source")?.text(64) ?? ""
  }

  private static func token(
    _ body: borrowing JSONObject, _ request: inout RegistrationRequest
  ) throws(Problem) {
    if let kind = body.optional("token_kind") {
      request.tokenKind = try kind.word(DeviceTokenKind.allCases.map(\.name)) { DeviceTokenKind(name: $0) }
      if request.tokenKind == .fid, request.platform != .android {
        throw kind.problem(.invalidValue, "Apple's devices have a token, no Firebase installation id.")
      }
    }
    guard let given = body.optional("token") else { return }
    let token = try given.text(1, 4096)
    if request.platform == .android {
      guard token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) else {
        throw given.problem(.invalidValue, "No FCM token has such characters: was it cut or pasted badly?")
      }
      request.token = token
    } else {
      guard token.utf8.count % 2 == 0, token.utf8.allSatisfy(isHex) else {
        throw given.problem(.invalidValue, "An APNs token is sent as hexadecimal digits, two for each byte.")
      }
      // The bytes are the token; one spelling, so that it is found again.
      let hasCapitals = token.utf8.contains { (0x41...0x46).contains($0) }
      request.token = hasCapitals ? token.lowercased() : token
    }
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
