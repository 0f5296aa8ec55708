import AppFacts

enum SRC013: AuditRule {
  static let page = RulePage(
    "SRC013", .source, .error,
    summary: "A notification service extension may not give the notification back",
    why: """
      The system shows what the extension gives to its contentHandler. A path without a call costs the person the \
      30 seconds until the time is up; without serviceExtensionTimeWillExpire the original text is shown then, and the \
      extension is killed.
      """,
    check:
      "Follow each path of didReceive(_:withContentHandler:), and look for serviceExtensionTimeWillExpire.",
    fix: "Call the content handler on every path, with the original content where nothing can be changed.",
    references: [.serviceExtension],
    silentOn: ["a handler that is stored or passed on", "extensions that answer at once and need no expiry"],
    bad: RuleExample(
      RuleExample.File(
        "ParcelService/NotificationService.swift",
        """
        import UserNotifications

        final class NotificationService: UNNotificationServiceExtension {
          override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
          ) {
            guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
              return // <- SRC013
            }
            content.title = "Parcel"
            contentHandler(content)
          }
        }
        """)),
    good: RuleExample(
      RuleExample.File(
        "ParcelService/NotificationService.swift",
        """
        import UserNotifications

        final class NotificationService: UNNotificationServiceExtension {
          var contentHandler: ((UNNotificationContent) -> Void)?
          var content: UNNotificationContent?

          override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
          ) {
            self.contentHandler = contentHandler
            content = request.content
            Picture.load(for: request) { content in contentHandler(content) }
          }

          override func serviceExtensionTimeWillExpire() {
            if let contentHandler, let content { contentHandler(content) }
          }
        }
        """)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) {
      let files = code.files.union(code.serviceFiles)
      let extensions = code.functions(KnownAPI.serviceReceive, in: files).filter { number in
        guard let owner = code.index.functions[number].owner else { return false }
        return code.index.ancestors(of: owner, in: files).contains("UNNotificationServiceExtension")
      }
      for handler in code.completions(extensions, in: files) {
        let declaration = code.index.functions[handler.function].declaration
        let about: Set<String> = [code.about, "service:\(declaration.place.text)"]
        if let lost = handler.paths.lost.first {
          report.addOnce(
            AuditFinding(
              "SRC013", .error, .likely,
              handler.paths.completes
                ? "The service extension can end without calling its contentHandler"
                : "The service extension never calls its contentHandler",
              evidence: lost.evidence(
                or: declaration.place, "no call on this path", isWhole: !handler.paths.completes),
              counterpart: [code.exhibit(handler.function, "the handler")],
              fix: "Give the original content to the contentHandler on this path", about: about))
        }
        let family = code.index.family(of: code.index.functions[handler.function].owner ?? "")
        let expires = code.functions(KnownAPI.serviceExpires, in: files).contains {
          code.index.functions[$0].owner.map(family.contains) ?? false
        }
        // Who passes the handler on takes time, and may run out of it.
        if !expires, handler.paths.hands, !inheritsOther(family) {
          report.addOnce(
            AuditFinding(
              "SRC013", .error, .likely, "The service extension has no serviceExtensionTimeWillExpire",
              evidence: [code.exhibit(handler.function, "works on after it returned")],
              fix: "Implement serviceExtensionTimeWillExpire() and give back what there is by then",
              about: about))
        }
      }
    }
  }

  /// A class of an SDK stands between, which may implement it.
  private static func inheritsOther(_ family: Set<String>) -> Bool {
    family.contains {
      $0 != "UNNotificationServiceExtension" && $0.hasSuffix("ServiceExtension") && family.count > 2
    }
  }
}
