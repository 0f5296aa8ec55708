import PushClient
import Store

/// `pushwire campaign list`: the newest campaigns.
struct CampaignListCommand: Command {
  let name = "campaign list"
  let summary = "List campaigns, newest first, each with how far it is"
  let syntax = Syntax(
    options: [.init(name: "limit", short: "n", value: "N", summary: "At most so many; 20 where absent")]
      + CampaignPlaces.options)
  let discussion = ""
  let examples = [Example("pushwire campaign list", "The last ones of the store beside the profile")]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let limit = try arguments.integer("limit", in: 1...10_000) ?? 20
    let found = try CampaignPlaces.of(arguments, context).list(limit: limit)
    if context.json {
      context.output.write(PushClient.JSONValue.object(["campaigns": .array(found)]).text + "\n")
      return .yes
    }
    guard !found.isEmpty else {
      context.print("No campaign. `pushwire campaign create` makes one.")
      return .yes
    }
    var table = Table(
      "CAMPAIGN", "CLASS", "STATE", ">LOOKED AT", ">OF", ">ACCEPTED", ">REJECTED", ">SUPPRESSED", "STARTS")
    for facts in found.map(CampaignFacts.init) {
      table.add(
        .init(facts.id), .init(facts.className), .init(facts.state), .init(grouped(facts.looked)),
        .init(grouped(facts.total)), .init(grouped(facts.accepted)), .init(grouped(facts.rejected)),
        .init(grouped(facts.suppressed)), .init(facts.startsAt))
    }
    context.output.write(table.text(context.output.style, width: nil))
    return .yes
  }
}

/// `pushwire campaign show ID`.
struct CampaignShowCommand: Command {
  let name = "campaign show"
  let summary = "Show a campaign: how far it is, what was rejected and suppressed, and why"
  let syntax = Syntax(
    options: CampaignPlaces.options, positionals: [.init(name: "ID", summary: "The campaign's id")])
  let discussion = "Exits 1 if there is no such campaign."
  let examples = [Example("pushwire campaign show spring-news", "For a person")]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let id = arguments.positional(0) ?? ""
    guard let json = try CampaignPlaces.of(arguments, context).show(id) else {
      throw CampaignPlaces.unknown(id)
    }
    if context.json {
      context.output.write(json.text + "\n")
    } else {
      context.output.write(CampaignText.page(json, context.output.style))
    }
    return .yes
  }
}

/// `pushwire campaign pause|resume|cancel ID`.
struct CampaignActCommand: Command {
  let name: String
  let summary: String
  let discussion: String
  let examples: [Example]
  let state: CampaignState
  let syntax = Syntax(
    options: CampaignPlaces.options, positionals: [.init(name: "ID", summary: "The campaign's id")])

  private init(_ word: String, _ state: CampaignState, _ summary: String, _ discussion: String) {
    name = "campaign " + word
    self.state = state
    self.summary = summary
    self.discussion = discussion + " Exits 1 where its state does not allow it, or there is no such campaign."
    examples = [Example("pushwire campaign \(word) spring-news", "This one")]
  }

  static let pause = CampaignActCommand(
    "pause", .paused, "Pause a campaign; what is under way ends", "`pushwire campaign resume` goes on.")
  static let resume = CampaignActCommand(
    "resume", .running, "Resume a paused campaign", "It goes on behind its checkpoints.")
  static let cancel = CampaignActCommand(
    "cancel", .cancelled, "Cancel a campaign for good; what has not gone is not sent",
    "What is with a provider stays there.")

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let id = arguments.positional(0) ?? ""
    guard let present = try CampaignPlaces.of(arguments, context).set(id, to: state) else {
      throw CampaignPlaces.unknown(id)
    }
    let isDone =
      state == .running ? ["running", "scheduled", "finishing"].contains(present) : present == state.name
    if context.json {
      context.print(["campaign": .string(id), "state": .string(present), "done": .bool(isDone)])
    } else if isDone {
      context.print("Campaign \(printable(id)) is \(printable(present)).")
    } else {
      context.print("Campaign \(printable(id)) is \(printable(present)) and stays so.")
    }
    return isDone ? .yes : .no
  }
}
