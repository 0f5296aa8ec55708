import Store

/// What stands in the way of a push to an installation, in plain words, and what to do about it.
struct Condition: Equatable {
  /// For programs: the word that a suppressed message carries as its reason.
  var code: String
  var text: String
  var advice: String
  /// Something of it gets through: silent pushes, or those meant for nobody in particular.
  var isPartial = false

  /// Everything that stands in the way now; empty: it can be sent to.
  /// - Parameters:
  ///   - quarantine: how long a quarantine lasts, milliseconds.
  ///   - staleAfter: unseen for so long is stale, milliseconds.
  static func all(
    _ registration: Registration, now: Int, staleAfter: Int, quarantine: Int
  ) -> [Condition] {
    [
      token(registration), hold(registration, now: now, quarantine: quarantine),
      environment(registration), binding(registration),
      permission(registration.permission, registration.platform),
      stale(registration, now: now, staleAfter: staleAfter),
    ].compactMap { $0 }
  }

  private static func token(_ registration: Registration) -> Condition? {
    guard registration.token == nil else { return nil }
    return Condition(
      code: Suppression.noToken.rawValue, text: "It has no token.",
      advice: "The device brings one at its next launch or login; the history says why it has none.")
  }

  private static func hold(_ registration: Registration, now: Int, quarantine: Int) -> Condition? {
    guard let hold = registration.hold else { return nil }
    let since = "since \(Instant.text(hold.since))"
    switch hold.kind {
    case .quarantined:
      return Condition(
        code: Suppression.quarantined.rawValue,
        text: "Its token is in quarantine \(since): the provider said \(hold.reason).",
        advice: "It is lifted when the device confirms the token, or "
          + "\(Instant.distance(hold.since + quarantine, from: now)). "
          + "`pushwire explain \(hold.reason)` says what mostly causes it.")
    case .tokenConflict:
      return Condition(
        code: Suppression.tokenConflict.rawValue,
        text: "Another installation claims the same token \(since), and neither has proved it"
          + (hold.reason.isEmpty ? "." : " (\(hold.reason))."),
        advice:
          "Open the app on the device: it echoes the challenge that was pushed to the token, and is free.")
    }
  }

  private static func environment(_ registration: Registration) -> Condition? {
    guard registration.lane == nil else { return nil }
    return Condition(
      code: Suppression.environmentUnknown.rawValue,
      text: "The device could not say which APNs environment its token belongs to"
        + (registration.environmentSource.isEmpty ? "." : " (\(registration.environmentSource))."),
      advice: "Look at the build's provisioning profile; a wrong guess would make the token look dead.")
  }

  private static func binding(_ registration: Registration) -> Condition? {
    switch registration.binding {
    case .bound: return nil
    case .unbound:
      return Condition(
        code: Suppression.unbound.rawValue, text: "No account is bound to it.",
        advice: "Classes with `audience: account` reach it after a login with a registration ticket.",
        isPartial: true)
    case .ambiguous:
      return Condition(
        code: Suppression.ambiguous.rawValue,
        text: "A second account came while the first was bound, and nobody had logged out.",
        advice: "The app registers again and names the account that is replaced (`replaces_account`).",
        isPartial: true)
    }
  }

  private static func permission(_ permission: Permission?, _ platform: DevicePlatform) -> Condition? {
    guard let permission else { return nil }
    func alerts(_ code: Suppression, _ text: String, _ advice: String) -> Condition {
      Condition(
        code: code.rawValue, text: text + " Silent pushes go through.", advice: advice, isPartial: true)
    }
    let settings = "Only the person can change it, in the system's settings; the app may lead there."
    switch permission.status {
    case "denied": return alerts(.permissionDenied, "The person has denied notifications.", settings)
    case "not_determined", "notDetermined":
      return alerts(
        .permissionNotAsked, "The person has not been asked yet.",
        "Ask at a value moment, after the explainer.")
    default: break
    }
    if permission.appBlocked == true {
      return alerts(.appBlocked, "Notifications of the app are switched off.", settings)
    }
    if permission.status == "authorized", permission.alert == "disabled" {
      return alerts(.alertsOff, "Alerts are switched off, though notifications are allowed.", settings)
    }
    if let channels = permission.blockedChannels, !channels.isEmpty {
      return alerts(
        .channelBlocked, "These channels are switched off: \(channels.sorted().joined(separator: ", ")).",
        settings)
    }
    return nil
  }

  private static func stale(_ registration: Registration, now: Int, staleAfter: Int) -> Condition? {
    guard now - registration.lastConfirmedAt > staleAfter else { return nil }
    return Condition(
      code: Suppression.stale.rawValue,
      text:
        "Last seen \(Instant.distance(registration.lastConfirmedAt, from: now)): stale, and left out of bulk.",
      advice: "Nothing, mostly: the app is not used, or gone. It counts again after a launch.",
      isPartial: true)
  }

  var json: JSON {
    [
      "code": .string(code), "partial": .bool(isPartial), "text": .string(text), "advice": .string(advice),
    ]
  }
}
