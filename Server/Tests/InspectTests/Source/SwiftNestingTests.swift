import Testing

@testable import Inspect

struct SwiftNestingTests {
  private func refused(_ text: String) -> Bool { SwiftNesting.refusal(Array(text.utf8)) != nil }
  private let twelve = String(repeating: "[", count: 12)
  private let thirteen = String(repeating: "[", count: 13)

  @Test func twelveAreReadAndThirteenAreNot() {
    #expect(!refused("let a = \(twelve)"))
    #expect(refused("let a = \(thirteen)"))
    #expect(!refused(String(repeating: "[]", count: 1000)))
    #expect(refused(String(repeating: "f([", count: 13)))
  }

  @Test func aBraceBeginsAnew() {
    #expect(!refused(String(repeating: "[x {", count: 20)))
    #expect(!refused("\(twelve){\(twelve)}"))
    #expect(refused("\(twelve){ a }["))
  }

  @Test func commentsAndStringsDoNotCount() {
    #expect(!refused("// \(thirteen)\n/* /* \(thirteen) */ \(thirteen) */ a"))
    #expect(!refused("\"\(thirteen)\" + #\"\\(\"\(thirteen)\"#"))
    #expect(!refused("\"\"\"\n\" \(thirteen)\n\"\"\""))
    #expect(!refused("\"\\\"\(thirteen)\""))
  }

  @Test func interpolationsCount() {
    #expect(refused("\"\\(\(thirteen))\""))
    #expect(refused("##\"\\##(\(thirteen))\"##"))
    #expect(!refused("##\"\\#(\(thirteen))\"##"))
    #expect(!refused("\"\\(a)\(thirteen)\""))
    #expect(!refused("\"\\(\(twelve))\" + \"\\(\(twelve))\""))
  }

  @Test func whatIsLeftOpenEndsWithItsBlock() {
    #expect(!refused(String(repeating: "f { /[/ }\n", count: 100)))
    #expect(refused(String(repeating: "{", count: 257)))
    #expect(!refused(String(repeating: "{", count: 256)))
    #expect(!refused(String(repeating: "}", count: 5000) + String(repeating: "]", count: 5000)))
  }
}
