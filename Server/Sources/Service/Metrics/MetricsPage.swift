internal import Delivery
internal import Feed
internal import Store

/// Everything that `/metrics` shows. No account and no token is ever a label.
struct MetricsPage {
  var own: ServiceMetrics
  var delivery: DeliverySnapshot
  var writer: WriterCounters
  var health: StoreHealth
  var depths: [OutboxDepth]
  var fleet: [FleetCount]
  var alarms: [(platform: String, measure: FleetWatch.Measure)]
  var platforms: [String]
  /// Counters of today.
  var today: [(key: RollupKey, count: Int)]
  var campaigns: [CampaignView] = []
  /// Milliseconds since 1970.
  var now: Int
  /// Nil: due work comes from the store alone.
  var feed: FeedSnapshot?

  func text() -> [UInt8] {
    var text = MetricsText()
    own.write(&text)
    lanes(&text)
    outbox(&text)
    store(&text)
    Self.write(feed, &text)
    installations(&text)
    CampaignPage(views: campaigns).write(&text)
    alarms(&text)
    DayPage(counts: today).write(&text)
    return text.finish()
  }

  private func lanes(_ text: inout MetricsText) {
    func gauge(_ name: String, _ help: String, _ value: (DeliverySnapshot.Lane) -> Int) {
      text.begin(name, .gauge, help)
      for lane in delivery.lanes { text.value(name, ["lane": lane.code.name], value(lane)) }
    }
    gauge("pushwire_lane_held", "1: nothing is sent until somebody acts.") { $0.heldBy == nil ? 0 : 1 }
    gauge("pushwire_lane_parked", "1: what goes to Apple through FCM waits.") { $0.parkedBy == nil ? 0 : 1 }
    gauge("pushwire_lane_paused_milliseconds", "How long the lane still pauses.") { $0.pausedFor }
    gauge("pushwire_lane_sick", "1: the provider fails or slows us down as a whole.") { $0.isSick ? 1 : 0 }
    gauge("pushwire_lane_braked", "1: too many tokens are bad; none is touched.") { $0.isBraked ? 1 : 0 }
    gauge("pushwire_lane_in_flight", "Requests under way.") { $0.inFlight }
    gauge("pushwire_lane_waiting", "Messages that wait in the lane for another try.") { $0.waiting }
    gauge("pushwire_lane_connections", "Open connections.") { $0.connections }
    text.begin("pushwire_lane_ready", .gauge, "Claimed messages that wait for their turn.")
    for lane in delivery.lanes {
      for (band, count) in zip(Band.allCases, lane.ready) {
        text.value("pushwire_lane_ready", ["lane": lane.code.name, "band": band.name], count)
      }
    }
    text.begin("pushwire_lane_bad_token_share", .gauge, "Bad tokens among the last answers, 0 to 1.")
    for lane in delivery.lanes {
      text.value("pushwire_lane_bad_token_share", ["lane": lane.code.name], lane.badTokenShare)
    }
    text.begin("pushwire_lane_messages_total", .counter, "What became of messages in a lane.")
    for lane in delivery.lanes {
      let counters = lane.counters
      let counts: KeyValuePairs<String, Int> = [
        "accepted": counters.accepted, "rejected": counters.rejected, "failed": counters.failed,
        "unconfirmed": counters.unconfirmed, "expired": counters.expired, "refused": counters.refused,
        "handed_back": counters.handedBack,
      ]
      for (state, count) in counts {
        text.value("pushwire_lane_messages_total", ["lane": lane.code.name, "state": state], count)
      }
    }
    text.begin("pushwire_lane_attempts_total", .counter, "Requests sent to the provider.")
    for lane in delivery.lanes {
      text.value("pushwire_lane_attempts_total", ["lane": lane.code.name], lane.counters.attempts)
    }
  }

  private func outbox(_ text: inout MetricsText) {
    text.begin("pushwire_outbox_waiting", .gauge, "Messages in the outbox that have not ended.")
    for depth in depths {
      text.value(
        "pushwire_outbox_waiting", ["lane": depth.lane.name, "band": depth.band.name], depth.waiting)
    }
    text.begin("pushwire_outbox_oldest_seconds", .gauge, "Since when the oldest of them is due.")
    for depth in depths {
      let age = depth.oldestDueAt.map { max(now - $0, 0) / 1000 } ?? 0
      text.value("pushwire_outbox_oldest_seconds", ["lane": depth.lane.name, "band": depth.band.name], age)
    }
  }

  private func store(_ text: inout MetricsText) {
    text.begin("pushwire_store_working", .gauge, "1: the store takes writes.")
    text.value("pushwire_store_working", [:], health.isWorking ? 1 : 0)
    text.begin("pushwire_store_commits_total", .counter, "Durable transactions.")
    text.value("pushwire_store_commits_total", [:], writer.commits)
    text.begin("pushwire_store_jobs_total", .counter, "Jobs in those transactions.")
    text.value("pushwire_store_jobs_total", [:], writer.jobs)
    text.begin("pushwire_store_jobs_failed_total", .counter, "Jobs that the store did not take.")
    text.value("pushwire_store_jobs_failed_total", [:], writer.failed)
    text.begin("pushwire_store_jobs_refused_total", .counter, "Jobs that found the queue full.")
    text.value("pushwire_store_jobs_refused_total", [:], writer.refused)
    text.begin("pushwire_store_queue", .gauge, "Jobs that wait for the writer.")
    text.value("pushwire_store_queue", [:], writer.queued)
    text.begin("pushwire_store_commit_seconds", .histogram, "How long commits took, syncs included.")
    var seen = 0
    for (index, count) in writer.commitTimes.enumerated() {
      seen += count
      let bound =
        index < WriterCounters.microseconds.count
        ? "\(Double(WriterCounters.microseconds[index]) / 1e6)" : "+Inf"
      text.value("pushwire_store_commit_seconds_bucket", ["le": bound], seen)
    }
    text.value("pushwire_store_commit_seconds_sum", [:], Double(writer.committing) / 1e6)
    text.value("pushwire_store_commit_seconds_count", [:], seen)
  }

  private func installations(_ text: inout MetricsText) {
    text.begin("pushwire_installations", .gauge, "Installations by condition.")
    for count in fleet {
      let values: KeyValuePairs<String, Int> = [
        "with_token": count.withToken, "stale": count.stale, "held": count.held,
        "ambiguous": count.ambiguous, "permitted": count.permitted,
        "confirmed_day": count.confirmedWithinDay, "confirmed_week": count.confirmedWithinWeek,
      ]
      for (state, value) in values {
        text.value(
          "pushwire_installations",
          ["platform": count.platform.name, "environment": count.environment.name, "state": state], value)
      }
    }
  }

  private func alarms(_ text: inout MetricsText) {
    text.begin("pushwire_alarm", .gauge, "1: somebody should look.")
    for platform in platforms {
      for measure in FleetWatch.Measure.allCases {
        let isOn = alarms.contains { $0.platform == platform && $0.measure == measure }
        text.value("pushwire_alarm", ["kind": measure.rawValue, "subject": platform], isOn ? 1 : 0)
      }
    }
    for lane in delivery.lanes {
      text.value(
        "pushwire_alarm", ["kind": "lane_held", "subject": lane.code.name], lane.heldBy == nil ? 0 : 1)
      text.value("pushwire_alarm", ["kind": "token_brake", "subject": lane.code.name], lane.isBraked ? 1 : 0)
    }
    text.value("pushwire_alarm", ["kind": "store", "subject": ""], health.isWorking ? 0 : 1)
  }
}
