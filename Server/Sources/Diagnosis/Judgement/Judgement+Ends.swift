/// What ends a registration or changes whose it is.
extension Judgement {
  /// What providers answer for an app that is not there any more.
  private static let gone: Set<String> = ["Unregistered", "ExpiredToken", "UNREGISTERED"]

  private var lastRetired: Evidence? {
    observed.installation?.retired.first.map {
      Evidence(
        "server", at: $0.at, "token retired: \($0.kind)" + ($0.detail.map { ", \($0)" } ?? ""),
        provenance: played)
    }
  }

  var logout: Finding {
    guard let facts = observed.installation,
      Script.loggedOut(setting).holds(facts)
    else {
      return brokenIfCertain(
        "the server was told of no logout", [registration],
        next: "Does the app tell the client of the logout, and was the device online?")
    }
    let id = setting.prefix
    let evidence = [lastRetired, registration, answer(id)].compactMap { $0 }
    guard let message = observed.messages[id] else {
      return unknown("token and account are gone; that nothing is sent was not seen", evidence)
    }
    let hasGoneFor = ["no_token", "unbound"].contains(message.reason)
    guard message.sending != "suppressed" || hasGoneFor else {
      return unknown(
        "token and account are gone; a push to it was held back for another reason: "
          + (message.reason ?? "no reason given"), evidence, next: "docs/status.md explains the reason.")
    }
    return message.sending == "suppressed"
      ? proven("token deleted, account unbound, and nothing is sent any more", evidence)
      : message.sending == "queued"
        ? unknown("token and account are gone; a push to it is still queued", evidence)
        : broken(
          "the server still sends to it after the logout", evidence,
          next: "Look at the installation: another login may have bound it again.")
  }

  var removed: Finding {
    let ids = observed.messages.keys.sorted()
    let answers = ids.compactMap { answer($0) }
    guard let last = ids.last(where: { observed.messages[$0]?.sending == "rejected" }) else {
      let lastID = observed.sends.keys.sorted().last ?? setting.prefix
      if let finding = undelivered(lastID) { return finding }
      return brokenIfCertain(
        "the provider still takes pushes for the removed app", answers,
        next: isVirtual
          ? "An emulator that is as strict as the original answers 410 or UNREGISTERED."
          : "Apple tells it hours or days later, on purpose. Send again tomorrow: `--only removed_app_pruned`."
      )
    }
    let reason = observed.messages[last]?.reason ?? "no reason given"
    let evidence = answers + [lastRetired, registration].compactMap { $0 }
    guard Self.gone.contains(reason) else {
      return broken(
        "refused as \(reason), which is not the answer for a removed app", evidence,
        next: "`pushwire explain \(reason)` tells what it means and what to do.")
    }
    guard observed.installation?.token == nil, let facts = observed.installation else {
      return broken(
        "refused as \(reason), and the token is still there", evidence,
        next: "The device confirmed it since, or the token brake is on: the server's log tells.")
    }
    guard facts.retired.first?.kind == "token_dead" || facts.state == "gone" else {
      return unknown(
        "refused as \(reason); why the token went is not on record", evidence, next: "`pushwire tokens why`.")
    }
    return proven("refused as \(reason), and the token was deleted", evidence)
  }

  /// What the server tells of a push for the account before, which must not come here.
  private func notSent(_ id: String) -> Evidence? {
    guard observed.sends[id]?.isTaken == true else { return nil }
    return answer(id)
      ?? Evidence("server", "no message of notification \(id) for this device", provenance: played)
  }

  var accountSwitch: Finding {
    let first = Script.firstID(setting)
    let second = Script.secondID(setting)
    let firstSaid = isVirtual ? trail(first) : [notSent(first)].compactMap { $0 }
    if isVirtual {
      if let finding = undelivered(first) { return finding }
      if observed.messages[first]?.receipt("displayed", "opened", "routed", "fell_back") != nil {
        return broken(
          "the device showed what was meant for the account before", firstSaid + [registration],
          next: "Does the app tell the client of each login and logout before anything else?")
      }
      guard observed.messages[first]?.receipt("suppressed") != nil else {
        return unknown(
          "nothing tells that the push for the account before was withheld", firstSaid,
          next: "Do the device's receipts reach the server?")
      }
    }
    guard let facts = observed.installation,
      InstallationCondition.bound(otherThan: setting.account).holds(facts)
    else {
      return brokenIfCertain(
        "the device is not bound to another account", firstSaid + [registration],
        next: "Does the app tell the client of the login, with a ticket of the new account?")
    }
    if !isVirtual, let message = observed.messages[first], message.sending != "suppressed" {
      return broken(
        "the server still sends to it what is meant for the account before",
        firstSaid + [registration],
        next: "Look at the installation: `pushwire tokens show` with its id.")
    }
    if let finding = undelivered(second) { return finding }
    let end = shown(second, how: "")
    guard end.status == .proven else { return end }
    return proven(
      isVirtual
        ? "withheld while it was not bound again; shown once it was"
        : "what is meant for the account before is not sent here; the new account's is shown",
      firstSaid + [registration] + end.evidence)
  }
}
