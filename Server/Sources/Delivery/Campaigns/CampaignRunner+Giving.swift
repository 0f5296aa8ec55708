internal import Store

/// Gives messages to the lanes, as these have room and campaigns may. On the runner's thread.
extension CampaignRunner {
  func give(now: Int) {
    let running = campaigns.filter { $0.isRunning && $0.task != nil }
    guard !running.isEmpty else { return }
    turn += 1
    for lane in LaneCode.allCases {
      let place = Int(lane.rawValue) & 7
      var waiting = running.filter { $0.wants(lane, now: now) > 0 }
      // Everyone gets the same in a round; who has less leaves the rest to the others.
      while !waiting.isEmpty, allowances[place].free > 0 {
        let share = max(allowances[place].free / waiting.count, 1)
        let first = turn % waiting.count
        var next: [ActiveCampaign] = []
        for offset in waiting.indices {
          let campaign = waiting[(first + offset) % waiting.count]
          let given = give(campaign, lane, upTo: min(share, allowances[place].free), now: now)
          if given > 0, campaign.wants(lane, now: now) > 0 { next.append(campaign) }
        }
        waiting = next
      }
    }
    for campaign in running { askForCredit(campaign, now: now) }
  }

  private func give(_ campaign: ActiveCampaign, _ lane: LaneCode, upTo most: Int, now: Int) -> Int {
    let isPaced = campaign.pace.rate(at: now) != nil
    let wanted = min(most, campaign.wants(lane, now: now), isPaced ? campaign.credit : .max)
    guard wanted > 0 else { return 0 }
    let granted = room.reserve(lane, .bulk, upTo: wanted)
    guard granted > 0 else { return 0 }
    var left = granted
    campaign.eachReady { chunk in
      var batch = ClaimBatch()
      left -= chunk.take(lane, upTo: left, now: now, into: &batch.entries)
      if !batch.entries.isEmpty {
        batch.bytes = chunk.bytes
        offer(batch)
      }
      return left > 0
    }
    if left > 0 { room.release(lane, .bulk, count: left) }
    let given = granted - left
    allowances[Int(lane.rawValue) & 7].gave(given)
    if isPaced { campaign.credit -= given }
    return given
  }

  private func askForCredit(_ campaign: ActiveCampaign, now: Int) {
    guard let rate = campaign.pace.rate(at: now), !campaign.isAskingCredit, now >= campaign.asksCreditAt
    else { return }
    let burst = campaign.pace.burst(at: now)
    let wanted = LaneCode.allCases.reduce(0) { $0 + campaign.wants($1, now: now) }
    let missing = min(wanted, burst) - campaign.credit
    guard missing > 0 else { return }
    campaign.isAskingCredit = true
    let row = campaign.row
    budget.take(campaign: row, wanted: missing, rate: rate, burst: burst, now: now) { [self] granted in
      answer { [self] in
        guard let campaign = self.campaign(row) else { return }
        campaign.isAskingCredit = false
        campaign.credit += granted
        // What grows meanwhile is worth a transaction.
        if granted < missing { campaign.asksCreditAt = clock() + 50 }
      }
    }
  }
}
