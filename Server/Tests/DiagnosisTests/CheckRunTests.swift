import Diagnosis
import PushContract
import Testing

@Suite struct CheckRunTests {
  private func finding(_ run: CheckRun) -> Finding? {
    if case .finish(let finding) = run.step { finding } else { nil }
  }

  @Test(arguments: Check.allCases)
  func whereAllIsRightEachCheckIsProvenOnAVirtualDevice(_ check: Check) {
    var device = PlayedDevice(.virtual)
    let finding = finding(device.play(check))
    #expect(finding?.status == .proven, "\(device.transcript) \(String(describing: finding))")
    #expect(finding?.words == "proven (virtual)")
    #expect(finding?.evidence.isEmpty == false)
  }

  @Test func whereAllIsRightAPersonProvesAllOfItInTheirOrder() {
    var device = PlayedDevice(.person)
    var earlier: Observations?
    for check in Check.orderForPerson {
      let run = device.play(check, earlier: check == .tapColdStart ? earlier : nil)
      if check == .alertTerminated { earlier = run.observed }
      #expect(finding(run)?.status == .proven, "\(check): \(String(describing: finding(run)))")
    }
    #expect(Set(Check.orderForPerson) == Set(Check.allCases))
  }

  @Test func theTapOfATerminatedAppIsAskedForOnce() {
    var device = PlayedDevice(.person)
    let alert = device.play(.alertTerminated)
    let asked = device.transcript.count
    let tap = device.play(.tapColdStart, earlier: alert.observed)
    #expect(finding(tap)?.status == .proven)
    #expect(Array(device.transcript.dropFirst(asked)) == ["watch until fell_back/routed"])
    // Where nothing was opened there is nothing to go by: all of it is asked for.
    var other = PlayedDevice(.person)
    other.instead = { if case .act(.tap) = $0 { .skipped } else { nil } }
    let skipped = other.play(.alertTerminated)
    let before = other.transcript.count
    _ = other.play(.tapColdStart, earlier: skipped.observed)
    #expect(other.transcript.dropFirst(before).contains("terminate"))
  }

  @Test func theStepsOfAnAlertReadAsATranscript() {
    var device = PlayedDevice(.virtual)
    _ = device.play(.alertBackground)
    #expect(
      device.transcript == [
        "read until ready", "background", "send alert to installation", "watch until settled", "tap",
        "watch until fell_back/opened/routed",
      ])
  }

  @Test func aSwitchIsMadeOfflineWhereAProgramCanMakeIt() {
    var device = PlayedDevice(.virtual)
    _ = device.play(.accountSwitchSuppresses)
    #expect(
      device.transcript == [
        "read until ready", "foreground", "goOffline", "send alert to installation", "watch until settled",
        "switchAccount", "goOnline", "watch until displayed/fell_back/opened/routed/suppressed",
        "vouchForSecond", "read until bound", "send alert to installation", "watch until settled",
        "watch until displayed/fell_back/opened/routed/suppressed",
      ])
  }

  @Test func whatWasRefusedIsNotWaitedFor() {
    var device = PlayedDevice(.virtual)
    device.message = { _, facts in
      var facts = facts
      facts.sending = "rejected"
      facts.reason = "DeviceTokenNotForTopic"
      return facts
    }
    let run = device.play(.alertForeground)
    #expect(finding(run)?.status == .broken)
    #expect(finding(run)?.why == "the provider refused it: DeviceTokenNotForTopic")
    #expect(device.transcript.last == "watch until settled")
  }

  @Test func aDeletedAppIsSentToUntilTheProviderKnows() {
    var device = PlayedDevice(.person)
    var taken = 0
    device.message = { _, facts in
      taken += 1
      var facts = facts
      facts.sending = taken < 3 ? "accepted" : "rejected"
      facts.reason = taken < 3 ? nil : "Unregistered"
      return facts
    }
    let run = device.play(.removedAppPruned)
    #expect(device.transcript.count { $0.hasPrefix("send") } == 3)
    #expect(finding(run)?.status == .proven, "\(device.transcript)")
    // Apple takes its time: what a person deleted is unknown then, what a program deleted is broken.
    for (means, status) in [(Means.person, HopStatus.unknown), (.virtual, .broken)] {
      var other = PlayedDevice(means)
      other.message = { _, facts in
        var facts = facts
        facts.sending = "accepted"
        return facts
      }
      other.change = { act, device in
        if act == .removeApp { device.installation.token = "8f3a…2b1c" }
      }
      #expect(finding(other.play(.removedAppPruned))?.status == status)
    }
  }

  @Test func ctrlCAndSkippingAreNoFindings() {
    for (answer, words) in [(Answer.interrupted, "stopped"), (.skipped, "left out")] {
      for check in Check.allCases {
        var device = PlayedDevice(.person)
        device.instead = { if case .act = $0 { answer } else { nil } }
        let finding = finding(device.play(check))
        guard check != .sendAccepted else { continue }
        #expect(finding?.status == .unknown)
        #expect(finding?.why.contains(words) == true)
      }
    }
  }

  @Test func aServerThatCannotBeAskedProvesNothing() {
    for check in Check.allCases {
      var device = PlayedDevice(.virtual)
      device.instead = { if case .act = $0 { nil } else { .unreachable("no answer") } }
      #expect(finding(device.play(check))?.status == .unknown)
    }
  }

  @Test func anAnswerThatDoesNotFitItsStepEndsTheCheck() {
    var run = CheckRun(
      .tokenReachesServer, CheckRun.Setting(means: .virtual, prefix: "v", account: "ada"))
    run.take(.message(nil))
    #expect(finding(run)?.status != .proven)
    run.take(.done(detail: nil))
    #expect(finding(run)?.status != .proven)
  }
}
