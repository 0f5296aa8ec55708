import PushContract

// What the server, the provider and the device said.
extension HopWalk {
  struct Observed {
    var status: HopStatus
    var why: String
    var evidence: [Evidence] = []
  }

  func observed(_ hop: Hop) -> Observed? {
    switch hop {
    case .configured: configured()
    case .permitted: permitted()
    case .registered: registered()
    case .composed: composed()
    case .accepted: accepted()
    case .received:
      receipt("received", "completed", "displayed", "opened", "routed", "suppressed", "duplicate")
    case .displayed: displayed()
    case .opened: receipt("opened", "routed", "fell_back")
    case .retired: nil
    }
  }

  func evidence(_ hop: Hop) -> [Evidence] {
    guard let told = facts.installation?.hop(hop), let detail = told.detail else { return [] }
    return [Evidence("server", at: facts.installation?.readAt, detail, provenance: told.provenance)]
  }

  private func configured() -> Observed? {
    let credential: Set<String> = [
      "InvalidProviderToken", "MissingProviderToken", "Forbidden", "UnrelatedKeyIdInToken", "BadCertificate",
      "BadCertificateEnvironment", "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken",
      "ExpiredProviderToken",
      "TooManyProviderTokenUpdates", "THIRD_PARTY_AUTH_ERROR", "UNAUTHENTICATED", "PERMISSION_DENIED",
      "ACCESS_TOKEN_EXPIRED",
    ]
    // The newest answer counts: a key that was mended is not broken any more.
    guard let answer = facts.providerAnswers.last else { return told(.configured) }
    if let reason = answer.reason, credential.contains(reason) {
      return Observed(
        status: .broken, why: "the provider does not take the credential: \(answer.text)",
        evidence: [Evidence("provider", answer.text + " (" + answer.source + ")")])
    }
    guard let status = answer.status, status < 500, status != 429 else { return told(.configured) }
    return Observed(
      status: .proven, why: "the provider took the credential: it answered \(answer.text)",
      evidence: [Evidence("provider", answer.text + " (" + answer.source + ")")])
  }

  private func permitted() -> Observed? {
    if facts.answers["notifications"] == "off" {
      return Observed(
        status: .broken, why: "notifications are off for the app",
        evidence: [Evidence("person", "notifications=off")])
    }
    return told(.permitted)
  }

  private func registered() -> Observed? {
    if facts.server == .unknownSubject {
      return Observed(
        status: .broken, why: "the server has no such registration",
        evidence: [Evidence("server", "not found")])
    }
    let dead: Set<String> = ["Unregistered", "ExpiredToken", "UNREGISTERED"]
    if let answer = facts.providerAnswers.last, let reason = answer.reason, dead.contains(reason) {
      return Observed(
        status: .broken, why: "the provider says that the token is dead: \(answer.text)",
        evidence: [Evidence("provider", answer.text + " (" + answer.source + ")")])
    }
    return told(.registered)
  }

  private func composed() -> Observed? {
    if let message = facts.message {
      if message.sending == "suppressed" {
        return Observed(
          status: .broken, why: "the server withheld it: \(message.reason ?? "no reason given")",
          evidence: [Evidence("server", at: message.at, "suppressed \(message.reason ?? "")")])
      }
      if message.sending == "queued" {
        return Observed(
          status: .unknown, why: "it still waits in the server's outbox",
          evidence: [Evidence("server", at: message.at, "queued")])
      }
    }
    return told(.composed)
  }

  private func accepted() -> Observed? {
    if let message = facts.message {
      let provider = [message.httpStatus.map(String.init), message.reason].compactMap { $0 }.joined(
        separator: " ")
      switch message.sending {
      case "accepted":
        return Observed(
          status: .proven, why: "the provider took it; that says nothing of the device",
          evidence: [Evidence(message.provider, at: message.at, message.providerID ?? "200")])
      case "rejected", "failed":
        return Observed(
          status: .broken, why: "the provider refused it: \(provider)",
          evidence: [Evidence(message.provider, at: message.at, provider)])
      case "unconfirmed":
        return Observed(status: .unknown, why: "it was sent, and the provider never answered")
      case "expired":
        return Observed(status: .broken, why: "its time to live ended before a provider had taken it")
      default: break
      }
    }
    guard let answer = facts.providerAnswers.last(where: { !$0.isMadeUpToken }) else {
      return told(.accepted)
    }
    let evidence = [Evidence("provider", answer.text + " (" + answer.source + ")")]
    if answer.status == 200 {
      return Observed(
        status: .proven, why: "the provider took it; that says nothing of the device", evidence: evidence)
    }
    guard answer.status != nil || answer.reason != nil else { return nil }
    return Observed(status: .broken, why: "the provider refused it: \(answer.text)", evidence: evidence)
  }

  private func displayed() -> Observed? {
    if let withheld = facts.message?.receipt("suppressed") {
      return Observed(
        status: .broken, why: "the device withheld it",
        evidence: [
          Evidence(
            "device", at: withheld.at, withheld.result ?? "suppressed", provenance: withheld.provenance)
        ])
    }
    return receipt("displayed", "opened", "routed", "fell_back")
  }

  private func receipt(_ kinds: String...) -> Observed? {
    let receipts = facts.message?.receipts ?? []
    guard let found = receipts.first(where: { kinds.contains($0.kind) }) else { return nil }
    return Observed(
      status: .proven, why: "the device confirmed it",
      evidence: [Evidence("device", at: found.at, found.kind, provenance: found.provenance)])
  }

  /// What the server says of the hop, in its own words.
  private func told(_ hop: Hop) -> Observed? {
    guard let told = facts.installation?.hop(hop), let status = HopStatus(rawValue: told.status) else {
      return nil
    }
    return Observed(status: status, why: told.detail ?? "the server says so")
  }
}
