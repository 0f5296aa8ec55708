import Foundation
import PushClient

/// `pushwire campaign watch ID`: one live line until it has ended.
struct CampaignWatchCommand: Command {
  let name = "campaign watch"
  let summary = "Follow a campaign until its end: progress, rate, accepted, rejected, time left"
  let syntax = Syntax(
    options: [
      .init(
        name: "every", value: "TIME",
        summary: "Look so often, as in 10s; each second on a terminal, else every 5")
    ] + CampaignPlaces.options,
    positionals: [.init(name: "ID", summary: "The campaign's id")])
  let discussion = """
    On a terminal one line is drawn anew; elsewhere there is a line whenever something has changed, and \
    with --json an object a line. Exits 0 when the campaign is done, and 1 when it was cancelled or \
    failed. Ctrl-C ends the watching and not the campaign.
    """
  let examples = [
    Example("pushwire campaign watch spring-news", "On the machine of the store"),
    Example("pushwire campaign watch spring-news --server https://push.example.com --json", "For a program"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let id = arguments.positional(0) ?? ""
    let isLive = context.output.isTerminal && !context.json
    let seconds = try arguments.duration("every") ?? (isLive ? 1 : 5)
    let place = try CampaignPlaces.of(arguments, context)
    let interruption = Interruption()
    var pace = WatchedPace()
    var shown: CampaignFacts?
    while true {
      guard let json = try place.show(id) else { throw CampaignPlaces.unknown(id) }
      var facts = CampaignFacts(json)
      facts.rate = pace.rate(facts, now: Self.steady())
      if context.json {
        context.output.write(json.text + "\n")
        context.output.flush()
      } else if isLive {
        context.output.write("\r" + facts.line(width: context.output.width) + "\u{1B}[K")
      } else if facts != shown {
        context.print(facts.line)
        context.output.flush()
      }
      shown = facts
      if let exit = facts.exit {
        if isLive { context.output.write("\n") }
        if !context.json { context.output.write(CampaignText.reasons(facts, context.output.style)) }
        return exit
      }
      // Not longer than it takes to end.
      if interruption.wait(milliseconds: seconds * 1000) {
        if isLive { context.output.write("\n") }
        return .no
      }
    }
  }

  private static func steady() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
