import AppFacts
import Foundation
import Inspect
import TestSupport

@testable import Audit

/// A small set of files, written out, read and judged by all rules, as `pushwire audit` does it.
struct ExampleRun {
  /// The day on which all examples and fixtures are judged: 2026-11-30, 12:00 UTC.
  static let now = 1_796_040_000_000

  /// A file of the set. What is no text is a recipe (``ExampleStage``).
  struct File {
    var name: String
    var text: String
  }

  /// The tokenizer alone, and the helper that parses Swift where it is built and there is Swift to parse.
  static func readers(_ files: [String]) -> [String?] {
    guard let helper, files.contains(where: { $0.hasSuffix(".swift") || $0.hasSuffix(".swift.txt") }) else {
      return [nil]
    }
    return [nil, helper]
  }

  private static let helper: String? = {
    if let named = SwiftReaderLocation.find() { return named }
    let built = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../.build/debug/pushwire-swift-reader").standardized.path
    return FileManager.default.isExecutableFile(atPath: built) ? built : nil
  }()

  var result: AuditResult
  var facts: AuditFacts { result.scope.facts }
  let root: String
  private let scratch: ScratchFolder

  init(_ files: [File], swiftReader: String? = nil) throws {
    scratch = try ScratchFolder()
    root = scratch.url.path + "/"
    var given: [String] = []
    for file in files {
      let path = try ExampleStage.write(file.name, file.text, in: scratch.url)
      if !file.name.contains("/") { given.append(path) }
    }
    // What stands in folders belongs to a tree; a person gives the tree, and what lies beside it by name.
    if files.contains(where: { $0.name.contains("/") }) { given.append(scratch.url.path) }
    let facts = Inspector(swiftReader: swiftReader).read(given)
    result = Audit.run(facts, now: Self.now)
  }

  init(_ example: RuleExample, swiftReader: String? = nil) throws {
    try self.init(example.files.map { File(name: $0.name, text: $0.text) }, swiftReader: swiftReader)
  }

  /// A file without the scratch folder's name.
  func name(_ place: Place?) -> String {
    guard let file = place?.file else { return "nowhere" }
    if file + "/" == root { return "." }
    return file.hasPrefix(root) ? String(file.dropFirst(root.count)) : file
  }

  /// `name:line`, or the name alone where there are no lines.
  func spot(_ place: Place?) -> String {
    name(place) + (place?.line.map { ":\($0)" } ?? "")
  }

  /// For a failed test: rule, place and what it says.
  func line(_ finding: AuditFinding) -> String {
    "\(finding.rule) \(finding.severity.rawValue) \(finding.confidence.rawValue) \(spot(finding.place)): "
      + finding.message
  }
}

/// Comments in examples that say where a finding must stand: `// <- SRC006`, `# <- PAY004, PAY009`.
struct Markers {
  /// By rule: `name:line`.
  private(set) var spots: [RuleID: Set<String>] = [:]

  init(_ files: [ExampleRun.File]) {
    for file in files {
      for (index, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        guard let arrow = line.range(of: "<- ", options: .backwards) else { continue }
        for word in line[arrow.upperBound...].split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
          guard AuditRules.rule(String(word)) != nil else { break }
          spots[String(word), default: []].insert("\(file.name):\(index + 1)")
        }
      }
    }
  }

  /// What differs between the markers and the findings of marked rules, as sentences.
  func disagreements(_ run: ExampleRun) -> [String] {
    spots.sorted { $0.key < $1.key }.flatMap { rule, marked in
      let found = Set(run.result.all.filter { $0.rule == rule }.map { run.spot($0.place) })
      return found.subtracting(marked).sorted().map { "\(rule) is found at \($0), which is not marked" }
        + marked.subtracting(found).sorted().map { "\(rule) is marked at \($0), and not found there" }
    }
  }
}
