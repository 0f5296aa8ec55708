import AppFacts

/// Ids of the provider token.
enum KEY004: AuditRule {
  static let page = RulePage(
    "KEY004", .key, .error, summary: "Key id and team id of the provider token are swapped or malformed",
    why: """
      kid in the header is the key's id, iss in the claims the team's; both are ten capital letters and digits. Swapped \
      or missing they are answered InvalidProviderToken, with no word about which.
      """,
    check:
      "Decode the token's first two parts; the team id stands under Membership in Apple's developer account.",
    fix: "Put the key id into kid and the team id into iss.", references: [.apnsToken, .apnsAnswers],
    silentOn: ["tokens that a variable fills in, or that were shown shortened"],
    bad: RuleExample(
      PAYExample.request(
        jwt: "eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQ0RFMTIzNDUifQ"
          + ".eyJpc3MiOiJBQkMxMjNERUZHIiwiaWF0IjoxNzk2MDM5NDAwfQ.c2lnbmF0dXJl",
        answer: "HTTP/2 403\ndate: Mon, 30 Nov 2026 11:55:00 GMT\n\n{\"reason\": \"InvalidProviderToken\"}"),
      .init("AuthKey_ABC123DEFG.p8", "p256"), alsoFinds: ["HOST004", "KEY003"]),
    good: RuleExample(
      PAYExample.request(
        jwt: PAYExample.jwt, answer: "HTTP/2 200\ndate: Mon, 30 Nov 2026 11:55:00 GMT"),
      .init("AuthKey_ABC123DEFG.p8", "p256")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    let keys = Set(scope.facts.providerKeys.compactMap(\.keyIDInName))
    let profiles = scope.facts.pushwireProfiles.compactMap(\.profile)
    let profileKeys = Set(profiles.flatMap { $0.credentials.apns.map(\.keyID) })
    let teams = Set(profiles.flatMap { $0.credentials.apns.map(\.teamID) })
    for capture in scope.facts.captures {
      guard let token = capture.providerToken, token.problem == nil else { continue }
      let about = capture.about(explaining: "InvalidProviderToken")
      let (kid, iss) = (token.keyID, token.teamID)
      let knownKeys = keys.union(profileKeys)
      if let kid, let iss, knownKeys.contains(iss) && !knownKeys.contains(kid) || teams.contains(kid) {
        report.add(
          page, .proved, "kid holds the team id and iss the key id",
          at: Exhibit(token.place, quote: "kid \(kid.shown), iss \(iss.shown)", "in the provider token"),
          about: about)
        continue
      }
      for (name, value) in [("kid", kid), ("iss", iss)] {
        if let value {
          guard !isID(value) else { continue }
          report.add(
            page, .proved, "\(name) is not ten capital letters and digits",
            at: Exhibit(token.place, quote: "\(name) of \(value.count) characters", "in the provider token"),
            about: about)
        } else {
          report.add(
            page, .proved, "the provider token has no \(name)",
            at: Exhibit(token.place, "the provider token"), fix: "Add \(name).", about: about)
        }
      }
    }
  }

  private static func isID(_ text: String) -> Bool {
    text.utf8.count == 10
      && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x41 && $0 <= 0x5A) }
  }
}
