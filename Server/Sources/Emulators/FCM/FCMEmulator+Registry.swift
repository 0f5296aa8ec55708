extension FCMEmulator {
  /// Makes a project known, or replaces what was known of it.
  public mutating func register(_ project: FCMProject) { projects[project.id] = project }

  /// Makes a service account known to the OAuth endpoint.
  public mutating func register(_ account: OAuthAccount) { oauth.accounts[account.email] = account }

  /// Makes a registration known, or replaces what was known of it.
  public mutating func register(_ device: FCMDevice) { devices[device.token] = device }

  /// Changes the state of a registration, where it is known.
  public mutating func set(_ state: FCMDevice.State, token: String) { devices[token]?.state = state }

  /// The device goes away or comes back; what waits for it then arrives. `now` in milliseconds.
  public mutating func set(isOnline: Bool, token: String, now: Int64) {
    devices[token]?.isOnline = isOnline
    if isOnline { inboxes[token]?.connect(now: now) }
  }

  /// What reached the device, and what waits for it.
  public func inbox(of token: String) -> FCMInbox { inboxes[token] ?? FCMInbox() }
}
