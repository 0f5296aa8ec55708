import AppFacts

/// google-services.json is another app's.
enum AND010: AuditRule {
  static let page = RulePage(
    "AND010", .android, .error, summary: "google-services.json has no client for this application id",
    why: """
      The Gradle plugin takes the client whose package_name is the variant's application id, and fails where there is \
      none. A build that gets its values another way registers with Firebase as another app, and messages for this \
      one go nowhere.
      """,
    check: "Compare package_name in google-services.json with applicationId, with its suffixes.",
    fix: "Add this application id to the Firebase project, and download google-services.json again.",
    references: [.googleServicesPlugin],
    silentOn: [
      "suffixes of build types and flavours, as long as one of the ids has a client",
      "an application id that the script computes", "several files where each is for another variant",
    ],
    bad: RuleExample(
      ANDExample.gradle, ANDExample.googleServices(package: "dev.pushwire.other")),
    good: RuleExample(ANDExample.gradle, ANDExample.googleServices()))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.androidApps {
      guard let id = app.applicationID else { continue }
      let files = app.googleServices.map { scope.facts.googleServices[$0] }
      let packages = files.flatMap(\.clients).compactMap(\.package)
      let ids = app.applicationIDs(scope.facts)
      // Where one variant has its client, the others' files may be made by the build.
      guard let first = packages.first, !packages.contains(where: { ids.contains($0.value) }) else {
        continue
      }
      let module = app.modules(scope).first
      guard module?.hasOpenApplicationIDs != true else { continue }
      // A package may be of a build that has a file of its own.
      let isSure = module?.applicationID != nil && ids.count == 1 && files.count == 1
      let source =
        module?.applicationID
        ?? app.packages(scope).lazy.compactMap(\.package).first
        ?? app.sourceManifests(scope).lazy.compactMap(\.package).first
      report.add(
        AuditFinding(
          page.id, .error, isSure ? .proved : .likely,
          "google-services.json is for \(list(packages.map(\.value))), and the app is \(id)",
          evidence: [Exhibit(first.place, quote: first.value, "package_name")],
          counterpart: source.map { [Exhibit($0.place, quote: $0.value, "application id")] } ?? [],
          fix: page.fix, about: [app.about]))
    }
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(3).joined(separator: ", ")
    return names.count > 3 ? shown + " and \(names.count - 3) more" : shown
  }
}
