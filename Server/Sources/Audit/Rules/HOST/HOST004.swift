import AppFacts

/// What a provider answered, and why it may have.
enum HOST004: AuditRule {
  static let page = RulePage(
    "HOST004", .host, .info, summary: "The provider refused the request",
    why: """
      A refusal names a reason. What it means here follows from the other evidence: host and signature, topic and \
      bundle id, key and provider token. Causes for which something speaks come first.
      """,
    check: "`pushwire explain REASON` says what a reason means in general.",
    fix: "Follow the cause that is named first; then the next.",
    references: [.apnsAnswers, .fcmErrors],
    rootCauses: [
      "HOST001", "HOST003", "HOST005", "HOST007", "KEY003", "KEY004", "KEY005", "KEY007", "PAY001", "PAY002",
      "PAY009", "PAY010", "PAY011", "PAY012", "PAY017", "PAY024", "FCM001", "FCM002", "FCM003", "FCM008",
      "FCM009",
    ],
    silentOn: ["a 200: it means that the provider has accepted the push, no more"],
    bad: RuleExample(PAYExample.request(answer: "HTTP/2 400\n\n{\"reason\": \"BadDeviceToken\"}")),
    good: RuleExample(
      PAYExample.request(answer: "HTTP/2 200\napns-id: 123e4567-e89b-12d3-a456-4266554400a0")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    let others = OtherFindings(scope)
    let messages = Dictionary(
      scope.apnsMessages.compactMap { message in message.capture.map { ($0.place, message) } },
      uniquingKeysWith: { first, _ in first })
    for capture in scope.facts.captures {
      guard let answer = capture.answer, answer.reason != nil || answer.status.map({ $0 >= 400 }) == true
      else {
        continue
      }
      let evidence = Exhibit(
        answer.reason?.place ?? answer.place, quote: answer.reason?.value.shown, "what the provider answered")
      let status = answer.status.map { "\($0) " } ?? ""
      guard let reason = answer.reason?.value else {
        report.add(
          page, .unknown, "answered \(status)without a reason that can be read", at: evidence,
          fix: "Print the whole answer (`curl -i`).", about: capture.about)
        continue
      }
      let about: Set = [reason + "@" + capture.place.text]
      guard let causes = AnswerCause.causes(reason) else {
        report.add(
          page, .unknown, "answered \(status)\(reason.shown), a reason that is not known here", at: evidence,
          fix: "Look it up on the provider's page.", about: about)
        continue
      }
      let context = AnswerContext(findings: others, capture: capture, message: messages[capture.place])
      let judged = causes.map { ($0, $0.support(context)) }
      let ranked = judged.filter { $0.1 != nil } + judged.filter { $0.1 == nil }
      guard let (first, support) = ranked.first else { continue }
      // Nothing here speaks for it: it is the first to look at, no more.
      let link = support != nil || ranked.count == 1 ? ": " : "; look first whether "
      let rest = ranked.dropFirst().map(\.0.why)
      report.add(
        page, .likely, "answered \(status)\(reason)\(link)\(first.why)", at: evidence,
        counterpart: ranked.compactMap(\.1),
        fix: first.fix + (rest.isEmpty ? "" : " Else: \(rest.joined(separator: "; or "))."), about: about)
    }
  }
}
