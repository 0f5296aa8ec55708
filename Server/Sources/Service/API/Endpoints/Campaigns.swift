internal import HTTPFront
internal import Store

/// POST /v1/campaigns, and what is asked and done of one afterwards.
extension Call {
  func createCampaign() throws(Problem) {
    let key = try key(.send)
    let catalogue = api.context.catalogue.current
    var reader = CampaignBody(catalogue, now: now)
    let found = try body(CampaignBody.names) { (body) throws(Problem) in
      try reader.read(body) { (requested) throws(Problem) in try tenant(key, requested) }
    }
    if found.request.way == .topic { try Self.mayBroadcast(key) }
    if found.isDryRun { return try foreseeCampaign(found, catalogue) }
    let request = found.request
    if found.isOver {
      let known = try read { (reader) throws(StoreError) in
        try reader.campaign(tenant: request.tenant, id: request.id)
      }
      guard known != nil else { throw CampaignCreation.over }
    }
    let most = catalogue.campaigns.directMaximum
    let warnings = found.warnings
    try write { (session, now) throws(StoreError) -> CampaignOutcome in
      var request = request
      request.facts.number = try session.classNumber(request.facts.name)
      return try session.createCampaign(request, most: most, now: now)
    } done: { call, outcome throws(Problem) in
      let creation = CampaignCreation(request, outcome, warnings)
      let body = try creation.json()
      call.api.context.campaignsChanged()
      return .json(202, body, headers: [("Location", creation.location)])
    }
  }

  // MARK: Reading

  func campaigns() throws(Problem) {
    let key = try key(.read)
    let tenant = try tenant(key, queryTenant()) ?? ""
    let before = try queryInteger("before", 1...QueryParameter.largest)
    let limit = try queryInteger("limit", 1...100) ?? 50
    let views = try read { (reader) throws(StoreError) in
      try reader.campaigns(tenant: tenant, before: before, limit: limit)
    }
    let now = now
    answer(
      JSONWriter.object { out in
        out.array("campaigns") { out in
          for view in views { view.write(&out, rate: api.paces.rate(view, now: now)) }
        }
        if views.count == limit, let last = views.last { out.member("next", last.row) }
      })
  }

  func campaign() throws(Problem) {
    let key = try key(.read)
    let tenant = try tenant(key, queryTenant()) ?? ""
    let id = self.id
    let view = try read { (reader) throws(StoreError) in try reader.campaign(tenant: tenant, id: id) }
    guard let view else { throw Self.unknownCampaign }
    answer(view.json(rate: api.paces.rate(view, now: now)))
  }

  private static var unknownCampaign: Problem {
    Problem(.unknownCampaign, "This tenant has no campaign with this id.", field: "id")
  }

  // MARK: Acting

  /// `state`: what it shall be.
  func setCampaign(_ state: CampaignState) throws(Problem) {
    let key = try key(.send)
    let tenant = try tenant(key, queryTenant()) ?? ""
    let id = self.id
    let why = state == .running ? "" : "asked for over the API"
    try write { (session, now) throws(StoreError) in
      try session.setCampaign(tenant: tenant, id: id, to: state, why: why, now: now)
    } done: { call, present throws(Problem) in
      guard let present else { throw Self.unknownCampaign }
      guard present.follows(state) else {
        throw Problem(
          .campaignState, "The campaign is \(present.name), and cannot be \(state.asked) any more.",
          field: "id")
      }
      call.api.context.campaignsChanged()
      return .json(
        JSONWriter.object { out in
          out.member("campaign", call.id)
          out.member("state", present.name)
        })
    }
  }
}

extension CampaignState {
  /// Whether it is what was asked for. What goes on may have to wait for its start, or be through already.
  func follows(_ asked: CampaignState) -> Bool {
    switch asked {
    case .running: self == .running || self == .scheduled || self == .finishing
    default: self == asked
    }
  }

  fileprivate var asked: String {
    switch self {
    case .paused: "paused"
    case .cancelled: "cancelled"
    default: "resumed"
    }
  }
}
