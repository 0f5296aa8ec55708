import Emulators
import Foundation
import Testing

@testable import pushwire

/// The parts of the demo that look at the server's answers.
@Suite struct DemoServerTests {
  @Test func whereNobodyListensThereIsNoAnswer() throws {
    // Port 1 of this machine: nobody who is not root listens there.
    #expect(try DemoHTTP(port: 1).ask("GET", "/readyz").status == 0)
  }

  @Test func aLadderTellsTheSendingAndWhatTheDeviceSaid() {
    let text = """
      {"messages": [
        {"installation": "one", "status": "opened", "sending": "accepted",
         "receipts": [{"kind": "received"}, {"kind": "opened"}]},
        {"installation": "two", "status": "rejected", "sending": "rejected", "reason": "Unregistered"}]}
      """
    let ladders = DemoLadder.all(DemoPayload(Array(text.utf8)))
    #expect(ladders.map(\.text) == ["accepted, received, opened", "rejected (Unregistered)"])
    #expect(ladders.map(\.installation) == ["one", "two"])
    #expect(DemoLadder.all(DemoPayload(nil)).isEmpty)
  }

  @Test func evidenceIsGroupedByWhatItIsWorth() {
    let text = """
      {"hops": [{"hop": "configured", "status": "unknown"}, {"hop": "registered", "status": "proven"},
        {"hop": "accepted", "status": "proven", "provenance": "virtual"},
        {"hop": "displayed", "status": "proven", "provenance": "virtual"},
        {"hop": "opened", "status": "unknown"}, {"hop": "retired", "status": "notApplicable"}]}
      """
    let evidence = DemoEvidence(DemoPayload(Array(text.utf8)))
    #expect(
      evidence.text
        == "proven: registered · proven (virtual): accepted, displayed · unknown: configured, opened")
    #expect(evidence.status("displayed") == "proven")
    #expect(evidence.status("received") == nil)
  }
}

/// That the server's part can fail: what is not as it must be is said.
@Suite struct DemoServerProofTests {
  private let scratch: ScratchFolder
  private let stage: DemoStage

  init() throws {
    scratch = try ScratchFolder()
    stage = try DemoStage(path: scratch.url.appendingPathComponent("demo").path)
  }

  @Test func aRefusedAlertProvesNothing() throws {
    let server = try DemoServer(stage)
    defer { server.stop() }
    let story = DemoServerStory(cast: try DemoCast(stage, server))
    #expect(try story.registered().isProved)
    stage.suite.revoke(keyID: DemoApp.keyID)
    stage.suite.script(
      Scenario(rules: [
        ScenarioRule(
          "no", match: .nth(1, server: .fcm),
          actions: [.answer(.fcm(400, "INVALID_ARGUMENT", errorCode: "INVALID_ARGUMENT"))])
      ]))
    let step = try story.sameID()
    #expect(!step.isProved)
    #expect(step.text(Styler(isOn: false), width: 92).contains("differs:"))
  }

  @Test func aVerificationThatFailsIsNotProved() throws {
    let server = try DemoServer(stage)
    defer { server.stop() }
    let story = try DemoVerifyStory(stage, server)
    #expect(story.step(.macos).isProved)
    stage.suite.script(
      Scenario(rules: [
        ScenarioRule(
          "no", match: .nth(1, server: .apnsSandbox),
          actions: [.answer(.apns(.payloadEmpty))])
      ]))
    let step = story.step(.ios)
    #expect(!step.isProved)
    #expect(step.title == "iOS virtual device: 9 of 10 proven (virtual)")
    #expect(
      step.text(Styler(isOn: false), width: 92).contains("✗ send returns 200 with an id"))
  }

  @Test func withoutReportsTheFunnelIsEmptyAndThatIsSaid() throws {
    let server = try DemoServer(stage)
    defer { server.stop() }
    let story = DemoServerStory(cast: try DemoCast(stage, server))
    #expect(try !story.funnel().isProved)
  }
}
