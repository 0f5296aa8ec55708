import Diagnosis
import Foundation
import PushClient
import PushClientTesting
import PushContract
import Testing

@testable import pushwire

/// `--device`: a virtual device stands in for the real one, and the person's hands are a few lines.
@Suite struct VerifyDeviceTests {
  /// What the person is asked to do, done.
  private final class Hands {
    let device: VirtualDevice
    let account: String
    private(set) var asked: [String] = []
    var reply: (Act) -> VerifyTerminal.Reply? = { _ in nil }
    /// What was shown when something was asked for last: a tap is for what came since.
    private var known: [ShownNotification] = []

    init(_ device: VirtualDevice, account: String) {
      self.device = device
      self.account = account
    }

    func ask(_ instruction: String, _ canBeAbsent: Bool) -> VerifyTerminal.Reply {
      asked.append(instruction)
      defer { known = device.system.tray }
      let acts: [Act] = [
        .launch, .foreground, .background, .terminate, .tap(notification: ""), .logOut, .logIn,
        .switchAccount,
        .removeApp,
      ]
      guard let act = acts.first(where: { $0.instruction(platform: device.platform.rawValue) == instruction })
      else { return .skipped }
      if let reply = reply(act) { return reply }
      switch act {
      case .launch:
        device.leave()
        device.terminate()
        device.open()
      case .foreground: device.open()
      case .background:
        device.open()
        device.leave()
      case .terminate:
        device.leave()
        device.terminate()
      case .tap:
        let known = known
        guard device.run(within: 10_000, until: { $0.system.tray.contains { !known.contains($0) } }),
          let item = device.system.tray.last
        else { return .absent }
        device.tap(item)
      case .logOut: device.logout()
      case .logIn: device.login(account)
      case .switchAccount: device.login(account + "-2")
      case .removeApp: device.removeApp()
      default: return .skipped
      }
      return .done
    }
  }

  /// While the server is asked, time passes on the device.
  private final class Passing: HTTPTransport {
    let transport: any HTTPTransport
    weak var device: VirtualDevice?
    init(_ transport: any HTTPTransport) { self.transport = transport }
    func send(_ request: PushClientTesting.HTTPRequest) -> PushClientTesting.HTTPAnswer? {
      if let device {
        _ = try? device.fetch()
        device.tick()
        device.flush()
      }
      return transport.send(request)
    }
  }

  private let stage: VerifyCase

  init() throws { stage = try VerifyCase() }

  private func play(
    _ platform: Platform, checks: [Check] = Check.allCases, wait: Int = 20_000,
    reply: @escaping (Act) -> VerifyTerminal.Reply? = { _ in nil }, spoil: (VirtualDevice) -> Void = { _ in }
  ) throws -> (DeviceReport, Hands) {
    let passing = Passing(stage.transport)
    let device = stage.device(platform, stage.transport)
    passing.device = device
    var player = stage.player(passing)
    player.wait = wait
    let hands = Hands(device, account: stage.account)
    hands.reply = reply
    spoil(device)
    var run = PersonRun(
      player: player, installation: try #require(device.installation),
      name: "d\(Int.random(in: 0..<1_000_000))",
      checks: checks)
    run.pause = 5
    return (try run.run(ask: hands.ask), hands)
  }

  @Test(arguments: Platform.all) func aPersonIsLedThroughAllOfIt(_ platform: Platform) throws {
    let (report, hands) = try play(platform)
    for finding in report.checklist {
      // Receipts say where they come from, and the server whether an emulator answered; of a token nobody does.
      let words = finding.check == .tokenReachesServer ? "proven" : "proven (virtual)"
      #expect(finding.words == words, "\(finding)\n\(hands.device.journal.text)")
    }
    // The tap of the terminated app proves two checks.
    #expect(hands.asked.count { $0.contains("Tap it") } == 2)
    #expect(hands.asked.last?.hasPrefix("Delete the app") == true)
    #expect(report.installation?.appVersion == "1.0")
  }

  @Test func whatAPersonSaysProvesNothing() throws {
    // They say that they did each thing, and did none of it.
    let (report, hands) = try play(
      .ios, wait: 300, reply: { _ in .done }, spoil: { $0.faults = [.handlerDropped] })
    #expect(!hands.asked.isEmpty)
    let proven = Set(report.checklist.filter { $0.status == .proven }.map(\.check))
    // Only what needs no device: the provider took it.
    #expect(proven == [.sendAccepted], "\(report.checklist)")
    for finding in report.checklist where finding.check != .sendAccepted {
      #expect(finding.status == .unknown, "\(finding)")
    }
  }

  @Test func whatIsLeftOutIsUnknownAndNothingToTapIsNoProof() throws {
    let (report, _) = try play(.android, checks: [.alertBackground, .silentCompletes], wait: 300) { act in
      switch act {
      case .tap: .absent
      case .background: nil
      default: .skipped
      }
    }
    #expect(report.checklist.map(\.check) == [.alertBackground, .silentCompletes])
    #expect(report.checklist[0].status == .unknown)
    #expect(report.checklist[0].why.contains("the person saw none"))
  }

  @Test func ctrlCEndsTheRunWithWhatWasFound() throws {
    let (report, _) = try play(.ios, checks: [.sendAccepted, .alertForeground, .silentCompletes]) { _ in
      .interrupted
    }
    #expect(report.checklist.map(\.status) == [.proven, .unknown, .unknown])
    #expect(report.checklist[1].why.contains("stopped"))
  }

  @Test func anUnknownInstallationIsSaid() throws {
    let run = PersonRun(player: stage.player, installation: "nobody", name: "x")
    #expect(throws: CommandError.self) { _ = try run.run(ask: { _, _ in .done }) }
  }
}
