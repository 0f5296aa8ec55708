internal import Bytes

/// A registration as a row, and back.
enum RegistrationRow {
  static let day = 86_400_000

  /// The place of each column of `SELECT *`. The table's order; later columns are added at its end.
  private enum Column {
    static let id: Int32 = 0
    static let tenant: Int32 = 1
    static let installation: Int32 = 2
    static let platform: Int32 = 3
    static let environment: Int32 = 4
    static let environmentSource: Int32 = 5
    static let topic: Int32 = 6
    static let token: Int32 = 7
    static let tokenKind: Int32 = 8
    static let generation: Int32 = 10
    static let account: Int32 = 11
    static let binding: Int32 = 12
    static let permission: Int32 = 13
    static let osVersion: Int32 = 14
    static let appVersion: Int32 = 15
    static let locale: Int32 = 16
    static let timeZone: Int32 = 17
    static let createdAt: Int32 = 18
    static let confirmedAt: Int32 = 19
    static let holdKind: Int32 = 21
    static let holdReason: Int32 = 22
    static let holdSince: Int32 = 23
    static let secretHash: Int32 = 24
    static let challengeHash: Int32 = 25
    static let challengeUntil: Int32 = 26
    static let provedAt: Int32 = 27
  }

  /// The row that `row` stands on, without the name of its tenant.
  static func read(_ row: any SQLStatement) -> (registration: Registration, tenant: Int32) {
    var read = Registration()
    read.row = row.int(Column.id)
    read.installation = row.text(Column.installation)
    // Numbers that this version does not know are taken for the harmless ones.
    read.platform = DevicePlatform(rawValue: row.byte(Column.platform)) ?? .ios
    read.environment = TokenEnvironment(rawValue: row.byte(Column.environment)) ?? .unknown
    read.environmentSource = row.text(Column.environmentSource)
    read.topic = row.text(Column.topic)
    read.token = row.optionalText(Column.token)
    read.tokenKind = DeviceTokenKind(rawValue: row.byte(Column.tokenKind)) ?? .token
    read.generation = row.int(Column.generation)
    read.account = row.optionalText(Column.account)
    read.binding = BindingState(rawValue: row.byte(Column.binding)) ?? .ambiguous
    if !row.isNull(Column.permission) { read.permission = PermissionText.decode(row.utf8(Column.permission)) }
    read.osVersion = row.text(Column.osVersion)
    read.appVersion = row.text(Column.appVersion)
    read.locale = row.text(Column.locale)
    read.timeZone = row.text(Column.timeZone)
    read.createdAt = row.int(Column.createdAt)
    read.lastConfirmedAt = row.int(Column.confirmedAt)
    if !row.isNull(Column.holdKind) {
      read.hold = .init(
        kind: .init(rawValue: row.byte(Column.holdKind)) ?? .quarantined, reason: row.text(Column.holdReason),
        since: row.int(Column.holdSince))
    }
    read.secretHash = row.bytes(Column.secretHash)
    read.challengeHash = row.optionalBytes(Column.challengeHash)
    read.challengeUntil = row.int(Column.challengeUntil)
    read.provedAt = row.int(Column.provedAt)
    return (read, row.int32(Column.tenant))
  }

  /// Sets parameters 1 to 27 as ``insert`` and ``update`` want them.
  static func set(_ registration: Registration, tenant: Int32, on statement: any SQLStatement) {
    statement.set(1, tenant)
    statement.set(2, registration.installation)
    statement.set(3, registration.platform.rawValue)
    statement.set(4, registration.environment.rawValue)
    statement.set(5, registration.environmentSource)
    statement.set(6, registration.topic)
    statement.set(7, registration.token)
    statement.set(8, registration.tokenKind.rawValue)
    statement.set(
      9, registration.token.map { hash(registration.platform, registration.environment, $0) })
    statement.set(10, registration.generation)
    statement.set(11, registration.account)
    statement.set(12, registration.binding.rawValue)
    setFacts(registration, on: statement, from: 13)
    statement.set(18, registration.createdAt)
    statement.set(19, registration.lastConfirmedAt)
    statement.set(20, registration.lastConfirmedAt / day)
    if let hold = registration.hold {
      statement.set(21, hold.kind.rawValue)
      statement.set(22, hold.reason)
      statement.set(23, hold.since)
    } else {
      for index: Int32 in 21...23 { statement.setNull(index) }
    }
    statement.set(24, blob: registration.secretHash)
    statement.set(25, blob: registration.challengeHash)
    statement.set(26, registration.challengeUntil)
    statement.set(27, registration.provedAt)
  }

  /// Five parameters: what a device says of itself beside its token.
  static func setFacts(_ registration: Registration, on statement: any SQLStatement, from first: Int32) {
    if let permission = registration.permission {
      statement.set(first, text: PermissionText.encode(permission))
    } else {
      statement.setNull(first)
    }
    statement.set(first + 1, registration.osVersion)
    statement.set(first + 2, registration.appVersion)
    statement.set(first + 3, registration.locale)
    statement.set(first + 4, registration.timeZone)
  }

  static let insert: StaticString = """
    INSERT INTO registrations(
      tenant, installation, platform, environment, environment_source, topic, token, token_kind, token_hash,
      generation, account, binding, permission, os_version, app_version, locale, time_zone, created_at,
      confirmed_at, confirmed_day, hold_kind, hold_reason, hold_since, secret_hash, challenge_hash,
      challenge_until, proved_at)
    VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21,
      ?22, ?23, ?24, ?25, ?26, ?27) RETURNING id
    """

  /// Of the row ?28. What never changes is left out, so that its indexes are not touched.
  static let update: StaticString = """
    UPDATE registrations SET
      tenant=?1, platform=?3, environment=?4, environment_source=?5, topic=?6, token=?7, token_kind=?8,
      token_hash=?9, generation=?10, account=?11, binding=?12, permission=?13, os_version=?14, app_version=?15,
      locale=?16, time_zone=?17, confirmed_at=?19, confirmed_day=?20, hold_kind=?21, hold_reason=?22,
      hold_since=?23, challenge_hash=?25, challenge_until=?26, proved_at=?27
    WHERE id=?28
    """

  /// What a token is found by. Two tokens may share one: the text is compared as well.
  static func hash(_ platform: DevicePlatform, _ environment: TokenEnvironment, _ token: String) -> Int {
    // No secret: it spreads, and is the same in every process.
    var state = SipHash128(key: 0x7075_7368_7769_7265, 0x746f_6b65_6e73)
    state.update(UInt64(platform.rawValue) << 8 | UInt64(environment.rawValue))
    var token = token
    token.withUTF8 { state.update($0) }
    return Int(truncatingIfNeeded: state.finish().low)
  }
}
