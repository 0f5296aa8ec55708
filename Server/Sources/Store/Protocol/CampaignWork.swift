/// The runner's half of campaigns, within a transaction. Times are milliseconds since 1970.
public protocol CampaignWork: AnyObject {
  /// A campaign whose time has come begins: its segments are made, and what registers from now on does not
  /// belong to it. False: it has begun, or may not.
  func startCampaign(_ row: Int, lastRow: Int, cuts: CampaignCuts, now: Int) throws(StoreError) -> Bool
  /// Leases one segment that nobody works on. Nil: there is none; where none is left at all, the campaign
  /// goes on to its next state.
  func takeSegment(campaign: Int, node: Int, until: Int, now: Int) throws(StoreError) -> CampaignSegment?
  /// Stores what was done.
  func keep(_ progress: CampaignProgress, now: Int) throws(StoreError) -> CampaignKept
  /// Leases those of a campaign that are to be tried again, and due.
  func takeExceptions(
    campaign: Int, node: Int, limit: Int, until: Int, now: Int
  ) throws(StoreError) -> [CampaignException]
  /// A node begins anew: what its former self held is free at once. Returns how many segments.
  func giveBackCampaigns(node: Int, now: Int) throws(StoreError) -> Int
}

/// Short reads for the runner.
public protocol CampaignWorkReader: AnyObject {
  /// Campaigns that have not ended.
  func campaignPulses() throws(StoreError) -> [CampaignPulse]
  func campaignTask(_ row: Int) throws(StoreError) -> CampaignTask?
  /// The newest registration's row; 0: there is none.
  func lastRegistration() throws(StoreError) -> Int
  /// Counts the registrations that a campaign's audience fits, `limit` rows from `cuts.next` on, up to and
  /// with the row `last`, and notes where segments of `size` end. True: there is more to look at.
  func cut(
    _ task: CampaignTask, last: Int, size: Int, limit: Int, into cuts: inout CampaignCuts
  ) throws(StoreError) -> Bool
  /// Judges up to `limit` registrations of the audience from the row `from` on, before the row `end`.
  ///
  /// - Parameters:
  ///   - policy: staleness and the silent budget.
  ///   - leaseEndsAt: the entries' lease.
  func chunk(
    _ task: CampaignTask, from: Int, end: Int, limit: Int, policy: StorePolicy, leaseEndsAt: Int,
    exists: (LaneCode) -> Bool, now: Int
  ) throws(StoreError) -> CampaignChunk
  /// The same for registrations that are tried again. Those that are gone are suppressed too; `placed` tells
  /// of each entry which of `exceptions` it is, and `refused` why each of the others is not sent to.
  func chunk(
    _ task: CampaignTask, _ exceptions: [CampaignException], policy: StorePolicy, leaseEndsAt: Int,
    exists: (LaneCode) -> Bool, now: Int
  ) throws(StoreError) -> (batch: ClaimBatch, placed: [Int], refused: [(place: Int, why: Suppression)])
}
