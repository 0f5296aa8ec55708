internal import Bytes
internal import Compose
internal import PushContract
internal import PushCrypto
internal import Store

/// Reads one campaign of a body, checks it against the profile, and renders its class for each provider.
struct CampaignBody: ~Copyable {
  static let names: [StaticString] = [
    "id", "class", "parameters", "audience", "tenant", "rate_per_second", "ramp_up", "starts_at", "ttl",
    "receipt_sampling", "dry_run",
  ]
  static let rates = 1...1_000_000
  static let steps = 1...86_400
  /// Seconds.
  static let times = 1...30 * 86_400
  static let samplings = 0...1_000_000

  let catalogue: ClassCatalogue
  /// Milliseconds since 1970.
  let now: Int
  private var parameters: NotificationReader
  private var canonical = ByteBuffer(capacity: 512)

  init(_ catalogue: ClassCatalogue, now: Int) {
    self.catalogue = catalogue
    self.now = now
    parameters = NotificationReader(catalogue, now: now)
  }

  /// A campaign that can be stored, or would be.
  struct Found: Sendable {
    var request = CampaignRequest()
    var sizes = CompiledClass.Sizes()
    var isDryRun = false
    /// Its end has come already: only an earlier creation of it could still be told.
    var isOver = false
    var warnings: [CampaignWarning] = []
  }

  mutating func read(
    _ object: borrowing JSONObject, tenant: (String?) throws(Problem) -> String?
  ) throws(Problem) -> Found {
    var found = Found()
    found.request.id = try NotificationReader.id(object)
    found.request.tenant = try tenant(Call.tenant(object.optional("tenant"))) ?? ""
    let name = try object.required("class")
    let compiled = try NotificationReader.compiled(name, catalogue)
    found.request.facts = compiled.facts
    found.request.audience = try CampaignAudience.read(object.required("audience"), catalogue)
    found.request.way = found.request.audience.isTopic ? .topic : .direct
    try Self.check(compiled, found.request.way, name)
    let asked = try times(object, compiled, &found)
    try pace(object, &found.request)
    if let value = object.optional("receipt_sampling") {
      found.request.receiptSampling = try value.integer(Self.samplings)
    }
    if let flag = object.optional("dry_run") { found.isDryRun = try flag.boolean() }
    var notification = NotificationReader.Found()
    notification.request.id = found.request.id
    // To a topic FCM takes less, and no binding tag goes with it.
    if let topic = found.request.audience.topic { notification.request.target = .topic(topic) }
    if let text = found.request.audience.condition { notification.request.target = .condition(text) }
    try parameters.parameters(object, compiled, &notification)
    found.request.parameters = notification.request.parameters
    found.sizes = notification.sizes
    found.request.digest = try digest(found.request, times: asked)
    found.warnings = CampaignWarning.of(found.request, compiled)
    return found
  }

  // MARK: Class

  private static func check(
    _ compiled: CompiledClass, _ way: CampaignWay, _ name: JSONValue
  ) throws(Problem) {
    switch (compiled.source.audience, way) {
    case (.public, _), (.account, .direct): return
    case (.account, .topic):
      throw name.problem(
        .classNotForCampaign,
        "Messages of the class \(compiled.source.name) are for the account that is bound, and whoever follows "
          + "a topic need not be it.",
        hint: "Send it directly (without topic and condition), or use a class with `audience: public`.")
    case (.installation, _):
      throw name.problem(
        .classNotForCampaign,
        "Messages of the class \(compiled.source.name) are for one device (`audience: installation`).",
        hint: "Use a class with `audience: public`, or one with `audience: account`.")
    }
  }

  // MARK: Times

  private func times(
    _ object: borrowing JSONObject, _ compiled: CompiledClass, _ found: inout Found
  ) throws(Problem) -> (begin: Int, life: Int) {
    var begin = 0
    if let value = object.optional("starts_at") {
      begin = try NotificationReader.begin(value, now: now)
    }
    var life = 0
    if let value = object.optional("ttl") {
      life = try value.integer(Self.times)
      guard compiled.timeToLive == 0 || life <= compiled.timeToLive else {
        throw value.problem(
          .invalidValue,
          "The class \(compiled.source.name) lives \(compiled.timeToLive) seconds; a campaign of it cannot "
            + "live longer.", hint: "Shorten this, or lengthen the class's `ttl` in pushwire.yaml.")
      }
    } else if compiled.timeToLive == 0 {
      throw object.missing(
        "ttl",
        hint: "The class \(compiled.source.name) has `ttl: none`: say how many seconds the campaign may take."
      )
    }
    found.request.startsAt = begin > now ? begin : 0
    found.request.timeToLive = life == 0 ? compiled.timeToLive : life
    found.isOver = begin > 0 && begin + found.request.timeToLive * 1000 <= now
    if begin > 0, begin <= now, !found.isOver {
      // What is left of it.
      found.request.timeToLive -= (now - begin) / 1000
    }
    return (begin, life)
  }

  private func pace(_ object: borrowing JSONObject, _ request: inout CampaignRequest) throws(Problem) {
    if let value = object.optional("rate_per_second") {
      request.ratePerSecond = try value.integer(Self.rates)
    }
    guard let value = object.optional("ramp_up") else { return }
    let ramp = try value.object(["from", "step_seconds"])
    let from = try ramp.required("from")
    request.ramp.from = try from.integer(Self.rates)
    if let step = ramp.optional("step_seconds") { request.ramp.step = try step.integer(Self.steps) }
    guard request.ratePerSecond > 0 else {
      throw value.problem(
        .invalidValue, "A ramp needs a rate that it leads to.", hint: "Give rate_per_second as well.")
    }
    guard request.ramp.from <= request.ratePerSecond else {
      throw from.problem(.invalidValue, "The ramp begins above rate_per_second.")
    }
  }

  // MARK: Digest

  /// Over what was asked for, each part after its length, so that none can run into the next. The tenant is
  /// not among them: ids are its own.
  private mutating func digest(
    _ request: CampaignRequest, times: (begin: Int, life: Int)
  ) throws(Problem) -> [UInt8] {
    canonical.removeAll()
    canonical.append("campaign 1 ")
    part(request.facts.name)
    for number in [
      times.begin, times.life, request.ratePerSecond, request.ramp.from, request.ramp.step,
      request.receiptSampling,
    ] { part(String(number)) }
    let audience = request.audience
    part(audience.platforms.map(\.name).sorted().joined(separator: " "))
    for text in [
      audience.tag, audience.minimumAppVersion, audience.maximumAppVersion, audience.topic,
      audience.condition,
    ] { part(text.map { "=" + $0 } ?? "") }
    part(String(audience.accounts.count))
    for account in audience.accounts.sorted() { part(account) }
    request.parameters.withUnsafeBufferPointer { canonical.append($0) }
    guard let digest = try? Digest.sha256(canonical.bytes) else {
      throw Problem(.internalError, "No digest could be made.")
    }
    return digest
  }

  private mutating func part(_ text: String) {
    canonical.appendDecimal(text.utf8.count)
    canonical.append(" ")
    canonical.append(text)
  }
}
