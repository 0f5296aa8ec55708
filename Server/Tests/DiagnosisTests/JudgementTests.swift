import Diagnosis
import PushContract
import Testing

/// What goes wrong, and what it is called.
@Suite struct JudgementTests {
  private func finding(_ check: Check, _ means: Means = .virtual, _ spoil: (inout PlayedDevice) -> Void)
    -> Finding?
  {
    var device = PlayedDevice(means)
    spoil(&device)
    if case .finish(let finding) = device.play(check).step { return finding }
    return nil
  }

  /// The message as it is, but for what `spoil` does to it.
  private func spoiling(
    _ check: Check, _ means: Means = .virtual, _ spoil: @escaping (inout MessageFacts) -> Void
  )
    -> Finding?
  {
    finding(check, means) {
      $0.message = { _, facts in
        var facts = facts
        spoil(&facts)
        return facts
      }
    }
  }

  // MARK: Token

  @Test func aTokenIsProvenByTheServerAlone() {
    func token(_ means: Means = .virtual, _ spoil: @escaping (inout InstallationFacts) -> Void) -> HopStatus?
    {
      finding(.tokenReachesServer, means) { $0.change = { spoil(&$1.installation) } }?.status
    }
    #expect(token { _ in } == .proven)
    #expect(token { $0.token = nil } == .broken)
    #expect(token { $0.state = "quarantined" } == .broken)
    #expect(token { $0.environment = "unknown" } == .broken)
    // An earlier token, and a launch that nobody saw.
    #expect(token { $0.lastConfirmedAt = 1 } == .broken)
    #expect(token(.person) { $0.lastConfirmedAt = 1 } == .unknown)
    let unknown = finding(.tokenReachesServer) { device in
      device.instead = { if case .readInstallation = $0 { .installation(nil) } else { nil } }
    }
    #expect(unknown?.status == .broken)
    #expect(unknown?.next?.isEmpty == false)
  }

  // MARK: Sending

  @Test func acceptedNeedsAnID() {
    #expect(spoiling(.sendAccepted) { $0.providerID = nil }?.status == .unknown)
    #expect(spoiling(.sendAccepted) { $0.sending = "queued" }?.status == .unknown)
    #expect(spoiling(.sendAccepted) { $0.sending = "unconfirmed" }?.status == .unknown)
    for word in ["rejected", "failed", "suppressed", "expired", "dead"] {
      let finding = spoiling(.sendAccepted) {
        $0.sending = word
        $0.reason = "permission_denied"
      }
      #expect(finding?.status == .broken)
      #expect(finding?.why.contains("permission_denied") == true)
      #expect(finding?.next != nil)
    }
    let absent = finding(.sendAccepted) { $0.message = { _, _ in nil } }
    #expect(absent?.why == "the notification has no message for this device")
  }

  @Test func whatTheServerDoesNotTakeIsBroken() {
    func answered(_ status: Int) -> Finding? {
      finding(.sendAccepted) { device in
        device.instead = {
          guard case .send = $0 else { return nil }
          var facts = SendFacts()
          facts.status = status
          facts.code = "unknown_class"
          return .sent(facts)
        }
      }
    }
    #expect(answered(400)?.status == .broken)
    #expect(answered(400)?.evidence.first?.detail == "400, unknown_class")
    #expect(answered(0)?.status == .unknown)
  }

  // MARK: On the device

  @Test(arguments: [
    Check.alertForeground, .alertBackground, .alertTerminated, .tapColdStart, .silentCompletes,
  ])
  func withoutAReceiptNothingIsClaimed(_ check: Check) {
    for means in [Means.virtual, .person] {
      let finding = spoiling(check, means) { $0.receipts = [] }
      #expect(finding?.status == .unknown, "\(check)")
      #expect(finding?.why.contains("no receipt") == true)
      #expect(finding?.next != nil)
      #expect(spoiling(check, means) { $0.receipts = [PlayedDevice.receipt("received")] }?.status == .unknown)
    }
  }

  /// A tap reports `displayed` too, and says nothing of where the app was.
  @Test func aTapIsNoProofOfTheForeground() {
    func receipts(_ check: Check, _ means: Means, displayedAt time: Int) -> HopStatus? {
      spoiling(check, means) { facts in
        guard !facts.receipts.isEmpty else { return }
        facts.receipts = ["displayed", "opened", "routed"].map { PlayedDevice.receipt($0) }
        facts.receipts[0].at = time
      }?.status
    }
    let tapTime = PlayedDevice.receipt("opened").at ?? 0
    for means in [Means.virtual, .person] {
      #expect(receipts(.alertForeground, means, displayedAt: tapTime) == .unknown)
      #expect(receipts(.alertForeground, means, displayedAt: tapTime - 1) == .proven)
    }
    // And an app that showed it itself was neither in the background nor closed, whatever the person says.
    for check in [Check.alertBackground, .alertTerminated, .tapColdStart] {
      #expect(receipts(check, .person, displayedAt: tapTime) == .proven)
      #expect(receipts(check, .person, displayedAt: tapTime - 1) == .unknown)
    }
  }

  @Test func aPushThatWasWithheldIsBroken() {
    let finding = spoiling(.alertForeground) {
      $0.receipts = $0.receipts.isEmpty ? [] : [PlayedDevice.receipt("suppressed", result: "other_account")]
    }
    #expect(finding?.status == .broken)
    #expect(finding?.why.contains("other_account") == true)
  }

  @Test func aTapThatLedNowhereOrBackIsNotProven() {
    let waiting = spoiling(.tapColdStart) { $0.receipts.removeAll { $0.kind == "routed" } }
    #expect(waiting?.status == .unknown)
    #expect(waiting?.next == "Does the app tell the client that its navigation is ready?")
    let fell = spoiling(.tapColdStart) {
      $0.receipts = [
        PlayedDevice.receipt("opened"), PlayedDevice.receipt("fell_back", result: "unavailable"),
      ]
    }
    #expect(fell?.status == .broken)
    // An alert that was opened was there, wherever the tap led.
    #expect(spoiling(.alertTerminated) { $0.receipts.removeAll { $0.kind == "routed" } }?.status == .proven)
  }

  @Test func nothingToTapIsBrokenOnlyWhereItIsCertain() {
    for (means, status) in [(Means.virtual, HopStatus.broken), (.person, .unknown)] {
      let finding = finding(.alertBackground, means) { device in
        device.instead = { if case .act(.tap) = $0 { .impossible("nothing is shown") } else { nil } }
      }
      #expect(finding?.status == status)
    }
  }

  @Test func workThatFailedIsBroken() {
    for result in ["failed", "expired"] {
      let finding = spoiling(.silentCompletes) {
        $0.receipts = $0.receipts.isEmpty ? [] : [PlayedDevice.receipt("completed", result: result)]
      }
      #expect(finding?.status == .broken)
    }
    let nothing = spoiling(.silentCompletes) {
      $0.receipts = $0.receipts.isEmpty ? [] : [PlayedDevice.receipt("completed", result: "no_data")]
    }
    #expect(nothing?.status == .proven)
  }

  // MARK: Ends

  @Test func aLogoutThatTheServerWasNotToldOf() {
    func logout(_ means: Means) -> HopStatus? {
      finding(.logoutDeletesToken, means) {
        $0.change = { act, device in
          if act == .logOut { device.installation = PlayedDevice(means).installation }
        }
      }?.status
    }
    #expect(logout(.virtual) == .broken)
    #expect(logout(.person) == .unknown)
    // Held back for what was so before the logout proves nothing of it.
    #expect(spoiling(.logoutDeletesToken) { $0.reason = "permission_denied" }?.status == .unknown)
    let sending = spoiling(.logoutDeletesToken) { $0.sending = "accepted" }
    #expect(sending?.status == .broken)
  }

  @Test func aRemovedAppIsProvenByTheRefusalAndTheRow() {
    let wrong = spoiling(.removedAppPruned) { $0.reason = "BadDeviceToken" }
    #expect(wrong?.status == .broken)
    let kept = finding(.removedAppPruned) { device in
      device.message = { _, facts in
        var facts = facts
        facts.sending = "rejected"
        facts.reason = "Unregistered"
        return facts
      }
      device.instead = {
        guard case .readInstallation(.tokenGone) = $0 else { return nil }
        return .installation(PlayedDevice(.virtual).installation)
      }
    }
    #expect(kept?.status == .broken)
    #expect(kept?.why.contains("still there") == true)
  }

  @Test func theOtherAccountsPushMustNotBeShown() {
    let shown = spoiling(.accountSwitchSuppresses) { facts in
      if !facts.receipts.isEmpty { facts.receipts = [PlayedDevice.receipt("displayed")] }
    }
    #expect(shown?.status == .broken)
    #expect(shown?.why == "the device showed what was meant for the account before")
    let never = finding(.accountSwitchSuppresses) {
      $0.change = { act, device in
        if act == .vouchForSecond { device.installation.account = "ada" }
      }
    }
    #expect(never?.status == .broken)
    let silent = spoiling(.accountSwitchSuppresses) { $0.receipts = [] }
    #expect(silent?.status == .unknown)
  }

  @Test func aDeviceThatWasNotReadyTestsNothing() {
    for check in Check.allCases where check != .tokenReachesServer {
      let finding = finding(check) { $0.installation.binding = "unbound" }
      #expect(finding?.status == .unknown, "\(check)")
      #expect(finding?.why.contains("not tested") == true)
    }
  }

  @Test func theWeakestProvenanceCounts() {
    let strong = Evidence("device", "displayed", provenance: "production device")
    let weak = Evidence("apns", "200", provenance: "sandbox device")
    #expect(Finding(.sendAccepted, .proven, "", [strong, weak]).words == "proven (sandbox device)")
    #expect(Finding(.sendAccepted, .proven, "", [strong]).words == "proven (production device)")
    #expect(Finding(.sendAccepted, .proven, "").words == "proven")
    #expect(Finding(.sendAccepted, .broken, "", [weak]).words == "broken")
  }
}
