import AppFacts

/// A provider token of another form.
enum KEY007: AuditRule {
  static let page = RulePage(
    "KEY007", .key, .error, summary: "The provider token is not a JWT signed with ES256",
    why: "APNs takes JWTs with alg ES256 alone; anything else is answered InvalidProviderToken.",
    check: "Decode the token's first part and look at alg.",
    fix: "Sign with ES256 and the .p8 key.", references: [.apnsToken],
    silentOn: ["tokens that a variable fills in, or that were shown shortened", "OAuth tokens for FCM"],
    bad: RuleExample(
      PAYExample.request(
        jwt: "eyJhbGciOiJIUzI1NiIsImtpZCI6IkFCQzEyM0RFRkcifQ"
          + ".eyJpc3MiOiJBQkNERTEyMzQ1IiwiaWF0IjoxNzk2MDM5NDAwfQ.c2lnbmF0dXJl")),
    good: RuleExample(PAYExample.request(jwt: PAYExample.jwt)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for capture in scope.facts.captures {
      guard let token = capture.providerToken else { continue }
      let about = capture.about(explaining: "InvalidProviderToken")
      if let problem = token.problem {
        report.add(
          page, .proved, "the provider token cannot be read: \(problem)",
          at: Exhibit(token.place, "the provider token"), about: about)
      } else if token.algorithm != "ES256" {
        report.add(
          page, .proved, "alg is \(token.algorithm?.shown ?? "missing"), not ES256",
          at: Exhibit(token.place, quote: "alg \(token.algorithm?.shown ?? "")", "in the provider token"),
          about: about)
      }
    }
  }
}
