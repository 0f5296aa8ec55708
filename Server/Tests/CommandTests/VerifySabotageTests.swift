import Diagnosis
import Foundation
import PushClient
import PushClientTesting
import PushContract
import Testing

@testable import pushwire

/// For each check a fault that turns it, and it alone, from proven into something else.
@Suite struct VerifySabotageTests {
  struct Sabotage: Sendable, CustomStringConvertible {
    let check: Check
    let name: String
    var platforms: [Platform] = Platform.all
    /// What must be said of it.
    var status = HopStatus.broken
    let words: String
    let spoil: @Sendable (VirtualDevice) -> Void
    var description: String { "\(check.rawValue): \(name)" }

    init(
      _ check: Check, _ name: String, _ words: String, _ status: HopStatus = .broken,
      platforms: [Platform] = Platform.all, spoil: @escaping @Sendable (VirtualDevice) -> Void
    ) {
      self.check = check
      self.name = name
      self.status = status
      self.words = words
      self.platforms = platforms
      self.spoil = spoil
    }
  }

  static let apple: [Platform] = [.ios, .macos]
  static let sabotages: [Sabotage] = [
    Sabotage(.tokenReachesServer, "no token", "does not know") { $0.faults = [.noToken] },
    Sabotage(.tokenReachesServer, "the token is refused", "does not know") { $0.faults = [.tokenRefused] },
    Sabotage(.tokenReachesServer, "the app does not register", "does not know") {
      $0.faults = [.noRegistration]
    },
    Sabotage(.sendAccepted, "wrong topic", "refused it") { $0.faults = [.wrongTopic] },
    Sabotage(.sendAccepted, "an old token", "refused it") { $0.faults = [.tokenChanged] },
    Sabotage(.alertForeground, "denied", "permission_denied") { $0.person.usualReaction = .deny },
    Sabotage(.alertForeground, "handler dropped", "no receipt", .unknown, platforms: [.android]) {
      $0.faults = [.handlerDropped]
    },
    Sabotage(.alertBackground, "receipts lost", "no receipt", .unknown) { $0.faults = [.lostReceipts] },
    Sabotage(.alertBackground, "taps dropped", "receipt", .unknown) { $0.faults = [.tapDropped] },
    Sabotage(.alertTerminated, "wrong environment", "refused it", platforms: apple) {
      $0.faults = [.wrongEnvironment]
    },
    Sabotage(.alertTerminated, "nothing is handed over", "nothing to tap") {
      $0.faults = [.nothingDelivered]
    },
    Sabotage(.tapColdStart, "never ready", "led nowhere", .unknown) { $0.faults = [.neverReady] },
    Sabotage(.tapColdStart, "forbidden", "fell back") { $0.app.access = { _ in .forbidden } },
    Sabotage(.silentCompletes, "handler dropped", "no receipt", .unknown) { $0.faults = [.handlerDropped] },
    Sabotage(.silentCompletes, "work never ends", "expired") { $0.faults = [.workNeverEnds] },
    Sabotage(.silentCompletes, "work fails", "failed") { $0.app.work = { _ in .finished(.failed) } },
    Sabotage(.logoutDeletesToken, "logout not sent", "told of no logout") { $0.faults = [.logoutUnsaid] },
    Sabotage(.accountSwitchSuppresses, "the other account's push is shown", "meant for the account before") {
      $0.faults = [.switchUnsaid]
    },
  ]

  /// The other checks follow on one platform: they have devices of their own, and could be spoiled by what
  /// the fault left on the server alone.
  @Test(arguments: sabotages) func aFaultSpoilsItsCheckAndNoOther(_ sabotage: Sabotage) throws {
    let stage = try VerifyCase()
    let spoil = { (_: Platform, check: Check, device: VirtualDevice) in
      if check == sabotage.check { sabotage.spoil(device) }
    }
    for platform in sabotage.platforms.dropFirst() {
      let report = stage.run(platform, only: sabotage.check, isSpoiled: true, spoil)
      expect(report, sabotage.check, sabotage.status, sabotage.words)
    }
    expect(
      stage.run(sabotage.platforms[0], spoiled: sabotage.check, spoil), sabotage.check, sabotage.status,
      sabotage.words)
  }

  @Test func anEmulatorThatTakesPushesForARemovedAppIsFound() throws {
    let stage = try VerifyCase()
    for platform in Platform.all {
      let report = stage.run(platform, spoiled: .removedAppPruned) { _, check, source in
        check == .removedAppPruned ? ForgetfulSource(source) : source
      }
      expect(report, .removedAppPruned, .broken, "still takes")
    }
  }

  @Test func everyCheckIsSabotagedByOneOfThem() {
    let spoiled = Set(Self.sabotages.map(\.check)).union([.removedAppPruned])
    #expect(spoiled == Set(Check.allCases))
  }

  /// The same fault on every device: what a whole app with that fault looks like.
  @Test func anAppWithAFaultFailsTheChecksThatLookAtIt() throws {
    let stage = try VerifyCase()
    let table: [(VirtualFault, Set<Check>)] = [
      (.neverReady, [.tapColdStart]), (.workNeverEnds, [.silentCompletes]),
      (.tapDropped, [.alertBackground, .alertTerminated, .tapColdStart]),
      (
        .lostReceipts,
        [
          .alertForeground, .alertBackground, .alertTerminated, .tapColdStart, .silentCompletes,
          .accountSwitchSuppresses,
        ]
      ),
    ]
    for (fault, checks) in table {
      for check in Check.allCases {
        let report = stage.run(.ios, only: check, isSpoiled: checks.contains(check)) { _, _, device in
          device.faults = [fault]
        }
        #expect((report.checklist.first?.status == .proven) != checks.contains(check), "\(fault), \(check)")
      }
    }
  }

  private func expect(_ report: DeviceReport, _ check: Check, _ status: HopStatus, _ words: String) {
    for finding in report.checklist {
      if finding.check == check {
        #expect(finding.status == status, "\(report.name): \(finding)")
        #expect(finding.why.contains(words), "\(report.name): \(finding)")
        #expect(finding.next?.isEmpty == false)
      } else {
        #expect(finding.words == "proven (virtual)", "\(report.name): \(finding)")
      }
    }
  }
}

extension Platform {
  static let all: [Platform] = [.ios, .macos, .android]
}
