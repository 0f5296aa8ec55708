import Foundation
import Testing

@testable import Store
@testable import pushwire

/// A campaign over a running server and emulated providers, from the command line.
@Suite struct CampaignServerTests {
  @Test func goesToEverybodyAndIsWatchedToItsEnd() throws {
    let stage = try StoreStage(profile: CampaignStage.served)
    let emulator = try RunningProgram(
      [
        "emulate", "--json", "--quiet", "--folder", "emulator", "--sandbox-port", "0", "--production-port",
        "0",
        "--fcm-port", "0",
      ], in: stage.scratch.path)
    defer { emulator.kill() }
    _ = try #require(emulator.nextLine())
    let sandbox = try stage.read("emulator/tokens/ios-sandbox.txt").split(separator: "\n").map(String.init)
    for (place, token) in sandbox.enumerated() {
      try stage.register("phone-\(place)") {
        $0.environment = .sandbox
        $0.token = token
        $0.topic = "com.example.demo"
      }
    }
    try stage.register("stranger") {
      $0.environment = .sandbox
      $0.topic = "com.example.demo"
    }
    try stage.register("old", daysAgo: 40)
    let made = try stage.run("keys", "create", "backend", "--scopes", "send,read", "--json")
    let key = try #require(made.object["key"] as? String)
    let server = try RunningProgram(
      ["serve", "--listen", "127.0.0.1:0", "--emulator", "emulator", "--json"], in: stage.scratch.path,
      errors: stage.scratch.path + "/server.log")
    defer { server.kill() }
    let ready = try #require(server.nextLine())
    let port = try #require(ready["port"] as? Int)
    let remote = ["--server", "http://127.0.0.1:\(port)", "--key", key, "--json"]

    let dry = try stage.run(
      ["campaign", "create", "--id", "spring", "--all", "--dry-run"] + CampaignStage.news + remote)
    #expect(dry.object["would_send"] as? Int == sandbox.count + 1, "\(dry)")
    let created = try stage.run(
      ["campaign", "create", "--id", "spring", "--all"] + CampaignStage.news + remote)
    #expect(created.exit == 0, "\(created)")
    let watched = try stage.run(["campaign", "watch", "spring", "--every", "1s"] + remote)
    let last = try #require(watched.lines.last?["progress"] as? [String: Any], "\(watched)")
    #expect(watched.exit == 0 && watched.lines.last?["state"] as? String == "done", "\(watched)")
    #expect(last["accepted"] as? Int == sandbox.count && last["rejected"] as? Int == 1, "\(watched)")
    #expect(last["suppressed_by"] as? [String: Int] == ["stale": 1])
    let text = try stage.run("campaign", "watch", "spring")
    #expect(text.exit == 0 && text.output.contains("spring done, "), "\(text)")
    let list = try stage.run(["campaign", "list"] + remote)
    #expect((list.object["campaigns"] as? [[String: Any]])?.first?["state"] as? String == "done")
    let late = try stage.run(["campaign", "cancel", "spring"] + remote)
    #expect(late.exit == 1 && late.object["state"] as? String == "done", "\(late)")
    #expect(try stage.run(["campaign", "pause", "summer"] + remote).exit == 1)
    let metrics = try DemoHTTP(port: port).ask("GET", "/metrics")
    #expect(metrics.status == 200)
  }
}
