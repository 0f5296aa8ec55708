import PushClient

/// What the app shows of the server's data: a version for each silent class that says what it fetches. Nothing but
/// the core's commands makes the device fetch.
struct WalkData {
  private(set) var versions: [String: Int] = [:]

  func version(_ key: String) -> Int { versions[key, default: 0] }
  mutating func change(_ key: String) { versions[key, default: 0] += 1 }
  mutating func take(_ key: String, from server: WalkData) { versions[key] = server.version(key) }
}

extension Walk {
  /// Nil: nobody's. The data of a class for an account is another for each.
  func dataKey(_ name: String, _ account: WalkAccount?) -> String? {
    guard let policy = setup.policy.classes[name], policy.reconcile != nil else { return nil }
    guard policy.audience == .account else { return name }
    return account.map { "\(name) \($0)" }
  }

  /// Something changes on the server, whether a push tells of it or not.
  func changeData() {
    guard let name = random.any(silentClasses) else { return }
    let account = random.chance(2, of: 3) ? device.account : WalkAccount(random.pick(WalkSetup.accounts))
    if let key = dataKey(name, account) { server.data.change(key) }
  }

  var silentClasses: [String] { setup.policy.classes.filter { $1.kind == .silent }.keys.sorted() }

  /// The app fetches, where there is a network.
  func fetch(_ name: String) {
    guard device.isOnline, let key = dataKey(name, device.account) else { return }
    count("fetched")
    device.data.take(key, from: server.data)
  }

  /// After a launch with a network the device has what the server has.
  func checkData() throws {
    for name in silentClasses {
      guard let key = dataKey(name, device.account) else { continue }
      if setup.policy.classes[name]?.audience == .account, state.account.binding != .bound { continue }
      try require(
        device.data.version(key) == server.data.version(key),
        "\(key) is \(device.data.version(key)), on the server \(server.data.version(key))")
    }
  }
}
