import Testing

@testable import PushContract

struct NearestWordTests {
  @Test func theNearestWordIsFound() {
    let keys = ProfileKeys.notificationClass.keys.map(\.name)
    for (word, meant) in [
      ("titel", "title"), ("tilte", "title"), ("audiense", "audience"), ("data-class", "data_class"),
      ("dataClass", "data_class"), ("FOREGROUND", "foreground"), ("priorty", "priority"), ("tt", "ttl"),
    ] {
      #expect(NearestWord.of(word, among: keys) == meant, "\(word)")
    }
    for word in ["colour", "x", "", "zzzzzz", String(repeating: "title", count: 1_000)] {
      #expect(NearestWord.of(word, among: keys) == nil, "\(word.prefix(20))")
    }
  }

  @Test func distancesAreThoseOfDamerau() {
    func distance(_ a: String, _ b: String) -> Int { NearestWord.distance(Array(a.utf8), Array(b.utf8)) }
    #expect(distance("", "abc") == 3 && distance("abc", "") == 3 && distance("abc", "abc") == 0)
    #expect(distance("ab", "ba") == 1 && distance("kitten", "sitting") == 3 && distance("ca", "abc") == 3)
  }

  @Test func aSlipIsTheSameWordInOtherLetters() {
    #expect(NearestWord.isSlip("Content_Available", of: "content-available"))
    #expect(!NearestWord.isSlip("contentavailabl", of: "content-available"))
  }
}
