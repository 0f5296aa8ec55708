import PushClient

/// What the server does with a device's requests: the rules of docs/registrations.md, for one tenant.
struct WalkServer {
  struct Registration {
    var generation = 0
    var token: String?
    var environment = ""
    var account: WalkAccount?
    var binding = "unbound"
    var isHeld = false
    var challenge: String?
    var permission = JSONValue.null
  }

  private(set) var registrations: [String: Registration] = [:]
  /// Receipts and events that are stored, as their texts.
  private(set) var stored: Set<String> = []
  /// What the app fetches.
  var data = WalkData()
  private var challenges = 0
  /// Challenges to push: token and challenge.
  var duePushes: [(token: String, challenge: String)] = []

  /// The binding tag: here a hash without a key.
  static func tag(_ account: WalkAccount, _ installation: String, _ generation: Int) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(account)|\(installation)|\(generation)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }

  /// PUT /v1/installations/{id}.
  /// - Parameters:
  ///   - account: the ticket's; nil: the publishable id.
  ///   - hasPredecessorSecret: the body has the secret of this installation.
  mutating func register(
    _ installation: String, _ body: JSONValue, account: WalkAccount?, predecessor: String?
  ) -> (status: Int, body: JSONValue) {
    let existing = registrations[installation]
    let said = body["generation"].integer ?? 0
    let token = body["token"].string
    var made = existing ?? Registration()
    if let existing {
      if said < existing.generation { return conflict("stale_generation", existing.generation) }
      if said == existing.generation, let stored = existing.token, let token, stored != token {
        return conflict("generation_conflict", existing.generation)
      }
    }
    bind(account, replaces: WalkAccount(body["replaces_account"].string), said: said, existing, &made)
    if let token {
      if made.token != token { (made.isHeld, made.challenge) = (false, nil) }
      made.token = token
      made.environment = body["environment"].string ?? ""
      settle(installation, token, account, predecessor, body["challenge"].string, &made)
    }
    if body["permission"].object != nil { made.permission = body["permission"] }
    made.generation = said
    registrations[installation] = made
    return (200, answer(installation, made))
  }

  private func conflict(_ code: String, _ generation: Int) -> (status: Int, body: JSONValue) {
    (409, ["code": .string(code), "current_generation": .integer(generation)])
  }

  private func answer(_ installation: String, _ made: Registration) -> JSONValue {
    var members: [String: JSONValue] = [
      "installation": .string(installation), "generation": .integer(made.generation),
      "binding": .string(made.binding),
    ]
    if made.binding == "bound", let account = made.account {
      members["binding_tag"] = .string(Self.tag(account, installation, made.generation))
    }
    return .object(members)
  }

  private func bind(
    _ account: WalkAccount?, replaces: WalkAccount?, said: Int, _ existing: Registration?,
    _ made: inout Registration
  ) {
    guard let account else { return }
    guard let existing, existing.binding != "unbound", let bound = existing.account else {
      (made.account, made.binding) = (account, "bound")
      return
    }
    if existing.binding == "bound", bound == account { return }
    if let replaces, replaces == bound, said == existing.generation {
      (made.account, made.binding) = (account, "bound")
    } else {
      made.binding = "ambiguous"
    }
  }

  /// Who has the token.
  private mutating func settle(
    _ installation: String, _ token: String, _ account: WalkAccount?, _ predecessor: String?, _ echo: String?,
    _ made: inout Registration
  ) {
    var rivals: [String] = []
    for (id, holder) in registrations where id != installation && holder.token == token {
      let isEcho = echo != nil && (echo == made.challenge || echo == holder.challenge)
      let isProved =
        holder.binding == "unbound" || account != nil && account == holder.account || predecessor == id
        || isEcho
      if isProved {
        registrations[id] = Registration(generation: holder.generation, permission: holder.permission)
      } else {
        rivals.append(id)
      }
    }
    guard !rivals.isEmpty else {
      (made.isHeld, made.challenge) = (false, nil)
      return
    }
    if made.challenge == nil {
      challenges += 1
      made.challenge = "challenge-\(challenges)"
      duePushes.append((token, "challenge-\(challenges)"))
    }
    made.isHeld = true
    for id in rivals { registrations[id]?.isHeld = true }
  }

  /// POST /v1/installations/{id}/logout.
  mutating func logout(_ installation: String, _ body: JSONValue) -> (status: Int, body: JSONValue) {
    // Which of the two it is would tell a stranger what is registered.
    guard var existing = registrations[installation] else { return (401, ["code": "unauthenticated"]) }
    let said = body["generation"].integer ?? existing.generation
    let isOut = existing.token == nil && existing.account == nil
    if isOut, said >= existing.generation - 1, said <= existing.generation {
      return (200, answer(installation, existing))
    }
    guard said >= existing.generation else { return conflict("stale_generation", existing.generation) }
    existing = Registration(generation: said + 1, permission: existing.permission)
    registrations[installation] = existing
    return (200, answer(installation, existing))
  }

  /// POST /v1/installations/{id}/receipts.
  mutating func receive(_ installation: String, _ batch: ReceiptBatch) -> (status: Int, body: JSONValue) {
    guard registrations[installation] != nil else { return (401, ["code": "unauthenticated"]) }
    guard batch.receipts.allSatisfy(Self.isValid), batch.events.allSatisfy({ Self.isID($0.id) }),
      batch.receipts.count <= 500, batch.events.count <= 500
    else { return (400, ["code": "invalid_value"]) }
    for receipt in batch.receipts { stored.insert(installation + receipt.json.text) }
    for event in batch.events { stored.insert(installation + event.json.text) }
    return (200, ["stored": .integer(batch.receipts.count + batch.events.count)])
  }

  private static let kinds: Set<String> = [
    "received", "completed", "displayed", "suppressed", "duplicate", "opened", "routed", "fell_back",
  ]

  private static func isValid(_ receipt: Receipt) -> Bool {
    isID(receipt.notification) && kinds.contains(receipt.kind)
      && (receipt.result.map { (1...64).contains($0.utf8.count) } ?? true)
      && (receipt.milliseconds.map { (0...86_400_000).contains($0) } ?? true)
  }

  /// 1 to 128 letters, digits and `._~:-`.
  static func isID(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "._~:-".utf8.contains(byte)
        }
      }
  }

  /// The provider says that the token is dead.
  mutating func tokenDied(_ installation: String) {
    registrations[installation]?.token = nil
  }
}
