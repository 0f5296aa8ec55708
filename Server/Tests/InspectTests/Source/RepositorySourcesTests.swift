import AppFacts
import Foundation
import Testing

@testable import Inspect

/// The sources of this repository, by folder and ending.
enum RepositorySources {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func read(_ folders: [String], _ endings: Set<String>) throws -> [(String, [UInt8])] {
    var result: [(String, [UInt8])] = []
    for folder in folders {
      let base = root.appending(path: folder)
      let files = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        if file.lastPathComponent == ".build" { files?.skipDescendants() }
        guard endings.contains(file.pathExtension) else { continue }
        result.append((file.path, [UInt8](try Data(contentsOf: file))))
      }
    }
    return result
  }
}

/// All sources of this repository: real code, of which the parser may leave next to nothing unread.
@Suite struct RepositorySourcesTests {
  private struct Count {
    var files = 0
    var statements = 0
    var unknown: [String] = []
  }

  @Test(arguments: [
    (["Sources", "Tests", "Server/Sources", "Server/Tests", "Examples"], "swift"),
    (["Android", "Examples"], "java"), (["Android", "Examples"], "kt"),
  ])
  func everyFileIsReadAlmostWhole(_ folders: [String], _ ending: String) throws {
    var count = Count()
    for (path, text) in try RepositorySources.read(folders, [ending]) {
      let language = try #require(SourceParser.language(forFileName: path))
      let unit = try SourceParser.parse(text, file: path, language: language, limits: InspectLimits()).get()
      count.files += 1
      tally(unit, &count)
    }
    let share = Double(count.unknown.count) / Double(max(count.statements, 1))
    print("\(ending): \(count.files) files, \(count.statements) statements, \(count.unknown.count) unknown")
    for place in count.unknown.prefix(40) { print("  unknown: \(place)") }
    #expect(count.files > 0)
    #expect(share < 0.005)
  }

  private func tally(_ unit: SourceUnit, _ count: inout Count) {
    func visit(_ statement: Statement) {
      count.statements += 1
      if case .unknown(let place) = statement { count.unknown.append(place.text) }
      for expression in statement.expressions { look(expression) }
      for block in statement.blocks { block.forEach(visit) }
    }
    func look(_ expression: AppFacts.Expression) {
      expression.walk(intoClosures: false) { part in
        if case .unknown(let place) = part { count.unknown.append(place.text) }
        if case .closure(let closure) = part { closure.body.forEach(visit) }
      }
    }
    for function in unit.functions { function.body?.forEach(visit) }
    for variable in unit.variables { visit(.variable(variable)) }
    unit.topLevel.forEach(visit)
  }
}
