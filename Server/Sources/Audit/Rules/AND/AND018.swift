import AppFacts

/// Firebase finds no project at launch.
enum AND018: AuditRule {
  static let page = RulePage(
    "AND018", .android, .warning, summary: "The google-services plugin is not applied to the app's module",
    why: """
      The plugin turns google-services.json into the resources that Firebase starts from. Without it \
      FirebaseMessaging.getInstance() throws "Default FirebaseApp is not initialized in this process", and the app \
      has no token.
      """,
    check: "`adb logcat` at launch: \"FirebaseInitProvider: FirebaseApp initialization unsuccessful\".",
    fix: "Apply com.google.gms.google-services in the app module's build script.",
    references: [.googleServicesPlugin],
    silentOn: [
      "a module with plugins or scripts of the project's own", "code that gives Firebase its options by hand",
      "a module without google-services.json",
    ],
    bad: RuleExample(
      .init(
        "app/build.gradle.kts",
        ANDExample.gradle.text.replacing("\n  id(\"com.google.gms.google-services\")", with: "")),
      ANDExample.googleServices(), ANDExample.manifest(), ANDExample.messaging, ANDExample.activity),
    good: RuleExample(
      ANDExample.gradle, ANDExample.googleServices(), ANDExample.manifest(), ANDExample.messaging,
      ANDExample.activity))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.androidApps {
      guard let module = app.modules(scope).first, !module.appliesGoogleServices, !module.appliesOthers,
        let dependency = module.dependencies.first(where: \.isFirebaseMessaging),
        let file = app.googleServices.first.map({ scope.facts.googleServices[$0] })
      else { continue }
      let words = ["FirebaseOptions", "initializeApp"]
      guard !words.contains(where: { app.names($0, scope) }) else { continue }
      report.add(
        AuditFinding(
          page.id, .warning, .likely,
          "the app uses Firebase, and its build does not read google-services.json",
          evidence: [
            Exhibit(module.place, "no plugin com.google.gms.google-services"),
            Exhibit(dependency.place, quote: dependency.value, "a dependency of the module"),
          ], counterpart: [Exhibit(file.place, "google-services.json")], fix: page.fix, about: [app.about]))
    }
  }
}
