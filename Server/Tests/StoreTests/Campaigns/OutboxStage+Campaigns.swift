import Testing

@testable import Store

extension OutboxStage {
  static func campaign(
    _ id: String, _ change: (inout CampaignRequest) -> Void = { _ in }
  ) -> CampaignRequest {
    var request = CampaignRequest()
    request.id = id
    request.digest = Array("digest of \(id)".utf8)
    request.facts.name = "news"
    request.parameters = Array(#"{"story":"1"}"#.utf8)
    request.timeToLive = 3600
    change(&request)
    return request
  }

  func create(_ request: CampaignRequest, most: Int = 1_000_000) throws -> CampaignOutcome {
    try store.transaction { session throws(StoreError) in
      try session.createCampaign(request, most: most, now: now)
    }
  }

  func set(_ id: String, _ state: CampaignState, tenant: String = "") throws -> CampaignState? {
    try store.transaction { session throws(StoreError) in
      try session.setCampaign(tenant: tenant, id: id, to: state, why: "asked for", now: now)
    }
  }

  func campaignView(_ id: String) throws -> CampaignView {
    let view = try store.read { reader throws(StoreError) in try reader.campaign(tenant: "", id: id) }
    return try #require(view)
  }

  func task(_ id: String) throws -> CampaignTask {
    let row = try campaignView(id).row
    let task = try store.read { reader throws(StoreError) in try reader.campaignTask(row) }
    return try #require(task)
  }

  /// Cuts a campaign into segments of so many devices and starts it.
  @discardableResult
  func begin(_ id: String, size: Int = 1000, limit: Int = 7) throws -> Bool {
    let task = try task(id)
    var cuts = CampaignCuts()
    let last = try store.read { reader throws(StoreError) in try reader.lastRegistration() }
    var hasMore = true
    while hasMore {
      hasMore = try store.read { reader throws(StoreError) in
        try reader.cut(task, last: last, size: size, limit: limit, into: &cuts)
      }
    }
    let made = cuts
    return try store.transaction { session throws(StoreError) in
      try session.startCampaign(task.row, lastRow: last, cuts: made, now: now)
    }
  }

  func takeSegment(_ id: String, node: Int = 1, lease: Int = 10_000) throws -> CampaignSegment? {
    let row = try campaignView(id).row
    return try store.transaction { session throws(StoreError) in
      try session.takeSegment(campaign: row, node: node, until: now + lease, now: now)
    }
  }

  func chunk(_ id: String, from: Int, end: Int, limit: Int = 512) throws -> CampaignChunk {
    let task = try task(id)
    return try store.read { reader throws(StoreError) in
      try reader.chunk(
        task, from: from, end: end, limit: limit, policy: StorePolicy(), leaseEndsAt: now + 600_000,
        exists: lanes.exists, now: now)
    }
  }

  func keep(_ progress: CampaignProgress) throws -> CampaignKept {
    try store.transaction { session throws(StoreError) in try session.keep(progress, now: now) }
  }

  func takeExceptions(_ id: String, node: Int = 1, lease: Int = 10_000) throws -> [CampaignException] {
    let row = try campaignView(id).row
    return try store.transaction { session throws(StoreError) in
      try session.takeExceptions(campaign: row, node: node, limit: 100, until: now + lease, now: now)
    }
  }

  func forecast(_ request: CampaignRequest, limit: Int = 3) throws -> CampaignForecast {
    var forecast = CampaignForecast()
    var place: Int? = 0
    while let after = place {
      place = try store.read { reader throws(StoreError) in
        try reader.foresee(
          request, after: after, limit: limit, staleAfter: StorePolicy().staleAfter, exists: lanes.exists,
          now: now, into: &forecast)
      }
    }
    return forecast
  }

  func tag(_ installation: String, _ tag: String) throws {
    let row = try #require(
      try store.read { reader throws(StoreError) in
        try reader.registration(tenant: nil, installation: installation)
      }
    ).row
    try store.transaction { session throws(StoreError) in
      guard let session = session as? SQLSession else { return }
      let insert = try session.connection.statement(
        "INSERT INTO registration_tags(registration, tag) VALUES(?1, ?2)")
      insert.set(1, row)
      insert.set(2, tag)
      try insert.run()
    }
  }
}

extension CampaignView {
  func count(_ kind: String, _ reason: String? = nil) -> Int {
    counts.reduce(0) { $1.kind == kind && (reason == nil || reason == $1.reason) ? $0 + $1.count : $0 }
  }
  var ended: Int { counts.reduce(0) { CampaignCount.ends.contains($1.kind) ? $0 + $1.count : $0 } }
}
