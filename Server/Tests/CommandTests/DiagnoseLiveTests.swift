import Foundation
import PushCrypto
import Testing

/// `pushwire diagnose --live` against emulators: what the providers say of the credentials.
@Suite struct DiagnoseLiveTests {
  private struct Stage {
    let scratch: ScratchFolder
    let running: RunningProgram
    let ready: [String: Any]
    var folder: String { scratch.url.appendingPathComponent("emulator").path }

    init() throws {
      scratch = try ScratchFolder()
      running = try RunningProgram([
        "emulate", "--json", "--quiet", "--folder", scratch.url.appendingPathComponent("emulator").path,
        "--sandbox-port", "0", "--production-port", "0", "--fcm-port", "0", "--devices-port", "0",
      ])
      ready = try #require(running.nextLine())
    }

    func ask(_ server: String, _ words: [String]) throws -> Program.Ended {
      let address = String(try #require(ready[server] as? String).dropFirst("https://".count))
      let home = scratch.url.path
      return try Program.run(
        [
          "diagnose", "--json", "--live", "--endpoint", address, "--ca", try #require(ready["ca"] as? String),
          "--deadline", "10",
        ] + words,
        in: scratch.url, environment: ["HOME": home, "XDG_CACHE_HOME": home])
    }
  }

  private func hop(_ name: String, _ ended: Program.Ended) -> [String: Any] {
    (ended.object["hops"] as? [[String: Any]])?.first { $0["hop"] as? String == name } ?? [:]
  }

  private let apns = ["--team-id", "ABCDE12345", "--topic", "com.example.app", "--env", "sandbox"]

  @Test func aKeyThatIsTakenProvesTheFirstHopAndNoMore() throws {
    let stage = try Stage()
    defer { stage.running.kill() }
    let ended = try stage.ask("apns_sandbox", [stage.folder + "/AuthKey_EMULATED01.p8"] + apns)
    #expect(ended.exit == 1, "\(ended)")
    #expect(hop("configured", ended)["status"] as? String == "proven", "\(ended.output)")
    // The made-up token was refused, and says nothing of any other.
    #expect(hop("accepted", ended)["status"] as? String == "unknown")
    #expect(!ended.output.contains("environment.host"))
  }

  @Test func aKeyThatIsRefusedIsTheFirstBrokenHop() throws {
    let stage = try Stage()
    defer { stage.running.kill() }
    let file = try stage.scratch.file(
      "AuthKey_ABC123DEFG.p8", try SigningKey.generate(.ecP256).privatePEM()
    ).path
    let ended = try stage.ask("apns_sandbox", [file] + apns)
    #expect(ended.exit == 1)
    #expect(hop("configured", ended)["status"] as? String == "broken", "\(ended.output)")
    let first = (ended.object["causes"] as? [[String: Any]])?.first
    #expect(first?["class"] as? String == "C", "\(ended.output)")
  }

  @Test func theProvidersAreNotAskedWithoutBeingTold() throws {
    let stage = try Stage()
    defer { stage.running.kill() }
    let file = stage.folder + "/AuthKey_EMULATED01.p8"
    let ended = try Program.run(["diagnose", "--json", file], in: stage.scratch.url)
    #expect(hop("configured", ended)["status"] as? String == "unknown", "\(ended.output)")
  }

  @Test func firebaseValidatesAndDeliversNothing() throws {
    let stage = try Stage()
    defer { stage.running.kill() }
    let files = try FileManager.default.contentsOfDirectory(atPath: stage.folder)
    let account = try #require(files.first { $0.hasSuffix(".json") && $0.contains("account") }, "\(files)")
    let ended = try stage.ask("fcm", [stage.folder + "/" + account])
    #expect(hop("configured", ended)["status"] as? String == "proven", "\(ended.output)")
    #expect(hop("accepted", ended)["status"] as? String == "unknown")
  }
}
