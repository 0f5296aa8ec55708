extension Reason {
  /// The statuses as people read them; empty where there is no answer.
  public var statusText: String { statuses.map(String.init).joined(separator: ", ") }

  /// Whether a push with this answer goes out again, and how.
  public var retryText: String {
    switch Verdict(kind: kind, reason: ReasonCatalogue.id(code)).retry {
    case .no: "never"
    case .afterRenewal: "once, with a fresh credential"
    case .whenReleased: "when the set-up is repaired; the queue is kept until each push's ttl"
    case .later:
      "after the pause asked for, else with growing pauses, within the ttl and the attempts allowed"
    case .atOnce: "at once; it costs no attempt"
    case .fewTimes: "a few times, then failed with the provider's words"
    }
  }

  /// What becomes of the token, nil where it is kept.
  public var tokenText: String? {
    switch kind.tokenAction {
    case .keep: nil
    case .delete: "deleted, unless the app has confirmed it since"
    case .quarantine: "rests (quarantine) until the device confirms it again"
    }
  }

  /// What waits, nil where nothing does.
  public var holdText: String? {
    switch Verdict(kind: kind, reason: ReasonCatalogue.id(code)).hold {
    case .nothing: nil
    case .lane: "everything sent with this credential to this platform and environment"
    case .appleTraffic: "what goes to Apple devices through this project; Android goes on"
    }
  }

  /// The name with what tells it apart: `INVALID_ARGUMENT (token)`.
  public var title: String { variant.isEmpty ? name : "\(name) (\(variant))" }

  /// Everything about the reason as plain text, what `explain` prints.
  public func explanation() -> String {
    var lines = ["\(provider.title): \(title)" + (statuses.isEmpty ? "" : ", HTTP \(statusText)"), ""]
    lines.append(meaning)
    lines.append("")
    for (index, cause) in causes.enumerated() {
      lines.append((index == 0 ? "Why:      " : "          ") + "\(index + 1). \(cause)")
    }
    lines.append("Check:    \(check)")
    lines.append("Fix:      \(fix)")
    lines.append("Verdict:  \(kind.code): \(kind.summary)")
    if let field { lines.append("Field:    \(field)") }
    lines.append("Retried:  \(retryText)")
    if let tokenText { lines.append("Token:    \(tokenText)") }
    if let holdText { lines.append("Held:     \(holdText)") }
    if !aliases.isEmpty { lines.append("Also:     \(aliases.joined(separator: ", "))") }
    lines.append("Source:   \(source.rawValue)")
    return lines.joined(separator: "\n") + "\n"
  }
}
