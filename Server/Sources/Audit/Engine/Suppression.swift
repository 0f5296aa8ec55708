public import AppFacts
import PushContract

/// A finding that was silenced, and why.
public struct SuppressedFinding: Sendable, Equatable {
  public var finding: AuditFinding
  public var reason: String
  /// Of the comment, or the profile's entry.
  public var place: Place
}

/// Applies what silences findings: comments in files and `audit:` in the profile.
///
/// A comment silences its rules where a finding's evidence stands in its line; an entry of the profile in all
/// files that it covers. Without a reason nothing is silenced. What silences nothing is told, as it hides the
/// next finding there.
enum Suppression {
  struct Outcome {
    var kept: [AuditFinding] = []
    var silenced: [SuppressedFinding] = []
    var problems: [Exhibit] = []
  }

  /// One comment or entry.
  private struct Silencer {
    var rules: [RuleID]
    var reason: String
    var place: Place
    /// Nil: any.
    var file: String?
    var covers: (AuditFinding) -> Bool
    var used: Set<RuleID> = []
  }

  /// - Parameter ran: the rules that were asked; others' suppressions are left alone.
  static func apply(
    to findings: [AuditFinding], _ scope: AuditScope, ran: Set<RuleID> = Set(AuditRules.all.map { $0.id }),
    known: (RuleID) -> Bool = { AuditRules.rule($0) != nil }
  ) -> Outcome {
    var outcome = Outcome()
    var silencers = comments(scope.facts, &outcome) + entries(scope, &outcome)
    silencers.removeAll { silencer in
      let strangers = silencer.rules.filter { !known($0) }
      for rule in strangers {
        outcome.problems.append(Exhibit(silencer.place, "there is no rule \(shown(rule))"))
      }
      return strangers.count == silencer.rules.count
    }
    // Comments are for one file, entries for any.
    let byFile = Dictionary(grouping: silencers.indices, by: { silencers[$0].file })
    for finding in findings {
      let files = Set(finding.evidence.map(\.place.file)).sorted()
      let candidates = files.flatMap { byFile[$0] ?? [] } + (byFile[nil] ?? [])
      let match = candidates.first {
        silencers[$0].rules.contains(finding.rule) && silencers[$0].covers(finding)
      }
      if let match {
        silencers[match].used.insert(finding.rule)
        outcome.silenced.append(
          SuppressedFinding(
            finding: finding, reason: silencers[match].reason, place: silencers[match].place))
      } else {
        outcome.kept.append(finding)
      }
    }
    for silencer in silencers {
      for rule in silencer.rules where known(rule) && ran.contains(rule) && !silencer.used.contains(rule) {
        outcome.problems.append(Exhibit(silencer.place, "it silences nothing: \(rule) finds nothing there"))
      }
    }
    return outcome
  }

  private static func comments(_ facts: AuditFacts, _ outcome: inout Outcome) -> [Silencer] {
    let spans = facts.sources.flatMap(\.ignores).map { IgnoreSpan($0) } + facts.ignores
    return spans.compactMap { span in
      let comment = span.comment
      guard !comment.rules.isEmpty else {
        outcome.problems.append(Exhibit(comment.place, "it names no rule, so it silences nothing"))
        return nil
      }
      guard comment.reason.contains(where: { !$0.isWhitespace }) else {
        let rules = comment.rules.map(shown).joined(separator: ", ")
        outcome.problems.append(
          Exhibit(comment.place, "it gives no reason, so it silences nothing: write why \(rules) may stay"))
        return nil
      }
      return Silencer(
        rules: comment.rules, reason: comment.reason, place: comment.place, file: comment.place.file
      ) { finding in
        finding.evidence.contains { exhibit in
          exhibit.place.file == comment.place.file
            && exhibit.place.line.map { $0 >= comment.line && $0 <= span.lastLine } ?? false
        }
      }
    }
  }

  private static let mostEntries = 1000

  private static func entries(_ scope: AuditScope, _ outcome: inout Outcome) -> [Silencer] {
    let files = scope.facts.inputs.map(\.place.file)
    return scope.facts.pushwireProfiles.flatMap { file -> [Silencer] in
      guard let profile = file.profile else {
        if file.errors > 0 {
          outcome.problems.append(
            Exhibit(
              file.place, "it has errors, so its `audit:` silences nothing; `pushwire check` shows them"))
        }
        return []
      }
      if profile.audit.count > mostEntries {
        outcome.problems.append(
          Exhibit(file.place, "only the first \(mostEntries) entries of its `audit:` count"))
      }
      return profile.audit.prefix(mostEntries).enumerated().compactMap { index, entry in
        let place = file.places["audit[\(index)]"] ?? file.places["audit"] ?? file.place
        if entry.isOver(at: scope.now) {
          outcome.problems.append(
            Exhibit(
              place, quote: entry.until, "it silences \(shown(entry.rule)) no longer, its last day is over"))
          return nil
        }
        // What was not given this time says nothing about an entry for it.
        guard entry.path == nil || files.contains(where: entry.covers) else { return nil }
        return Silencer(rules: [entry.rule], reason: entry.reason, place: place) { finding in
          finding.place.map { entry.covers($0.file) } ?? (entry.path == nil)
        }
      }
    }
  }

  /// What a file has in a rule's place, short.
  private static func shown(_ rule: RuleID) -> String { rule.count > 16 ? rule.prefix(16) + "…" : rule }
}
