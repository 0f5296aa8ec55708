internal import Delivery
internal import Foundation
public import PushContract
public import Store

extension ServerParts {
  /// Who this is among the nodes of a store.
  static func nodeSettings(_ configuration: ServerConfiguration, isShared: Bool) -> NodeLife.Settings {
    let roles = NodeRole.allCases.filter(configuration.roles.contains)
    let identity = NodeIdentity(
      name: configuration.nodeName ?? (isShared ? usualName(configuration) : "server"),
      roles: roles.map(\.rawValue), version: configuration.version)
    // Whoever delivers may fill the feed as well: due work never waits for a node that is not there.
    let duties: [NodeDuty] =
      roles.contains(.sweep) ? NodeDuty.allCases : roles.contains(.delivery) ? [.feed] : []
    return NodeLife.Settings(identity: identity, duties: duties, isShared: isShared)
  }

  /// What another node stored.
  static func heard(
    _ news: StoreNews, _ engine: DeliveryEngine, _ feed: DueWork, _ campaigns: CampaignRunner, now: Int
  ) {
    switch news {
    case .waiting(let one):
      engine.noticed(one.lane, one.band, dueAt: one.dueAt)
      feed.noticed(one.lane, one.band, dueAt: one.dueAt)
    case .missed:
      for lane in LaneCode.allCases {
        for band in Band.allCases {
          engine.noticed(lane, band, dueAt: now)
          feed.noticed(lane, band, dueAt: now)
        }
      }
      campaigns.nudge()
    case .campaigns: campaigns.nudge()
    }
  }

  /// The machine's name, and the port as what tells several on it apart.
  private static func usualName(_ configuration: ServerConfiguration) -> String {
    var bytes = [CChar](repeating: 0, count: 256)
    let isKnown = gethostname(&bytes, bytes.count - 1) == 0
    let host =
      isKnown ? String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : ""
    let machine = host.isEmpty ? configuration.host : host
    // Without a port of its own nothing outlives the process.
    return configuration.port > 0
      ? "\(machine):\(configuration.port)" : "\(machine)#\(ProcessInfo.processInfo.processIdentifier)"
  }
}

extension StorePlace {
  /// What a profile says; its files are relative to it.
  public init(_ choice: StoreChoice, beside profile: String) {
    switch choice {
    case .sqlite(let file): self = .sqlite(ServerCredentials.beside(profile, file ?? "pushwire.db"))
    case .postgres(let choice):
      self = .postgres(
        PostgresPlace(
          url: choice.url, passwordFile: choice.passwordFile.map { ServerCredentials.beside(profile, $0) },
          caFile: choice.caFile.map { ServerCredentials.beside(profile, $0) }))
    }
  }
}
