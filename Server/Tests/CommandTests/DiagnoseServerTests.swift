import Diagnosis
import Foundation
import PushClient
import PushClientTesting
import PushContract
import Testing

@testable import pushwire

/// `pushwire diagnose` against a running server, with virtual devices that emulators deliver to.
@Suite struct DiagnoseServerTests {
  /// Who asks: the built program.
  private func diagnose(_ stage: VerifyCase, _ words: [String]) throws -> Program.Ended {
    try Program.run(
      ["diagnose", "--json", "--server", stage.stage.address] + words, in: stage.scratch.url,
      environment: ["PUSHWIRE_KEY": stage.stage.key])
  }

  private func hops(_ ended: Program.Ended) -> [String: String] {
    var hops: [String: String] = [:]
    for hop in ended.object["hops"] as? [[String: Any]] ?? [] {
      hops[hop["hop"] as? String ?? ""] = hop["status"] as? String
    }
    return hops
  }

  private func first(_ ended: Program.Ended) -> String {
    let first = ended.object["first"] as? [String: Any] ?? [:]
    return "\(first["hop"] ?? "-") \(first["status"] ?? "-")"
  }

  private func causes(_ ended: Program.Ended) -> [String] {
    (ended.object["causes"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
  }

  /// Sends an alert to a device, and waits until its provider has answered.
  private func send(_ stage: VerifyCase, _ id: String, to device: VirtualDevice) throws {
    let installation = try #require(device.installation)
    let body = stage.player.content.body(
      Shipment(id, .alert), installation: installation, account: stage.account,
      now: Instant.now())
    #expect(stage.server.send(body, at: Instant.now()).isTaken)
    let end = ContinuousClock.now + .seconds(20)
    while true {
      if case .message(let message?) = stage.server.message(id, for: installation),
        message.sending != "queued"
      {
        return
      }
      try #require(ContinuousClock.now < end, "the message ends")
      usleep(20_000)
    }
  }

  @Test func eachStepOfAPushThatGetsFurther() throws {
    let stage = try VerifyCase()
    let device = stage.device(.ios, stage.transport)
    let installation = try #require(device.installation)
    let fresh = try diagnose(stage, ["--installation", installation])
    #expect(fresh.exit == 1 && first(fresh) == "composed unknown", "\(fresh.output)")
    #expect(hops(fresh)["registered"] == "proven" && hops(fresh)["permitted"] == "proven")

    device.set(isOnline: false)
    try send(stage, "diagnose-1", to: device)
    let sent = try diagnose(stage, ["--notification", "diagnose-1"])
    #expect(sent.exit == 1 && first(sent) == "received unknown", "\(sent.output)")
    #expect(hops(sent)["accepted"] == "proven" && hops(sent)["received"] == "unknown")
    #expect(causes(sent).contains("device.focus") && causes(sent).contains("device.offline"))
    #expect((sent.object["next_test"] as? [String: Any])?["text"] != nil)

    let answered = try diagnose(
      stage, ["--notification", "diagnose-1", "--answer", "online=no", "--answer", "focus=off"])
    #expect(causes(answered).first == "device.offline")
    #expect(!causes(answered).contains("device.focus"))

    device.set(isOnline: true)
    #expect(device.run(within: 20_000) { !$0.system.tray.isEmpty })
    let item = try #require(device.system.tray.last)
    device.tap(item)
    // Receipts are spread by the client; the server is asked until it has them.
    let end = ContinuousClock.now + .seconds(30)
    var opened = try diagnose(stage, ["--notification", "diagnose-1", "--installation", installation])
    while opened.exit != 0, ContinuousClock.now < end {
      device.advance(by: 60_000)
      opened = try diagnose(stage, ["--notification", "diagnose-1", "--installation", installation])
    }
    #expect(opened.exit == 0 && first(opened) == "- -", "\(opened.output)")
  }

  @Test func aLogoutIsNamedAsTheReason() throws {
    let stage = try VerifyCase()
    let device = stage.device(.ios, stage.transport)
    let installation = try #require(device.installation)
    device.logout()
    let ended = try diagnose(stage, ["--installation", installation, "--kind", "alert"])
    #expect(ended.exit == 1 && first(ended) == "registered broken", "\(ended.output)")
    #expect(causes(ended).first == "client.registration", "\(causes(ended))")
    #expect(ended.output.contains("logout"))
  }

  @Test func nobodyIsNotFoundAndAWrongKeyIsSaid() throws {
    let stage = try VerifyCase()
    let nobody = try diagnose(stage, ["--installation", "nobody"])
    #expect(nobody.exit == 1 && first(nobody) == "registered broken", "\(nobody.output)")
    let stranger = try Program.run(
      "diagnose", "--json", "--server", stage.stage.address, "--installation", "x", "--key", "pw_wrong",
      in: stage.scratch.url)
    #expect(stranger.exit == 2, "\(stranger)")
    let nowhere = try Program.run(
      "diagnose", "--json", "--server", "http://127.0.0.1:1", "--installation", "x", "--key", "pw_any",
      in: stage.scratch.url)
    #expect(nowhere.exit == 3, "\(nowhere)")
  }
}
