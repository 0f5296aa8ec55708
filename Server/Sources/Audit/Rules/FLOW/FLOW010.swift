import AppFacts

/// What these rules do not know yet.
enum FLOW010: AuditRule {
  static let page = RulePage(
    "FLOW010", .flow, .info, summary: "The app is built with an SDK newer than these rules",
    why: """
      Platforms change what a push needs: a permission, a header, a background mode. Rules that were written before an \
      SDK came out cannot know what it changed.
      """,
    check: "Compare the SDK's release notes with the dates of the rules (docs/rules).",
    fix: "Read the release notes on notifications and background work, and use a newer pushwire.",
    references: [
      Reference(
        "iOS & iPadOS release notes",
        "https://developer.apple.com/documentation/ios-ipados-release-notes", reviewed: "2026-11-30"),
      Reference(
        "Android developer releases", "https://developer.android.com/about/versions", reviewed: "2026-11-30"),
    ],
    silentOn: ["SDKs whose version is not in the files"],
    bad: RuleExample(.init("Parcel.ipa", "build store\ninfo DTSDKName = iphoneos31.0\n")),
    good: RuleExample(.init("Parcel.ipa", "build store\ninfo DTSDKName = iphoneos26.0\n")))

  /// The newest major versions that the rules were written for.
  static let newestApple = 26
  static let newestAndroid = 36

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      for bundle in app.bundles {
        guard let name = bundle.info?.tree["DTSDKName"]?.sourcedString, let major = major(name.value),
          major > newestApple
        else { continue }
        report.add(
          page, .proved, "built with \(name.value.shown), and the rules know SDK \(newestApple)",
          at: Exhibit(name.place, quote: name.value.shown, "DTSDKName"), about: [app.about])
      }
    }
    for app in scope.androidApps {
      let targets =
        app.manifests.compactMap { scope.facts.manifests[$0].targetSDK }
        + app.gradleModules.compactMap { scope.facts.gradleModules[$0].targetSDK }
      guard let target = targets.max(by: { $0.value < $1.value }), target.value > newestAndroid else {
        continue
      }
      report.add(
        page, .proved, "targets API \(target.value), and the rules know \(newestAndroid)",
        at: Exhibit(target.place, quote: String(target.value), "targetSdk"), about: [app.about])
    }
    checkAge(scope, &report)
  }

  /// Rules that nobody has looked at for over a year.
  private static func checkAge(_ scope: AuditScope, _ report: inout RuleReport) {
    guard scope.now - reviewedAt > 400 * 86_400_000 else { return }
    guard let place = scope.facts.inputs.first(where: { $0.isGiven })?.place else { return }
    let months = (scope.now - reviewedAt) / (30 * 86_400_000)
    report.add(
      page, .proved, "the platforms' pages were read \(months) months ago", at: Exhibit(place, "this audit"),
      fix: "Use a newer pushwire.", about: ["rules"])
  }

  /// 2026-11-30, the review date of the pages, in milliseconds since 1970.
  private static let reviewedAt = 1_796_006_400_000

  private static func major(_ name: String) -> Int? {
    let digits = name.drop { !$0.isNumber }.prefix { $0.isNumber }
    guard name.hasPrefix("iphoneos"), digits.count <= 3 else { return nil }
    return Int(digits)
  }
}
