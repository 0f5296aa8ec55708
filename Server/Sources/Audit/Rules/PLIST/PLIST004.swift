import AppFacts

enum PLIST004: AuditRule {
  static let page = RulePage(
    "PLIST004", .plist, .info,
    summary: "INFOPLIST_KEY_UIBackgroundModes is set, and Xcode does not generate the Info.plist",
    why: """
      The INFOPLIST_KEY_… settings come into Info.plist only where GENERATE_INFOPLIST_FILE is YES. Without it the \
      modes of the setting are not in the app, whatever the build settings show.
      """,
    check:
      "`xcodebuild -showBuildSettings | grep -E 'GENERATE_INFOPLIST_FILE|INFOPLIST_KEY_UIBackgroundModes'`.",
    fix: "Write the modes into the Info.plist file, or set GENERATE_INFOPLIST_FILE to YES.",
    references: [.buildSettings],
    silentOn: ["a generated Info.plist: its modes are read from the settings"],
    bad: RuleExample(project(generates: "NO")), good: RuleExample(project(generates: "YES")))

  private static func project(generates: String) -> RuleExample.File {
    RuleExample.File(
      "Parcel.xcodeproj/project.pbxproj",
      """
      // !$*UTF8*$!
      {
        objects = {
          P = { isa = PBXProject; buildConfigurationList = PL; targets = (T); };
          PL = { isa = XCConfigurationList; buildConfigurations = (); };
          T = {
            isa = PBXNativeTarget; name = Parcel; productType = "com.apple.product-type.application";
            buildConfigurationList = TL; buildPhases = (); dependencies = ();
          };
          TL = { isa = XCConfigurationList; buildConfigurations = (TR); };
          TR = {
            isa = XCBuildConfiguration; name = Release;
            buildSettings = {
              PRODUCT_BUNDLE_IDENTIFIER = dev.pushwire.parcel;
              GENERATE_INFOPLIST_FILE = \(generates);
              INFOPLIST_KEY_UIBackgroundModes = "remote-notification";
            };
          };
        };
        rootObject = P;
      }
      """)
  }

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      for configuration in app.shippedConfigurations(scope.facts) {
        guard let setting = configuration.settings["INFOPLIST_KEY_UIBackgroundModes"], !setting.value.isEmpty
        else {
          continue
        }
        let generates = configuration.settings["GENERATE_INFOPLIST_FILE"]
        if let value = generates?.value, value.uppercased() == "YES" || value.contains("$") { continue }
        report.add(
          AuditFinding(
            id, .info, .proved,
            "INFOPLIST_KEY_UIBackgroundModes of \(configuration.name) has no effect, as Info.plist is not generated",
            evidence: [Exhibit(setting.place, quote: setting.value, "INFOPLIST_KEY_UIBackgroundModes")],
            counterpart: generates.map { [Exhibit($0.place, quote: $0.value, "GENERATE_INFOPLIST_FILE")] }
              ?? [],
            fix: "Write the modes into the Info.plist file, or generate it", about: [app.about]))
      }
    }
  }
}
