/// Decides over the registrations of one campaign, as ``SQLAccess/scan(_:from:end:limit:_:)`` reads them.
struct CampaignJudge {
  private let subject: Eligibility.Subject
  private let channel: String?
  private let staleAfter: Int
  private let now: Int
  /// A bit for each number of a lane.
  private var lanes: UInt64 = 0

  /// `exists`: asked of each lane once.
  init(facts: ClassFacts, meansAccount: Bool, staleAfter: Int, now: Int, exists: (LaneCode) -> Bool) {
    subject = Eligibility.Subject(meansAccount: meansAccount, isSilent: facts.isSilent, band: .bulk)
    channel = facts.channel
    self.staleAfter = staleAfter
    self.now = now
    for lane in LaneCode.allCases where exists(lane) { lanes |= 1 << UInt64(lane.rawValue) }
  }

  init(_ task: CampaignTask, _ policy: StorePolicy, now: Int, exists: (LaneCode) -> Bool) {
    self.init(
      facts: task.facts, meansAccount: task.meansAccount, staleAfter: policy.staleAfter, now: now,
      exists: exists)
  }

  func decide(_ row: any SQLStatement) -> Eligibility.Decision {
    var device = SQLSession.device(row, at: 3, channel: channel, readsGate: !subject.isSilent)
    device.isMeantAccount = !row.isNull(8)
    return Eligibility.decide(subject, device, now: now, staleAfter: staleAfter) {
      lanes & (1 << UInt64($0.rawValue)) != 0
    }
  }
}

extension CampaignTask {
  /// Whether it goes to bound accounts only.
  var meansAccount: Bool { hasAccounts || facts.audience == .account }
}

/// Makes the entries of one chunk: what all of them share lies in its bytes once.
struct CampaignEntryMaker {
  private let task: CampaignTask
  private let key: BindingKey?
  private let leaseEndsAt: Int
  private let createdAt: Int
  private let expiresAt: Int
  private var shared: (notification: ByteSlice, tenant: ByteSlice, parameters: ByteSlice)?

  init(_ task: CampaignTask, _ key: BindingKey?, leaseEndsAt: Int, now: Int) {
    self.task = task
    self.key = key
    self.leaseEndsAt = leaseEndsAt
    // One expiration for all of it; where each message gets one attempt, there is none.
    createdAt = task.deadline == nil ? now : task.startedAt ?? now
    expiresAt = task.deadline ?? createdAt
  }

  mutating func add(
    _ row: any SQLStatement, _ lane: LaneCode, _ exception: CampaignException? = nil,
    to batch: inout ClaimBatch
  ) {
    let (notification, tenant, parameters) = texts(&batch)
    var entry = ClaimBatch.Entry(
      message: batch.entries.count, registration: row.int(0), generation: row.int(2), lane: lane, band: .bulk,
      tenant: task.tenantNumber, notificationClass: task.facts.number,
      tokenKind: DeviceTokenKind(rawValue: row.byte(6)) ?? .token, createdAt: createdAt, expiresAt: expiresAt,
      attempts: UInt8(clamping: exception?.attempts ?? 0), leaseEndsAt: leaseEndsAt,
      wasUnanswered: exception?.wasUnanswered ?? false)
    entry.notification = notification
    entry.tenantName = tenant
    entry.parameters = parameters
    entry.token = batch.append(row.utf8(5))
    let installation = row.utf8(1)
    entry.installation = batch.append(installation)
    if task.meansAccount, let key {
      let start = batch.bytes.count
      var name = task.tenant
      let account = row.utf8(8)
      name.withUTF8 {
        key.append(
          tenant: $0, account: account, installation: installation, generation: entry.generation,
          to: &batch.bytes)
      }
      entry.binding = ByteSlice(start: Int32(start), count: Int32(batch.bytes.count - start))
    }
    batch.entries.append(entry)
  }

  private mutating func texts(
    _ batch: inout ClaimBatch
  ) -> (notification: ByteSlice, tenant: ByteSlice, parameters: ByteSlice) {
    if let shared { return shared }
    let made = (
      batch.append(task.id), batch.append(task.tenant),
      task.parameters.withUnsafeBufferPointer { batch.append($0) }
    )
    shared = made
    return made
  }
}
