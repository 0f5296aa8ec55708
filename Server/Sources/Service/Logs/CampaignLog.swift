internal import Delivery

/// What the runner of campaigns tells, in the server's log.
enum CampaignLog {
  static func write(_ event: CampaignEvent, _ log: ServerLog) {
    switch event {
    case .started(let campaign, let devices):
      log.write(.info, "campaign.started", ["campaign": .text(campaign), "devices": .number(devices)])
    case .left(let row): log.write(.info, "campaign.left", ["row": .number(row)])
    case .segmentLost(let row): log.write(.warning, "campaign.segment_lost", ["segment": .number(row)])
    case .unreadable(let why): log.write(.error, "campaign.unreadable", ["why": .text(why)])
    }
  }
}
