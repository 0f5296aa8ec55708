/// A request to a Pushwire server, ready to send but for host and secrets.
///
/// Sent with `Content-Type: application/json`, with `Pushwire-Installation-Secret`, and with what
/// ``authorization`` says. See docs/api.md.
public struct ServerCall: Sendable, Equatable {
  public enum Authorization: Sendable, Equatable {
    /// The installation's secret alone.
    case secret
    /// `Authorization: Bearer`, with a fresh ticket of this account from the app's backend.
    case ticket(account: String)
    /// `Pushwire-App`: the publishable id.
    case publishableID(String)
  }

  public var method: String
  /// Begins with `/v1`.
  public var path: String
  public var authorization: Authorization
  /// The JSON body; the predecessor's secret goes in as `predecessor_secret` where ``predecessor`` is set.
  public var body: JSONValue
  public var predecessor: String?

  /// Why a registration cannot be asked for: nobody is signed in, and the profile has no publishable id.
  public struct NeedsAccount: Error, Equatable {}

  /// PUT /v1/installations/{id}.
  public static func register(
    _ call: RegistrationCall, _ launch: Launch, policy: ClientPolicy
  ) throws(NeedsAccount) -> ServerCall {
    let authorization: Authorization
    if let account = call.account {
      authorization = .ticket(account: account)
    } else if let id = policy.publishableID {
      authorization = .publishableID(id)
    } else {
      throw NeedsAccount()
    }
    var body: [String: JSONValue] = [
      "app": .string(policy.app), "platform": launch.platform.json, "generation": .integer(call.generation),
      "permission": permission(call.permission),
    ]
    func put(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { body[name] = .string(text) }
    }
    put("token", call.token?.value)
    put("token_kind", call.token?.kind)
    put("environment", call.token?.environment)
    put("environment_source", call.token?.environmentSource)
    put("os_version", launch.osVersion)
    put("app_version", launch.appVersion)
    put("locale", launch.locale)
    put("time_zone", launch.timeZone)
    put("replaces_account", call.replaces)
    put("challenge", call.challenge)
    return ServerCall(
      method: "PUT", path: "/v1/installations/\(call.installation)", authorization: authorization,
      body: .object(body), predecessor: call.predecessor)
  }

  /// POST /v1/installations/{id}/logout.
  public static func logout(installation: String, generation: Int) -> ServerCall {
    ServerCall(
      method: "POST", path: "/v1/installations/\(installation)/logout", authorization: .secret,
      body: ["generation": .integer(generation)])
  }

  /// POST /v1/installations/{id}/receipts.
  /// - Parameter provenance: where the device stands: simulator, sandbox device, production device, virtual.
  public static func receipts(
    installation: String, _ batch: ReceiptBatch, provenance: String
  ) -> ServerCall {
    let receipts = batch.receipts.map { receipt -> JSONValue in
      var members = receipt.json.object ?? [:]
      members["at"] = .integer(receipt.at)
      members["provenance"] = .string(provenance)
      return .object(members)
    }
    let events = batch.events.map { event -> JSONValue in
      var members = event.json.object ?? [:]
      members["at"] = .integer(event.at)
      return .object(members)
    }
    return ServerCall(
      method: "POST", path: "/v1/installations/\(installation)/receipts", authorization: .secret,
      body: ["receipts": .array(receipts), "events": .array(events)])
  }

  private static func permission(_ permission: Permission) -> JSONValue {
    var members = permission.json.object ?? [:]
    // What only the device decides by.
    members["rationale"] = nil
    return .object(members)
  }
}

extension ServerAnswer {
  /// What an answer means for the device.
  /// - Parameters:
  ///   - status: the HTTP status; nil: there was no answer.
  ///   - retryAfter: the header's seconds.
  public init(status: Int?, retryAfter: Int? = nil, body: JSONValue = .null) {
    self.init()
    self.retryAfter = retryAfter
    code = body["code"].string
    switch status {
    case .some(200..<300):
      outcome = .ok
      generation = body["generation"].integer
      binding = body["binding"].string
      bindingTag = body["binding_tag"].string
    case 409 where body["current_generation"].integer != nil:
      outcome = .stale
      generation = body["current_generation"].integer
    case 401, 403: outcome = .unauthorized
    case nil, 408, 429, .some(500...): outcome = .unreachable
    default: outcome = .refused
    }
  }
}
