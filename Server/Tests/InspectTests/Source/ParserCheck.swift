import AppFacts
import Foundation
import Testing

@testable import Inspect

/// Reads a text and compares the dump of its tree with what is expected.
func expectTree(
  _ language: SourceUnit.Language, _ text: String, _ expected: String,
  location: SourceLocation = #_sourceLocation
) throws {
  let unit = try SourceParser.parse(Array(text.utf8), file: "F", language: language, limits: InspectLimits())
    .get()
  let dump = SourceDump.text(unit)
  #expect(dump == expected, sourceLocation: location)
  if dump != expected { print("—— at line \(location.line), got:\n\(dump)\n——") }
}

/// The committed sources of a language, which the fuzzers start from.
enum SourceCorpus {
  static func files(_ language: SourceUnit.Language) throws -> [(name: String, text: [UInt8])] {
    let folder = RepositorySources.root.appending(path: "Server/Fuzz/corpus/source-\(language.rawValue)")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      ($0, [UInt8](try Data(contentsOf: folder.appending(path: $0))))
    }
  }
}
