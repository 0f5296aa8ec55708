internal import Delivery
internal import Providers

/// What happens to lanes, as lines of the log.
enum LaneLog {
  static func write(_ event: DeliveryEvent, _ log: ServerLog) {
    switch event {
    case .replaced(let lane): log.write(.info, "lane.replaced", ["lane": .text(lane.name)])
    case .removed(let lane): log.write(.info, "lane.removed", ["lane": .text(lane.name)])
    case .lane(let lane, let event): write(lane.name, event, log)
    }
  }

  private static func write(_ lane: String, _ event: PushLane.Event, _ log: ServerLog) {
    switch event {
    case .held(let verdict):
      log.write(
        .error, "lane.held",
        [
          "lane": .text(lane), "code": .text(verdict.reasonCode ?? ""), "why": .text(verdict.headline),
          "kept": "the queue waits until it is repaired",
        ])
    case .released: log.write(.info, "lane.released", ["lane": .text(lane)])
    case .paused(let verdict, let milliseconds):
      log.write(
        .warning, "lane.paused",
        ["lane": .text(lane), "why": .text(verdict.headline), "milliseconds": .number(milliseconds)])
    case .recovered: log.write(.info, "lane.recovered", ["lane": .text(lane)])
    case .renewed: log.write(.info, "lane.credential_renewed", ["lane": .text(lane)])
    case .braked(let share):
      log.write(
        .error, "lane.tokens_braked",
        [
          "lane": .text(lane), "bad_percent": .number(Int(share * 100)),
          "why": "look at the environment and the credential; no token is touched",
        ])
    case .connection(.goaway(_, let code, let reason)):
      log.write(
        .info, "lane.goaway",
        ["lane": .text(lane), "code": .text("\(code)"), "reason": .text(String(reason.prefix(200)))])
    case .connection(.lost(_, let error, let wasOpen)):
      log.write(
        wasOpen ? .info : .warning, wasOpen ? "lane.connection_lost" : "lane.unreachable",
        ["lane": .text(lane), "why": .text(error.message)])
    case .connection(.opened): log.write(.debug, "lane.connected", ["lane": .text(lane)])
    case .connection(.settings): break
    }
  }
}
