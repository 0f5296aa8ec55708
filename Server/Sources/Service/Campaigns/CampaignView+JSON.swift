public import Store

extension CampaignView {
  func count(_ kind: String) -> Int {
    counts.reduce(0) { $1.kind == kind ? $0 + $1.count : $0 }
  }

  /// Handed to a provider at least once: it answered, or may have it.
  var sent: Int {
    [CampaignCount.accepted, CampaignCount.rejected, CampaignCount.failed, CampaignCount.unconfirmed]
      .reduce(0) { $0 + count($1) }
  }

  /// Seconds until its end at this rate; nil: not known.
  func secondsLeft(rate: Double?) -> Int? {
    guard !state.hasEnded, let rate, rate > 0 else { return nil }
    let left = (Double(max(total - looked, 0) + waiting) / rate).rounded(.up)
    return Int(exactly: min(left, 1e12))
  }

  /// As `GET /v1/campaigns/{id}` shows it.
  ///
  /// - Parameter rate: devices a second over the last seconds; nil: not known.
  public func json(rate: Double?) -> [UInt8] {
    var writer = JSONWriter()
    write(&writer, rate: rate)
    return writer.bytes
  }

  func write(_ out: inout JSONWriter, rate: Double?) {
    out.object { out in
      out.member("campaign", id)
      out.member("tenant", tenant)
      out.member("class", className)
      out.member("state", state.name)
      out.member("why", present: why)
      out.member("way", way.name)
      out.key("audience")
      audience.write(&out)
      if ratePerSecond > 0 { out.member("rate_per_second", ratePerSecond) }
      if ramp.from > 0 {
        out.object("ramp_up") { out in
          out.member("from", ramp.from)
          out.member("step_seconds", ramp.step)
        }
      }
      out.member("receipt_sampling", receiptSampling)
      out.member("created_at", presentInstant: createdAt)
      out.member("starts_at", presentInstant: startsAt)
      out.member("started_at", presentInstant: startedAt)
      out.member("ended_at", presentInstant: endedAt)
      out.object("progress") { progress(&$0, rate: rate) }
      let receipts = counts.filter { $0.kind.hasPrefix(CampaignCount.receiptPrefix) }
      out.object("receipts") { out in
        for (kind, count) in Self.sums(
          receipts, { String($0.kind.dropFirst(CampaignCount.receiptPrefix.count)) })
        {
          out.key(kind)
          out.value(count)
        }
      }
    }
  }

  private func progress(_ out: inout JSONWriter, rate: Double?) {
    out.member("total", total)
    out.member("looked_at", looked)
    out.member("sent", sent)
    out.member("accepted", count(CampaignCount.accepted))
    out.member("rejected", count(CampaignCount.rejected))
    reasons("rejected_by", CampaignCount.rejected, &out)
    out.member("suppressed", count(CampaignCount.suppressed))
    reasons("suppressed_by", CampaignCount.suppressed, &out)
    out.member("failed", count(CampaignCount.failed))
    reasons("failed_by", CampaignCount.failed, &out)
    out.member("expired", count(CampaignCount.expired))
    out.member("unconfirmed", count(CampaignCount.unconfirmed))
    out.member("gone", count(CampaignCount.gone))
    out.member("repeated", count(CampaignCount.repeated))
    out.member("waiting", waiting)
    if let rate, let whole = Int(exactly: min(rate, 1e12).rounded()) { out.member("rate", whole) }
    if let left = secondsLeft(rate: rate) { out.member("seconds_left", left) }
  }

  private func reasons(_ name: StaticString, _ kind: String, _ out: inout JSONWriter) {
    out.object(name) { out in
      let own = counts.filter { $0.kind == kind && !$0.reason.isEmpty }
      for (reason, count) in Self.sums(own, \.reason) {
        out.key(reason)
        out.value(count)
      }
    }
  }

  private static func sums(
    _ counts: [CampaignCount], _ name: (CampaignCount) -> String
  ) -> [(String, Int)] {
    var sums: [String: Int] = [:]
    for count in counts { sums[name(count), default: 0] += count.count }
    return sums.sorted { $0.key < $1.key }
  }
}

extension CampaignWay {
  var name: String { self == .topic ? "topic" : "direct" }
}

extension CampaignAudience {
  /// As it is shown: accounts as their number only.
  func write(_ out: inout JSONWriter) {
    guard self != CampaignAudience() else { return out.value(Self.everybody) }
    out.object { out in
      if !platforms.isEmpty {
        out.array("platforms") { out in for platform in platforms { out.value(platform.name) } }
      }
      out.member("tag", present: tag)
      if minimumAppVersion != nil || maximumAppVersion != nil {
        out.object("app_version") { out in
          out.member("min", present: minimumAppVersion)
          out.member("max", present: maximumAppVersion)
        }
      }
      if !accounts.isEmpty { out.member("accounts", accounts.count) }
      out.member("topic", present: topic)
      out.member("condition", present: condition)
    }
  }
}
