@testable import Store

/// One install of the app on a device, as it really is, and what of it the server was told.
struct YearDevice {
  // MARK: What is true

  let installation: String
  var platform = DevicePlatform.ios
  /// Deleted installs stay gone; the same hand then has another install.
  var isInstalled = true
  /// The token that the system has for it now.
  var token = ""
  var account: String?
  var isPermitted = true
  /// How often it is opened, in days; 0: never again.
  var habit = 3
  /// The next launch, milliseconds since 1970.
  var nextLaunch = 0
  /// Its app was built for the sandbox and says production until it is updated.
  var isMisbuilt = false
  /// It cannot read its environment.
  var isBlind = false

  // MARK: What it keeps

  var generation = 0
  /// The account that it believes the server has.
  var boundAccount: String?
  /// The token of its last registration.
  var saidToken = ""

  // MARK: What the server was told

  /// It was told this token, and nothing has taken it back.
  var toldToken: String?
  var toldAccount: String?
  var isAmbiguous = false
  var toldPermitted = true
  var toldAt = 0
  /// Quarantined or in dispute: nothing is promised of it, and nothing is sent.
  var isHeld = false

  init(_ installation: String) { self.installation = installation }

  /// The server knows all that is true: then it must be reached.
  func isInStep(_ kind: YearPush, now: Int) -> Bool {
    guard isInstalled, toldToken == token, !isHeld, !isBlind, !isMisbuilt else { return false }
    if kind.isAlert, !(isPermitted && toldPermitted) { return false }
    if kind.isBulk, now - toldAt >= 30 * OutboxStage.day { return false }
    if kind.isPersonal { return account != nil && toldAccount == account && !isAmbiguous }
    return true
  }

  /// The server was told what forbids it: then nothing may be sent.
  func isBarred(_ kind: YearPush, now: Int) -> Bool {
    if toldToken == nil || isHeld || isBlind { return true }
    if kind.isPersonal, toldAccount == nil || isAmbiguous { return true }
    if kind.isAlert, !toldPermitted { return true }
    return kind.isBulk && now - toldAt >= 30 * OutboxStage.day
  }
}

struct YearPush {
  var isPersonal: Bool
  var isAlert: Bool
  var isBulk: Bool
}

/// The providers: which tokens live, and since when the others are known to be dead. Truthful, and as slow
/// as APNs.
struct YearProvider {
  private var alive: Set<String> = []
  /// From then on it is answered dead, milliseconds since 1970.
  private var deadFrom: [String: Int] = [:]

  mutating func issue(_ token: String) {
    alive.insert(token)
    deadFrom[token] = nil
  }

  mutating func kill(_ token: String, noticedAt: Int) {
    alive.remove(token)
    deadFrom[token] = noticedAt
  }

  enum Answer { case accepted, dead(asOf: Int), foreign }

  func answer(_ token: String, isForeign: Bool, now: Int) -> Answer {
    if isForeign { return .foreign }
    if alive.contains(token) { return .accepted }
    guard let from = deadFrom[token], from <= now else { return .accepted }
    return .dead(asOf: from)
  }
}
