import Foundation
import PushClient
import Testing

/// Runs every file of `contract/scenarios` and compares **all** that the core says: commands, metrics, state.
///
/// `PUSHWIRE_RENEW=1` writes what it says into the files instead. Then each is read against its title.
@Suite struct ScenarioTests {
  private static let isRenewing = ProcessInfo.processInfo.environment["PUSHWIRE_RENEW"] == "1"

  @Test func scenarios() throws {
    let policy = try Scenario.commonPolicy()
    var passed: [String] = []
    for name in try Scenario.names() {
      do {
        let scenario = try Scenario(name, policy: policy)
        let said = try scenario.run()
        if Self.isRenewing { try Self.renew(name, said) }
        if Self.isRenewing || said == scenario.expect {
          passed.append(scenario.id)
        } else {
          Issue.record("\(scenario.id): \(scenario.title)\n\(Self.difference(scenario.expect, said))")
        }
      } catch {
        Issue.record("\(name): \(error)")
      }
    }
    print("scenarios: \(passed.count) passed in Swift\(Self.isRenewing ? ", renewed" : "")")
  }

  @Test func catalogueIsComplete() throws {
    let there = Set(try Scenario.names().map { String($0.dropLast(".json".count)) })
    for id in Catalogue.ids where !there.contains(id) { Issue.record("\(id) has no scenario") }
    print(
      "scenarios: \(Catalogue.ids.count) of the catalogue, \(there.count - Catalogue.ids.count) beside it")
  }

  private static func renew(_ name: String, _ said: JSONValue) throws {
    guard case .object(var members) = try Scenario.read(name) else { return }
    members["expect"] = said
    let text = JSONValue.object(members).pretty() + "\n"
    try Data(text.utf8).write(to: Scenario.folder.appending(path: name))
  }

  /// The lines that differ, of what was expected (-) and what was said (+).
  private static func difference(_ expected: JSONValue, _ said: JSONValue) -> String {
    let expected = expected.pretty(width: 60).split(separator: "\n")
    let said = said.pretty(width: 60).split(separator: "\n")
    let changes = said.difference(from: expected)
    return changes.map {
      switch $0 {
      case .remove(_, let line, _): "-\(line)"
      case .insert(_, let line, _): "+\(line)"
      }
    }.joined(separator: "\n")
  }
}
