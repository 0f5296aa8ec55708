import Foundation
import Testing

@testable import pushwire

/// `pushwire topics` against a running server with emulators.
@Suite struct TopicsCommandTests {
  private func run(_ stage: VerifyCase, _ words: String..., key: String? = nil) throws -> Program.Ended {
    try Program.run(
      ["topics"] + words + ["--server", stage.stage.address], in: stage.scratch.url,
      environment: ["PUSHWIRE_KEY": key ?? stage.stage.key])
  }

  @Test func subscribesListsAndTakesOut() throws {
    let stage = try VerifyCase()
    let android = try #require(stage.device(.android, stage.transport).installation)
    let iphone = try #require(stage.device(.ios, stage.transport).installation)
    let made = try run(stage, "subscribe", "news", android, iphone, "--json")
    let results = made.object["results"] as? [[String: Any]] ?? []
    #expect(results.map { $0["result"] as? String } == ["subscribed", "not_android"], "\(made)")
    #expect(made.exit == 1, "one was not done")
    let listed = try run(stage, "list", android)
    #expect(listed.exit == 0 && listed.output.contains("news") && listed.output.contains("subscribed"))
    let json = try run(stage, "list", android, "--json")
    #expect((json.object["topics"] as? [[String: Any]])?.first?["topic"] as? String == "news", "\(json)")
    #expect(try run(stage, "list", iphone).output.contains("no topic"))
    let ids = stage.scratch.url.appendingPathComponent("ids.txt")
    try Data("\(android)\n\n".utf8).write(to: ids)
    let left = try run(stage, "unsubscribe", "news", "--from", ids.path)
    #expect(left.exit == 0 && left.output.contains("unsubscribed"), "\(left)")
    #expect(try run(stage, "list", android).output.contains("no topic"))
  }

  @Test func saysWhatIsWrong() throws {
    let stage = try VerifyCase()
    let nobody = try run(stage, "list", "nobody", "--json")
    #expect(nobody.exit == 1 && nobody.output.contains("unknown_installation"), "\(nobody)")
    let topic = try run(stage, "subscribe", "a:b", "device", "--json")
    #expect(topic.exit == 1 && topic.output.contains("invalid_id"), "\(topic)")
    #expect(try run(stage, "subscribe", "news").exit == 2)
    #expect(try run(stage, "subscribe", "news", "a", "--from", "x").exit == 2)
    #expect(try run(stage, "subscribe", "news", "--from", "/nowhere").exit == 3)
    #expect(try run(stage, "list", "a", key: "pwk_wrong").exit == 2)
    let without = try Program.run(["topics", "list", "a"], in: stage.scratch.url)
    #expect(without.exit == 2 && without.errors.contains("--server"), "\(without)")
  }
}
