import AppFacts
import Foundation
import Testing

@testable import Inspect

/// Large odd sources of each language, and the trees that they have to give: `Trees/<file>.tree`.
///
/// With `PUSHWIRE_RECORD=1` in the environment the trees are written anew, to be read before they are committed.
@Suite struct SourceTreeTests {
  @Test(arguments: HostileSourceTests.languages)
  func everySourceGivesItsTree(_ language: SourceUnit.Language) throws {
    let folder = RepositorySources.root.appending(path: "Server/Tests/InspectTests/Trees")
    for (name, text) in try SourceCorpus.files(language) {
      let unit = try SourceParser.parse(text, file: name, language: language, limits: InspectLimits()).get()
      let found = SourceDump.text(unit) + "\n"
      let file = folder.appending(path: name + ".tree")
      if ProcessInfo.processInfo.environment["PUSHWIRE_RECORD"] != nil {
        try found.write(to: file, atomically: true, encoding: .utf8)
      }
      let wanted = try String(contentsOf: file, encoding: .utf8)
      let lines = (found.split(separator: "\n"), wanted.split(separator: "\n"))
      for (found, wanted) in zip(lines.0, lines.1) where found != wanted {
        Issue.record("\(name): \(found) instead of \(wanted)")
        break
      }
      #expect(lines.0.count == lines.1.count, "\(name)")
    }
  }
}
