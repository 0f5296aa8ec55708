internal import Store

/// Campaigns whose audience is an FCM topic or condition: one notification, which goes the usual way. Their
/// counts are of that one message.
extension CampaignRunner {
  /// Stores the notification and starts the campaign, in one transaction.
  func startTopic(_ campaign: ActiveCampaign, _ task: CampaignTask) {
    guard !campaign.isStarting else { return }
    var request = NotificationRequest()
    request.tenant = task.tenant
    request.id = task.id
    request.digest = Array("campaign".utf8)
    if let condition = task.audience.condition {
      request.target = .condition(condition)
    } else {
      request.target = .topic(task.audience.topic ?? "")
    }
    request.facts = task.facts
    request.band = .bulk
    request.parameters = task.parameters
    request.timeToLive = task.deadline.map { max(($0 - clock()) / 1000, 1) } ?? 0
    campaign.isStarting = true
    let row = campaign.row
    let made = request
    let lanes = WaitingLanes(room: room)
    submit({ (session, now) throws(StoreError) -> AcceptOutcome in
      var claimed = ClaimBatch()
      let outcome = try session.accept(made, capacity: lanes, claimed: &claimed, now: now)
      switch outcome {
      case .accepted, .repeated:
        var cuts = CampaignCuts()
        cuts.total = 1
        _ = try session.startCampaign(row, lastRow: 0, cuts: cuts, now: now)
      case .conflict:
        _ = try session.setCampaign(
          tenant: made.tenant, id: made.id, to: .failed, why: "another notification has this id", now: now)
      case .overloaded: break
      }
      return outcome
    }) { [weak self] outcome in
      guard let self, let campaign = self.campaign(row) else { return }
      campaign.isStarting = false
      campaign.task = nil
      switch outcome {
      case .accepted, .repeated:
        noticed(.android)
        tell(.started(campaign: task.id, devices: 1))
      case .overloaded, .conflict, nil: campaign.asksSegmentAt = clock() + configuration.poll
      }
      nudge()
    }
  }

  /// Once the message has ended, so has the campaign.
  func watchTopic(_ campaign: ActiveCampaign, _ task: CampaignTask, now: Int) {
    guard campaign.retryReport == nil, now >= campaign.asksSegmentAt else { return }
    campaign.asksSegmentAt = now + configuration.poll
    let view = read { reader throws(StoreError) in
      try reader.notification(tenant: task.tenant, id: task.id, after: 0, limit: 1)
    }
    guard let message = (view ?? nil)?.messages.first, message.state.hasEnded else { return }
    campaign.nextRetryReport.campaign = campaign.row
    let state = message.state == .dead ? MessageState.failed : message.state
    campaign.nextRetryReport.counts[
      .init(kind: state.name, reason: state == .accepted ? "" : message.reason), default: 0] = 1
  }
}

/// Nothing is leased at birth: the lane claims it.
private struct WaitingLanes: LaneCapacity {
  let room: LaneRoom
  func reserve(_ lane: LaneCode, _ band: Band) -> Bool { false }
  func release(_ lane: LaneCode, _ band: Band) {}
  func exists(_ lane: LaneCode) -> Bool { room.exists(lane) }
}
