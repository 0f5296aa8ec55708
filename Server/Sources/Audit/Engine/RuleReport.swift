/// What the rules of one run report to.
public struct RuleReport: Sendable {
  public private(set) var findings: [AuditFinding] = []
  public private(set) var undecided: [Undecided] = []
  /// Indices into ``findings``, by rule, message and place.
  private var known: [String: [Int]] = [:]
  private var knownUndecided: Set<Undecided> = []

  public init() {}

  /// Adds it once, with its texts shortened: a file may hold a value of any length.
  public mutating func add(_ finding: AuditFinding) {
    var finding = finding
    finding.message = Self.shortened(finding.message, to: 600)
    finding.fix = Self.shortened(finding.fix, to: 600)
    for index in finding.evidence.indices { Self.shorten(&finding.evidence[index]) }
    for index in finding.counterpart.indices { Self.shorten(&finding.counterpart[index]) }
    // One Info.plist of several configurations says the same thing for each.
    finding.counterpart = Self.unique(finding.counterpart)
    // Two rules' helpers may see the same thing twice.
    let key = finding.rule + finding.message + (finding.place?.text ?? "")
    guard !(known[key] ?? []).contains(where: { findings[$0] == finding }) else { return }
    known[key, default: []].append(findings.count)
    findings.append(finding)
  }

  /// Says what could not be decided, once.
  public mutating func undecided(_ rule: RuleID?, _ question: String, decidedBy: String) {
    let entry = Undecided(rule: rule, question: Self.shortened(question, to: 600), decidedBy: decidedBy)
    if knownUndecided.insert(entry).inserted { undecided.append(entry) }
  }

  private static func unique(_ exhibits: [Exhibit]) -> [Exhibit] {
    var seen: Set<[String]> = []
    return exhibits.filter { seen.insert([$0.place.text, $0.quote ?? "", $0.note]).inserted }
  }

  private static func shorten(_ exhibit: inout Exhibit) {
    exhibit.quote = exhibit.quote.map { shortened($0, to: 300) }
    exhibit.note = shortened(exhibit.note, to: 300)
  }

  private static func shortened(_ text: String, to count: Int) -> String {
    // Bytes first: counting characters walks the whole text.
    text.utf8.count <= count || text.count <= count ? text : text.prefix(count) + "…"
  }
}
