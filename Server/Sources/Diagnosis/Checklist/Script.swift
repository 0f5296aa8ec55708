/// The steps of each check, in order.
///
/// | check | steps |
/// |---|---|
/// | token | launch; the server has the token, confirmed since |
/// | send | send; the provider's answer |
/// | foreground | in front; send; the device says that it showed it |
/// | background, terminated | away; send; tap; the device says that it was opened |
/// | cold start | as terminated; the device says that the tap reached its place |
/// | silent | away; send; the device says that its work is complete |
/// | logout | log out; the server has no token and no account; what is sent now goes nowhere |
/// | removed | delete the app; send; refused; the server has no token |
/// | switch, virtual | offline; send; another account; online: withheld; bound to it; send: shown |
/// | switch, person | another account; what is sent to the first does not go to this device; send: shown |
enum Script {
  /// Alerts in the background have no witness but a service extension; a tap on one proves that it was there.
  static let opened = MessageCondition.receipt(["opened", "routed", "fell_back"])
  static let routed = MessageCondition.receipt(["routed", "fell_back"])
  static let shown = MessageCondition.receipt(["displayed", "opened", "routed", "fell_back", "suppressed"])
  static let completed = MessageCondition.receipt(["completed"])
  /// How often it is sent to an app that a person deleted: Apple tells by and by.
  static let attemptsAfterRemoval = 4

  static func steps(_ check: Check, _ setting: CheckRun.Setting) -> [Step] {
    let id = setting.prefix
    switch check {
    case .tokenReachesServer:
      return [.act(.launch), .readInstallation(until: confirmed(setting))]
    case .sendAccepted:
      // The server's evidence tells afterwards whether an emulator was the provider.
      return ready + sending(id, .alert) + [.readInstallation(until: .known)]
    case .alertForeground:
      return ready + [.act(.foreground)] + sending(id, .alert) + [.watch(notification: id, until: shown)]
    case .alertBackground: return away(.background, id, until: opened)
    case .alertTerminated: return away(.terminate, id, until: opened)
    case .tapColdStart: return away(.terminate, id, until: routed)
    case .silentCompletes:
      return ready + [.act(.background)] + sending(id, .silent)
        + [.watch(notification: id, until: completed)]
    case .logoutDeletesToken:
      return ready + [.act(.logOut), .readInstallation(until: loggedOut(setting))] + sending(id, .alert)
    case .removedAppPruned: return removal(setting)
    case .accountSwitchSuppresses: return accountSwitch(setting)
    }
  }

  static func confirmed(_ setting: CheckRun.Setting) -> InstallationCondition {
    .confirmed(after: setting.known?.lastConfirmedAt ?? 0)
  }

  static func loggedOut(_ setting: CheckRun.Setting) -> InstallationCondition {
    .loggedOut(after: setting.known?.retired.first?.at ?? 0)
  }

  /// The notification of an alert that was opened.
  static func tapped(_ observed: Observations) -> String? {
    observed.messages.first { opened.holds($0.value) }?.key
  }

  private static let ready = [Step.readInstallation(until: .ready)]

  private static func sending(_ id: String, _ kind: Shipment.Kind) -> [Step] {
    [.send(Shipment(id, kind)), .watch(notification: id, until: .settled)]
  }

  private static func away(_ act: Act, _ id: String, until condition: MessageCondition) -> [Step] {
    ready + [.act(act)] + sending(id, .alert)
      + [.act(.tap(notification: id)), .watch(notification: id, until: condition)]
  }

  private static func removal(_ setting: CheckRun.Setting) -> [Step] {
    let isVirtual = setting.means == .virtual
    let attempts = isVirtual ? 1 : attemptsAfterRemoval
    let ids = (1...attempts).map { attempts == 1 ? setting.prefix : "\(setting.prefix)-\($0)" }
    // On a person's device the check before ended with a logout.
    return (isVirtual || InstallationCondition.ready.holds(setting.known) ? [] : [.act(.logIn)]) + ready + [
      .act(.removeApp)
    ]
      + ids.flatMap { sending($0, .alert) } + [.readInstallation(until: .tokenGone)]
  }

  private static func accountSwitch(_ setting: CheckRun.Setting) -> [Step] {
    let first = firstID(setting)
    let second = secondID(setting)
    let rebound = InstallationCondition.bound(otherThan: setting.account)
    let shownToSecond = sending(second, .alert) + [.watch(notification: second, until: shown)]
    switch setting.means {
    case .virtual:
      return ready + [.act(.foreground), .act(.goOffline)] + sending(first, .alert) + [
        .act(.switchAccount), .act(.goOnline), .watch(notification: first, until: shown),
        .act(.vouchForSecond), .readInstallation(until: rebound),
      ] + shownToSecond
    case .person:
      return ready + [
        .act(.switchAccount), .readInstallation(until: rebound),
        .send(Shipment(first, .alert, to: .firstAccount)),
        .watch(notification: first, until: .absentOrSettled),
        .act(.foreground),
      ] + shownToSecond
    }
  }

  static func firstID(_ setting: CheckRun.Setting) -> String { setting.prefix + "-first" }
  static func secondID(_ setting: CheckRun.Setting) -> String { setting.prefix + "-second" }
}
