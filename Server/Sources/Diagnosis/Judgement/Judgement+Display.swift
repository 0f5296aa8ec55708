/// Alerts, taps and silent work: what only the device can tell.
extension Judgement {
  private static let noReceipt =
    "Is the device online, and do its receipts reach the server? The app posts them some seconds later."

  var alertForeground: Finding {
    let id = setting.prefix
    if let finding = undelivered(id) { return finding }
    let finding = shown(id, how: "shown in front, as the class says")
    guard finding.status == .proven, !isShownByApp(id) else { return finding }
    return unknown(
      "it was tapped, and nothing tells that it was shown in front", trail(id),
      next: "Keep the app in front until the alert is there, and leave it alone for a while.")
  }

  /// Whether the app itself showed it. A tap reports `displayed` as well, at the time of the tap: that only tells
  /// that it was there.
  private func isShownByApp(_ id: String) -> Bool {
    let receipts = observed.messages[id]?.receipts ?? []
    guard let displayed = receipts.first(where: { $0.kind == "displayed" }) else { return false }
    guard let acted = receipts.first(where: { ["opened", "routed", "fell_back"].contains($0.kind) }) else {
      return true
    }
    guard let shown = displayed.at, let tapped = acted.at else { return false }
    return shown < tapped
  }

  /// Apple's systems ask the app only while it is in front. What a person says of that is checked as far as it can
  /// be.
  private func inFront(_ id: String) -> Finding? {
    let isApple = ["ios", "macos"].contains(observed.installation?.platform)
    guard !isVirtual, isApple, isShownByApp(id) else { return nil }
    return unknown(
      "the app showed it itself, and so was in front", trail(id),
      next: "Leave or close the app before the alert comes, and wait for it.")
  }

  /// What the device said of an alert that was taken.
  func shown(_ id: String, how: String) -> Finding {
    let message = observed.messages[id]
    let evidence = trail(id)
    if let held = message?.receipt("suppressed") {
      return broken(
        "the device withheld it: \(held.result ?? "no reason given")", evidence,
        next: "Is the account that is signed in the one that the push was meant for?")
    }
    if message?.receipt("displayed", "opened", "routed", "fell_back") != nil { return proven(how, evidence) }
    if message?.receipt("received") != nil {
      return unknown(
        "the device has it, and did not say that it was shown", evidence,
        next: "Is the app in front, and is the notification centre's delegate the client's?")
    }
    return unknown("accepted, and no receipt came", evidence, next: Self.noReceipt)
  }

  var alertAway: Finding {
    let id = setting.prefix
    if let finding = undelivered(id) { return finding }
    if let finding = untapped(id) ?? inFront(id) { return finding }
    let evidence = trail(id) + seen
    if observed.messages[id]?.receipt("opened", "routed", "fell_back") != nil {
      return proven("it was there to be tapped: the device says that it was opened", evidence)
    }
    return notOpened(id, evidence)
  }

  var tap: Finding {
    let id = Script.tapped(observed) ?? setting.prefix
    if let finding = undelivered(id) { return finding }
    if let finding = untapped(id) ?? inFront(id) { return finding }
    let evidence = trail(id) + seen
    let message = observed.messages[id]
    if message?.receipt("routed") != nil { return proven("the tap reached its place", evidence) }
    if let fell = message?.receipt("fell_back") {
      return broken(
        "the tap fell back: \(fell.result ?? "no reason given")", evidence,
        next: "Does the app's authorization allow the place for this account, and does the profile know it?")
    }
    if message?.receipt("opened") != nil {
      return unknown(
        "the tap was captured, and led nowhere yet", evidence,
        next: "Does the app tell the client that its navigation is ready?")
    }
    return notOpened(id, evidence)
  }

  /// There was nothing to tap.
  private func untapped(_ id: String) -> Finding? {
    guard let why = observed.impossible else { return nil }
    let evidence = trail(id)
    return brokenIfCertain(
      "accepted, and there is nothing to tap: \(why)", evidence,
      next: "Focus and notification summary hold alerts back; look into the notification centre, too.")
  }

  private func notOpened(_ id: String, _ evidence: [Evidence]) -> Finding {
    observed.messages[id]?.receipt("received", "displayed") != nil
      ? unknown(
        "the device has it, and no tap was reported", evidence,
        next: "Does the app hand the system's response to the client, also at a cold start?")
      : unknown("accepted, and no receipt came", evidence, next: Self.noReceipt)
  }

  var silent: Finding {
    let id = setting.prefix
    if let finding = undelivered(id) { return finding }
    let message = observed.messages[id]
    let evidence = trail(id)
    guard let done = message?.receipt("completed") else {
      return message?.receipt("received") == nil
        ? unknown(
          "accepted, and no receipt came", evidence,
          next: "Background App Refresh, Low Power Mode and a force-quit app hold silent pushes back.")
        : unknown(
          "the device has it, and its work was not reported as complete", evidence,
          next: "Does the app's handler end, and call back once? It has 25 seconds.")
    }
    switch done.result {
    case "new_data", "no_data": return proven("its work ended by itself", evidence)
    case let result:
      return broken(
        "its work came to \(result ?? "nothing")", evidence,
        next: "The handler failed or used up its 25 seconds: look at the app's log.")
    }
  }
}
