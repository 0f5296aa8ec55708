import AppFacts

/// Another file under a key's name.
enum KEY002: AuditRule {
  static let page = RulePage(
    "KEY002", .key, .error, summary: "The .p8 file is something else than a key of Apple's",
    why: """
      Apple's file is PKCS#8, BEGIN PRIVATE KEY. A certificate, a public key, an encrypted key or one in the older form \
      (BEGIN EC PRIVATE KEY) is another file with the wrong name; many libraries refuse it.
      """,
    check: "`head -1 AuthKey_….p8`",
    fix: "Use the file as Apple gave it: its first line is -----BEGIN PRIVATE KEY-----.",
    references: [.apnsToken],
    bad: RuleExample(.init("AuthKey_ABC123DEFG.p8", "certificate")),
    good: RuleExample(.init("AuthKey_ABC123DEFG.p8", "p256")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for key in scope.facts.providerKeys {
      guard case .otherPEM(let label) = key.content, key.place.file.lowercased().hasSuffix(".p8") else {
        continue
      }
      report.add(
        page, .proved, "the file is a \(label.lowercased())",
        at: Exhibit(key.place, quote: label, "the PEM's label"),
        about: ["key:" + key.place.file])
    }
  }
}
