import Delivery
import Providers

/// What a `send` came to, in words and as JSON.
struct SendReport {
  let plan: SendPlan
  let targets: SendTargets
  let tally: SendTally
  let counters: PushLane.Counters
  let heldBy: Verdict?
  /// Why what goes to Apple through FCM waits.
  let parkedBy: Verdict?
  /// Taken and not ended, when the lane was held.
  let waiting: Int
  let resends: Int
  /// Lines of a file that could not be read as a target.
  let badLines: Int
  let oauthWords: String?
  let wasInterrupted: Bool

  /// Every message that was asked for was accepted, and there was one.
  var isAllAccepted: Bool {
    counters.accepted > 0 && counters.ended == counters.accepted && waiting == 0 && heldBy == nil
      && badLines == 0 && !wasInterrupted
  }

  // MARK: Text

  func text(_ style: Styler, width: Int?, listing: Bool) -> String {
    var text = listing ? list(style, width) : ""
    for group in tally.groups.sorted(by: { $0.count > $1.count }) { text += explain(group, style) }
    if tally.refusals.count > 0 {
      text += style.apply("\(grouped(tally.refusals.count)) not composed", .red) + "\n"
      for (reference, why) in tally.refusals.first {
        let (target, line) = targets.masked(reference)
        text += "  " + (line.map { "line \($0), " } ?? "") + "\(printable(target)): \(printable(why))\n"
      }
    }
    if let parkedBy { text += parked(parkedBy, style) }
    if let heldBy { text += held(heldBy, style) }
    return text + summary(style) + "\n"
  }

  private func list(_ style: Styler, _ width: Int?) -> String {
    guard !tally.results.isEmpty else { return "" }
    var table = Table("target", "status", "answer", "provider id")
    for result in tally.results {
      let (target, _) = targets.masked(result.reference)
      let status = result.record?.status ?? .failed
      table.add(
        .init(target.isEmpty ? "(in the message)" : target),
        .init(
          result.record == nil ? "not composed" : status.description, status == .accepted ? .green : .red),
        .init(result.record.map { answer($0) } ?? ""), .init(result.id ?? ""))
    }
    let logged = tally.results.compactMap(\.logID)
    let note =
      logged.isEmpty
      ? "" : "In Apple's Push Notifications Console (delivery log): \(logged.joined(separator: ", "))\n"
    return table.text(style, width: width) + note + "\n"
  }

  private func answer(_ record: VerdictRecord) -> String {
    let tries = record.attempts > 1 ? " after \(record.attempts) attempts" : ""
    return record.verdict.headlineForPeople + tries
  }

  private func explain(_ group: SendTally.Group, _ style: Styler) -> String {
    let places = group.references.compactMap { targets.masked($0).line }
    var text =
      style.apply("\(grouped(group.count)) \(group.status): ", .red) + printable(Self.meaning(group)) + "\n"
    if !places.isEmpty {
      let more = group.count > places.count ? " …" : ""
      text += "  lines: \(places.map(String.init).joined(separator: ", "))\(more)\n"
    }
    if let advice = Self.advice(group) { text += "  to do: \(printable(advice))\n" }
    return text
  }

  private static func meaning(_ group: SendTally.Group) -> String {
    switch group.status {
    // Between two attempts the verdict says so itself.
    case .expired where group.verdict != TransportAnswer.expired:
      return
        "The time to live would end before another attempt. The last answer was \(group.verdict.headline)."
    case .unconfirmed: return final(group.verdict, group.status).sentence
    default: return group.verdict.sentence
    }
  }

  /// What the table says of an answer while it is tried again does not hold any more once it is given up.
  private static func advice(_ group: SendTally.Group) -> String? {
    switch (group.status, group.verdict.kind) {
    case (.expired, _): TransportAnswer.expired.advice
    case (.failed, .unavailable), (.failed, .throttled),
      (.failed, _) where group.verdict.reason.entry?.asksNothing == true:
      "It was tried as often as allowed. Send it again later."
        + (group.verdict.reason.entry.map { " To look at: \($0.check)" } ?? "")
    default: final(group.verdict, group.status).advice
    }
  }

  /// An attempt that was never answered, once no other follows.
  private static func final(_ verdict: Verdict, _ status: MessageStatus) -> Verdict {
    status == .unconfirmed ? verdict.whenGivenUp() : verdict
  }

  private func parked(_ verdict: Verdict, _ style: Styler) -> String {
    var text =
      style.apply("\(grouped(counters.parked)) waiting: ", .bold, .red) + printable(verdict.sentence) + "\n"
    if let advice = verdict.advice { text += "  to do: \(printable(advice))\n" }
    return text
  }

  private func held(_ verdict: Verdict, _ style: Styler) -> String {
    var text = style.apply("Stopped: ", .bold, .red) + printable(verdict.sentence) + "\n"
    if let oauthWords { text += "  the token service says: \(printable(oauthWords))\n" }
    if let advice = verdict.advice { text += "  to do: \(printable(advice))\n" }
    guard let line = targets.lastLine else {
      return text + "  What is called queued was not sent, and is still to be sent.\n"
    }
    return text
      + "  The file was read up to line \(grouped(line)); what is called queued in --results and all "
      + "that follows is still to be sent.\n"
  }

  private func summary(_ style: Styler) -> String {
    let total = counters.ended + waiting
    let verb = plan.validateOnly ? "found valid" : "accepted"
    let words = "\(grouped(counters.accepted)) of \(grouped(total)) \(verb) by \(plan.providerName)"
    var extras: [String] = []
    if waiting > 0 { extras.append("\(grouped(waiting)) still queued") }
    if counters.attempts > counters.ended {
      extras.append("\(grouped(counters.attempts)) attempts")
    }
    if resends > 0 { extras.append("\(grouped(resends)) sent again at no cost") }
    if wasInterrupted {
      extras.append("stopped early" + (targets.lastLine.map { ", read up to line \(grouped($0))" } ?? ""))
    }
    if badLines > 0 { extras.append("\(grouped(badLines)) lines passed over") }
    let note = extras.isEmpty ? "" : " (\(extras.joined(separator: ", ")))"
    let truth =
      plan.validateOnly
      ? " Nothing was sent: FCM only checked."
      : " Accepted is not delivered: what follows only the device proves."
    return style.apply(words, isAllAccepted ? .green : .red) + note + "."
      + (counters.accepted > 0 ? truth : "")
  }

  // MARK: JSON

  func message(_ result: SendTally.Result) -> JSON {
    let (target, line) = targets.masked(result.reference)
    guard let record = result.record else {
      return [
        "type": "message", "target": .string(target), "line": .count(line), "status": "failed",
        "error": .text(result.why),
      ]
    }
    return [
      "type": "message", "class": .string(plan.contentName), "provider": .string(plan.providerName),
      "target": .string(target), "line": .count(line), "status": .string(record.status.description),
      "attempts": .integer(Int(record.attempts)), "provider_id": .text(result.id),
      "log_id": .text(result.logID),
      "answer": Self.verdict(Self.final(record.verdict, record.status)),
    ]
  }

  static func verdict(_ verdict: Verdict) -> JSON {
    [
      "verdict": .string(verdict.kind.code),
      "http_status": verdict.status == 0 ? .null : .integer(Int(verdict.status)),
      "reason": .text(verdict.reason.text), "code": .text(verdict.reasonCode),
      "field": .text(verdict.fieldName),
      "retry_after": verdict.retryAfter < 0 ? .null : .integer(Int(verdict.retryAfter)),
      "as_of": verdict.asOf == 0 ? .null : .integer(Int(verdict.asOf)),
      "meaning": .string(verdict.sentence), "advice": .text(verdict.advice),
    ]
  }

  var summaryJSON: JSON {
    [
      "type": "summary", "notification": .string(plan.notification), "class": .string(plan.contentName),
      "provider": .string(plan.providerName), "accepted": .integer(counters.accepted),
      "rejected": .integer(counters.rejected), "failed": .integer(counters.failed + counters.refused),
      "unconfirmed": .integer(counters.unconfirmed), "expired": .integer(counters.expired),
      "queued": .integer(waiting), "attempts": .integer(counters.attempts), "resends": .integer(resends),
      "lines_passed_over": .integer(badLines), "interrupted": .bool(wasInterrupted),
      "last_line": .count(targets.lastLine),
      "held_by": heldBy.map(Self.verdict) ?? .null, "parked_by": parkedBy.map(Self.verdict) ?? .null,
      "proves": .array(counters.accepted > 0 && !plan.validateOnly ? ["composed", "accepted"] : []),
      "ok": .bool(isAllAccepted),
    ]
  }
}

extension Verdict {
  /// The answer in a table's cell.
  var headlineForPeople: String { kind == .accepted ? "\(status)" : headline }
}
