import AppFacts
import PushContract

/// Where a tap leads, in the text.
enum FLOW008: AuditRule {
  static let page = RulePage(
    "FLOW008", .flow, .warning, summary: "Visible text carries what only the app should read",
    why: """
      An address, a path or an id in the text is shown on the locked screen, read aloud, and tells nobody anything. \
      Apps that take it out of the text again break with the next translation, and open what anybody can send.
      """,
    check: "Read the text as a person who does not know the app.",
    fix: "Send a typed key with opaque ids beside aps, or in data, and say in the text what has happened.",
    references: [
      Reference(
        "Notifications (Human Interface Guidelines)",
        "https://developer.apple.com/design/human-interface-guidelines/notifications", reviewed: "2026-11-30")
    ],
    silentOn: [
      "numbers that people know, as an order's", "dates, amounts, times and fractions", "names of sites",
    ],
    bad: RuleExample(
      PAYExample.payload(
        #"{"aps": {"alert": "Your order is on its way: parcel://orders/8123"}, "order": "8123"}"#)),
    good: RuleExample(
      PAYExample.payload(
        #"{"aps": {"alert": "Order 8123 is on its way, 1/2 parcels by 12/24"}, "order": "8123"}"#)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages {
      guard let alert = message.aps?["alert"] else { continue }
      let texts = [alert] + ["title", "subtitle", "body"].compactMap { alert[$0] }
      for text in texts { judge(text, message.about, &report) }
    }
    for body in scope.facts.fcmBodies {
      let parts = [body.message?["notification"], body.message?[path: ["android", "notification"]]]
      for part in parts.compactMap({ $0 }) {
        for text in ["title", "body"].compactMap({ part[$0] }) { judge(text, body.about(scope), &report) }
      }
    }
    for file in scope.facts.pushwireProfiles { judge(file, &report) }
  }

  private static func judge(_ text: Located, _ about: Set<String>, _ report: inout RuleReport) {
    guard let string = text.string, let what = technical(string) else { return }
    report.add(
      page, .likely, "the text holds \(what)",
      at: Exhibit(text.place, quote: string.shown, "shown to people"),
      about: about)
  }

  /// Texts of classes that fill in an id.
  private static func judge(_ file: PushwireProfileFile, _ report: inout RuleReport) {
    for entry in file.profile?.classes ?? [] {
      let ids = Set(entry.parameters.filter { $0.type == .id }.map(\.name))
      for (name, text) in [("title", entry.title), ("subtitle", entry.subtitle), ("body", entry.body)] {
        guard let text, let what = fault(text, ids) else { continue }
        let path = "classes.\(entry.name)"
        report.add(
          page, .likely, "the \(name) of class \(entry.name) holds \(what)",
          at: Exhibit(file.places["\(path).\(name)"] ?? file.places[path] ?? file.place, "in the profile"),
          about: ["class:" + entry.name])
      }
    }
  }

  private static func fault(_ text: LocalizedText, _ ids: Set<String>) -> String? {
    let templates = text.templates
    if let id = templates.flatMap(\.parameterNames).first(where: ids.contains) { return "the id \(id)" }
    return templates.lazy.compactMap { technical($0.literalText) }.first
  }

  /// What in a text is for programs; nil: nothing.
  static func technical(_ text: String) -> String? {
    for word in text.split(whereSeparator: \.isWhitespace).prefix(200) {
      let word = word.drop { "(\"'<[".contains($0) }
      if word.contains("://") { return "an address" }
      if isUUID(word) { return "an identifier" }
      if isPath(word) { return "a path" }
    }
    return nil
  }

  private static func isUUID(_ word: Substring) -> Bool {
    let parts = word.prefix(36).split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
  }

  /// `/orders/8123`: starts with a slash, and has another one between letters and digits.
  private static func isPath(_ word: Substring) -> Bool {
    guard word.first == "/", word.count >= 4 else { return false }
    let parts = word.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    return parts.count >= 2 && !parts[0].isEmpty && !parts[1].isEmpty
      && parts[0].allSatisfy { $0.isLetter || $0 == "-" || $0 == "_" }
  }
}

extension LocalizedText {
  fileprivate var templates: [Template] {
    switch self {
    case .text(let template): [template]
    case .localized(_, let arguments): arguments
    }
  }
}

extension Template {
  /// Without its parameters.
  fileprivate var literalText: String {
    parts.map { if case .literal(let text) = $0 { text } else { "" } }.joined()
  }
}
