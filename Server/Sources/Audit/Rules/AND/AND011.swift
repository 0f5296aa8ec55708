import AppFacts

/// The ids inside google-services.json do not belong together.
enum AND011: AuditRule {
  static let page = RulePage(
    "AND011", .android, .error, summary: "The app id in google-services.json is of another project",
    why: """
      mobilesdk_app_id is 1:<project number>:android:<hash>. Where its number is not project_number, the file was put \
      together from two projects: the app registers with one, and the server sends through the other, which answers \
      SENDER_ID_MISMATCH.
      """,
    check: "Compare the second part of mobilesdk_app_id with project_number.",
    fix: "Download google-services.json again, and do not edit it.",
    references: [.googleServicesPlugin],
    bad: RuleExample(ANDExample.gradle, ANDExample.googleServices(app: "210987654321")),
    good: RuleExample(ANDExample.gradle, ANDExample.googleServices()))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for (index, file) in scope.facts.googleServices.enumerated() {
      guard let number = file.projectNumber else { continue }
      let about = scope.androidApps.first { $0.googleServices.contains(index) }?.about
      for client in file.clients {
        guard let id = client.appID else { continue }
        let parts = id.value.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4 else { continue }
        let isAndroid = parts[2] == "android"
        guard parts[1] != number.value || !isAndroid else { continue }
        report.add(
          AuditFinding(
            page.id, .error, .proved,
            isAndroid
              ? "mobilesdk_app_id is of project \(parts[1]), and project_number is \(number.value)"
              : "mobilesdk_app_id is of an app for \(parts[2]), not of one for Android",
            evidence: [Exhibit(id.place, quote: id.value, "mobilesdk_app_id")],
            counterpart: [Exhibit(number.place, quote: number.value, "project_number")], fix: page.fix,
            about: [about ?? "file:" + file.place.file]))
      }
    }
  }
}
