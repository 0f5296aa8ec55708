import Foundation
import Testing

@testable import Store
@testable import pushwire

/// A store beside which commands run, as beside a server's: it stays open.
final class StoreStage {
  let scratch: ScratchFolder
  let store: SQLiteStore
  static let day = 86_400_000

  init(profile: String? = nil) throws {
    scratch = try ScratchFolder()
    store = try SQLiteStore(path: scratch.url.appendingPathComponent("pushwire.db").path)
    if let profile { try write("pushwire.yaml", profile) }
  }

  func run(_ words: String...) throws -> Program.Ended { try Program.run(words, in: scratch.url) }
  func run(_ words: [String]) throws -> Program.Ended { try Program.run(words, in: scratch.url) }

  func write(_ name: String, _ text: String) throws {
    try text.write(to: scratch.url.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: scratch.url.appendingPathComponent(name), encoding: .utf8)
  }

  static func token(_ installation: String) -> String {
    installation.utf8.map { String(format: "%02x", $0) }.joined() + String(repeating: "0a1b2c3d", count: 7)
  }

  func register(
    _ installation: String, account: String? = nil, daysAgo: Int = 0,
    _ change: (inout RegistrationRequest) -> Void = { _ in }
  ) throws {
    var request = RegistrationRequest()
    request.installation = installation
    request.platform = .ios
    request.environment = .production
    request.environmentSource = "embedded_profile"
    request.topic = "dev.pushwire.parcel"
    request.token = Self.token(installation)
    request.generation = 1
    request.account = account
    request.appVersion = "4.1"
    request.locale = "en-GB"
    request.secretHash = [UInt8](repeating: 7, count: 32)
    change(&request)
    let ready = request
    // A second ago: what a test says next must not fall into the same millisecond.
    let now = pushwire.Instant.now() - 1_000 - daysAgo * Self.day
    _ = try store.transaction { session throws(StoreError) in try session.register(ready, now: now) }
  }

  func registration(_ installation: String) throws -> Registration? {
    try store.read { reader throws(StoreError) in
      try reader.registration(tenant: nil, installation: installation)
    }
  }

  /// A message that three deliveries took and none brought back.
  func makeDead(_ id: String, to installation: String, className: String = "news") throws {
    let lanes = EveryLane()
    let now = pushwire.Instant.now()
    try store.transaction { session throws(StoreError) in
      var request = NotificationRequest()
      request.id = id
      request.digest = [1]
      request.target = .installations([installation])
      request.facts.name = className
      request.facts.number = try session.classNumber(className)
      request.parameters = Array(#"{"secret":"hush"}"#.utf8)
      request.timeToLive = 86_400
      var claimed = ClaimBatch()
      _ = try session.accept(request, capacity: lanes, claimed: &claimed, now: now)
      for _ in 0..<3 {
        for lane in LaneCode.allCases {
          _ = try session.claim(
            ClaimRequest(lane: lane, band: .normal, limit: 10), claimed: &claimed, now: now)
        }
        _ = try session.expireLeases(now: now)
      }
      for lane in LaneCode.allCases {
        _ = try session.claim(ClaimRequest(lane: lane, band: .normal, limit: 10), claimed: &claimed, now: now)
      }
    }
  }

  private final class EveryLane: LaneCapacity {
    func reserve(_ lane: LaneCode, _ band: Band) -> Bool { false }
    func release(_ lane: LaneCode, _ band: Band) {}
    func exists(_ lane: LaneCode) -> Bool { true }
  }
}
