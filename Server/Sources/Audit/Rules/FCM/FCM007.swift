import AppFacts

/// The service account's file.
enum FCM007: AuditRule {
  static let page = RulePage(
    "FCM007", .fcm, .error, summary: "The service account's file lacks something",
    why:
      "A sender signs with private_key as client_email and asks token_uri; without one of them it gets no token.",
    check: "`pushwire keys check FILE` says what is in it.",
    fix: "Make a new key for the account in the Google Cloud console, and use the file as it is downloaded.",
    references: [.fcmAuthorize],
    bad: RuleExample(
      .init(
        "firebase.json",
        """
        {
          "type": "service_account",
          "project_id": "parcel-push",
          "client_email": "push@parcel-push.iam.gserviceaccount.com"
        }

        """)),
    good: FCMExample.goodAccount)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for account in scope.facts.serviceAccounts {
      for problem in account.problems.prefix(20) {
        report.add(
          page, .proved, problem.value, at: Exhibit(problem.place, "the service account's file"),
          about: ["account:" + account.place.file])
      }
    }
  }
}
