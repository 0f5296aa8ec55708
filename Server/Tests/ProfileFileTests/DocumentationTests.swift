import Foundation
import PushContract
import Testing

@testable import ProfileFile

/// docs/profile.md says what the reader does.
struct DocumentationTests {
  static let path = Parcel.root + "/docs/profile.md"
  static func text() throws -> String { String(decoding: try FileContents.read(path), as: UTF8.self) }

  @Test func theDocumentListsTheRules() throws {
    let (open, close) = ("<!-- rules -->\n", "<!-- end of rules -->")
    let rows = (ProfileRules.validity + ProfileRules.advice).map {
      "| `\($0.code.rawValue)` | \($0.severity.rawValue) | \($0.summary) |\n"
    }
    let table = "\n| code | | what is found |\n|---|---|---|\n" + rows.joined() + "\n"
    var text = try Self.text()
    let start = try #require(text.range(of: open)).upperBound
    let end = try #require(text.range(of: close)).lowerBound
    if ProcessInfo.processInfo.environment["PUSHWIRE_WRITE_DOCS"] != nil {
      text.replaceSubrange(start..<end, with: table)
      try text.write(toFile: Self.path, atomically: true, encoding: .utf8)
    } else {
      #expect(text[start..<end] == table)
    }
  }

  @Test func everyKeyIsExplained() throws {
    let text = try Self.text()
    for table in ProfileKeys.all {
      for key in table.keys {
        // A key stands in code, or inside the example of a small mapping such as `{ to: …, with: … }`.
        let isThere = ["`\(key.name)`", "{ \(key.name): ", ", \(key.name): "].contains { text.contains($0) }
        #expect(isThere, "\(table.name): \(key.name)")
      }
    }
  }

  @Test func everyCodeIsListed() throws {
    let text = try Self.text()
    let findings = String(decoding: try FileContents.read(FindingsTests.path), as: UTF8.self)
    for line in findings.components(separatedBy: "\n") where line.hasPrefix("p:") {
      let code = try #require(line.split(separator: "[").last?.dropLast())
      #expect(text.contains("`\(code)`"), "\(code)")
    }
  }

  @Test func theExamplePassesCheck() throws {
    let blocks = try Self.text().components(separatedBy: "```")
    let example = try #require(blocks.first { $0.hasPrefix("yaml\n") }).dropFirst(5)
    let reading = try ProfileFile.read(bytes: Array(example.utf8), file: "docs/profile.md")
    #expect(reading.checked().map(\.description) == [])
  }
}
