import Foundation
import Testing

@testable import Audit

/// docs/rules says what the rules say.
@Suite struct RuleDocumentsTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../docs/rules").standardized

  @Test func theRulePagesAreTheRules() throws {
    let files = FileManager.default
    let pages = AuditRules.pages()
    if ProcessInfo.processInfo.environment["PUSHWIRE_WRITE_DOCS"] != nil {
      try? files.removeItem(at: Self.folder)
      try files.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      for (name, text) in pages {
        try text.write(to: Self.folder.appending(path: name), atomically: true, encoding: .utf8)
      }
    }
    let names = try files.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(names) == Set(pages.keys), "renew docs/rules: \(AuditRules.writeCommand)")
    for (name, text) in pages {
      let file = Self.folder.appending(path: name)
      #expect(
        (try? String(contentsOf: file, encoding: .utf8)) == text,
        "docs/rules/\(name) is not the rule's page: \(AuditRules.writeCommand)")
    }
  }
}
