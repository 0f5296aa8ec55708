import Bytes
import TestSupport
import Testing

@testable import Compose

@Suite struct TopicConditionTests {
  private func fault(_ text: String) -> String? {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      do throws(ComposeError) {
        try TopicCondition.check(bytes)
        return nil
      } catch { return error.message }
    }
  }

  @Test(arguments: [
    "'a' in topics", "\"a\" in topics", " ( 'a' in topics ) ", "'a' in topics&&'b' in topics",
    "!('a' in topics) || !!'b' in topics", "'private/a-b_c.d~e%' in topics",
    "'a' in topics && ('b' in topics || ('c' in topics && ('d' in topics || 'e' in topics)))",
  ])
  func takes(_ text: String) { #expect(fault(text) == nil) }

  @Test(arguments: [
    ("", "at byte 0: a topic is missing at the end"), ("a", "at byte 0: a topic in quotes is expected"),
    ("'a", "at byte 0: the topic's closing quote is missing"),
    ("'' in topics", "at byte 0: a topic's name has 1 to 900"),
    ("'a b' in topics", "at byte 0: a topic's name has"),
    ("'a' in topic", "at byte 7: \"in topics\" is expected"), ("'a' in topics &", "at byte 14: && or ||"),
    ("'a' in topics &&", "at byte 16: a topic is missing at the end"),
    ("'a' in topics 'b' in topics", "at byte 14: && or || is expected"),
    ("('a' in topics", "at byte 14: a bracket is not closed"),
    ("'a' in topics)", "at byte 14: this bracket was never opened"), ("()", "at byte 1: a topic in quotes"),
    ("'", "at byte 0: the topic's closing quote"),
    (
      "'a' in topics || 'b' in topics || 'c' in topics || 'd' in topics || 'e' in topics || 'f' in topics",
      "a condition names 5 topics at most"
    ),
  ])
  func refuses(_ text: String, _ why: String) {
    #expect(fault(text)?.contains(why) == true, "\(fault(text) ?? "taken")")
  }

  @Test func bracketsAreBounded() {
    func nested(_ count: Int) -> String {
      String(repeating: "(", count: count) + "'a' in topics" + String(repeating: ")", count: count)
    }
    #expect(fault(nested(TopicCondition.mostBrackets)) == nil)
    #expect(fault(nested(TopicCondition.mostBrackets + 1))?.contains("brackets are open") == true)
  }

  @Test func aTargetIsChecked() {
    for (kind, text) in [
      (FCMTarget.Kind.condition, "'a' in topic"), (.topic, String(repeating: "a", count: 901)),
      (.topic, "a b"),
    ] {
      _ = Array(text.utf8).withUnsafeBufferPointer { bytes in
        #expect(throws: ComposeError.self) { _ = try FCMTarget(kind, bytes) }
      }
    }
  }

  /// Brackets of what is taken are balanced, and it names one topic to five.
  @Test func fuzzConditions() {
    let parts = ["'a' in topics", "\"b\" in topics", "&&", "||", "!", "(", ")", " ", "'", "in", "é", "\t"]
    var taken = 0
    Fuzz.run("topic conditions") { number, random in
      let text = (0...Int.random(in: 0...14, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }.joined()
      guard fault(text) == nil else { return }
      taken += 1
      let place: Comment = "seed \(Fuzz.seed) round \(number): \(text)"
      #expect(text.count { $0 == "(" } == text.count { $0 == ")" }, place)
      #expect((1...TopicCondition.mostTopics).contains(text.ranges(of: "in topics").count), place)
    }
    #expect(taken > 0)
  }
}
