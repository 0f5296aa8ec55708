internal import PushContract
internal import Store

/// GET /v1/installations/{id}: what is known of one installation, hop by hop. For whoever holds a key that
/// may read its tenant, or for the installation itself.
extension Call {
  /// Messages that evidence is taken from.
  private static let recent = 50
  /// The last of them are shown.
  private static let campaigns = 5

  func installation() throws(Problem) {
    var tenant = try queryTenant()
    if request.header("Authorization") != nil {
      tenant = try self.tenant(key(.read), tenant)
    } else {
      guard request.header("Pushwire-Installation-Secret") != nil else { throw stranger("no credentials") }
      _ = try installation(id)
    }
    let id = self.id
    let catalogue = api.context.catalogue.current
    let staleAfter = catalogue.lifecycle.staleAfter * 1000
    let (capacity, now) = (api.context.capacity, now)
    let known = try read { (reader) throws(StoreError) in
      let registration = try reader.registration(tenant: tenant, installation: id)
      return (
        registration: registration,
        tags: try Self.tags(of: id, tenant, reader),
        topics: try registration.map { (found) throws(StoreError) in
          try reader.topics(registration: found.row)
        } ?? [],
        messages: try reader.messages(tenant: tenant, installation: id, limit: Self.recent),
        campaigns: try reader.campaignTraces(
          tenant: tenant, installation: id, limit: Self.campaigns, staleAfter: staleAfter,
          exists: capacity.exists, now: now),
        tombstones: try reader.tombstones(tenant: tenant, installation: id)
      )
    }
    guard let registration = known.registration else {
      guard known.tombstones.isEmpty else { return answerGone(known.tombstones) }
      throw Problem(.unknownInstallation, "There is no such installation.", field: "id")
    }
    let facts = HopEvidence.Facts(
      registration: registration, messages: known.messages, tombstones: known.tombstones,
      hasLane: registration.lane.map { api.context.capacity.exists($0) } ?? false, now: now,
      staleAfter: staleAfter,
      silentClasses: Set(
        catalogue.classes.values.filter { $0.facts.isSilent }.map(\.facts.name)
          + [NotificationClass.challenge.name]),
      isEmulated: api.context.isEmulated)
    answer(
      JSONWriter.object { out in
        registration.write(&out)
        if !known.tags.isEmpty {
          out.array("tags") { out in for tag in known.tags { out.value(tag) } }
        }
        if !known.topics.isEmpty {
          out.array("topics") { out in
            for topic in known.topics { topic.write(&out) }
          }
        }
        out.array("hops") { out in
          for evidence in HopEvidence.all(facts) { evidence.write(&out) }
        }
        out.array("messages") { out in
          for message in known.messages.prefix(20) { message.write(&out, withNotification: true) }
        }
        if !known.campaigns.isEmpty {
          out.array("campaigns") { out in for trace in known.campaigns { trace.write(&out) } }
        }
        Self.write(known.tombstones, &out)
      })
  }

  private static func tags(
    of installation: String, _ tenant: String?, _ reader: any StoreReader
  ) throws(StoreError) -> [String] {
    guard let found = try reader.registration(tenant: tenant, installation: installation) else { return [] }
    return try reader.tags(registration: found.row)
  }

  /// Pruned or erased: nothing is left but when and why.
  private func answerGone(_ tombstones: [Tombstone]) {
    let last = tombstones.first
    answer(
      JSONWriter.object { out in
        out.member("installation", id)
        out.member("state", "gone")
        out.array("hops") { out in
          for hop in Hop.allCases {
            let evidence =
              hop == .retired
              ? HopEvidence(
                hop, .proven, source: "server", at: last?.at,
                detail: last.map { "\($0.kind.rawValue), \($0.detail)" })
              : hop == .registered
                ? HopEvidence(hop, .broken, source: "server", at: last?.at, detail: "not registered any more")
                : HopEvidence(hop, .unknown)
            evidence.write(&out)
          }
        }
        Self.write(tombstones, &out)
      })
  }

  private static func write(_ tombstones: [Tombstone], _ out: inout JSONWriter) {
    out.array("retired") { out in
      for tombstone in tombstones.prefix(20) {
        out.object { out in
          out.member("kind", tombstone.kind.rawValue)
          out.member("detail", present: tombstone.detail)
          out.member("token", present: tombstone.token)
          out.member("generation", tombstone.generation)
          out.member("at", instant: tombstone.at)
        }
      }
    }
  }
}

extension TopicView {
  fileprivate func write(_ out: inout JSONWriter) {
    out.object { out in
      out.member("topic", topic)
      out.member("state", state.name)
      out.member("reason", present: reason)
      out.member("at", instant: at)
      out.member("due_at", presentInstant: dueAt)
    }
  }
}

extension Registration {
  fileprivate func write(_ out: inout JSONWriter) {
    out.member("installation", installation)
    out.member("state", stateName)
    out.member("platform", platform.name)
    out.member("environment", environment.name)
    out.member("environment_source", present: environmentSource)
    out.member("topic", topic)
    out.member("token", present: token.map(TokenEnds.of))
    out.member("token_kind", tokenKind.name)
    out.member("generation", generation)
    out.member("binding", binding.name)
    out.member("account", present: account)
    out.member("tenant", tenant)
    if let permission { out.object("permission") { permission.write(&$0) } }
    out.member("os_version", present: osVersion)
    out.member("app_version", present: appVersion)
    out.member("locale", present: locale)
    out.member("time_zone", present: timeZone)
    out.member("created_at", presentInstant: createdAt)
    out.member("last_confirmed_at", presentInstant: lastConfirmedAt)
    if let hold { out.member("hold_reason", hold.reason) }
  }
}

extension CampaignTrace {
  fileprivate func write(_ out: inout JSONWriter) {
    out.object { out in
      out.member("campaign", campaign)
      out.member("class", className)
      out.member("started_at", instant: startedAt)
      out.member("outcome", outcome.rawValue)
      if let state { out.member("status", state.name) }
      if !reason.isEmpty { out.member("reason", reason) }
      if let at { out.member("at", instant: at) }
      if let suppressedNow { out.member("suppressed_now", suppressedNow.rawValue) }
      if !receipts.isEmpty {
        out.array("receipts") { out in for kind in receipts { out.value(kind.rawValue) } }
      }
    }
  }
}
