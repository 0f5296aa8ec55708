import AppFacts

/// A category that the app does not register.
enum PAY014: AuditRule {
  static let page = RulePage(
    "PAY014", .payload, .warning, summary: "The payload's category is not registered by the app",
    why: """
      Buttons come from a UNNotificationCategory that the app has registered under the same identifier. With another \
      one the alert shows without its buttons, and a content extension does not open.
      """,
    check: "Search the sources for the identifier, and for UNNotificationCategory.",
    fix: "Register the category at launch, or send the identifier that is registered.",
    references: [.notificationCategories],
    silentOn: [
      "identifiers that are computed, or come from another file in a way that cannot be followed",
      "categories of a content extension, and actions of pushwire.yaml",
    ],
    bad: RuleExample(
      PAYExample.payload(#"{"aps": {"alert": "On its way", "category": "order_update"}}"#), PAY014.source),
    good: RuleExample(
      PAYExample.payload(#"{"aps": {"alert": "On its way", "category": "order_updates"}}"#), PAY014.source))

  private static let source = RuleExample.File(
    "Categories.swift",
    """
    import UserNotifications

    enum Categories {
      static func register() {
        let orders = UNNotificationCategory(
          identifier: "order_updates", actions: [], intentIdentifiers: [], options: [])
        UNUserNotificationCenter.current().setNotificationCategories([orders])
      }
    }

    """)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages {
      guard let category = message.aps?["category"]?.sourcedString, category.isKnown, let app = message.app
      else { continue }
      guard let known = registered(app, scope), let first = known.first,
        !known.contains(where: { $0.value == category.value })
      else { continue }
      let names = Set(known.map(\.value)).sorted().prefix(5).joined(separator: ", ")
      report.add(
        page, .likely, "category \(category.value.shown), and the app registers \(names)",
        at: Exhibit(category.place, quote: "category: \(category.value.shown)", "in aps"),
        counterpart: [Exhibit(first.place, quote: first.value, "a category that is registered")],
        about: message.aboutBoth)
    }
  }

  /// All identifiers; nil where one of them is not known, or none is registered here.
  private static func registered(_ app: AppleApp, _ scope: AuditScope) -> [Sourced<String>]? {
    var found: [Sourced<String>] = []
    let files = Set(app.sources)
    let resolver = ValueResolver(index: scope.index, files: files)
    for site in scope.index.calls where files.contains(site.unit) {
      let identifier: Expression?
      if site.call.name == "UNNotificationCategory" {
        identifier = site.call.argument("identifier")
      } else if site.call.name.hasPrefix("categoryWithIdentifier:") {
        identifier = site.call.arguments.first?.value
      } else {
        continue
      }
      let texts = identifier.map { resolver.texts($0, in: site.function) } ?? .unknown
      guard texts.isComplete, !texts.values.isEmpty else { return nil }
      found += texts.values.map { Sourced($0.value, site.call.place) }
    }
    for number in app.pushwireProfiles {
      let file = scope.facts.pushwireProfiles[number]
      for action in file.profile?.actions ?? [] {
        found.append(Sourced(action.id, file.places["actions.\(action.id)"] ?? file.place))
      }
    }
    for bundle in app.bundles.flatMap(\.children) {
      let attributes = bundle.info?.tree[path: ["NSExtension", "NSExtensionAttributes"]]
      found += attributes?["UNNotificationExtensionCategory"]?.strings ?? []
    }
    return found.isEmpty ? nil : found
  }
}
