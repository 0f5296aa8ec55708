import Foundation
import ProfileFile
import PushClient
import Service
import Store

/// Where campaigns are: a server, by its API, or its store. Both speak the API's JSON.
protocol CampaignPlace {
  /// - Parameter body: as `POST /v1/campaigns` takes it.
  func create(_ body: [UInt8]) throws -> PushClient.JSONValue
  func list(limit: Int) throws -> [PushClient.JSONValue]
  /// Nil: there is none.
  func show(_ id: String) throws -> PushClient.JSONValue?
  /// The state that it has now; nil: there is no such campaign.
  func set(_ id: String, to state: CampaignState) throws -> String?
}

enum CampaignPlaces {
  static let options =
    [
      Syntax.Option(
        name: "server", value: "URL", summary: "A running server, by its API; the store where absent"),
      Syntax.Option(
        name: "key", short: "k", value: "KEY", summary: "With --server: a server key; else PUSHWIRE_KEY"),
      Syntax.Option(
        name: "tenant", short: "t", value: "NAME",
        summary: "Whose campaign; the default tenant's where absent"),
    ] + StoreInput.options

  static func of(_ arguments: Arguments, _ context: Context) throws -> any CampaignPlace {
    let tenant = arguments.value("tenant")
    guard arguments.value("server") != nil else {
      if arguments.value("key") != nil { throw CommandError.usage("--key needs --server.") }
      return StoreCampaigns(arguments: arguments, tenant: tenant)
    }
    guard arguments.value(StoreInput.option.name) == nil else {
      throw CommandError.usage("Say one of --server and --store.")
    }
    guard let server = try VerifyPlan.server(arguments, context.environment) else {
      throw CommandError.usage("--server takes an address.")
    }
    return ServerCampaigns(server: server)
  }

  static func unknown(_ id: String) -> CommandError {
    CommandError(
      CommandError.Code(rawValue: "unknown_campaign"), "There is no campaign \(quoted(id)).",
      advice: "`pushwire campaign list` shows those there are; --tenant names whose.", exit: .no)
  }
}

/// By the API of a running server.
struct ServerCampaigns: CampaignPlace {
  let server: VerifyServer

  func create(_ body: [UInt8]) throws -> PushClient.JSONValue {
    guard var json = try? PushClient.JSONValue(parsing: body) else {
      throw CommandError.usage("The campaign is no JSON.")
    }
    if let tenant = server.tenant, case .object(var members) = json, members["tenant"] == nil {
      members["tenant"] = .string(tenant)
      json = .object(members)
    }
    return try server.answer(server.ask("POST", "/v1/campaigns", json))
  }

  func list(limit: Int) throws -> [PushClient.JSONValue] {
    var found: [PushClient.JSONValue] = []
    var before: Int?
    while found.count < limit {
      var query = ["limit=\(min(limit - found.count, 100))"]
      if let tenant = server.tenant { query.append("tenant=" + tenant) }
      if let before { query.append("before=\(before)") }
      let page = try server.answer(server.ask("GET", "/v1/campaigns?" + query.joined(separator: "&")))
      found += page["campaigns"].array ?? []
      guard let next = page["next"].integer, next < before ?? Int.max else { break }
      before = next
    }
    return found
  }

  func show(_ id: String) throws -> PushClient.JSONValue? {
    let reply = server.ask("GET", server.path("campaigns", id))
    return reply.status == 404 ? nil : try server.answer(reply)
  }

  func set(_ id: String, to state: CampaignState) throws -> String? {
    let verb =
      switch state {
      case .paused: "pause"
      case .cancelled: "cancel"
      default: "resume"
      }
    let parts = server.path("campaigns", id).split(separator: "?", maxSplits: 1)
    let path = "\(parts[0])/\(verb)" + (parts.count > 1 ? "?\(parts[1])" : "")
    let reply = server.ask("POST", path)
    if reply.status == 404 { return nil }
    if reply.body["code"].string == "campaign_state" { return try show(id)?["state"].string }
    return try server.answer(reply)["state"].string
  }
}

/// In the store that `pushwire serve` works with, which may be running.
struct StoreCampaigns: CampaignPlace {
  let arguments: Arguments
  let tenant: String?

  func create(_ body: [UInt8]) throws -> PushClient.JSONValue {
    let reading = try ProfileInput.usable(arguments)
    let desk: CampaignDesk
    do throws(ClassCatalogue.Fault) { desk = try CampaignDesk(reading) } catch {
      throw CommandError(.configuration, ProfileInput.sentence(error.message))
    }
    var body = body
    if let tenant, case .object(var members) = try PushClient.JSONValue(parsing: body),
      members["tenant"] == nil
    {
      members["tenant"] = .string(tenant)
      body = Array(PushClient.JSONValue.object(members).text.utf8)
    }
    let ready = body
    return try StoreInput.with(arguments) { store in
      do throws(Problem) {
        return try Self.parse(desk.create(ready, in: store, now: Instant.now()))
      } catch {
        throw CommandError(
          CommandError.Code(rawValue: error.code.rawValue), error.detail, place: error.field,
          advice: error.hint ?? error.code.advice, exit: .no)
      }
    }
  }

  func list(limit: Int) throws -> [PushClient.JSONValue] {
    try StoreInput.with(arguments) { store in
      var found: [CampaignView] = []
      while found.count < limit {
        let before = found.last?.row
        let wanted = min(limit - found.count, 100)
        let page = try store.read { reader throws(StoreError) in
          try reader.campaigns(tenant: tenant, before: before, limit: wanted)
        }
        found += page
        if page.count < wanted { break }
      }
      return found.map { Self.parse($0.json(rate: nil)) }
    }
  }

  func show(_ id: String) throws -> PushClient.JSONValue? {
    try StoreInput.with(arguments) { store in
      try store.read { reader throws(StoreError) in try reader.campaign(tenant: tenant ?? "", id: id) }
        .map { Self.parse($0.json(rate: nil)) }
    }
  }

  func set(_ id: String, to state: CampaignState) throws -> String? {
    let why = state == .running ? "" : "asked for on the command line"
    return try StoreInput.with(arguments) { store in
      try store.transaction { session throws(StoreError) in
        try session.setCampaign(
          tenant: tenant ?? "", id: id, to: state, why: why, now: Instant.now())
      }?.name
    }
  }

  private static func parse(_ json: [UInt8]) -> PushClient.JSONValue {
    (try? PushClient.JSONValue(parsing: json)) ?? .null
  }
}
