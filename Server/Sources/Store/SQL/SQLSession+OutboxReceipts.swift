/// What devices report.
extension SQLSession {
  func receive(_ batch: ReceiptBatch, now: Int) throws(StoreError) -> ReceiptOutcome {
    let select = try connection.statement(
      """
      SELECT id, tenant, secret_hash, platform, os_version, app_version FROM registrations WHERE installation=?1
      """)
    select.set(1, batch.installation)
    guard try select.next() else { return .unknownInstallation }
    let device = ReportingDevice(
      registration: select.int(0), tenant: select.int32(1), installation: batch.installation,
      platform: DevicePlatform(rawValue: select.byte(3)), osVersion: select.text(4),
      appVersion: select.text(5))
    let isRight = Self.isEqual(select.blob(2), batch.secretHash)
    select.reset()
    guard isRight else { return .wrongSecret }
    var stored = 0
    var repeated = 0
    var unknown = 0
    for receipt in batch.receipts {
      guard let message = try sent(receipt.notification, to: device) else {
        switch try receiveOfCampaign(receipt, device) {
        case .counted: stored += 1
        case .repeated: repeated += 1
        case nil: unknown += 1
        }
        continue
      }
      if try insert(receipt, message, now: now) {
        stored += 1
        count(receipt, message, device, now: now)
        if receipt.kind == .opened { try announceOpened(receipt, message, device, now: now) }
      } else {
        repeated += 1
      }
    }
    for event in batch.events {
      if try insert(event, device, now: now) {
        stored += 1
        countSegment(RollupMetric.eventPrefix + event.kind.rawValue, className: "", device, now: now)
      } else {
        repeated += 1
      }
    }
    return .stored(new: stored, repeated: repeated, unknown: unknown)
  }

  struct ReportingDevice {
    var registration: Int
    var tenant: Int32
    var installation: String
    var platform: DevicePlatform?
    var osVersion: String
    var appVersion: String
  }

  struct SentMessage {
    var row: Int
    var number: Int32
    var tenant: Int32
    var createdAt: Int
  }

  /// In a time that does not tell how much of it is right.
  static func isEqual(_ stored: UnsafeBufferPointer<UInt8>, _ given: [UInt8]) -> Bool {
    guard stored.count == given.count, !given.isEmpty else { return false }
    var difference: UInt8 = 0
    for place in given.indices { difference |= stored[place] ^ given[place] }
    return difference == 0
  }

  /// The message of a notification for this installation, if it may have been sent to it. Its tenant may
  /// have been another then: the last one by this name counts.
  private func sent(_ notification: String, to device: ReportingDevice) throws(StoreError) -> SentMessage? {
    let present = try connection.statement(
      """
      SELECT m.id, n.class, n.tenant, n.accepted_at, n.not_before, m.state, m.due, m.attempts, m.lost_leases,
        m.unanswered
      FROM notifications n JOIN messages m INDEXED BY messages_registration
        ON m.registration=?3 AND m.id>=n.first_message AND m.id<n.first_message+n.messages
      WHERE n.tenant=?1 AND n.key=?2
      """)
    present.set(1, device.tenant)
    present.set(2, notification)
    present.set(3, device.registration)
    if let found = try sent(present) { return found }
    let former = try connection.statement(
      """
      SELECT m.id, n.class, n.tenant, n.accepted_at, n.not_before, m.state, m.due, m.attempts, m.lost_leases,
        m.unanswered
      FROM (SELECT * FROM messages WHERE registration=?1 ORDER BY id DESC LIMIT 256) m
        JOIN notifications n ON n.id=m.notification
      WHERE n.key=?2 AND n.tenant<>?3 LIMIT 1
      """)
    former.set(1, device.registration)
    former.set(2, notification)
    former.set(3, device.tenant)
    return try sent(former)
  }

  private func sent(_ select: any SQLStatement) throws(StoreError) -> SentMessage? {
    defer { select.reset() }
    guard try select.next(), Self.machine(select, at: 5).mayHaveBeenSent else { return nil }
    return SentMessage(
      row: select.int(0), number: select.int32(1), tenant: select.int32(2),
      createdAt: max(select.int(3), select.int(4)))
  }

  /// False: it was reported before.
  private func insert(_ receipt: Receipt, _ message: SentMessage, now: Int) throws(StoreError) -> Bool {
    let insert = try connection.statement(
      """
      INSERT OR IGNORE INTO receipts(message, kind, at, received_at, result, milliseconds, provenance)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """)
    insert.set(1, message.row)
    insert.set(2, receipt.kind.rawValue)
    insert.set(3, receipt.at)
    insert.set(4, now)
    insert.set(5, receipt.result.map(Self.short))
    insert.set(6, receipt.milliseconds)
    insert.set(7, receipt.provenance.map(Self.short))
    try insert.run()
    return try connection.changes() == 1
  }

  private func insert(_ event: ClientEvent, _ device: ReportingDevice, now: Int) throws(StoreError) -> Bool {
    let insert = try connection.statement(
      "INSERT OR IGNORE INTO client_events(registration, id, received_at) VALUES(?1, ?2, ?3)")
    insert.set(1, device.registration)
    insert.set(2, event.id)
    insert.set(3, now)
    try insert.run()
    return try connection.changes() == 1
  }

  /// Words of devices are kept as they are, up to a length.
  private static func short(_ text: String) -> String { String(text.prefix(64)) }

  // MARK: Counters

  private static let results: Set<String> = ["new_data", "no_data", "failed", "expired"]

  private func count(_ receipt: Receipt, _ message: SentMessage, _ device: ReportingDevice, now: Int) {
    let name = (try? names.className(message.number)) ?? ""
    countSegment(RollupMetric.receiptPrefix + receipt.kind.rawValue, className: name, device, now: now)
    // By the server's own clock: the devices' are wrong by minutes and years.
    let spent = now - message.createdAt
    switch receipt.kind {
    case .received:
      outbox.tally.add(.received, milliseconds: spent, notificationClass: message.number, now: now)
    case .opened: outbox.tally.add(.opened, milliseconds: spent, notificationClass: message.number, now: now)
    case .completed:
      let result = receipt.result.flatMap { Self.results.contains($0) ? $0 : nil } ?? "other"
      countSegment(RollupMetric.completedPrefix + result, className: name, device, now: now)
    default: break
    }
  }

  private func countSegment(_ metric: String, className: String, _ device: ReportingDevice, now: Int) {
    let hasSegments = settings.policy.hasSegments
    let major = device.osVersion.prefix { $0 != "." }
    outbox.tally.add(
      RollupKey(
        day: now / 86_400_000, metric: metric, className: className, platform: device.platform?.name ?? "",
        osMajor: hasSegments ? String(major.prefix(16)) : "",
        appVersion: hasSegments ? String(device.appVersion.prefix(32)) : ""),
      by: 1)
  }

  private func announceOpened(
    _ receipt: Receipt, _ message: SentMessage, _ device: ReportingDevice, now: Int
  ) throws(StoreError) {
    guard settings.webhookKinds.contains("opened") else { return }
    var facts = WebhookFacts()
    facts.notification = receipt.notification
    facts.installation = device.installation
    facts.className = try names.className(message.number)
    facts.at = receipt.at
    try announce("opened", tenant: message.tenant, facts, now: now)
  }
}
