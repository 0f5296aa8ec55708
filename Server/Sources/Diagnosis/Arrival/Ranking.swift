import Audit
import PushContract

/// Ranks causes by what speaks for them.
struct Ranking {
  let facts: ArrivalFacts
  let standings: [HopStanding]
  let first: HopStanding?

  func ranked() -> [RankedCause] {
    let order = Hop.allCases
    return Causes.all.compactMap(rank).enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.strength != b.strength { return a.strength > b.strength }
      // What was observed of this push goes before likely findings.
      if a.strength < .proved, a.isObserved != b.isObserved { return a.isObserved }
      if a.strength < .proved, leads(a.cause) != leads(b.cause) { return leads(a.cause) }
      let (x, y) = (order.firstIndex(of: a.cause.hop) ?? 0, order.firstIndex(of: b.cause.hop) ?? 0)
      if x != y { return x < y }
      if a.because.count != b.because.count { return a.because.count > b.because.count }
      return left.offset < right.offset
    }.map(\.element)
  }

  /// Whether what was said is mostly for this reason.
  private func leads(_ cause: Cause) -> Bool { facts.words.contains { cause.mostlyFor.contains($0.word) } }

  /// Beyond a hop that is broken: what never got there is not looked for.
  private func isBeyondBroken(_ cause: Cause) -> Bool {
    guard let first, first.status == .broken, let own = Hop.allCases.firstIndex(of: cause.hop),
      let broken = Hop.allCases.firstIndex(of: first.hop)
    else { return false }
    return own > broken
  }

  private func rank(_ cause: Cause) -> RankedCause? {
    guard cause.applies(facts), !isExcluded(cause) else { return nil }
    var ranked = RankedCause(cause: cause, strength: .possible, because: [], findings: [])
    let words = facts.words.filter { cause.words.contains($0.word) }
    for word in words { ranked.because.append("\(word.source) says \(word.word)") }
    let answers = cause.confirmedBy.filter { facts.answers[$0.key] == $0.value }
    for (question, value) in answers.sorted(by: { $0.key < $1.key }) {
      ranked.because.append("\(question) is \(value), by the person at the device")
    }
    ranked.isObserved = !words.isEmpty || !answers.isEmpty
    ranked.findings = (facts.audit?.findings ?? []).filter { finding in
      finding.severity != .info && finding.confidence != .unknown
        && ([finding] + finding.consequences).contains { cause.rules.contains($0.rule) }
        && cause.rules.contains(finding.rule)
    }
    for finding in ranked.findings { ranked.because.append("\(finding.rule): \(finding.message)") }
    ranked.strength = strength(ranked, words: !words.isEmpty, answers: !answers.isEmpty)
    if ranked.strength == .possible {
      // What nothing speaks for is named only where the push may be lost right there.
      // No file ever speaks for what happens at the device: it stays open until somebody answers.
      let isOpen =
        !isBeyondBroken(cause) && standings.contains { $0.hop == cause.hop && $0.status == .unknown }
      guard cause.isCommon, first?.hop == cause.hop || (cause.group == .device && isOpen) else { return nil }
      ranked.because.append("nothing speaks against it, and \(cause.hop.rawValue) is not proven")
    }
    return ranked
  }

  private func strength(_ ranked: RankedCause, words: Bool, answers: Bool) -> CauseStrength {
    let errors = ranked.findings.filter { $0.severity == .error }
    if errors.contains(where: { $0.confidence == .proved }) { return .proved }
    // A word that only this cause knows is proof; one that several know is a sign.
    let own = facts.words.contains { word in
      ranked.cause.words.contains(word.word)
        && Causes.all.filter { $0.applies(facts) && $0.words.contains(word.word) }.count == 1
    }
    if own { return .proved }
    if answers { return words || !ranked.findings.isEmpty ? .proved : .agreed }
    if words && !ranked.findings.isEmpty { return .agreed }
    return words || !ranked.findings.isEmpty ? .likely : .possible
  }

  private func isExcluded(_ cause: Cause) -> Bool {
    if cause.excludedBy.contains(where: { facts.answers[$0.key] == $0.value }) { return true }
    // What was proven later cannot have been broken before.
    return standings.contains { $0.hop == cause.hop && $0.status == .proven }
      && !(facts.audit?.all ?? []).contains {
        cause.rules.contains($0.rule) && $0.severity == .error && $0.confidence == .proved
      }
  }
}
