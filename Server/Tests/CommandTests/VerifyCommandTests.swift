import Diagnosis
import Foundation
import PushContract
import Testing

@testable import pushwire

/// `pushwire verify` as it is typed.
@Suite struct VerifyCommandTests {
  private func environment(_ scratch: ScratchFolder) throws -> [String: String] {
    let temporary = scratch.url.appendingPathComponent("tmp")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    return ["TMPDIR": temporary.path, "PUSHWIRE_KEY": ""]
  }

  @Test func withoutAnythingItProvesTheExampleAndLeavesNothing() throws {
    let scratch = try ScratchFolder()
    let ended = try Program.run(
      "verify", "--virtual", "--report", "report.md", in: scratch.url, environment: try environment(scratch))
    #expect(ended.exit == 0, "\(ended.output)\(ended.errors)")
    #expect(ended.errors.isEmpty)
    for name in ["iOS", "macOS", "Android"] { #expect(ended.output.contains("\(name) virtual device\n")) }
    #expect(ended.output.contains("30 of 30 proven (virtual). Every proof here is virtual"))
    for check in Check.allCases { #expect(ended.output.contains("✓ \(check.title)")) }
    for line in ended.output.split(separator: "\n") { #expect(line.count <= 92, "\(line)") }
    #expect(!ended.output.contains("\u{1B}"))
    let report = try String(contentsOfFile: scratch.path + "/report.md", encoding: .utf8)
    #expect(report.hasPrefix("# Push verification: Parcel\n"))
    #expect(report.contains("it does not prove a device"))
    #expect(!report.contains("## Not proven"))
    // Whole tokens are nobody's business.
    #expect((ended.output + report).firstMatch(of: /[0-9a-f]{64}|APA91b/) == nil)
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: scratch.path).sorted() == ["report.md", "tmp"])
  }

  @Test func aProgramGetsALineForEachCheck() throws {
    let scratch = try ScratchFolder()
    let ended = try Program.run(
      "verify", "--virtual", "--json", "--platform", "ios", "--only", "send_accepted", "--only",
      "tap_cold_start",
      in: scratch.url, environment: try environment(scratch))
    #expect(ended.exit == 0, "\(ended.output)\(ended.errors)")
    #expect(ended.lines.count == 3)
    #expect(ended.lines.map { $0["check"] as? String } == ["send_accepted", "tap_cold_start", nil])
    for line in ended.lines.dropLast() {
      #expect(line["status"] as? String == "proven")
      #expect(line["provenance"] as? String == "virtual")
      #expect((line["evidence"] as? [[String: Any]])?.isEmpty == false)
    }
    let summary = try #require(ended.lines.last)
    #expect(summary["ok"] as? Bool == true && summary["proven"] as? Int == 2)
    #expect((summary["devices"] as? [[String: Any]])?.first?["platform"] as? String == "ios")
  }

  /// What is sent to prove something is nobody's news: the receivers' secrets are not even read.
  @Test func webhooksOfTheProfileStaySilent() throws {
    let scratch = try ScratchFolder()
    let hooks = """

      server:
        webhooks:
          - url: https://hooks.example.com/pushes
            events: [accepted, rejected]
            secret_files: [keys/is-not-there.txt]

      """
    try Data((DemoApp.profile + hooks).utf8).write(to: scratch.url.appendingPathComponent("pushwire.yaml"))
    let words = ["verify", "--virtual", "--platform", "ios", "--only", "send_accepted"]
    let ended = try Program.run(words, in: scratch.url, environment: try environment(scratch))
    #expect(ended.exit == 0, "\(ended.output)\(ended.errors)")
    #expect(ended.output.contains("1 of 1 proven (virtual)"))
  }

  /// As the documentation has it: emulators and server run, each a process of its own.
  @Test func aRunningServerIsVerifiedThroughItsEmulators() throws {
    let scratch = try ScratchFolder()
    try Data(DemoApp.profile.utf8).write(to: scratch.url.appendingPathComponent("pushwire.yaml"))
    let emulate = try RunningProgram(
      [
        "emulate", "--folder", "emulator", "--sandbox-port", "0", "--production-port", "0", "--fcm-port", "0",
        "--devices-port", "0", "--quiet", "--json",
      ], in: scratch.path)
    defer { emulate.kill() }
    #expect(emulate.nextLine()?["event"] as? String == "ready")
    let made = try Program.run("keys", "create", "verify", "--scopes", "send,read", in: scratch.url)
    let key = made.output.trimmingCharacters(in: .newlines)
    let serve = try RunningProgram(
      ["serve", "--emulator", "emulator", "--listen", "127.0.0.1:0", "--json"], in: scratch.path,
      errors: scratch.path + "/server.log")
    defer { serve.kill() }
    let url = try #require(serve.nextLine()?["url"] as? String)
    let words = ["verify", "--virtual", "--server", url, "--emulator", "emulator", "--account", "somebody"]
    let ended = try Program.run(words, in: scratch.url, environment: ["PUSHWIRE_KEY": key])
    #expect(ended.exit == 0, "\(ended.output)\(ended.errors)")
    #expect(ended.output.contains("30 of 30 proven (virtual)"))
    // A key that the server does not know, and nobody at the address.
    let stranger = try Program.run(words + ["--key", "pwk_stranger"], in: scratch.url)
    #expect(stranger.exit == 2)
    #expect(stranger.errors.contains("The server does not take the key"))
    #expect(!stranger.errors.contains("stranger"))
    serve.interrupt()
    #expect(serve.exitCode() == 0)
    let nobody = try Program.run(words, in: scratch.url, environment: ["PUSHWIRE_KEY": key])
    #expect(nobody.exit == 3)
    #expect(nobody.errors.contains("does not answer"))
  }

  @Test func whatCannotBeMeantIsRefused() throws {
    let scratch = try ScratchFolder()
    let surroundings = try environment(scratch)
    try Data(DemoApp.profile.utf8).write(to: scratch.url.appendingPathComponent("pushwire.yaml"))
    let server = ["--server", "http://127.0.0.1:1", "--key", "pwk_x"]
    let cases: [([String], String)] = [
      ([], "either --virtual or --device"),
      (["--virtual", "--device", "x"], "either --virtual or --device"),
      (["--virtual", "--key", "k"], "--key needs --server"),
      (["--virtual", "--server", "push.example.com", "--key", "k"], "--server takes an address"),
      (["--virtual"] + server, "needs --emulator"),
      (
        ["--device", "x", "--server", "https://me:secret@push.example.com", "--key", "k"],
        "no name or password"
      ),
      (["--device", "x", "--server", "https://push.example.com/?a=b", "--key", "k"], "no ? and no #"),
      (["--device", "x", "--server", "https://push.example.com", "--key", "k\n"], "line breaks"),
      (["--device", "x", "--server", "https://push.example.com"], "is empty"),
      (["--device", "x", "--emulator", "e"] + server, "--emulator is for --virtual"),
      (["--device", "x"], "--device needs --server"),
      (["--device", "x"] + server, "standard input is no terminal"),
      (["--virtual", "--yes"], "--yes is for --device"),
      (["--virtual", "--platform", "windows"], "does not know `windows`"),
      (["--virtual", "--only", "everything"], "does not know `everything`"),
      (["--virtual", "--alert", "order_shiped"], "Did you mean order_shipped?"),
      (["--virtual", "--alert", "orders_changed"], "takes the other kind"),
      (["--virtual", "-P", "colour=red"], "has a parameter `colour`"),
      (["--virtual", "--report", "no/such/folder/r.md"], "cannot be written"),
    ]
    for (words, said) in cases {
      let ended = try Program.run(["verify"] + words, in: scratch.url, environment: surroundings)
      #expect(ended.exit == 2, "\(words): \(ended.output)\(ended.errors)")
      #expect(ended.errors.contains(said), "\(words): \(ended.errors)")
      #expect(!ended.errors.contains("secret"))
    }
    let missing = try Program.run(
      ["verify", "--virtual", "--emulator", "nowhere"] + server, in: scratch.url, environment: surroundings)
    #expect(missing.exit == 3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/tmp").isEmpty)
  }

  /// A person at a terminal leaves out each step; what was found is in the report.
  @Test func aTerminalAsksForOneStepAtATime() throws {
    let stage = try VerifyCase()
    let device = stage.device(.ios, stage.server.transport)
    let report = stage.scratch.path + "/report.md"
    let words = [
      "verify", "--device", device.installation ?? "", "--server", stage.stage.address, "--key",
      stage.stage.key,
      "--profile", stage.scratch.path + "/pushwire.yaml", "--report", report, "--wait", "1",
    ]
    let skipping = try Program.runOnTerminal(
      words, typing: String(repeating: "s\n", count: 12), environment: ["TERM": "dumb"])
    #expect(skipping.exit == 1, "\(skipping.output)")
    #expect(skipping.output.contains("→ Close the app from the app switcher, open it again"))
    #expect(skipping.output.contains("→ Delete the app from the device"))
    let text = try String(contentsOfFile: report, encoding: .utf8)
    #expect(text.contains("| send returns 200 with an id | accepted | proven (virtual) |"), "\(text)")
    #expect(text.contains("silent work completes: **unknown**, left out by the person"))
    #expect(text.contains("## iOS device"))
    // Ctrl-C: the report of what was found so far.
    let stopped = try Program.runOnTerminal(
      words, typing: "\u{3}", after: "s to leave it out", environment: ["TERM": "dumb"])
    #expect(stopped.exit == 1, "\(stopped.output)")
    let left = try String(contentsOfFile: report, encoding: .utf8)
    #expect(left.contains("the run was stopped before it was tested"))
  }

  /// For a rig that carries the steps out: they are printed, and receipts decide.
  @Test func yesAsksNobodyAndProvesNoMore() throws {
    let stage = try VerifyCase()
    let device = stage.device(.android, stage.server.transport)
    let ended = try Program.run(
      "verify", "--device", device.installation ?? "", "--server", stage.stage.address, "--key",
      stage.stage.key,
      "--profile", stage.scratch.path + "/pushwire.yaml", "--wait", "1", "--yes", "--json", "--only",
      "send_accepted", "--only", "alert_foreground", "--only", "logout_deletes_token")
    #expect(ended.exit == 1, "\(ended.output)\(ended.errors)")
    #expect(ended.errors.contains("→ Open the app and keep it in front."))
    #expect(ended.lines.map { $0["status"] as? String } == ["proven", "unknown", "unknown", nil])
  }
}
