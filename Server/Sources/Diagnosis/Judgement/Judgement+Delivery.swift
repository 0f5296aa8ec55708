/// Whether a push came as far as the provider.
extension Judgement {
  /// Why a notification did not; nil: the provider took it.
  func undelivered(_ id: String) -> Finding? {
    guard let send = observed.sends[id] else { return unknown("it was not sent") }
    guard send.isTaken else {
      let words = [send.status == 0 ? "no answer" : "\(send.status)", send.code, send.detail]
      let evidence = [Evidence("server", at: send.at, words.compactMap { $0 }.joined(separator: ", "))]
      return send.status == 0
        ? unknown("the server did not answer", evidence, next: "Is the server up, and the address right?")
        : broken(
          "the server did not take the notification", evidence,
          next: "docs/api.md explains the code. The class, its parameters and the key's scopes come first.")
    }
    guard let message = observed.messages[id] else {
      return broken(
        "the notification has no message for this device", [registration],
        next: "Is the installation's id right, and the key of its tenant?")
    }
    let evidence = [answer(id)].compactMap { $0 }
    let reason = message.reason ?? "no reason given"
    switch message.sending {
    case "accepted": return nil
    case "queued":
      return unknown(
        "no provider has answered yet", evidence,
        next:
          "The lane may be held or paused, or the hour's silent pushes used up: GET /metrics and the log tell."
      )
    case "suppressed":
      return broken(
        "not sent: \(reason)", evidence + [registration],
        next: Self.advice[reason] ?? "docs/status.md explains the reason.")
    case "rejected":
      return broken(
        "the provider refused it: \(reason)", evidence,
        next: "`pushwire explain \(reason)` tells what it means and what to do.")
    case "unconfirmed":
      return unknown("sent, and never answered", evidence, next: "The server's log tells of the connection.")
    default:
      return broken(
        "\(message.sending): \(reason)", evidence, next: "The server's log tells what the provider said.")
    }
  }

  private static let advice = [
    "permission_denied": "The person refused. The app's row for the settings is the only way back.",
    "permission_not_asked": "The app has not asked yet: the explainer's yes comes first.",
    "alerts_off": "Alerts are off in the settings, although notifications are allowed.",
    "app_blocked": "The app's notifications are off in the settings.",
    "channel_blocked": "The channel is blocked in the settings, or its importance is none.",
    "no_token": "The device has no token: does the app forward the registration callbacks?",
    "environment_unknown": "The device could not read its APNs environment: look at its entitlements.",
    "no_lane": "The profile has no credential for this platform and environment.",
    "quarantined": "The provider called the token foreign: the environment or the topic is wrong.",
    "unbound": "No account is bound: does the app call the client at login, with a ticket?",
    "ambiguous": "Two accounts claim the installation: the login must name the account it replaces.",
  ]

  // MARK: Checks

  var token: Finding {
    guard let facts = observed.installation else {
      return brokenIfCertain(
        "the server does not know the installation", [registration],
        next: "Does the app start the client at launch, with the server's address and a ticket?")
    }
    guard facts.token != nil else {
      let last = facts.retired.first.map { ": \($0.kind)" } ?? ""
      return broken(
        "the server has no token of it\(last)", [registration],
        next: "Does the app register at every launch and forward the token? Look for a registration error.")
    }
    guard facts.state == "active" else {
      return broken(
        "the token is \(facts.state)", [registration],
        next: "`pushwire tokens why` with the installation's id tells why.")
    }
    guard facts.platform == "android" || ["sandbox", "production"].contains(facts.environment) else {
      return broken(
        "the APNs environment of the token is not known, so nothing is sent to it", [registration],
        next: "Look at the aps-environment entitlement of this very build.")
    }
    guard Script.confirmed(setting).holds(facts) else {
      return brokenIfCertain(
        "the token is an earlier one: this launch did not confirm it", [registration],
        next: "Was the app launched anew? It has to register at every launch.")
    }
    return proven("the device confirmed it after this launch", [registration])
  }

  var accepted: Finding {
    let id = setting.prefix
    if let finding = undelivered(id) { return finding }
    let evidence = [answer(id)].compactMap { $0 }
    guard observed.messages[id]?.providerID?.isEmpty == false else {
      return unknown(
        "accepted, but without an id of the provider", evidence, next: "Look at the server's log.")
    }
    return proven("the provider took it under an id; that is not yet delivered", evidence)
  }
}
