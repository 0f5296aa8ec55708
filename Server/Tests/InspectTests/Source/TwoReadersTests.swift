import AppFacts
import Foundation
import Testing

@testable import Inspect

/// SwiftSyntax and the tolerant parser read the same Swift, and have to find the same in it.
@Suite(.enabled(if: SwiftHelper.path != nil, SwiftHelper.reason))
struct TwoReadersTests {
  @Test func theyFindTheSameInThisRepository() throws {
    let reader = SwiftReaderProcess(try #require(SwiftHelper.path), InspectLimits())
    let folders = ["Sources", "Examples", "Server/Sources/Inspect", "Server/Fuzz/corpus/source-swift"]
    var compared = 0
    var different: [String] = []
    for (path, text) in try RepositorySources.read(folders, ["swift"]) {
      guard case .unit(let theirs) = reader.parse(text, file: path) else { continue }
      let ours = try SourceParser.parse(text, file: path, language: .swift, limits: InspectLimits()).get()
      compared += 1
      #expect(Array(signatures(ours).difference(from: signatures(theirs)).prefix(6)).isEmpty)
      #expect(Array(calls(ours).difference(from: calls(theirs)).prefix(6)).isEmpty)
      let left = TreeText.of(theirs).map(plain)
      let right = TreeText.of(ours).map(plain)
      if left != right {
        different.append(path)
        for (theirs, ours) in zip(left, right) where theirs != ours { show(theirs, ours) }
      }
    }
    print("two readers: \(compared) files, \(different.count) not read alike: \(different)")
    #expect(compared > 100)
    #expect(different.count * 100 <= compared)
  }

  /// Each function, and where it stands.
  private func signatures(_ unit: SourceUnit) -> [String] {
    unit.functions.map { "\($0.owner ?? "").\($0.signature) \($0.place.text)" }
  }

  /// Each call, with its labels, and where it stands.
  private func calls(_ unit: SourceUnit) -> [String] {
    var found: [String] = []
    func note(_ expression: AppFacts.Expression) {
      guard case .call(let call) = expression else { return }
      found.append(
        "\(call.name)(\(call.arguments.map { ($0.label ?? "_") + ":" }.joined())) \(call.place.text)")
    }
    for function in unit.functions { function.body?.forEach { $0.walk(note) } }
    for variable in unit.variables { Statement.variable(variable).walk(note) }
    unit.topLevel.forEach { $0.walk(note) }
    return found.sorted()
  }

  /// Without differences of space: types and the arguments of attributes are kept as written.
  private func plain(_ line: String) -> String {
    line.split { $0 == " " || $0 == "\n" }.joined(separator: " ").replacing("( ", with: "(")
      .replacing(" )", with: ")")
  }

  private func show(_ theirs: String, _ ours: String) {
    let from = max(0, zip(theirs, ours).prefix { $0 == $1 }.count - 50)
    print("   theirs …\(theirs.dropFirst(from).prefix(150))\n   ours   …\(ours.dropFirst(from).prefix(150))")
  }
}
