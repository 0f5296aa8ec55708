import AppFacts

/// The age of the provider token.
enum KEY005: AuditRule {
  static let page = RulePage(
    "KEY005", .key, .error, summary: "The provider token is too old, or of the future",
    why: """
      A provider token is good for an hour from iat, in seconds. Older ones are answered ExpiredProviderToken, ones of \
      the future InvalidProviderToken: the clock is wrong, or the token was kept.
      """,
    check: "Decode the token's second part, and compare iat with `date -u +%s`.",
    fix: "Make a new token every 20 to 60 minutes, with a clock that is kept in time (NTP).",
    references: [.apnsToken, .apnsAnswers],
    silentOn: ["tokens that were fresh when the answer came, as its date or its reason tells"],
    bad: RuleExample(
      PAYExample.request(
        jwt: "eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyM0RFRkcifQ"
          + ".eyJpc3MiOiJBQkNERTEyMzQ1IiwiaWF0IjoxNzk2MDMyMjAwfQ.c2lnbmF0dXJl",
        answer: "HTTP/2 403\ndate: Mon, 30 Nov 2026 11:55:00 GMT\n\n{\"reason\": \"ExpiredProviderToken\"}"),
      alsoFinds: ["HOST004"]),
    good: RuleExample(
      PAYExample.request(jwt: PAYExample.jwt, answer: "HTTP/2 200\ndate: Mon, 30 Nov 2026 11:55:00 GMT")))

  private static let ofToken: Set = ["ExpiredProviderToken", "InvalidProviderToken"]

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for capture in scope.facts.captures {
      guard let token = capture.providerToken, let issued = token.issuedAt else { continue }
      let about = capture.about(explaining: "ExpiredProviderToken", "InvalidProviderToken")
      let exhibit = Exhibit(token.place, quote: "iat \(issued)", "in the provider token")
      if issued > 100_000_000_000 {
        report.add(
          page, .proved, "iat is in milliseconds", at: exhibit, fix: "Write iat in seconds.", about: about)
        continue
      }
      let answer = capture.answer
      if let date = answer?.date {
        let age = date / 1000 - issued
        if age > 3600 {
          report.add(
            page, .proved, "the provider token was \(age / 60) minutes old when it was answered", at: exhibit,
            about: about)
        } else if age < -60 {
          report.add(
            page, .proved, "the provider token was made \(-age / 60) minutes after it was answered",
            at: exhibit,
            about: about)
        }
        continue
      }
      // It was good then: the provider took it, or objected to something else.
      if let answer, answer.status ?? 0 == 200 || answer.reason.map({ !ofToken.contains($0.value) }) == true {
        continue
      }
      let age = scope.now / 1000 - issued
      if age < -300 {
        report.add(
          page, .likely, "iat lies \(-age / 60) minutes ahead", at: exhibit,
          fix: "Set the sender's clock (NTP).",
          about: about)
      } else if age > 3600 {
        report.add(
          page, .warning, .likely, "the provider token is over an hour old by now: sent again, it is refused",
          at: exhibit, about: about)
      }
    }
  }
}
