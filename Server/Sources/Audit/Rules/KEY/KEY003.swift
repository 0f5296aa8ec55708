import AppFacts

/// A provider token that another key signed.
enum KEY003: AuditRule {
  static let page = RulePage(
    "KEY003", .key, .warning, summary: "The provider token's key id is not the key file's",
    why:
      "APNs checks the token with the key that kid names. Signed with another it is answered InvalidProviderToken.",
    check: "Decode the token's first part, and compare kid with the name AuthKey_<key id>.p8.",
    fix: "Sign with the file of that key id, or put the file's key id into kid.",
    references: [.apnsToken, .apnsAnswers], rootCauses: ["KEY004"],
    silentOn: ["key files that were renamed", "several keys of which one fits"],
    bad: RuleExample(
      PAYExample.request(jwt: PAYExample.jwt, answer: KEY003.answer), .init("AuthKey_XYZ987WVUT.p8", "p256")),
    good: RuleExample(
      PAYExample.request(jwt: PAYExample.jwt, answer: KEY003.answer), .init("AuthKey_ABC123DEFG.p8", "p256")))

  private static let answer = "HTTP/2 200\ndate: Mon, 30 Nov 2026 11:55:00 GMT"

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    let named = scope.facts.providerKeys.filter { $0.keyIDInName != nil }
    guard let first = named.first else { return }
    for capture in scope.facts.captures {
      guard let token = capture.providerToken, let kid = token.keyID,
        !named.contains(where: { $0.keyIDInName == kid })
      else { continue }
      report.add(
        page, .likely, "kid is \(kid.shown), and the key file is that of \(first.keyIDInName ?? "")",
        at: Exhibit(token.place, quote: "kid \(kid.shown)", "in the provider token"),
        counterpart: [Exhibit(first.place, quote: first.keyIDInName, "the key id in the file's name")],
        about: capture.about(explaining: "InvalidProviderToken"))
    }
  }
}

extension CapturedRequest {
  /// For ``AuditFinding/about``, where the fault is answered with one of these reasons.
  func about(explaining reasons: String...) -> Set<String> {
    about.union(reasons.map { $0 + "@" + place.text })
  }
}
