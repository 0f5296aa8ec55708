import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

struct JSONTreeTests {
  private func read(_ text: String, _ limits: InspectLimits = .init()) throws -> Located {
    try JSONTree.read(Array(text.utf8), in: "order.apns", limits).get()
  }
  private func failure(_ text: String, _ limits: InspectLimits = .init()) -> JSONTree.Failure? {
    if case .failure(let failure) = JSONTree.read(Array(text.utf8), in: "order.apns", limits) {
      failure
    } else {
      nil
    }
  }

  @Test func everyKeyAndValueHasItsPlace() throws {
    let tree = try read("{\n  \"aps\": {\"alert\": \"Käse 🧀\", \"badge\": 1}\n}\n")
    #expect(tree.place == Place("order.apns", line: 1, column: 1, offset: 0))
    let aps = try #require(tree.member("aps"))
    #expect(aps.place == Place("order.apns", line: 2, column: 3, offset: 4))
    #expect(aps.value.place == Place("order.apns", line: 2, column: 10, offset: 11))
    #expect(tree["aps"]?["alert"]?.place.column == 20)
    // Columns count characters, offsets bytes: ä has two, the cheese four.
    let badge = try #require(tree["aps"]?.member("badge"))
    #expect(badge.place.column == 30 && badge.place.offset == 35)
    #expect(badge.value.kind == .integer(1))
  }

  @Test func valuesAreKeptAsTheyAreWritten() throws {
    let tree = try read(#"[null, true, false, -7, 1.5, 1e3, 99999999999999999999, "a\n\u00e4\ud83e\uddc0"]"#)
    let kinds = tree.items.map(\.kind)
    #expect(kinds.prefix(4) == [.null, .bool(true), .bool(false), .integer(-7)])
    #expect(kinds[4] == .real(1.5) && kinds[5] == .real(1000))
    #expect(kinds[6] == .real(1e20))
    #expect(kinds[7] == .string("a\nä🧀"))
  }

  @Test func aKeyMayStandTwice() throws {
    let tree = try read(#"{"a": 1, "a": 2, "": {}}"#)
    #expect(tree.members.map(\.key) == ["a", "a", ""])
    #expect(tree["a"]?.integer == 1)
    #expect(tree[""]?.isObject == true)
  }

  @Test func aFailureSaysWhereAndWhy() {
    let comma = failure("{\n  \"aps\": {},\n}")
    #expect(comma?.place.line == 3 && comma?.place.column == 1)
    #expect(comma?.reason == "this byte cannot stand here")
    #expect(failure("")?.reason == "the text ends too early")
    #expect(failure("{\"a\": 1")?.place.column == 8)
    #expect(failure("{} {}")?.reason == "something follows the value")
    #expect(failure("\u{FEFF}{}")?.reason == "a byte-order mark stands before it")
    #expect(failure("[\"\u{7}\"]")?.reason == "a control character must be escaped in a string")
  }

  @Test func depthAndNumberOfValuesAreBounded() {
    #expect(failure(String(repeating: "[", count: 20_000))?.reason == "nested deeper than 64")
    var limits = InspectLimits()
    limits.values = 3
    #expect(failure("[1,2,3,4]", limits)?.reason == "it has more than 3 values")
    #expect(failure("[1]", limits) == nil)
  }

  /// Foundation's parser is the oracle of what the tree holds; places must lie in the text.
  @Test func fuzzJSONTree() throws {
    let mutator = try ByteMutator(
      corpus: "payload", words: ["{", "}", "[", "]", ",", ":", "\"", "\\u12", "null", "1e9", "\n", "{\"a\":"])
    try #require(mutator.corpus.count >= 10)
    var trees = 0
    let rounds = Fuzz.run("fuzz JSON tree") { round, random in
      let text = round < mutator.corpus.count ? mutator.corpus[round] : mutator.next(&random)
      guard case .success(let tree) = JSONTree.read(text, in: "fuzz") else { return }
      trees += 1
      let lines = text.count { $0 == 0x0A } + 1
      var last = -1
      var isOrdinary = true
      walk(tree) { place, kind in
        let offset = place.offset ?? -1
        #expect(offset > last && offset < text.count && place.line ?? 0 <= lines)
        last = offset
        // Foundation refuses numbers that no Double can hold; the grammar does not.
        if case .real(let number) = kind, !number.isNormal { isOrdinary = false }
      }
      guard isOrdinary else { return }
      let oracle = try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
      #expect(oracle != nil, "\(Data(text).base64EncodedString())")
    }
    #expect(rounds > 10 && trees > 0)
  }

  private func walk(_ node: Located, _ seen: (Place, Located.Kind?) -> Void) {
    seen(node.place, node.kind)
    for member in node.members {
      seen(member.place, nil)
      walk(member.value, seen)
    }
    for item in node.items { walk(item, seen) }
  }
}
