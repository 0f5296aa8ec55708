import AppFacts

/// A key file that holds another key.
enum KEY001: AuditRule {
  static let page = RulePage(
    "KEY001", .key, .error, summary: "The .p8 file holds no P-256 key",
    why:
      "APNs' provider tokens are signed with ES256, which is P-256. Another key is answered InvalidProviderToken.",
    check: "`openssl pkey -in AuthKey_….p8 -noout -text` says NIST CURVE: P-256.",
    fix: "Make a key in Apple's developer account, under Keys, and use the file as it is downloaded.",
    references: [.apnsToken], silentOn: ["certificates and other PEM files, which KEY002 names"],
    bad: RuleExample(.init("AuthKey_ABC123DEFG.p8", "p384")),
    good: RuleExample(.init("AuthKey_ABC123DEFG.p8", "p256")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for key in scope.facts.providerKeys {
      let about: Set = ["key:" + key.place.file]
      switch key.content {
      case .otherKey(let kind):
        report.add(
          page, .proved, "the key is \(kind), not P-256",
          at: Exhibit(key.place, quote: kind, "the key in the file"),
          about: about)
      case .unreadable(let why):
        let text = why.hasSuffix(".") ? String(why.dropLast()) : why
        report.add(
          page, .proved, "no key can be read: \(text)", at: Exhibit(key.place, "the file"), about: about)
      case .p256, .otherPEM: continue
      }
    }
  }
}
