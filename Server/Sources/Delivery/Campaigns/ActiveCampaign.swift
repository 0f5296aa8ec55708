internal import Store

/// One campaign as the runner has it. On the runner's thread alone.
final class ActiveCampaign {
  let row: Int
  var pulse: CampaignPulse
  /// Read when it is needed first, and again when it has begun.
  var task: CampaignTask?
  var cuts: CampaignCuts?
  /// The newest registration when cutting began.
  var lastRow = 0
  var segments: [SegmentWork] = []
  /// Those that are tried again.
  var retries: [ChunkWork] = []
  /// What became of them, on its way to the store, and what is to go there next.
  var retryReport: CampaignProgress?
  var nextRetryReport = CampaignProgress()
  /// A start, or a request for a segment or for retries, is on its way.
  var isStarting = false
  var isTaking = false
  var isTakingRetries = false
  var asksSegmentAt = 0
  var asksRetriesAt = 0
  /// Messages that may be sent of its rate.
  var credit = 0
  var isAskingCredit = false
  var asksCreditAt = 0
  /// Rows of exceptions that were written, and those of lanes that do not move.
  var rows = 0
  var setAside = 0
  /// The pulse does not know it any more.
  var hasEnded = false

  init(_ pulse: CampaignPulse) {
    row = pulse.row
    self.pulse = pulse
  }

  var isRunning: Bool { !hasEnded && (pulse.state == .running || pulse.state == .finishing) }
  /// Nothing of it is here any more.
  var isIdle: Bool {
    segments.isEmpty && retries.isEmpty && retryReport == nil && nextRetryReport.isEmpty
      && !isStarting && !isTaking && !isTakingRetries
  }

  var pace: CampaignPace {
    CampaignPace(
      ratePerSecond: task?.ratePerSecond ?? 0, ramp: task?.ramp ?? CampaignRamp(),
      startedAt: task?.startedAt ?? 0)
  }

  func isOver(at now: Int) -> Bool { task?.deadline.map { now >= $0 } ?? false }

  /// Chunks with something to give out, in order.
  func eachReady(_ body: (ChunkWork) -> Bool) {
    for chunk in retries where !chunk.isDone { guard body(chunk) else { return } }
    for segment in segments where !segment.isClosing {
      for chunk in segment.durable where !chunk.isDone { guard body(chunk) else { return } }
    }
  }

  func wants(_ lane: LaneCode, now: Int) -> Int {
    var wanted = 0
    eachReady {
      wanted += $0.wants(lane, now: now)
      return true
    }
    return wanted
  }

  /// Chunks of its segments that are here.
  var held: Int { segments.reduce(0) { $0 + $1.chunks.count } }
  /// Those of them that have something that was never given out.
  var unsent: Int { segments.reduce(0) { $0 + $1.chunks.count { $0.hasUnsent } } }

  /// Puts what became of retries into the next report; chunks that are done go.
  func collectRetries() {
    nextRetryReport.campaign = row
    for chunk in retries { chunk.report(into: &nextRetryReport) }
    retries.removeAll { $0.isDone }
  }
}
