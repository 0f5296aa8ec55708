/// Whether a message may be sent to an installation: decided when it is accepted, and again when it is
/// claimed. The first line that is true decides.
///
/// | | | alert | silent |
/// |---|---|---|---|
/// | 1 | another tenant's, or not registered | unknown_installation | unknown_installation |
/// | 2 | an account is meant: nobody is bound | unbound | unbound |
/// | 3 | … two accounts claim the device | ambiguous | ambiguous |
/// | 4 | … another account is bound | other_account | other_account |
/// | 5 | the provider called the token foreign | quarantined | quarantined |
/// | 6 | two installations claim the token | token_conflict | token_conflict |
/// | 7 | no token | no_token | no_token |
/// | 8 | the APNs environment is not known | environment_unknown | environment_unknown |
/// | 9 | no credential for its lane | no_lane | no_lane |
/// | 10 | permission denied | permission_denied | |
/// | 11 | not asked yet | permission_not_asked | |
/// | 12 | the app's notifications are off | app_blocked | |
/// | 13 | authorized, alerts off | alerts_off | |
/// | 14 | the class's channel is set to none | channel_blocked | |
/// | 15 | bulk, and unseen for too long | stale | stale |
/// | 16 | else | sent | sent |
///
/// An account is meant where the class is for an account, or the target is one: then also a class for
/// whoever holds the device goes to the account's own installations only. A target of installations
/// with a class for an account means the account that was bound when the notification was accepted.
enum Eligibility {
  /// What is asked of an installation. A value without references: this is filled in for each message.
  struct Device: Equatable, BitwiseCopyable {
    /// Registered, and the sending tenant's.
    var isKnown = true
    var binding = BindingState.unbound
    /// The bound account is the one that is meant.
    var isMeantAccount = false
    var hold: Registration.Hold.Kind?
    var hasToken = true
    var platform = DevicePlatform.ios
    var environment = TokenEnvironment.production
    var gate: PermissionGate = []
    var lastConfirmedAt = 0

    /// In place of a device where a message goes to an FCM topic: the provider knows whom it reaches.
    static var subscribers: Device {
      var device = Device()
      device.platform = .android
      device.lastConfirmedAt = .max
      return device
    }
  }

  /// What is asked of the notification.
  struct Subject: Equatable, BitwiseCopyable {
    var meansAccount: Bool
    var isSilent: Bool
    var band: Band

    init(meansAccount: Bool, isSilent: Bool, band: Band) {
      self.meansAccount = meansAccount
      self.isSilent = isSilent
      self.band = band
    }
  }

  enum Decision: Equatable {
    case send(LaneCode)
    case suppress(Suppression)
  }

  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - staleAfter: milliseconds.
  ///   - exists: whether there is a credential for a lane.
  static func decide(
    _ subject: Subject, _ device: Device, now: Int, staleAfter: Int, exists: (LaneCode) -> Bool
  ) -> Decision {
    guard device.isKnown else { return .suppress(.unknownInstallation) }
    if subject.meansAccount, let reason = binding(device) { return .suppress(reason) }
    switch device.hold {
    case .quarantined: return .suppress(.quarantined)
    case .tokenConflict: return .suppress(.tokenConflict)
    case nil: break
    }
    guard device.hasToken else { return .suppress(.noToken) }
    guard let lane = LaneCode(device.platform, device.environment) else {
      return .suppress(.environmentUnknown)
    }
    guard exists(lane) else { return .suppress(.noLane) }
    if !subject.isSilent, let reason = permission(device.gate) { return .suppress(reason) }
    if subject.band == .bulk, now - device.lastConfirmedAt >= staleAfter { return .suppress(.stale) }
    return .send(lane)
  }

  private static func binding(_ device: Device) -> Suppression? {
    switch device.binding {
    case .unbound: .unbound
    case .ambiguous: .ambiguous
    case .bound: device.isMeantAccount ? nil : .otherAccount
    }
  }

  private static func permission(_ gate: PermissionGate) -> Suppression? {
    if gate.isEmpty { return nil }
    if gate.contains(.denied) { return .permissionDenied }
    if gate.contains(.notAsked) { return .permissionNotAsked }
    if gate.contains(.appBlocked) { return .appBlocked }
    return gate.contains(.alertsOff) ? .alertsOff : .channelBlocked
  }
}
