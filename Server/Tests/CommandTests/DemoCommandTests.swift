import Emulators
import Foundation
import Testing

@testable import pushwire

/// The demo as a newcomer runs it: the program, and nothing else.
@Suite struct DemoCommandTests {
  private func environment(_ scratch: ScratchFolder) throws -> [String: String] {
    let temporary = scratch.url.appendingPathComponent("tmp")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    return ["TMPDIR": temporary.path, "XDG_CACHE_HOME": scratch.url.appendingPathComponent("cache").path]
  }

  @Test func everyStepIsProvedAndNothingStays() throws {
    let scratch = try ScratchFolder()
    let surroundings = try environment(scratch)
    let ended = try Program.run("demo", in: scratch.url, environment: surroundings)
    #expect(ended.exit == 0, "\(ended.output)\(ended.errors)")
    #expect(ended.errors.isEmpty)
    #expect(ended.output.contains("34 of 34 steps proved"))
    #expect(!ended.output.contains("✗"))
    #expect(!ended.output.contains("\u{1B}"), "no colours in a pipe")
    #expect(!ended.output.lowercased().contains(" delivered "), "accepted is all that is ever claimed")
    for line in ended.output.split(separator: "\n") { #expect(line.count <= 92, "\(line)") }
    // Neither folder nor token cache is left, and the folder it ran in is as it was.
    let left = try FileManager.default.subpathsOfDirectory(atPath: scratch.url.path)
    #expect(left == ["tmp"], "\(left)")
    // README shows this very output, some of it folded: ids, times and counts differ, the words do not.
    let readme = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../README.md"), encoding: .utf8)
    #expect(words(readme).contains(words(ended.output)))
  }

  /// Text without what differs from run to run, and however its lines are broken.
  private func words(_ text: String) -> String {
    text.replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "ID")
      .replacing(/0:[0-9]+%[0-9a-f]+/, with: "ID").replacing(/[0-9][0-9,.:]*/, with: "0")
      .replacing(/(?m)^(```|<).*$/, with: "")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func eachPushAndStepIsALineOfJSON() throws {
    let scratch = try ScratchFolder()
    let ended = try Program.run("demo", "--json", in: scratch.url, environment: try environment(scratch))
    #expect(ended.exit == 0, "\(ended.output)\(ended.errors)")
    let lines = ended.lines
    let summary = try #require(lines.last)
    #expect(summary["type"] as? String == "summary")
    #expect(summary["ok"] as? Bool == true)
    #expect(summary["steps"] as? Int == lines.count - 1)
    #expect(summary["proved"] as? Int == lines.count - 1)
    // Nothing in it waits for a time to run out: on an idle machine it takes some seconds.
    #expect(summary["seconds"] as? Double ?? 60 < 50)
    let pushes = lines.filter { $0["section"] as? String == "pushes" }
    #expect(pushes.count == 6)
    #expect(Set(pushes.compactMap { $0["provider_id"] as? String }).count == 6)
    #expect(
      Set(pushes.compactMap { $0["provider"] as? String })
        == ["APNs sandbox", "APNs production", "FCM parcel"])
    for push in pushes {
      #expect(push["http_status"] as? Int == 200)
      let hops = try #require(push["hops"] as? [String: [String: Any]])
      for hop in ["composed", "accepted"] {
        #expect(hops[hop]?["status"] as? String == "proven")
        #expect(hops[hop]?["provenance"] as? String == "virtual")
      }
      #expect(hops["received"]?["status"] as? String == "unknown")
      let isAlert = push["class"] as? String == "order_shipped"
      #expect(hops["displayed"]?["status"] as? String == (isAlert ? "unknown" : "notApplicable"))
    }
    let codes = lines.filter { $0["section"] as? String == "rejections" }.map { $0["code"] as? String }
    #expect(codes == ["apns.Unregistered", "apns.BadDeviceToken", "fcm.UNREGISTERED", nil])
    // The server's part: how far a push got, and what is proven of it.
    let server = lines.filter { $0["section"] as? String == "server" }
    #expect(server.count == 12)
    let said = server.flatMap { $0["says"] as? [String] ?? [] }
    #expect(said.contains { $0.hasPrefix("iPhone: accepted, received, displayed, opened, routed") })
    #expect(said.contains("iPhone: rejected (Unregistered)"))
    #expect(said.contains("Android phone: rejected (UNREGISTERED)"))
    #expect(said.contains { $0.wholeMatch(of: /prompt shown +1 .*/) != nil }, "the funnel is not empty")
    // Whole tokens are nobody's business: none is printed.
    #expect(ended.output.firstMatch(of: /[0-9a-f]{64}|APA91b/) == nil)
  }

  @Test func aTerminalGetsColours() throws {
    let scratch = try ScratchFolder()
    let ended = try Program.runOnTerminal("demo", environment: try environment(scratch))
    #expect(ended.exit == 0)
    #expect(ended.output.contains("\u{1B}[32m✓\u{1B}[0m"))
  }

  @Test func ctrlCLeavesNothingBehind() throws {
    let scratch = try ScratchFolder()
    let running = try RunningProgram(
      ["demo", "--json"], in: scratch.url.path, environment: try environment(scratch))
    defer { running.kill() }
    #expect(running.nextLine()?["name"] as? String == "profile")
    running.interrupt()
    while running.nextLine() != nil {}
    #expect(running.exitCode() == 1)
    #expect(running.seen.contains("The demo was stopped."))
    #expect(try FileManager.default.subpathsOfDirectory(atPath: scratch.url.path) == ["tmp"])
  }

  /// What it prints for going on by hand works as printed.
  @Test func aKeptFolderServesByHand() throws {
    let scratch = try ScratchFolder()
    let surroundings = try environment(scratch)
    var folder = ""
    var parts: [String] = []
    var emulators: RunningProgram?
    defer { emulators?.kill() }
    // The demo's ports are free again, so another test may have one of them by now: then once more.
    for attempt in 1...5 {
      folder = scratch.url.appendingPathComponent("kept\(attempt)").path
      let ended = try Program.run("demo", "--folder", folder, in: scratch.url, environment: surroundings)
      #expect(ended.exit == 0, "\(ended.output)\(ended.errors)")
      parts = ended.output.components(separatedBy: "and in another window:\n")
      #expect(parts.count == 2)
      let start = try #require(parts[0].split(separator: "\n").last { $0.hasPrefix("  pushwire emulate") })
      let ports = try #require(parts[0].split(separator: "\n").last { $0.hasPrefix("    --sandbox-port") })
      let words = (start + ports).split { " \\".contains($0) }.dropFirst().map(String.init)
      let running = try RunningProgram(words + ["--json"], in: folder)
      if running.nextLine()?["event"] as? String == "ready" {
        emulators = running
        break
      }
      try #require(running.seen.contains("cannot listen"), "\(running.seen)")
    }
    try #require(emulators != nil)
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    let hands = try #require(parts.last).components(separatedBy: "The server, in a third")
    shell.arguments = ["-ec", hands[0]]
    let programs = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
    var all = ProcessInfo.processInfo.environment.merging(surroundings) { $1 }
    all["PATH"] = programs + ":" + (all["PATH"] ?? "/usr/bin:/bin")
    shell.environment = all
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0, "\(text)")
    #expect(text.contains("1 of 1 accepted by APNs sandbox"))
    #expect(text.contains("1 of 1 accepted by FCM parcel"))
    // And the server, with the demo's store.
    let lines = try #require(hands.last).split(separator: "\n").filter { $0.hasPrefix("  pushwire ") }
    #expect(lines.count == 2)
    let (create, serve) = (lines[0].split(separator: " "), lines[1].split(separator: " "))
    let home = URL(fileURLWithPath: folder)
    let key = try Program.run(create.dropFirst().map(String.init), in: home)
    #expect(key.exit == 0, "\(key.errors)")
    let server = try RunningProgram(
      serve.dropFirst().map(String.init) + ["--listen", "127.0.0.1:0", "--json"], in: folder)
    defer { server.kill() }
    let http = try DemoHTTP(port: try #require(server.nextLine()?["port"] as? Int))
    #expect(http.ask("GET", "/readyz").status == 200)
    let backend = DemoBackend(http: http, key: key.output.trimmingCharacters(in: .newlines))
    #expect(backend.installation("nobody").status == 404)
    server.interrupt()
    #expect(server.exitCode() == 0)
    emulators?.interrupt()
    // A second demo leaves alone what the first one kept.
    let again = try Program.run("demo", "--folder", folder, in: scratch.url, environment: surroundings)
    #expect(again.exit == 2)
    #expect(again.errors.contains("There is a profile already"))
  }
}

/// That the demo can fail: whatever is not as it must be is said, and nothing is claimed for it.
@Suite struct DemoProofTests {
  private let scratch: ScratchFolder
  private let stage: DemoStage
  private var story: DemoStory { DemoStory(stage: stage) }

  init() throws {
    scratch = try ScratchFolder()
    stage = try DemoStage(path: scratch.url.appendingPathComponent("demo").path)
  }

  @Test func a200WithoutARecordIsNotAccepted() throws {
    stage.suite.script(
      Scenario(rules: [
        ScenarioRule(
          "lie", match: .nth(1, server: .apnsSandbox),
          actions: [
            .answer(
              ScenarioAnswer(status: 200, headers: ["apns-id": "00000000-0000-4000-8000-000000000000"]))
          ])
      ]))
    let step = try story.send(DemoStory.pushes[0])
    #expect(!step.isProved)
    #expect(step.push?.status == 200)
    #expect(step.push?.hops[.composed] == .unknown)
    #expect(step.push?.hops[.accepted] == .unknown)
  }

  @Test func aRefusedPushProvesNothing() throws {
    stage.suite.revoke(keyID: DemoApp.keyID)
    let step = try story.send(DemoStory.pushes[0])
    #expect(!step.isProved)
    #expect(step.push?.hops[.accepted] == .broken)
    #expect(step.text(Styler(isOn: false), width: 92).contains("✗"))
    #expect(step.text(Styler(isOn: false), width: 92).contains("differs: answers: expected 200"))
  }

  @Test func aBrokenProfileIsSaid() throws {
    let text = DemoApp.profile.replacing("    priority: default         # 10/HIGH for an alert\n", with: "")
    #expect(text != DemoApp.profile)
    try stage.folder.write(text, to: "pushwire.yaml")
    #expect(try !story.profile().isProved)
  }

  @Test func eachFieldOfTheRecordCounts() {
    let wanted = DemoStory.pushes[0].wanted(id: "A")
    #expect(wanted.differences(from: wanted).holds)
    let changes: [(inout DemoRecord) -> Void] = [
      { $0.id = "b" }, { $0.pushType = "background" }, { $0.priority = "5" },
      { $0.app = "com.example.other" },
      { $0.collapse = nil }, { $0.lifetime = 60 },
    ]
    for change in changes {
      var found = wanted
      change(&found)
      #expect(found.differences(from: wanted).differences.count == 1)
    }
  }

  @Test func thePayloadIsReadBack() {
    let alert =
      #"{"aps":{"alert":{"title":"On its way","body":"Your order arrives on Friday."}},"pw":{"c":"order_shipped"}}"#
    let silent = #"{"aps":{"content-available":1},"pw":{"c":"orders_changed"}}"#
    func holds(_ text: String, isAlert: Bool) -> Bool {
      DemoStory.composed(DemoPayload(Array(text.utf8)), isAlert: isAlert, by: .sandbox).holds
    }
    #expect(holds(alert, isAlert: true))
    #expect(holds(silent, isAlert: false))
    #expect(!holds(alert, isAlert: false))
    #expect(!holds(silent, isAlert: true))
    #expect(!holds(alert.replacing("Friday", with: "{day}"), isAlert: true))
    #expect(!holds(silent.replacing(":1}", with: #":1,"sound":"default"}"#), isAlert: false))
    #expect(!holds("", isAlert: true))
  }

  @Test func oneStepThatDiffersIsEnoughForNo() throws {
    let sink = Output(descriptor: open("/dev/null", O_WRONLY), colour: .never, environment: [:])
    let context = Context(output: sink, errors: sink, json: false, environment: [:], commands: [])
    var report = DemoReport(context)
    #expect(!report.isProved, "nothing shown is nothing proved")
    var step = DemoStep(name: "one", title: "One")
    report.add(step, .profile)
    #expect(report.isProved)
    step.check.equal("what", "this", "that")
    report.add(step, .profile)
    #expect(!report.isProved)
  }

  @Test func hopsBehindABrokenOneClaimNothing() {
    let hops = DemoHops(composed: .broken, accepted: .proven, isAlert: true)
    #expect(hops[.accepted] == .notApplicable)
    #expect(hops.text(Styler(isOn: false)) == "broken (virtual): composed")
    #expect(
      DemoHops(composed: .proven, accepted: .proven, isAlert: false).text(Styler(isOn: false))
        == "proven (virtual): composed, accepted · unknown: received")
  }
}

@Suite struct DeviceTokensTests {
  /// What stands on a command line as it is must never be taken for an option.
  @Test func tokensLookLikeTheRealOnes() {
    for _ in 0..<500 {
      #expect(DeviceTokens.hexadecimal().wholeMatch(of: /[0-9a-f]{64}/) != nil)
      #expect(
        DeviceTokens.registration().wholeMatch(of: /[c-f][A-Za-z0-9_-]{21}:APA91b[A-Za-z0-9_-]{134}/) != nil)
    }
  }
}
