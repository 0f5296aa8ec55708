/// Campaigns, as people and the API act on them; the runner's half is in ``CampaignWork``.
public protocol CampaignSession: AnyObject {
  /// - Parameter most: devices that a direct campaign may have.
  func createCampaign(
    _ request: CampaignRequest, most: Int, now: Int
  ) throws(StoreError) -> CampaignOutcome
  /// Nil: there is no such campaign. A state that cannot follow changes nothing; the present one is returned.
  func setCampaign(
    tenant: String, id: String, to state: CampaignState, why: String, now: Int
  ) throws(StoreError) -> CampaignState?
}

/// The reading half. `tenant` nil: any.
public protocol CampaignReader: AnyObject {
  func campaign(tenant: String?, id: String) throws(StoreError) -> CampaignView?
  /// Newest first, after the row `before`.
  func campaigns(tenant: String?, before: Int?, limit: Int) throws(StoreError) -> [CampaignView]
  /// Counts, and stores nothing. One short read a call: begin with `after` 0, and go on with the returned row
  /// until it is nil, adding up.
  ///
  /// - Parameter staleAfter: milliseconds; unseen for so long, an installation gets no bulk.
  func foresee(
    _ request: CampaignRequest, after row: Int, limit: Int, staleAfter: Int, exists: (LaneCode) -> Bool,
    now: Int, into forecast: inout CampaignForecast
  ) throws(StoreError) -> Int?
  /// What became of an installation in the last campaigns that it may belong to, newest first. What is said
  /// of it now is judged now.
  func campaignTraces(
    tenant: String?, installation: String, limit: Int, staleAfter: Int, exists: (LaneCode) -> Bool, now: Int
  ) throws(StoreError) -> [CampaignTrace]
}
