import Foundation
import Testing

@testable import Emulators

/// docs/emulators.md must not promise what is not there.
@Suite struct EmulatorDocsTests {
  private static let text = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    return (try? String(contentsOf: root.appendingPathComponent("docs/emulators.md"), encoding: .utf8)) ?? ""
  }()

  @Test func showsScenariosThatCanBeRead() throws {
    let blocks = Self.text.matches(of: /```json\n([^`]*)```/).map { String($0.1) }
    #expect(blocks.count == 2)
    for block in blocks { #expect(try !ScenarioFile.read(Array(block.utf8)).rules.isEmpty) }
  }

  @Test func namesEveryReason() {
    for (reason, _) in APNsReason.table {
      #expect(Self.text.contains(reason.rawValue), Comment(rawValue: reason.rawValue))
    }
    for code in [
      "INVALID_ARGUMENT", "THIRD_PARTY_AUTH_ERROR", "SENDER_ID_MISMATCH", "UNREGISTERED", "QUOTA_EXCEEDED",
      "INTERNAL",
      "UNAVAILABLE", "UNSPECIFIED_ERROR",
    ] {
      #expect(Self.text.contains(code))
    }
  }

  @Test func namesEveryAction() throws {
    for line in Self.text.split(separator: "\n") where line.hasPrefix("| `{\"") || line.hasPrefix("| `\"") {
      let action = line.split(separator: "`")[1]
      let file = "{\"rules\":[{\"actions\":[\(action)]}]}"
      #expect(try ScenarioFile.read(Array(file.utf8)).rules.count == 1, Comment(rawValue: file))
    }
  }
}
