import AppFacts

/// Secrets where they must not be.
enum KEY006: AuditRule {
  static let page = RulePage(
    "KEY006", .key, .warning, summary: "A secret of push lies in sources, a log or the app",
    why: """
      Who has the key sends to every installation of the app; who has a provider token does for an hour; a whole device \
      token in a log lets others push to that device. An app is read by whoever downloads it.
      """,
    check: "Look at the place that is named; `git log -S` says how long it has been there.",
    fix:
      "Revoke the key and make a new one, keep it outside sources and app, and take it out of the history.",
    references: [.apnsToken],
    silentOn: [
      "keys and captures that are given to this program by name", "hashes, commit ids and sums of 64 digits",
      "folders of tests, examples and dependencies", "public keys, certificates and encrypted keys",
    ],
    bad: RuleExample(.init("Parcel/Keys/AuthKey_ABC123DEFG.p8", "p256")),
    good: RuleExample(.init("AuthKey_ABC123DEFG.p8", "p256")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    var seen: Set<String> = []
    for secret in scope.facts.secrets {
      let (kind, place) = (secret.kind, secret.place)
      guard seen.insert(kind.rawValue + place.file + (place.line.map(String.init) ?? "")).inserted else {
        continue
      }
      let isSure = kind == .privateKey || kind == .serviceAccount
      report.add(
        page, isSure ? .proved : .likely,
        "\(kind.rawValue) lies in \(secret.isShipped ? "the app, which everybody can read" : "the files")",
        at: Exhibit(place, "\(kind.rawValue); it is not shown"), about: ["secret:" + place.file])
    }
  }
}
