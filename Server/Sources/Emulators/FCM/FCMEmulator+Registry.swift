extension FCMEmulator {
  /// Makes a project known, or replaces what was known of it.
  public mutating func register(_ project: FCMProject) { projects[project.id] = project }

  /// Makes a service account known to the OAuth endpoint.
  public mutating func register(_ account: OAuthAccount) { oauth.accounts[account.email] = account }

  /// Makes a registration known, or replaces what was known of it.
  public mutating func register(_ device: FCMDevice) { devices[device.token] = device }

  /// Changes the state of a registration, where it is known.
  public mutating func set(_ state: FCMDevice.State, token: String) {
    devices[token]?.state = state
    // An app that is gone has left its topics.
    if state == .unregistered { topics[token] = nil }
  }

  /// The device goes away or comes back; what waits for it then arrives. `now` in milliseconds.
  public mutating func set(isOnline: Bool, token: String, now: Int64) {
    devices[token]?.isOnline = isOnline
    guard isOnline, let came = inboxes[token]?.connect(now: now) else { return }
    if came.deletion { feeds.add(.deletion(at: now), to: token) }
    for item in came.arrived { feeds.add(.init(item, at: now), to: token) }
  }

  /// The topics of a registration.
  public func topics(of token: String) -> Set<String> { topics[token] ?? [] }

  /// What reached the device, and what waits for it.
  public func inbox(of token: String) -> FCMInbox { inboxes[token] ?? FCMInbox() }

  /// The target's token or installation id in a body, found without reading the JSON; for the log.
  static func token(in body: [UInt8]) -> String? {
    for name in ["\"token\"", "\"fid\""] {
      guard let range = body.firstRange(of: Array(name.utf8)) else { continue }
      let rest = body[range.upperBound...].drop { $0 != UInt8(ascii: "\"") }.dropFirst()
      return String(decoding: rest.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
    return nil
  }
}
