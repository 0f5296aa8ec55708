extension APNsEmulator {
  /// Makes a signing key known.
  public mutating func register(_ key: APNsKey) { desk.register(key) }

  /// Ends a key: its tokens are refused from now on, on open connections too.
  public mutating func revoke(keyID: String) { desk.revoke(keyID) }

  /// Makes a token known, or replaces what was known of it. One of the other environment is not taken.
  public mutating func register(_ device: APNsDevice) {
    guard device.environment == environment else { return }
    devices[device.token] = device
  }

  /// Changes the state of a token, where it is known.
  public mutating func set(_ state: APNsDevice.State, token: String) {
    devices[token.lowercased()]?.state = state
  }

  /// The device goes away or comes back; what waits for it then arrives. `now` in milliseconds.
  public mutating func set(isOnline: Bool, token: String, now: Int64) {
    let token = token.lowercased()
    devices[token]?.isOnline = isOnline
    guard isOnline, let came = inboxes[token]?.connect(now: now) else { return }
    for item in came { feeds.add(.init(item, server, at: now), to: token) }
  }

  var server: EmulatedServer { environment == .sandbox ? .apnsSandbox : .apnsProduction }

  /// What reached the device, and what waits for it.
  public func inbox(of token: String) -> DeviceInbox { inboxes[token.lowercased()] ?? DeviceInbox() }

  /// The refusals on a connection that has to end because of them, by `rules.refusalLimit`. 410 does not
  /// count, and neither does what the server itself could not do.
  func endsConnection(_ answer: EmulatedAnswer, _ connection: inout APNsConnection) -> Bool {
    guard let limit = rules.refusalLimit, (400..<500).contains(answer.status), answer.status != 410 else {
      return false
    }
    connection.refusals += 1
    return connection.refusals >= limit
  }
}
