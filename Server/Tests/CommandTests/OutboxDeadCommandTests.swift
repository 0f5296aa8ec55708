import Foundation
import Testing

@testable import Store
@testable import pushwire

@Suite struct OutboxDeadCommandTests {
  private let stage: StoreStage

  init() throws {
    stage = try StoreStage()
    try stage.register("one")
    try stage.register("two") {
      $0.platform = .android
      $0.token = "token-of-two"
    }
    try stage.makeDead("n-1", to: "one")
    try stage.makeDead("n-2", to: "two", className: "offers")
  }

  private func dead(_ words: String...) throws -> [[String: Any]] {
    let ended = try stage.run(["outbox", "dead", "list", "--json"] + words)
    return try #require(ended.object["dead"] as? [[String: Any]], "\(ended)")
  }

  @Test func areListedWithTheirCauseByWhatIsAsked() throws {
    #expect(try dead().map { $0["notification"] as? String } == ["n-1", "n-2"])
    #expect(try dead("--class", "offers").map { $0["installation"] as? String } == ["two"])
    #expect(try dead("--lane", "ios-production").map { $0["notification"] as? String } == ["n-1"])
    #expect(try dead("--since", "1h").count == 2)
    #expect(try dead("--limit", "1").count == 1)
    #expect(try dead("--class", "nothing").isEmpty)
    let people = try stage.run("outbox", "dead", "list")
    #expect(people.exit == 1 && people.output.contains("three leases ended"), "\(people)")
    #expect(!people.output.contains("hush"))
    // As it was called before.
    #expect(
      try stage.run("outbox", "dead", "--json").output == stage.run("outbox", "dead", "list", "--json").output
    )
    #expect(try stage.run("outbox", "dead", "list", "--class", "nothing").exit == 0)
    #expect(try stage.run("outbox", "dead", "list", "--lane", "ios").exit == 2)
  }

  @Test func oneIsShownWithoutItsParameters() throws {
    let id = try #require(try dead().first?["id"] as? Int)
    let shown = try stage.run("outbox", "dead", "show", "\(id)")
    #expect(shown.exit == 0 && shown.output.contains("n-1") && shown.output.contains("ios-production"))
    #expect(!shown.output.contains("hush"))
    let json = try stage.run("outbox", "dead", "show", "\(id)", "--json")
    #expect(json.object["cause"] as? String == "three leases ended, and nothing was heard", "\(json)")
    #expect(json.object["history"] is [Any] && !json.output.contains("hush"))
    #expect(try stage.run("outbox", "dead", "show", "99999").exit == 1)
    #expect(try stage.run("outbox", "dead", "show", "x").exit == 2)
    #expect(try stage.run("outbox", "dead", "show").exit == 2)
  }

  @Test func singleOnesGoBackOnce() throws {
    let id = try #require(try dead("--class", "offers").first?["id"] as? Int)
    let first = try stage.run("outbox", "dead", "replay", "\(id)", "--json")
    #expect(first.exit == 0 && first.object["replayed"] as? Int == 1, "\(first)")
    #expect(try dead().map { $0["notification"] as? String } == ["n-1"])
    let again = try stage.run("outbox", "dead", "replay", "\(id)", "--json")
    #expect(again.exit == 1 && again.object["replayed"] as? Int == 0 && again.object["not_dead"] as? Int == 1)
  }

  @Test func allOrThoseThatFitGoBack() throws {
    #expect(try stage.run("outbox", "dead", "replay").exit == 2)
    #expect(try stage.run("outbox", "dead", "replay", "1", "--all").exit == 2)
    #expect(try stage.run("outbox", "dead", "replay", "1", "--lane", "android").exit == 2)
    let lane = try stage.run("outbox", "dead", "replay", "--all", "--lane", "android", "--json")
    #expect(lane.object["replayed"] as? Int == 1, "\(lane)")
    #expect(try stage.run("outbox", "replay", "--json").object["replayed"] as? Int == 1)
    #expect(try dead().isEmpty)
  }
}
