public import PushContract
public import Store

/// Campaigns without a server in between, read and judged as its API does: for commands beside the store.
public struct CampaignDesk: Sendable {
  private let catalogue: ClassCatalogue
  private let lanes: Set<LaneCode>

  /// - Throws: where a class of the profile cannot be sent.
  public init(_ reading: ProfileReading) throws(ClassCatalogue.Fault) {
    catalogue = try ClassCatalogue(reading.profile)
    lanes = Self.lanes(reading.profile)
  }

  /// What `POST /v1/campaigns` does: the answer's JSON.
  ///
  /// - Parameters:
  ///   - body: as the API takes it.
  ///   - now: milliseconds since 1970.
  public func create(_ body: [UInt8], in store: any PushStore, now: Int) throws(Problem) -> [UInt8] {
    let found = try read(body, now: now)
    if found.isDryRun { return try foresee(found, store, now: now) }
    let outcome: CampaignOutcome?
    do throws(StoreError) { outcome = try keep(found, in: store, now: now) } catch { throw Problem(error) }
    guard let outcome else { throw CampaignCreation.over }
    return try CampaignCreation(found.request, outcome, found.warnings).json()
  }

  /// Nil: its end has come already, and it was never created.
  private func keep(
    _ found: CampaignBody.Found, in store: any PushStore, now: Int
  ) throws(StoreError) -> CampaignOutcome? {
    if found.isOver {
      let known = try store.read { (reader) throws(StoreError) in
        try reader.campaign(tenant: found.request.tenant, id: found.request.id)
      }
      if known == nil { return nil }
    }
    let most = catalogue.campaigns.directMaximum
    return try store.transaction { (session) throws(StoreError) -> CampaignOutcome in
      var request = found.request
      request.facts.number = try session.classNumber(request.facts.name)
      return try session.createCampaign(request, most: most, now: now)
    }
  }

  private func foresee(
    _ found: CampaignBody.Found, _ store: any PushStore, now: Int
  ) throws(Problem) -> [UInt8] {
    do throws(StoreError) {
      let forecast = try CampaignForecaster.count(
        found.request, store, staleAfter: catalogue.lifecycle.staleAfter * 1000,
        exists: { lanes.contains($0) }, now: now)
      return CampaignForecastText(found, forecast, catalogue.campaigns).json
    } catch { throw Problem(error) }
  }

  private func read(_ body: [UInt8], now: Int) throws(Problem) -> CampaignBody.Found {
    var reader = CampaignBody(catalogue, now: now)
    var result: Result<CampaignBody.Found, Problem>?
    body.withUnsafeBufferPointer { bytes in
      do throws(Problem) {
        let object = try JSONTape(bytes).root.object(CampaignBody.names)
        result = .success(try reader.read(object) { $0 })
      } catch { result = .failure(error) }
    }
    guard let result else { throw Problem(.internalError, "The body could not be read.") }
    return try result.get()
  }

  /// Those that the profile has a credential for.
  private static func lanes(_ profile: Profile) -> Set<LaneCode> {
    var lanes: Set<LaneCode> = []
    for environment in Set(profile.credentials.apns.flatMap(\.environments)) {
      let isSandbox = environment == .sandbox
      if profile.app.ios != nil { lanes.insert(isSandbox ? .iosSandbox : .iosProduction) }
      if profile.app.macos != nil { lanes.insert(isSandbox ? .macosSandbox : .macosProduction) }
    }
    if profile.credentials.fcm != nil, profile.app.android != nil { lanes.insert(.android) }
    return lanes
  }
}

/// What became of a campaign that was handed in.
struct CampaignCreation {
  let request: CampaignRequest
  let outcome: CampaignOutcome
  let warnings: [CampaignWarning]

  init(_ request: CampaignRequest, _ outcome: CampaignOutcome, _ warnings: [CampaignWarning]) {
    self.request = request
    self.outcome = outcome
    self.warnings = warnings
  }

  var location: String { "/v1/campaigns/" + request.id }

  func json() throws(Problem) -> [UInt8] {
    let isRepeated: Bool
    switch outcome {
    case .created: isRepeated = false
    case .repeated: isRepeated = true
    case .conflict:
      throw Problem(
        .campaignConflict,
        "A campaign with this id, but other content, was created before, or a notification has it.",
        field: "/id")
    case .tooLarge(let devices, let most): throw Self.tooLarge(devices, most)
    }
    return JSONWriter.object { out in
      out.member("campaign", request.id)
      out.member("way", request.way.name)
      out.member("repeated", isRepeated)
      out.member("url", location)
      CampaignWarning.write(warnings, &out)
    }
  }

  static var over: Problem { Problem(.invalidValue, "Its end lies in the past.", field: "/starts_at") }

  private static func tooLarge(_ devices: Int, _ most: Int) -> Problem {
    Problem(
      .audienceTooLarge,
      "This audience has at least \(devices) devices, and a campaign is sent to \(most) directly at most.",
      field: "/audience",
      hint: "Use an FCM topic where the audience is one; or hand it over to a provider: "
        + "`pushwire audience export` writes the registrations, `pushwire tokens retire` takes the dead ones "
        + "back; or raise `fanout.direct_max` in pushwire.yaml on purpose, and reload.")
  }
}
