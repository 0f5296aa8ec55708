import AppFacts

enum SRC015: AuditRule {
  static let page = RulePage(
    "SRC015", .source, .error,
    summary: "A SwiftUI app handles pushes and has no application delegate",
    why: """
      Device tokens and background pushes are handed to the application's delegate only. A SwiftUI App has none unless \
      it declares one with UIApplicationDelegateAdaptor, so the delegate's methods are never called.
      """,
    check: "Look for @UIApplicationDelegateAdaptor in the type that is marked @main.",
    fix: "Add @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate to the App.",
    references: [.delegateAdaptor],
    silentOn: [
      "the adaptors of other platforms", "apps that set the delegate themselves", "apps without push code",
    ],
    bad: RuleExample(
      SRCExample.plist,
      RuleExample.File(
        "Parcel/ParcelApp.swift",
        """
        import SwiftUI

        @main
        struct ParcelApp: App { // <- SRC015
          var body: some Scene {
            WindowGroup { Text("Parcel") }
          }
        }
        """),
      SRCExample.app(attribute: "")),
    good: RuleExample(
      SRCExample.plist,
      RuleExample.File(
        "Parcel/ParcelApp.swift",
        """
        import SwiftUI

        @main
        struct ParcelApp: App {
          @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

          var body: some Scene {
            WindowGroup { Text("Parcel") }
          }
        }
        """),
      SRCExample.app(attribute: "")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where !code.appTypes.isEmpty && !code.hasGaps {
      guard code.handlesPushes || (!code.registerSites.isEmpty && code.wrappers.isEmpty) else { continue }
      let adaptors = [
        "UIApplicationDelegateAdaptor", "NSApplicationDelegateAdaptor", "WKApplicationDelegateAdaptor",
        "WKExtensionDelegateAdaptor",
      ]
      let isAdapted = code.index.variables.contains { variable in
        code.files.contains(variable.unit)
          && variable.declaration.modifiers.contains { modifier in
            adaptors.contains { modifier.hasPrefix($0) }
          }
      }
      // `UIApplication.shared.delegate = …`, or a principal class of its own.
      let isSet =
        code.index.assignments.contains {
          code.files.contains($0.unit)
            && [
              "UIApplication.shared.delegate", "NSApp.delegate",
              "NSApplication.shared.delegate",
            ].contains($0.target.path ?? "")
        } || !code.index.calls("UIApplicationMain", "NSApplicationMain", in: code.files).isEmpty
        || code.index.types.contains {
          code.files.contains($0.unit)
            && code.delegateTypes.contains(SourceIndex.lastName($0.declaration.name))
            && !Set($0.declaration.attributes).isDisjoint(with: [
              "main", "UIApplicationMain", "NSApplicationMain",
            ])
        }
      guard !isAdapted, !isSet,
        let app = code.index.types.first(where: {
          code.files.contains($0.unit) && code.appTypes.contains(SourceIndex.lastName($0.declaration.name))
        })
      else { continue }
      let handlers = code.functions(KnownAPI.didRegister) + code.fetchHandlers
      report.addOnce(
        AuditFinding(
          "SRC015", .error, .likely, "\(app.declaration.name) declares no application delegate",
          evidence: [
            Exhibit(app.declaration.place, quote: app.declaration.name, "no UIApplicationDelegateAdaptor")
          ],
          counterpart: handlers.prefix(1).map { code.exhibit($0, "never called") }
            + (handlers.isEmpty
              ? code.registerSites.prefix(1).map { Exhibit($0.place, "its answer goes nowhere") } : []),
          fix: "Declare the delegate with @UIApplicationDelegateAdaptor",
          about: [code.about, "registration", "center-delegate", "handler"]))
    }
  }
}
