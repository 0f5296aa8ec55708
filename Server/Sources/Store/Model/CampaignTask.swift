/// A campaign as its runner needs it. Times are milliseconds since 1970.
public struct CampaignTask: Sendable, Equatable {
  public var row = 0
  public var tenant = ""
  /// The store's number for the tenant.
  public var tenantNumber: Int32 = 0
  /// Also the notification id.
  public var id = ""
  public var facts = ClassFacts()
  public var state = CampaignState.scheduled
  /// Without its accounts.
  public var audience = CampaignAudience()
  /// Its accounts have rows of their own.
  public var hasAccounts = false
  public var parameters: [UInt8] = []
  public var way = CampaignWay.direct
  public var ratePerSecond = 0
  public var ramp = CampaignRamp()
  public var startsAt = 0
  public var startedAt: Int?
  /// Not after `startsAt`: each message gets one attempt, and the campaign has no end by time.
  public var expiresAt = 0
  /// Registrations after it came later, and do not belong to it.
  public var lastRow = 0
  public var total = 0
  public init() {}

  /// Nothing of it is sent any more from then on; nil: never by time.
  public var deadline: Int? { expiresAt > startsAt ? expiresAt : nil }
}

/// What is polled of a campaign.
public struct CampaignPulse: Sendable, Equatable {
  public var row: Int
  public var state: CampaignState
  public var startsAt: Int
  /// When the first of those that are tried again is due; nil: none waits.
  public var nextRetryAt: Int?
  public init(row: Int, state: CampaignState, startsAt: Int, nextRetryAt: Int? = nil) {
    self.row = row
    self.state = state
    self.startsAt = startsAt
    self.nextRetryAt = nextRetryAt
  }
}

/// A part of a campaign under a node's lease.
public struct CampaignSegment: Sendable, Equatable {
  public var row = 0
  public var campaign = 0
  /// The registrations before it.
  public var end = 0
  /// All rows before it are done.
  public var checkpoint = 0
  /// Rows before it may have been sent to already, by a node that did not come back.
  public var reach = 0
  public var node = 0
  /// When the lease ends; its name too.
  public var until = 0
  public init() {}
}

/// Registrations after a checkpoint, judged.
public struct CampaignChunk: Sendable {
  /// Those to send to. `message` is the place in it.
  public var batch = ClaimBatch()
  public var suppressed: [Suppression: Int] = [:]
  /// All rows before it were looked at.
  public var next = 0
  public init() {}
}

/// Where a campaign's audience can be cut.
public struct CampaignCuts: Sendable, Equatable {
  /// Rows at which a segment begins, after the first.
  public var rows: [Int] = []
  /// Registrations that the audience fits.
  public var total = 0
  /// Since the last cut.
  public var sinceCut = 0
  /// All rows before it were looked at.
  public var next = 0
  public init() {}
}

/// A registration that did not take its message: to be tried again, or ended so.
public struct CampaignException: Sendable, Equatable {
  public var registration = 0
  public var lane: LaneCode?
  /// `queued`: to be tried again at `dueAt`; `leased`: still under way, until then.
  public var state = MessageState.queued
  public var dueAt = 0
  public var attempts = 0
  public var wasUnanswered = false
  public var httpStatus = 0
  public var at = 0
  public var verdict = ""
  public var reason = ""
  /// As it was taken; nil: it is new.
  public var lease: Int?
  public init() {}
}

/// What a node did of a campaign, stored in one piece: counts, exceptions and the checkpoint they belong to.
public struct CampaignProgress: Sendable, Equatable {
  /// One counter with what the daily roll-up needs.
  public struct Tally: Hashable, Sendable {
    public var kind: String
    public var reason: String
    /// The verdict's code, where there is one.
    public var verdict: String
    public var lane: LaneCode?
    public init(kind: String, reason: String = "", verdict: String = "", lane: LaneCode? = nil) {
      self.kind = kind
      self.reason = reason
      self.verdict = verdict
      self.lane = lane
    }
  }

  public var campaign = 0
  /// With its new checkpoint and reach, and the lease as it was taken; nil: only exceptions were worked on.
  public var segment: CampaignSegment?
  /// The lease goes on until then; 0: the segment is given back.
  public var until = 0
  public var isSegmentDone = false
  /// Without those of `exceptions`.
  public var counts: [Tally: Int] = [:]
  public var exceptions: [CampaignException] = []
  /// Silent messages that were sent: they count against the budget of these registrations.
  public var silentSends: [Int] = []
  public init() {}
}

/// What became of ``CampaignProgress``.
public struct CampaignKept: Sendable, Equatable {
  /// How the campaign stands now.
  public var state: CampaignState
  /// False: another node has the segment by now, and nothing of this was stored.
  public var holdsSegment: Bool
  public init(state: CampaignState, holdsSegment: Bool) {
    self.state = state
    self.holdsSegment = holdsSegment
  }
}
