import TestSupport
import Testing

@testable import Store

@Suite struct EligibilityTests {
  private static let now = 1_800_000_000_000
  private static let month = 30 * 86_400_000

  private func decide(
    account: Bool = false, silent: Bool = false, band: Band = .normal,
    lanes: Set<LaneCode> = [.iosProduction],
    _ change: (inout Eligibility.Device) -> Void = { _ in }
  ) -> Eligibility.Decision {
    var device = Eligibility.Device()
    device.lastConfirmedAt = Self.now
    change(&device)
    return Eligibility.decide(
      .init(meansAccount: account, isSilent: silent, band: band), device, now: Self.now,
      staleAfter: Self.month, exists: { lanes.contains($0) })
  }

  @Test func whoeverHoldsTheDeviceIsSentTo() {
    #expect(decide() == .send(.iosProduction))
    #expect(decide { $0.binding = .ambiguous } == .send(.iosProduction))
    #expect(decide(lanes: [.android]) { $0.platform = .android } == .send(.android))
  }

  @Test func anAccountIsMeant() {
    #expect(decide(account: true) == .suppress(.unbound))
    #expect(decide(account: true) { $0.binding = .ambiguous } == .suppress(.ambiguous))
    #expect(
      decide(account: true) {
        $0.binding = .ambiguous
        $0.isMeantAccount = true
      } == .suppress(.ambiguous))
    #expect(decide(account: true) { $0.binding = .bound } == .suppress(.otherAccount))
    #expect(
      decide(account: true) {
        $0.binding = .bound
        $0.isMeantAccount = true
      } == .send(.iosProduction))
  }

  @Test func theTokenMustBeUsable() {
    for silent in [false, true] {
      #expect(decide(silent: silent) { $0.isKnown = false } == .suppress(.unknownInstallation))
      #expect(decide(silent: silent) { $0.hold = .quarantined } == .suppress(.quarantined))
      #expect(decide(silent: silent) { $0.hold = .tokenConflict } == .suppress(.tokenConflict))
      #expect(decide(silent: silent) { $0.hasToken = false } == .suppress(.noToken))
      #expect(decide(silent: silent) { $0.environment = .unknown } == .suppress(.environmentUnknown))
      #expect(decide(silent: silent) { $0.environment = .sandbox } == .suppress(.noLane))
    }
  }

  @Test func permissionCountsForAlertsOnly() {
    let gates: [(PermissionGate, Suppression)] = [
      (.denied, .permissionDenied), (.notAsked, .permissionNotAsked), (.appBlocked, .appBlocked),
      (.alertsOff, .alertsOff), (.channelBlocked, .channelBlocked),
    ]
    for (gate, reason) in gates {
      #expect(decide { $0.gate = gate } == .suppress(reason))
      #expect(decide(silent: true) { $0.gate = gate } == .send(.iosProduction))
    }
    #expect(decide { $0.gate = [.channelBlocked, .denied] } == .suppress(.permissionDenied))
  }

  @Test func onlyBulkLeavesTheStaleOut() {
    func at(_ age: Int, _ band: Band) -> Eligibility.Decision {
      decide(band: band) { $0.lastConfirmedAt = Self.now - age }
    }
    #expect(at(Self.month - 1, .bulk) == .send(.iosProduction))
    #expect(at(Self.month, .bulk) == .suppress(.stale))
    #expect(at(Self.month, .normal) == .send(.iosProduction))
    #expect(at(Self.month * 20, .urgent) == .send(.iosProduction))
  }

  /// Whatever is sent fulfils every condition at once, said here the other way round.
  @Test func nothingIsSentAgainstAnyCondition() {
    var random = Fuzz.random("eligibility")
    var sent = 0
    for _ in 0..<20_000 {
      var device = Eligibility.Device()
      device.isKnown = !random.chance(10)
      device.binding = random.pick(BindingState.allCases)
      device.isMeantAccount = !random.chance(3)
      device.hold = random.pick([nil, nil, .quarantined, .tokenConflict])
      device.hasToken = !random.chance(5)
      device.platform = random.pick(DevicePlatform.allCases)
      device.environment = random.pick(TokenEnvironment.allCases)
      device.gate = random.chance(2) ? [] : PermissionGate(rawValue: UInt8(random.below(32)))
      device.lastConfirmedAt = Self.now - random.below(Self.month * 2)
      let subject = Eligibility.Subject(
        meansAccount: random.chance(2), isSilent: random.chance(2), band: random.pick(Band.allCases))
      let lanes = Set(LaneCode.allCases.filter { _ in !random.chance(4) })
      let decision = Eligibility.decide(
        subject, device, now: Self.now, staleAfter: Self.month, exists: { lanes.contains($0) })
      let lane = LaneCode(device.platform, device.environment)
      let may =
        device.isKnown && device.hasToken && device.hold == nil && lane.map(lanes.contains) == true
        && (!subject.meansAccount || device.binding == .bound && device.isMeantAccount)
        && (subject.isSilent || device.gate.isEmpty)
        && (subject.band != .bulk || Self.now - device.lastConfirmedAt < Self.month)
      if case .send(let to) = decision {
        sent += 1
        #expect(may && to == lane)
      } else {
        #expect(!may)
      }
    }
    #expect(sent > 500)
  }
}
