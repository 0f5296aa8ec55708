import Diagnosis
import Foundation
import PushClient
import PushClientTesting
import PushContract
import Testing

@testable import pushwire

/// What cannot be asked, or answers nonsense, is no evidence: neither for an app nor against it.
@Suite struct VerifyDoubtTests {
  /// Answers as a test says; nil: not at all.
  private final class Scripted: HTTPTransport {
    private(set) var asked: [String] = []
    let answer: (_ url: String, _ count: Int) -> PushClientTesting.HTTPAnswer?
    init(_ answer: @escaping (String, Int) -> PushClientTesting.HTTPAnswer?) { self.answer = answer }
    func send(_ request: PushClientTesting.HTTPRequest) -> PushClientTesting.HTTPAnswer? {
      asked.append(request.url)
      return answer(request.url, asked.count)
    }
  }

  /// Emulators that are not there.
  private final class NoSource: DeliverySource {
    func open(_ identity: ProviderIdentity) throws -> String { throw away }
    func deliveries(of token: String, after: Int, wait: Int) throws -> [Delivery] { throw away }
    func set(isOnline: Bool, of token: String) throws { throw away }
    func remove(_ token: String) throws { throw away }
    private let away = DeliverySourceError("the emulators are away")
  }

  /// Emulators that go away once they have given a token.
  private final class GoingSource: DeliverySource {
    private let source: any DeliverySource
    init(_ source: any DeliverySource) { self.source = source }
    func open(_ identity: ProviderIdentity) throws -> String { try source.open(identity) }
    func deliveries(of token: String, after: Int, wait: Int) throws -> [Delivery] { throw away }
    func set(isOnline: Bool, of token: String) throws { throw away }
    func remove(_ token: String) throws { throw away }
    private let away = DeliverySourceError("the emulators are away")
  }

  private static func page(_ json: String) -> PushClientTesting.HTTPAnswer {
    PushClientTesting.HTTPAnswer(status: 200, headers: [:], body: Array(json.utf8))
  }

  @Test func pagesWithoutAnEndAreLeft() {
    let same = Scripted { _, _ in Self.page(#"{"messages":[],"next":7}"#) }
    let answer = VerifyServer("http://x", key: "k", transport: same).message("n", for: "i")
    guard case .unreachable = answer else { return #expect(Bool(false), "\(answer)") }
    #expect(same.asked.count == 2)
    let growing = Scripted { _, count in Self.page(#"{"messages":[],"next":\#(count)}"#) }
    let endless = VerifyServer("http://x", key: "k", transport: growing).message("n", for: "i")
    guard case .unreachable = endless else { return #expect(Bool(false), "\(endless)") }
    // Ctrl-C counts between two pages.
    let stopped = Scripted { _, count in Self.page(#"{"messages":[],"next":\#(count)}"#) }
    let left = VerifyServer("http://x", key: "k", transport: stopped).message("n", for: "i") {
      stopped.asked.count >= 3
    }
    #expect(left == .interrupted && stopped.asked.count == 3)
  }

  /// An account switch would be proven by it.
  @Test func aNotificationThatTheServerForgotIsNoAbsence() {
    let forgetful = Scripted { _, _ in PushClientTesting.HTTPAnswer(status: 404, headers: [:], body: []) }
    let answer = VerifyServer("http://x", key: "k", transport: forgetful).message("n", for: "i")
    guard case .unreachable = answer else { return #expect(Bool(false), "\(answer)") }
  }

  @Test func emulatorsThatAreAwayAreNoFaultOfTheApp() throws {
    let stage = try VerifyCase()
    for going in [false, true] {
      var run = stage.run(isSpoiled: true)
      run.source = { (_, _, source) -> any DeliverySource in
        if going { GoingSource(source) } else { NoSource() }
      }
      for finding in run.run(.ios).checklist {
        #expect(finding.status == .unknown || going && finding.status == .proven, "\(finding)")
        if finding.status == .unknown {
          #expect(finding.why.contains("the emulators are away"), "\(finding)")
        }
      }
    }
  }

  /// Without what was on record before, an earlier confirmation would pass for this launch's.
  @Test func whatWasOnRecordBeforeHasToBeKnown() throws {
    let stage = try VerifyCase()
    let device = stage.device(.ios, stage.transport)
    let id = try #require(device.installation)
    let answers = Scripted { url, count in
      count == 2 ? nil : stage.transport.send(Self.read(url, stage.stage.key))
    }
    var player = stage.player(answers)
    player.wait = 100
    var run = PersonRun(player: player, installation: id, name: "x", checks: [.tokenReachesServer])
    run.pause = 5
    // The person says that they launched the app, and did not.
    let report = try run.run(ask: { _, _ in .done })
    #expect(report.checklist.map(\.status) == [.unknown])
    #expect(report.checklist[0].why.contains("does not answer"))
  }

  private static func read(_ url: String, _ key: String) -> PushClientTesting.HTTPRequest {
    PushClientTesting.HTTPRequest("GET", url, headers: ["Authorization": "Bearer \(key)"])
  }

  @Test func aReportThatStandsThereStaysUntilThereIsAnother() throws {
    let scratch = try ScratchFolder()
    let environment = ["PUSHWIRE_KEY": "pwk_x"]
    try Data(DemoApp.profile.utf8).write(to: scratch.url.appendingPathComponent("pushwire.yaml"))
    let old = scratch.url.appendingPathComponent("old.md")
    try Data("earlier".utf8).write(to: old)
    for name in ["old.md", "new.md"] {
      let ended = try Program.run(
        "verify", "--device", "x", "--yes", "--server", "http://127.0.0.1:1", "--report", name,
        in: scratch.url,
        environment: environment)
      #expect(ended.exit == 3, "\(ended.errors)")
    }
    #expect(try String(contentsOf: old, encoding: .utf8) == "earlier")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() == [
        "old.md", "pushwire.yaml",
      ])
  }

  @Test func emulatorsThatDoNotRunAreSaid() throws {
    let scratch = try ScratchFolder()
    try Data(DemoApp.profile.utf8).write(to: scratch.url.appendingPathComponent("pushwire.yaml"))
    try Data(#"{"devices":"http://127.0.0.1:1"}"#.utf8)
      .write(to: scratch.url.appendingPathComponent("emulator.json"))
    let ended = try Program.run(
      "verify", "--virtual", "--server", "http://127.0.0.1:1", "--key", "pwk_x", "--emulator", ".",
      in: scratch.url)
    #expect(ended.exit == 3)
    #expect(ended.errors.contains("The emulators do not answer"))
  }
}
