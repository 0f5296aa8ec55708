import Foundation
import PushCrypto
import Testing

/// `keys check --ask` against the emulators that `emulate` starts.
@Suite struct KeysAskTests {
  private struct Emulator {
    let running: RunningProgram
    let ready: [String: Any]

    init(_ folder: String) throws {
      running = try RunningProgram([
        "emulate", "--json", "--quiet", "--folder", folder, "--sandbox-port", "0", "--production-port", "0",
        "--fcm-port", "0", "--devices-port", "0",
      ])
      ready = try #require(running.nextLine())
    }

    func address(_ name: String) throws -> String {
      String(try #require(ready[name] as? String).dropFirst("https://".count))
    }
  }

  private func ask(_ emulator: Emulator, _ server: String, _ file: String, _ more: [String] = [], home: URL)
    throws
    -> Program.Ended
  {
    try Program.run(
      [
        "keys", "check", file, "--ask", "--json", "--endpoint", try emulator.address(server), "--ca",
        try #require(emulator.ready["ca"] as? String), "--deadline", "10",
      ] + more,
      in: home, environment: ["HOME": home.path, "XDG_CACHE_HOME": home.path])
  }

  private func key(_ ended: Program.Ended) -> [String: Any] {
    (ended.object["keys"] as? [[String: Any]])?.first ?? [:]
  }

  @Test func theProviderSaysWhetherItAcceptsAKey() throws {
    let scratch = try ScratchFolder()
    let folder = scratch.url.appendingPathComponent("emulator").path
    let emulator = try Emulator(folder)
    defer { emulator.running.kill() }
    let apns = ["--team-id", "ABCDE12345", "--topic", "com.example.app", "--env", "sandbox"]
    let file = folder + "/AuthKey_EMULATED01.p8"
    let accepted = try ask(
      emulator, "apns_sandbox", file, apns, home: scratch.url)
    #expect(accepted.exit == 0, "\(accepted)")
    #expect((key(accepted)["apns_sandbox"] as? String)?.contains("BadDeviceToken") == true)
    // A key that the server does not know.
    let other = try scratch.file("AuthKey_STRANGER01.p8", try SigningKey.generate(.ecP256).privatePEM()).path
    let refused = try ask(
      emulator, "apns_sandbox", other, apns, home: scratch.url
    )
    #expect(refused.exit == 1)
    #expect(refused.output.contains("InvalidProviderToken"))
    let account = try ask(emulator, "fcm", folder + "/service-account.json", home: scratch.url)
    #expect(account.exit == 0, "\(account)")
    #expect((key(account)["fcm"] as? String)?.contains("key accepted") == true)
  }

  @Test func whatIsNotReachedIsNotCalledGood() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("AuthKey_ABC123DEFG.p8", try SigningKey.generate(.ecP256).privatePEM()).path
    let common = [
      "keys", "check", file, "--ask", "--team-id", "ABCDE12345", "--env", "sandbox", "--topic",
      "com.example.app",
    ]
    let home = ["HOME": scratch.url.path, "XDG_CACHE_HOME": scratch.url.path]
    // Port 1 of this machine: nobody listens there.
    let ended = try Program.run(common + ["--endpoint", "127.0.0.1:1", "--deadline", "5"], environment: home)
    #expect(ended.exit == 1)
    #expect(ended.output.contains("not usable"))
  }

  @Test func optionsThatNeedAskingSaySo() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("AuthKey_ABC123DEFG.p8", try SigningKey.generate(.ecP256).privatePEM()).path
    #expect(try Program.run("keys", "check", file, "--endpoint", "localhost:1").exit == 2)
    #expect(try Program.run("keys", "check", file, "--ask").exit == 2)
    #expect(try Program.run("keys", "check", file, "--ask", "--topic", "com.example.app").exit == 2)
    #expect(try Program.run("keys", "check", file, file, "--ask", "--endpoint", "localhost:1").exit == 2)
  }
}
